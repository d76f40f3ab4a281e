/** A key that may only read changes nothing, whatever call it is sent with: every call of the description that is no GET. */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Id } from "../_generated/dataModel";
import { digest } from "../digest";
import { newKey, startOf } from "../developers/keys";
import { setDeployment } from "../auth/visitor.setup";
import { type Market, type Person, everything } from "../market.setup";
import { app } from "./app";
import { requestFor } from "./requests.setup";
import { namedIn, openWorld } from "./rights.setup";
import { ROWS } from "./rightsTable.setup";

const PERSONAS = ["retailerA", "distributorA", "admin"] as const;

/** The call that only asks who somebody is. */
const READING = "POST /api/validate";

/** The names of parameters differ between the description and the table of rights. */
function bare(call: string): string {
  return (call.split("?")[0] ?? "").replaceAll(/\{\w+\}/g, "{}");
}

function describedCalls(): string[] {
  const { paths = {} } = app.getOpenAPI31Document({
    openapi: "3.1.0",
    info: { title: "", version: "" },
  });
  return Object.entries(paths)
    .flatMap(([path, item]) => Object.keys(item).map((m) => `${m.toUpperCase()} ${path}`))
    .filter((call) => !call.startsWith("GET "));
}

/** The call under the name that the prepared requests have it by. A call without a prepared request fails its test. */
function preparedName(call: string): string {
  const row = ROWS.find(({ method, path }) => bare(`${method} ${path}`) === bare(call));
  return row === undefined ? call : `${row.method} ${row.path}`;
}

async function giveKey(t: Market, { user }: Person, scope: "read" | "write" = "read") {
  const key = newKey();
  const row = { name: "Report", start: startOf(key), keyHash: await digest(key), scope };
  const keyId = await t.run((ctx) => ctx.db.insert("apiKeys", { ...row, userId: user._id }));
  return { keyId, headers: { Authorization: `Bearer ${key}` } };
}

/** Forgets the note of the last use, which alone may change. */
function withoutUse(text: string): string {
  return text.replaceAll(/"lastUsedAt":\d+,/g, "");
}

async function send(t: Market, call: string, named: ReturnType<typeof namedIn>, headers: object) {
  const { path, body, form } = await requestFor(preparedName(call), named);
  const before = await everything(t);
  const [method = ""] = call.split(" ");
  const response = await t.fetch(path, {
    method,
    headers: { ...headers, ...(body && { "Content-Type": "application/json" }) },
    ...(form ? { body: form } : body ? { body: JSON.stringify(body) } : {}),
  });
  const { code } = (await response.json()) as { code?: string };
  return { before, status: response.status, code };
}

function lastUse(t: Market, keyId: Id<"apiKeys">): Promise<number | undefined> {
  return t.run(async (ctx) => (await ctx.db.get("apiKeys", keyId))?.lastUsedAt);
}

beforeAll(async () => {
  await setDeployment();
  vi.stubEnv("RATE_LIMITS", "off");
});
afterAll(() => {
  vi.unstubAllEnvs();
});

const CALLS = describedCalls();

it("there are such calls", () => {
  expect(CALLS.length).toBeGreaterThan(25);
  expect(CALLS).toContain(READING);
});

describe.each(CALLS.filter((call) => call !== READING))("%s", (call) => {
  it("is refused to a key that may only read, changes nothing, and counts as a use", async () => {
    const codes = [];
    for (const persona of PERSONAS) {
      const world = await openWorld();
      const { keyId, headers } = await giveKey(world.t, world[persona]);
      const sent = await send(world.t, call, namedIn(world, persona), headers);
      expect(sent.status, persona).toBe(403);
      expect(withoutUse(await everything(world.t)), persona).toBe(withoutUse(sent.before));
      expect(await lastUse(world.t, keyId), persona).toBeDefined();
      codes.push(sent.code);
    }
    expect(codes).toContain("READ_ONLY_KEY");
  });
});

it(`${READING} reads, and counts as a use`, async () => {
  const world = await openWorld();
  const { keyId, headers } = await giveKey(world.t, world.retailerA);
  const sent = await send(world.t, READING, namedIn(world, "retailerA"), headers);
  expect(sent.status).toBe(200);
  expect(withoutUse(await everything(world.t))).toBe(withoutUse(sent.before));
  expect(await lastUse(world.t, keyId)).toBeDefined();
});

it.each([
  ["image", "retailerA"],
  ["qr-code", "distributorA"],
] as const)("an upload of a key that may write is a use of it: %s", async (field, persona) => {
  const world = await openWorld();
  const { keyId, headers } = await giveKey(world.t, world[persona], "write");
  const call = `POST /api/upload/${field}`;
  expect(await send(world.t, call, namedIn(world, persona), headers)).toMatchObject({
    status: 200,
  });
  expect(await lastUse(world.t, keyId)).toBeDefined();
});

it("no call makes, changes or lists keys, webhooks or payment addresses", () => {
  const { paths = {} } = app.getOpenAPI31Document({
    openapi: "3.1.0",
    info: { title: "", version: "" },
  });
  expect(Object.keys(paths).filter((path) => /key|hook|upi|secret|password/i.test(path))).toEqual(
    [],
  );
});
