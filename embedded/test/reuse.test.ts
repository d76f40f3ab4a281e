/** Queries that are asked again over HTTP and by actions, through the whole backend. */
import { ConvexClient, ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { RunningBackend } from "../backend";
import { runBackend } from "../backend";
import type { TestProject } from "../testkit/project";
import { copyProject, eventually } from "../testkit/project";

type Named = { name: string };
const get = makeFunctionReference<"query", Named, number>("counters:get");
const add = makeFunctionReference<"mutation", Named, number>("counters:add");
const between = makeFunctionReference<"action", Named & { writes: number }, number[]>(
  "asks:between",
);
const caught = makeFunctionReference<"action", Named, unknown>("asks:caught");

let project: TestProject;
let backend: RunningBackend;
let client: ConvexHttpClient;
let admin: Record<string, string>;

beforeAll(async () => {
  project = copyProject("counters");
  backend = await runBackend(project.options);
  client = new ConvexHttpClient(backend.addresses.url, { logger: false });
  admin = { Authorization: `Convex ${backend.addresses.adminKey}` };
});

afterAll(async () => {
  await backend.stop();
  project.remove();
});

let before = { runs: 0, reuses: 0 };

async function totals(): Promise<typeof before> {
  const response = await fetch(`${backend.addresses.apiUrl}/metrics`, { headers: admin });
  const text = await response.text();
  const total = (name: string) => Number(new RegExp(`^${name} (.*)$`, "m").exec(text)?.[1]);
  return { runs: total("convex_query_runs_total"), reuses: total("convex_query_reuses_total") };
}

async function sinceBefore(): Promise<typeof before> {
  const { runs, reuses } = await totals();
  return { runs: runs - before.runs, reuses: reuses - before.reuses };
}

beforeEach(async () => {
  before = await totals();
});

async function query(
  path: string,
  args: object,
  headers: Record<string, string> = {},
  format = "convex_encoded_json",
): Promise<unknown> {
  const response = await fetch(`${backend.addresses.url}/api/query`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify({ path, args, format }),
  });
  return response.json();
}

test("[SUB16] [OPS1] a query asked a hundred times over HTTP runs twice, and again after a write to what it read", async () => {
  for (let n = 0; n < 100; n += 1) await client.query(get, { name: "hundred" });
  expect(await sinceBefore()).toEqual({ runs: 2, reuses: 98 });
  await client.mutation(add, { name: "hundred" });
  expect(await client.query(get, { name: "hundred" })).toBe(1);
  await client.mutation(add, { name: "another" });
  expect(await client.query(get, { name: "hundred" })).toBe(1);
  expect(await sinceBefore()).toEqual({ runs: 3, reuses: 99 });
});

test("[SUB16] a subscriber and requests have one run, and a request sees the caller's own write", async () => {
  const live = new ConvexClient(backend.addresses.url, { logger: false });
  const heard: number[] = [];
  live.onUpdate(get, { name: "both" }, (value) => heard.push(value));
  await eventually(() => expect(heard).toEqual([0]));
  expect(await client.query(get, { name: "both" })).toBe(0);
  for (let value = 1; value <= 20; value += 1) {
    await client.mutation(add, { name: "both" });
    expect(await client.query(get, { name: "both" })).toBe(value);
  }
  await eventually(() => expect(heard.at(-1)).toBe(20));
  const { runs } = await sinceBefore();
  expect(runs).toBeLessThanOrEqual(21);
  await live.close();
});

test("[SUB3] a long result reaches all its subscribers and requests as it is", async () => {
  const long = makeFunctionReference<"query", { characters: number }, string>("counters:long");
  const expected = "अअअअअअअ𝄞".repeat(2_000);
  const args = { characters: 18_000 };
  const subscribers = [1, 2, 3].map(
    () => new ConvexClient(backend.addresses.url, { logger: false }),
  );
  const heard: string[] = [];
  for (const each of subscribers) each.onUpdate(long, args, (value) => heard.push(value));
  await eventually(() => expect(heard).toEqual([expected, expected, expected]));
  expect(await client.query(long, args)).toBe(expected);
  expect(await sinceBefore()).toMatchObject({ runs: 1 });
  await Promise.all(subscribers.map((each) => each.close()));
});

test("[SUB16] an action's queries are reused, and see the action's own writes", async () => {
  const values = await client.action(between, { name: "action", writes: 2 });
  expect(values).toEqual([0, 1, 1, 2, 2]);
  expect(await client.action(between, { name: "action", writes: 0 })).toEqual([2]);
  expect(await sinceBefore()).toEqual({ runs: 3, reuses: 3 });
  // For everybody else the function does not exist, though its answer is here.
  expect(await query("asks:hidden", { name: "action" })).toMatchObject({ status: "error" });
});

test("[SUB17] an action catches the error that its query threw, with its data, every time", async () => {
  expect(await client.action(caught, { name: "x" })).toEqual({ refused: "x" });
  expect(await client.action(caught, { name: "x" })).toEqual({ refused: "x" });
  expect(await client.action(caught, { name: "plainly" })).toMatch(
    /^Error: Uncaught Error: Refused plainly\.\n/,
  );
  expect(await sinceBefore()).toEqual({ runs: 3, reuses: 0 });
});

test("[SUB16] a reused answer has the log lines of its run, in both formats", async () => {
  const logLines = ["[LOG] 'asked for log'"];
  for (const format of ["json", "convex_encoded_json", "convex_encoded_json", "json"])
    expect(await query("asks:logged", { name: "log" }, {}, format)).toEqual({
      status: "success",
      value: 0,
      logLines,
    });
  expect(await sinceBefore()).toEqual({ runs: 2, reuses: 2 });
});

test("[SUB17] an answer with the clock in it is lent, but not for ever", async () => {
  const ask = async () => ((await query("asks:clock", {})) as { value: number }).value;
  const { now } = Date;
  // The clock stands still, however long a call takes.
  const start = now();
  try {
    Date.now = () => start;
    for (let n = 0; n < 3; n += 1) expect(await ask()).toBe(start);
    Date.now = () => start + 16_900;
    expect(await ask()).toBe(start);
    Date.now = () => start + 18_000;
    expect(await ask()).toBe(start + 18_000);
  } finally {
    Date.now = now;
  }
});

test("[SUB17] what the backend says of itself is never reused", async () => {
  const variable = (name: string) =>
    query("_system/cli/queryEnvironmentVariables:get", { name }, admin);
  expect(await variable("NEW")).toMatchObject({ value: null });
  await fetch(`${backend.addresses.apiUrl}/api/update_environment_variables`, {
    method: "POST",
    headers: { ...admin, "Content-Type": "application/json" },
    body: JSON.stringify({ changes: [{ name: "NEW", value: "there" }] }),
  });
  expect(await variable("NEW")).toMatchObject({ value: { name: "NEW", value: "there" } });
  const { runs } = await sinceBefore();
  for (const time of [1, 2, 3]) {
    await query("_system/cli/exports:getLatest", {}, admin);
    expect(await sinceBefore()).toEqual({ runs: runs + time, reuses: 0 });
  }
});

test("[SUB16] a function that reads a variable runs again when it was set", async () => {
  expect(await query("counters:variable", { name: "LATER" })).toMatchObject({ value: null });
  const response = await fetch(`${backend.addresses.apiUrl}/api/update_environment_variables`, {
    method: "POST",
    headers: { ...admin, "Content-Type": "application/json" },
    body: JSON.stringify({ changes: [{ name: "LATER", value: "set" }] }),
  });
  expect(response.ok).toBe(true);
  await eventually(async () =>
    expect(await query("counters:variable", { name: "LATER" })).toMatchObject({ value: "set" }),
  );
});

test("[SUB18] a shared part answers as the whole function does, and runs alone after a write to what it read", async () => {
  const asked = { name: "in parts" };
  for (let n = 0; n < 10; n += 1)
    expect(await query("asks:shared", asked)).toEqual({
      status: "success",
      value: "stranger 0",
      logLines: [expect.stringContaining("counting in parts")],
    });
  // Each of the two parts runs for the first call, and is kept from the second on.
  expect(await sinceBefore()).toMatchObject({ runs: 4 });
  await client.mutation(add, asked);
  expect(await query("asks:shared", asked)).toMatchObject({ value: "stranger 1" });
  expect(await sinceBefore()).toMatchObject({ runs: 5 });
  const misnamed = (await query("asks:shared", { name: 5 })) as { errorMessage: string };
  expect(misnamed.errorMessage).toContain("ArgumentValidationError");
});

test("[SUB18] whom the viewer query refuses gets the function's own failure", async () => {
  await query("asks:shared", { name: "open" });
  await client.mutation(add, { name: "closed" });
  expect(await query("asks:shared", { name: "open" })).toMatchObject({
    status: "error",
    errorData: { refused: "all" },
  });
});
