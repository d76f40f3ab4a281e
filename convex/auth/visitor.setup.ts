/** Signing up and in as a visitor does it, for tests: codes from the mailbox, pictures through the upload endpoint. */
import { exportJWK, exportPKCS8, generateKeyPair } from "jose";
import { vi } from "vitest";
import { api, internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { FIRST_PAGE, type Market } from "../market.setup";

export const EMAIL = "kiran@corner.test";
export const PASSWORD = "correct horse battery";
export const PNG = Uint8Array.from([
  0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 2,
  0, 0, 0, 2, 8, 6, 0, 0, 0,
]);

/** Sets the deployment's variables: token keys, address, and that it runs on one machine. */
export async function setDeployment(): Promise<void> {
  const keys = await generateKeyPair("RS256", { extractable: true });
  vi.stubEnv(
    "JWT_PRIVATE_KEY",
    (await exportPKCS8(keys.privateKey)).trimEnd().replaceAll("\n", " "),
  );
  vi.stubEnv(
    "JWKS",
    JSON.stringify({ keys: [{ use: "sig", ...(await exportJWK(keys.publicKey)) }] }),
  );
  vi.stubEnv("CONVEX_SITE_URL", "http://127.0.0.1:3211");
  vi.stubEnv("SITE_URL", "http://127.0.0.1:3211");
  vi.stubEnv("DEV_MAILBOX", "1");
}

export async function mailsTo(t: Market, email: string) {
  const asked = { paginationOpts: FIRST_PAGE, email };
  const { page } = await t.query(internal.auth.mailboxInternal.list, asked);
  return page;
}

export async function codeFor(t: Market, email: string): Promise<string> {
  const [newest] = await mailsTo(t, email);
  return /\b\d{6}\b/.exec(newest?.text ?? "")?.[0] ?? "no code";
}

export async function ticketFor(
  t: Market,
  email: string,
  purpose: "signup" | "reset" = "signup",
): Promise<string> {
  await t.action(api.auth.sendOtp, { email, purpose });
  const { ticket } = await t.action(api.auth.verifyOtp, {
    email,
    purpose,
    otp: await codeFor(t, email),
  });
  return ticket;
}

export function upload(
  t: Market,
  headers: Record<string, string>,
  bytes: Uint8Array<ArrayBuffer> = PNG,
  field = "image",
) {
  const form = new FormData();
  form.set(field, new Blob([bytes], { type: "image/png" }), "picture.png");
  const path = field === "image" ? "/api/upload/image" : "/api/upload/qr-code";
  return t.fetch(path, { method: "POST", body: form, headers });
}

export async function imageFor(t: Market, ticket: string): Promise<Id<"_storage">> {
  const response = await upload(t, { "X-Signup-Ticket": ticket });
  return ((await response.json()) as { imageId: Id<"_storage"> }).imageId;
}

export const form = {
  email: EMAIL,
  name: "Kiran",
  phone: "+91 98765 43210",
  password: PASSWORD,
  role: "retailer",
  shopName: "Kiran Corner",
  address: "12 Station Road\nPune",
};

export async function register(
  t: Market,
  changes: Partial<typeof form> & { companyName?: string; invitedBy?: string } = {},
) {
  const ticket = await ticketFor(t, (changes.email ?? EMAIL).trim().toLowerCase());
  return t.action(api.auth.register, {
    ...form,
    ticket,
    imageId: await imageFor(t, ticket),
    ...changes,
  });
}

export function logIn(t: Pick<Market, "action">, params: Record<string, string>) {
  return t.action(api.auth.signIn, { provider: "password", params });
}
