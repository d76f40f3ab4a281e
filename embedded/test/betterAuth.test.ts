/** Convex's component for Better Auth, as published. */
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunningBackend } from "../backend";
import { runBackend } from "../backend";
import { copyProject } from "../testkit/project";
import type { TestProject } from "../testkit/project";

const EMAIL = "asha@mandi.test";
const PASSWORD = "kirana shop 7";
const identity = makeFunctionReference<"query", Record<string, never>, { email: string } | null>(
  "auth:identity",
);
const user = makeFunctionReference<"query", Record<string, never>, string | null>("auth:user");

let project: TestProject;
let backend: RunningBackend;

beforeAll(async () => {
  const variables = { BETTER_AUTH_SECRET: "a secret of thirty-two characters" };
  project = copyProject("accounts", { variables });
  backend = await runBackend(project.options);
}, 60_000);

afterAll(async () => {
  await backend.stop();
  project.remove();
});

function call(path: string, body?: object, cookie = ""): Promise<Response> {
  const { url } = backend.addresses;
  return fetch(`${url}/api/auth${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { Origin: url, Cookie: cookie, "Content-Type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
}

function cookiesOf({ headers }: Response): string {
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

async function clientOf(cookie: string): Promise<ConvexHttpClient> {
  const answer = await call("/convex/token", undefined, cookie);
  expect(answer.status, await answer.clone().text()).toBe(200);
  const { token } = (await answer.json()) as { token: string };
  const client = new ConvexHttpClient(backend.addresses.url, { logger: false });
  client.setAuth(token);
  return client;
}

test("[COMP6] a member signs up, is known to functions, signs out and signs in again after a restart", async () => {
  const up = await call("/sign-up/email", { email: EMAIL, password: PASSWORD, name: "Asha" });
  expect(up.status, await up.clone().text()).toBe(200);
  const cookie = cookiesOf(up);
  const session = await call("/get-session", undefined, cookie);
  expect(await session.json()).toMatchObject({ user: { email: EMAIL, name: "Asha" } });
  const client = await clientOf(cookie);
  expect(await client.query(identity, {})).toMatchObject({ email: EMAIL });
  expect(await client.query(user, {})).toBe(EMAIL);
  expect((await call("/sign-out", {}, cookie)).status).toBe(200);
  expect(await (await call("/get-session", undefined, cookie)).json()).toBeNull();
  expect(await client.query(user, {})).toBeNull();
  await backend.stop();
  backend = await runBackend(project.options);
  const wrong = await call("/sign-in/email", { email: EMAIL, password: "kirana shop 8" });
  expect(wrong.status).toBe(401);
  const again = await call("/sign-in/email", { email: EMAIL, password: PASSWORD });
  expect(again.status).toBe(200);
  const later = await clientOf(cookiesOf(again));
  expect(await later.query(user, {})).toBe(EMAIL);
});

test("[COMP6] a second account with the same address is refused, and nobody is nobody", async () => {
  const twice = await call("/sign-up/email", { email: EMAIL, password: PASSWORD, name: "Ravi" });
  expect(twice.status).toBe(422);
  const nobody = new ConvexHttpClient(backend.addresses.url, { logger: false });
  expect(await nobody.query(identity, {})).toBeNull();
});
