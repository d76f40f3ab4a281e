/** Calling REST in tests as an outside program does: over HTTP, with a token or with nothing. */
import "./declaredErrors.setup";
import { SESSION_LIFETIME_MS } from "../../domain/limits";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { newTicket } from "../auth/secrets";
import { digest } from "../digest";
import type { Market, Person } from "../market.setup";

/** The token of a login through REST, on the session that the person has. */
export async function tokenOf(t: Market, { user }: Person): Promise<string> {
  const token = newTicket();
  const tokenHash = await digest(token);
  await t.run(async (ctx) => {
    const session = await ctx.db
      .query("authSessions")
      .withIndex("userId", (q) => q.eq("userId", user._id))
      .first();
    if (session === null) throw new Error("The person has no session");
    await ctx.db.insert("restTokens", {
      tokenHash,
      sessionId: session._id,
      userId: user._id,
      expiresAt: Date.now() + SESSION_LIFETIME_MS,
    });
  });
  return token;
}

export type SentHeaders = Record<string, string>;

/** The header that makes a call the person's. */
export async function bearerOf(t: Market, person: Person): Promise<SentHeaders> {
  return { Authorization: `Bearer ${await tokenOf(t, person)}` };
}

/** The address of the same file as it was on an earlier day, where addresses are signed. */
export function earlierAddress(address: string): string {
  return `${new URL(address).href}?e=20783&s=of-an-earlier-day`;
}

/** The answer to a call. */
export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  /** Of JSON; null for an empty body. */
  readonly body: unknown;
};

type Sent = {
  readonly headers?: SentHeaders;
  /** Sent as JSON. */
  readonly body?: unknown;
};

/** `ask(t, "POST /api/network/add", { headers: await bearerOf(t, retailer), body: {…} })` */
export async function ask(
  t: Pick<Market, "fetch">,
  call: string,
  { headers, body }: Sent = {},
): Promise<Answer> {
  const [method = "", path = ""] = call.split(" ");
  const response = await t.fetch(path, {
    method,
    headers: { ...(body !== undefined && { "Content-Type": "application/json" }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === "" ? null : (JSON.parse(text) as unknown),
  };
}

type Reserved = { readonly stock: number; readonly expiresAt: string };

/** Runs the mutation of a call as the person, without HTTP; returns the body of its answer. */
async function run({ client }: Person, call: string, input: object): Promise<unknown> {
  const sent = JSON.stringify({ params: {}, query: {}, ...input });
  const args = { call, caller: { isOwnScreen: true }, input: sent };
  return JSON.parse((await client.mutation(internal.rest.run.mutation, args)).body);
}

/** Reserves pieces of a product, as only REST can. */
export async function reserve(
  person: Person,
  productId: Id<"products">,
  quantity: number,
): Promise<Reserved> {
  const body = { productId, quantity };
  return (await run(person, "POST /api/products/update-stock", { body })) as Reserved;
}

/** Puts pieces of a product back, as only REST can. */
export function restore(
  person: Person,
  productId: Id<"products">,
  increment: number,
): Promise<unknown> {
  const input = { params: { productId }, body: { increment } };
  return run(person, "PATCH /api/products/update-stock/{productId}", input);
}

/** Fields of every refusal besides its id and figures. */
export function refused(status: number, code: string, text: string) {
  return { status, body: { code, error: text, message: text } };
}
