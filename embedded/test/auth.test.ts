/** Convex Auth, as published, on this backend. */
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { exportJWK, exportPKCS8, generateKeyPair } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunningBackend } from "../backend";
import { runBackend } from "../backend";
import { copyProject } from "../testkit/project";
import type { TestProject } from "../testkit/project";

interface SignedIn {
  readonly tokens: { readonly token: string; readonly refreshToken: string } | null;
}
type SignIn = { provider?: string; params?: Record<string, string>; refreshToken?: string };
const signIn = makeFunctionReference<"action", SignIn, SignedIn>("auth:signIn");
const signOut = makeFunctionReference<"action">("auth:signOut");
const myEmail = makeFunctionReference<"query", Record<string, never>, string | null>(
  "auth:myEmail",
);

let project: TestProject;
let backend: RunningBackend;

beforeAll(async () => {
  const { privateKey, publicKey } = await generateKeyPair("RS256", { extractable: true });
  const variables = {
    JWT_PRIVATE_KEY: await exportPKCS8(privateKey),
    JWKS: JSON.stringify({ keys: [{ use: "sig", ...(await exportJWK(publicKey)) }] }),
    SITE_URL: "http://127.0.0.1:1",
  };
  project = copyProject("members", { variables });
  backend = await runBackend(project.options);
});

afterAll(async () => {
  await backend.stop();
  project.remove();
});

function client(token?: string): ConvexHttpClient {
  const http = new ConvexHttpClient(backend.addresses.url, { logger: false });
  if (token !== undefined) http.setAuth(token);
  return http;
}

async function enter(flow: "signUp" | "signIn", password: string, email = "asha@mandi.test") {
  const params = { flow, email, password };
  const { tokens } = await client().action(signIn, { provider: "password", params });
  if (tokens === null) throw new Error("Nobody is signed in.");
  return tokens;
}

test("[FN3] members sign up, sign in, refresh their session and sign out with a password", async () => {
  const { token } = await enter("signUp", "kirana shop 7");
  expect(await client(token).query(myEmail, {})).toBe("asha@mandi.test");
  const again = await enter("signIn", "kirana shop 7");
  const { refreshToken } = again;
  const { tokens } = await client().action(signIn, { refreshToken });
  expect(await client(tokens?.token).query(myEmail, {})).toBe("asha@mandi.test");
  await client(tokens?.token).action(signOut, {});
  expect((await client().action(signIn, { refreshToken })).tokens).toBeNull();
  expect(await client().query(myEmail, {})).toBeNull();
});

test("[FN3] a wrong password, an unknown member and a second account are refused", async () => {
  await enter("signUp", "kirana shop 7", "ravi@mandi.test");
  await expect(enter("signIn", "kirana shop 8", "ravi@mandi.test")).rejects.toThrow(
    "InvalidSecret",
  );
  await expect(enter("signIn", "kirana shop 7", "nobody@mandi.test")).rejects.toThrow();
  await expect(enter("signUp", "another one", "ravi@mandi.test")).rejects.toThrow();
});
