/** "use node" actions run in separate threads: their computation, memory and failures affect nothing else. */
import { mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import type { ConvexError } from "convex/values";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { RunningBackend } from "../backend";
import { runBackend } from "../backend";
import type { TestProject } from "../testkit/project";
import { copyProject, eventually } from "../testkit/project";

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

/** A project with a package that only works outside a bundle: it reads a file beside it. */
function projectWithPackage(externalPackages: readonly string[]) {
  const own = copyProject("workshop");
  const modules = path.join(own.dir, "node_modules");
  const folder = path.join(modules, "unbundled");
  const libraries = realpathSync(modules);
  rmSync(modules);
  mkdirSync(folder, { recursive: true });
  symlinkSync(path.join(libraries, "convex"), path.join(modules, "convex"));
  const files = {
    "package.json": '{ "name": "unbundled", "main": "index.js" }',
    "index.js": 'module.exports = require("fs").readFileSync(__dirname + "/text", "utf8");',
    "deeper.js": 'module.exports = ", deeper";',
    text: "from its own folder",
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  writeFileSync(path.join(own.dir, "convex.json"), JSON.stringify({ node: { externalPackages } }));
  const manifest = { type: "module", dependencies: { convex: "1", unbundled: "1" } };
  writeFileSync(path.join(own.dir, "package.json"), JSON.stringify(manifest));
  writeFileSync(
    path.join(own.dir, "convex/greetings.ts"),
    `"use node";
import { actionGeneric as action } from "convex/server";
import greeting from "unbundled";
import deeper from "unbundled/deeper";
export const greet = action({ args: {}, handler: () => greeting + deeper });`,
  );
  return own;
}

function work(name: string, args: Record<string, unknown> = {}): Promise<unknown> {
  return client.action(makeFunctionReference<"action">(`work:${name}`), args);
}

/** A Node action that computes for the given time. */
function spinning(ms: number): { lasts: boolean; readonly end: Promise<unknown> } {
  const spin = { lasts: true, end: work("spin", { ms }).finally(() => (spin.lasts = false)) };
  return spin;
}

const THREAD_ENDED = /The thread that this "use node" action ran in has ended: /;

test("[NODE1] answers queries and mutations while a Node action computes", async () => {
  await work("thread");
  const spin = spinning(1_000);
  let answered = 0;
  for (; spin.lasts; answered += 1) {
    await client.query(count, { name: "spun" });
    await client.mutation(put, { name: "spun" });
  }
  await spin.end;
  // On the serving thread the first would wait for its end.
  expect(answered).toBeGreaterThan(2);
});

test("[NODE1] a Node action that computes delays no other Node action", async () => {
  const spin = spinning(2_000);
  await work("thread");
  expect(spin.lasts).toBe(true);
  await spin.end;
});

test("[NODE2] a Node action sees only the deployment's environment variables", async () => {
  process.env["OF_THE_HOST"] = "hidden";
  const environments = (await work("environment")) as Record<string, string>[];
  expect(environments).toHaveLength(2);
  for (const environment of environments) {
    expect(environment).toMatchObject({ TOOL: "chisel" });
    expect(environment).not.toHaveProperty("OF_THE_HOST");
    expect(environment).not.toHaveProperty("PATH");
  }
});

test("[NODE2] calls, schedules, files, vector searches and identity work as in other actions", async () => {
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

test("[NODE3] passes errors with kind, message, stack and data", async () => {
  const plain = await work("failPlainly").catch((error: unknown) => error);
  expect(String(plain)).toContain(
    "Uncaught RangeError: too far\n    at handler (../convex/work.ts:",
  );
  const withData = await work("failWithData").catch((error: unknown) => error);
  expect((withData as ConvexError<never>).data).toEqual({ code: "WORN", parts: [1, 2n] });
  expect(await work("catchRefusal")).toEqual({ code: "REFUSED" });
});

async function logLinesOf(kind: "query" | "action", functionPath: string): Promise<string[]> {
  const answer = await fetch(`${backend.addresses.url}/api/${kind}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ path: functionPath, args: [{}], format: "json" }),
  });
  return ((await answer.json()) as { logLines: string[] }).logLines;
}

test("[NODE3] a Node action's output is in its log lines", async () => {
  expect(await logLinesOf("action", "work:failPlainly")).toEqual([
    "[LOG] 'before it fails' { at: 1 }",
  ]);
});

test.each([
  [
    "a Node action",
    "action",
    "work:timed",
    [
      `[WARN] "Timer 'work' already exists"`,
      "[INFO] 'work: 20ms' { at: 1 }",
      "[INFO] 'work: 20ms'",
      `[WARN] "Timer 'work' does not exist"`,
      `[WARN] "Timer 'default' does not exist"`,
    ],
  ],
  [
    "a query, where the clock stands still",
    "query",
    "shelf:timed",
    [
      "[WARN] Timer 'work' already exists",
      "[INFO] work: 20ms { at: 1 }",
      "[INFO] work: 20ms",
      "[WARN] Timer 'work' does not exist",
      "[WARN] Timer 'default' does not exist",
    ],
  ],
] as const)("[FN4] %s prints the time of its timers", async (_, kind, name, printed) => {
  const lines = await logLinesOf(kind, name);
  expect(lines.map((line) => line.replace(/\b[1-9]\d*ms/, "20ms"))).toEqual(printed);
});

test.each([
  [{}, "Uncaught process.exit: process.exit() called with no exit code"],
  [{ code: 3 }, "Uncaught process.exit: process.exit() called with exit code 3"],
  [{ code: 0, later: true }, "Uncaught process.exit: process.exit() called with exit code 0"],
])(
  "[NODE7] process.exit with %j fails the action with Convex's words, and no other one",
  async (args, message) => {
    const thread = await work("thread");
    await expect(work("exit", args)).rejects.toThrow(message);
    expect(await work("thread")).toBe(thread);
  },
);

test("[NODE4] a thread that exits fails its own actions, and the next action gets another thread", async () => {
  const before = await work("thread");
  await expect(work("endThread")).rejects.toThrow(THREAD_ENDED);
  await expect(work("endThread")).rejects.toThrow("it ended with code 3");
  expect(await work("thread")).not.toBe(before);
});

test("[NODE4] a Node action above 512 MiB ends only its own thread", async () => {
  const limit = Number(await work("heapLimit")) / 2 ** 20;
  expect(limit).toBeGreaterThanOrEqual(512);
  // V8 adds the size of the young generation.
  expect(limit).toBeLessThan(1_024);
  await expect(work("fillMemory")).rejects.toThrow("it needed more than 512 MiB of memory");
  expect(await work("thread")).toBeGreaterThan(0);
});

test("[NODE4] ends a Node action after ten minutes", async () => {
  const timers = vi.spyOn(globalThis, "setTimeout");
  const stuck = expect(work("spinForever")).rejects.toThrow("maximum duration: 600s");
  await vi.waitUntil(async () => (await client.query(count, { name: "begun" })) === 1);
  const [deadline] = timers.mock.calls.find(([, ms]) => ms === 10 * 60 * 1_000) ?? [];
  timers.mockRestore();
  deadline?.();
  await stuck;
  expect(await work("thread")).toBeGreaterThan(0);
});

test.each(["promise", "timer", "event"])(
  "[NODE7] an error that a %s leaves unhandled fails the Node action, and no other",
  async (from) => {
    // One in each of the threads.
    const others = Array.from({ length: 4 }, () => work("spin", { ms: 200 }));
    await expect(work("strayWhileWaiting", { from })).rejects.toThrow(
      `Uncaught ${from === "promise" ? "unhandledRejection" : "uncaughtException"}: left by a ${from}`,
    );
    const threads = await Promise.all(others);
    expect(new Set(threads).size).toBe(4);
    expect(threads).toContain(await work("thread"));
  },
);

test("[NODE4] an unhandled rejection ends no thread", async () => {
  const before = await work("strayPromise");
  expect(await work("thread")).toBe(before);
});

test('[NODE6] rejects a module with "use node" that has more than actions', async () => {
  const other = copyProject("workshop");
  const source = readFileSync(path.join(other.dir, "convex/shelf.ts"), "utf8");
  writeFileSync(path.join(other.dir, "convex/nodeShelf.ts"), `"use node";\n${source}`);
  await expect(runBackend(other.options)).rejects.toThrow(
    '`nodeShelf:count` is a query in a module that says "use node". Only actions can be defined in Node.js.',
  );
  other.remove();
});

test.each([
  ["named", ["unbundled"]],
  ["all", ["*"]],
])(
  "[NODE8] leaves packages of node.externalPackages out of the bundle: %s",
  async (_, externalPackages) => {
    const own = projectWithPackage(externalPackages);
    const running = await runBackend(own.options);
    const http = new ConvexHttpClient(running.addresses.url, { logger: false });
    const greet = makeFunctionReference<"action">("greetings:greet");
    expect(await http.action(greet, {})).toBe("from its own folder, deeper");
    await running.stop();
    own.remove();
  },
);

test("[NODE5] runs new code in the next Node action after a save", async () => {
  const file = path.join(project.dir, "convex/work.ts");
  writeFileSync(
    file,
    readFileSync(file, "utf8").replace("handler: () => threadId", 'handler: () => "new"'),
  );
  await eventually(async () => expect(await work("thread")).toBe("new"));
});

// The last one: its actions wait on in the threads.
test("[SCHED6] many slow Node actions delay no other action", async () => {
  const scheduleBehind = makeFunctionReference<"mutation">("shelf:scheduleBehind");
  const [waitMs, sooner] = [9_000, 8_000];
  await client.mutation(scheduleBehind, { count: 80, ms: waitMs, name: "in time" });
  const isThere = async () => expect(await client.query(count, { name: "in time" })).toBe(1);
  await eventually(isThere, sooner);
});
