/** Convex's published limits of calls, each exceeded by one, through the stock client. */
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunningBackend } from "../backend";
import { runBackend } from "../backend";
import type { TestProject } from "../testkit/project";
import { copyProject } from "../testkit/project";

const MIB = 2 ** 20;
type Count = { count: number };
const rows = makeFunctionReference<"query", Count, number[]>("shelf:rows");
const takes = makeFunctionReference<"mutation", { any: unknown }>("shelf:takes");
const scheduleLarge = makeFunctionReference<"mutation", Count, number>("shelf:scheduleLarge");
const lengthOf = makeFunctionReference<"action", { text: string }, number>("work:lengthOf");
const askAtOnce = makeFunctionReference<"action", Count, number>("work:askAtOnce");

let project: TestProject;
let backend: RunningBackend;
let client: ConvexHttpClient;

beforeAll(async () => {
  project = copyProject("workshop");
  backend = await runBackend(project.options);
  client = new ConvexHttpClient(backend.addresses.url, { logger: false });
});

afterAll(async () => {
  await backend.stop();
  project.remove();
});

test("[LIM8] rejects results with arrays above 8,192 elements", async () => {
  expect(await client.query(rows, { count: 8_192 })).toHaveLength(8_192);
  await expect(client.query(rows, { count: 8_193 })).rejects.toThrow(
    "Function shelf:rows return value invalid: Array length is too long (8193 > maximum length 8192)",
  );
});

test("[LIM8] rejects arguments with arrays above 8,192 elements", async () => {
  await client.mutation(takes, { any: Array(8_192).fill(0) });
  await expect(client.mutation(takes, { any: Array(8_193).fill(0) })).rejects.toThrow(
    "Arguments for shelf:takes are invalid: Array length is too long",
  );
});

test("[LIM5] rejects schedules of a mutation with more than 16 MiB of arguments", async () => {
  const used = await client.mutation(scheduleLarge, { count: 16 });
  expect(used).toBeGreaterThan(15.9 * MIB);
  expect(used).toBeLessThan(16 * MIB);
  await expect(client.mutation(scheduleLarge, { count: 17 })).rejects.toThrow(
    "Too large total size of the arguments of scheduled functions from this mutation (limit: 16777216 bytes)",
  );
});

test("[LIM3] rejects a Node action's arguments above 5 MiB", async () => {
  expect(await client.action(lengthOf, { text: "x".repeat(5 * MIB - 100) })).toBe(5 * MIB - 100);
  await expect(client.action(lengthOf, { text: "x".repeat(5 * MIB) })).rejects.toThrow(
    "Node actions arguments size is too large. The maximum size is 5 MiB.",
  );
});

test("[LIM3] aborts an HTTP action's response above 20 MiB", async () => {
  const get = async (count: number) =>
    (await (await fetch(`${backend.addresses.url}/megabytes?count=${count}`)).arrayBuffer())
      .byteLength;
  expect(await get(20)).toBe(20 * MIB);
  await expect(get(21)).rejects.toThrow();
});

test("[LIM10] rejects more than 1,000 concurrent operations of a Node action", async () => {
  expect(await client.action(askAtOnce, { count: 1_000 })).toBe(1_000);
  await expect(client.action(askAtOnce, { count: 1_001 })).rejects.toThrow(
    "Too many concurrent operations.",
  );
});

test("[LIM11] rejects more than 1,000 environment variables", async () => {
  const { apiUrl, adminKey } = backend.addresses;
  const set = (names: string[]) =>
    fetch(`${apiUrl}/api/update_environment_variables`, {
      method: "POST",
      headers: { Authorization: `Convex ${adminKey}`, "Content-Type": "application/json" },
      body: JSON.stringify({ changes: names.map((name) => ({ name, value: "set" })) }),
    });
  // A deployment already has two, which sign tokens.
  expect((await set(Array.from({ length: 998 }, (_, at) => `V${at}`))).status).toBe(200);
  const refused = await set(["ONE_MORE"]);
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain("at most 1000 environment variables");
});
