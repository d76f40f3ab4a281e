import { expect, test } from "vitest";
import { COLD_BUILDS } from "./builds";
import { bundleSource } from "./bundle";
import { evaluate } from "./evaluate";
import { importScope, runIn } from "./scope";

const CONTENTS = `
import { mutationGeneric } from "convex/server";

export const reads = mutationGeneric(async ({ db }) => {
  await db.query("rows").collect();
  await db.query("rows").take(24);
  await db.query("rows").first();
  await db.query("rows").unique();
});

export const loop = mutationGeneric(async ({ db }) => {
  for await (const row of db.query("rows")) break;
});

export const writes = mutationGeneric(async ({ db }) => {
  const id = await db.insert("rows", { text: "a" });
  await db.patch(id, { text: "b" });
});
`;

type Bundled = Readonly<Record<string, { invokeMutation(args: unknown): Promise<unknown> }>>;

async function bundled() {
  const source = { contents: CONTENTS, directory: import.meta.dirname, name: "0" } as const;
  return bundleSource({ ...source, runtime: "isolate" }, COLD_BUILDS);
}

/** Calls a function of the bundle, on a backend that gives one and the same document. */
async function callsOf(name: string): Promise<{ op: string; args: unknown }[]> {
  const calls: { op: string; args: unknown }[] = [];
  const { code } = await bundled();
  const scope = {
    ...importScope({}, 0),
    syscall: (op: string, args: unknown) => {
      calls.push({ op, args });
      return { queryId: 1 };
    },
    asyncSyscall: (op: string, args: unknown) => {
      calls.push({ op, args });
      if (op === "embedded/collect") return [{ _id: "1" }];
      const isLast = calls.filter((call) => call.op === op).length > 1;
      return { _id: "1", value: isLast ? null : { _id: "1" }, done: isLast };
    },
  };
  const functions = evaluate(code, scope) as Bundled;
  await runIn(scope, () => functions[name]!.invokeMutation([{}]));
  return calls;
}

test("[SYS2] the calls are made for the installed version of the library", async () => {
  const { code } = await bundled();
  expect(code.source).toContain("embedded/collect");
});

test("[SYS2] a query that is read whole crosses once", async () => {
  const calls = await callsOf("reads");
  expect(calls.map(({ op }) => op)).toEqual(Array(4).fill("embedded/collect"));
});

test("[SYS2] a loop over a query crosses once per row, so that what it does not read is not read", async () => {
  const calls = await callsOf("loop");
  expect(calls.map(({ op }) => op)).toEqual([
    "1.0/queryStream",
    "1.0/queryStreamNext",
    "1.0/queryCleanup",
  ]);
});

test("[SYS2] arguments cross as values", async () => {
  expect(await callsOf("writes")).toEqual([
    { op: "1.0/insert", args: { table: "rows", value: { text: "a" } } },
    { op: "1.0/shallowMerge", args: { id: "1", value: { text: "b" }, table: undefined } },
  ]);
});
