/** "use node" actions run in threads of their own: what they compute, spend and break is theirs alone. */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import type { ConvexError } from "convex/values";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { RunningBackend } from "../backend";
import { runBackend } from "../backend";
import type { TestProject } from "./project";
import { copyProject, eventually } from "./project";

const count = makeFunctionReference<"query", { name: string }, number>("shelf:count");
const put = makeFunctionReference<"mutation", { name: string }, string>("shelf:put");

let project: TestProject;
let backend: RunningBackend;
let client: ConvexHttpClient;

beforeAll(async () => {
  project = copyProject("workshop", { variables: { TOOL: "chisel" }, watch: true });
  backend = await runBackend(project.options);
  client = new ConvexHttpClient(backend.addresses.url, { logger: false });
});

afterAll(async () => {
  await backend.stop();
  project.remove();
});

function work(name: string, args: Record<string, unknown> = {}): Promise<unknown> {
  return client.action(makeFunctionReference<"action">(`work:${name}`), args);
}

/** A Node action that computes for so long. */
function spinning(ms: number): { lasts: boolean; readonly end: Promise<unknown> } {
  const spin = { lasts: true, end: work("spin", { ms }).finally(() => (spin.lasts = false)) };
  return spin;
}

const THREAD_ENDED = /The thread that this "use node" action ran in has ended: /;

test("[NODE1] while a Node action computes for a second, queries and mutations are answered", async () => {
  await work("thread");
  const spin = spinning(1_000);
  let answered = 0;
  for (; spin.lasts; answered += 1) {
    await client.query(count, { name: "spun" });
    await client.mutation(put, { name: "spun" });
  }
  await spin.end;
  // On the thread that serves, the first would have to wait until it is over.
  expect(answered).toBeGreaterThan(5);
});

test("[NODE1] a Node action that computes keeps no other Node action waiting", async () => {
  const spin = spinning(2_000);
  await work("thread");
  expect(spin.lasts).toBe(true);
  await spin.end;
});

test("[NODE2] a Node action sees the deployment's variables, and nothing of the host's", async () => {
  process.env["OF_THE_HOST"] = "hidden";
  const seen = (await work("environment")) as Record<string, string>[];
  expect(seen).toHaveLength(2);
  for (const environment of seen) {
    expect(environment).toMatchObject({ TOOL: "chisel" });
    expect(environment).not.toHaveProperty("OF_THE_HOST");
    expect(environment).not.toHaveProperty("PATH");
  }
});

test("[NODE2] calls, schedules, files, vector searches and the caller are the same as in other actions", async () => {
  expect(await work("everything", { name: "whole" })).toEqual({
    counted: 1,
    foundId: true,
    isScheduled: true,
    file: ["stored in a thread", "text/plain"],
    noFile: "string",
    action: "indoors",
    nested: "number",
    user: null,
  });
  await eventually(async () => expect(await client.query(count, { name: "whole later" })).toBe(1));
  const inside = makeFunctionReference<"action", Record<string, never>, number>("shelf:viaWork");
  expect(await client.action(inside, {})).toBeGreaterThan(0);
});

test("[NODE3] errors cross whole: kind, message, place, data", async () => {
  const plain = await work("failPlainly").catch((error: unknown) => error);
  expect(String(plain)).toContain(
    "Uncaught RangeError: too far\n    at handler (../convex/work.ts:",
  );
  const withData = await work("failWithData").catch((error: unknown) => error);
  expect((withData as ConvexError<never>).data).toEqual({ code: "WORN", parts: [1, 2n] });
  expect(await work("catchRefusal")).toEqual({ code: "REFUSED" });
});

test("[NODE3] the output of a Node action is among its log lines", async () => {
  const answer = await fetch(`${backend.addresses.url}/api/action`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ path: "work:failPlainly", args: [{}], format: "json" }),
  });
  const { logLines } = (await answer.json()) as { logLines: string[] };
  expect(logLines).toEqual(["[LOG] 'before it fails' { at: 1 }"]);
});

test("[NODE4] a thread that exits fails its actions by name, and the next action has another", async () => {
  const before = await work("thread");
  await expect(work("exit")).rejects.toThrow(THREAD_ENDED);
  await expect(work("exit")).rejects.toThrow("it ended with code 3");
  expect(await work("thread")).not.toBe(before);
});

test("[NODE4] a Node action that takes more than 512 MiB ends its thread alone", async () => {
  const limit = Number(await work("heapLimit")) / 2 ** 20;
  expect(limit).toBeGreaterThanOrEqual(512);
  // V8 adds what its young objects need.
  expect(limit).toBeLessThan(1_024);
  await expect(work("fillMemory")).rejects.toThrow("it needed more than 512 MiB of memory");
  expect(await work("thread")).toBeGreaterThan(0);
});

test("[NODE4] a Node action that never ends is ended after ten minutes", async () => {
  const timers = vi.spyOn(globalThis, "setTimeout");
  const stuck = expect(work("spinForever")).rejects.toThrow("maximum duration: 600s");
  await vi.waitUntil(async () => (await client.query(count, { name: "begun" })) === 1);
  const [deadline] = timers.mock.calls.find(([, ms]) => ms === 10 * 60 * 1_000) ?? [];
  timers.mockRestore();
  deadline?.();
  await stuck;
  expect(await work("thread")).toBeGreaterThan(0);
});

test("[NODE4] a promise that nobody awaits ends no thread", async () => {
  const before = await work("strayPromise");
  expect(await work("thread")).toBe(before);
});

test('[NODE6] a module that says "use node" and holds more than actions does not load', async () => {
  const other = copyProject("workshop");
  const source = readFileSync(path.join(other.dir, "convex/shelf.ts"), "utf8");
  writeFileSync(path.join(other.dir, "convex/nodeShelf.ts"), `"use node";\n${source}`);
  await expect(runBackend(other.options)).rejects.toThrow(
    '`nodeShelf:count` is a query in a module that says "use node". Only actions can be defined in Node.js.',
  );
  other.remove();
});

test("[NODE5] after a save, the next Node action is the new one", async () => {
  const file = path.join(project.dir, "convex/work.ts");
  writeFileSync(
    file,
    readFileSync(file, "utf8").replace("handler: () => threadId", 'handler: () => "new"'),
  );
  await eventually(async () => expect(await work("thread")).toBe("new"));
});
