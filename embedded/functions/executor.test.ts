/** Mutations as the runner calls them, over a store in memory whose flushes the test can hold. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { DiskReserve } from "../diskReserve";
import type { Database, Outcome, RequestKey } from "../contracts";
import { type FunctionRuntime, startFunctionRuntime } from "../functionRuntime";
import { openDataInMemory } from "../openData";
import { openMemoryStore } from "../store/memory";
import type { Store } from "../store/store";
import { copyProject, eventually, type TestProject } from "../testkit/project";

/** Takes the only item of a name, by itself and in an action. */
const STOCK = `
  import { actionGeneric, makeFunctionReference, mutationGeneric } from "convex/server";
  const taking = makeFunctionReference("stock:take");
  export const take = mutationGeneric(async (ctx, { text }) => {
    const taken = await ctx.db.query("notes").collect();
    if (taken.some((note) => note.text === text)) throw new Error("out of stock");
    await ctx.db.insert("notes", { text });
  });
  export const failLate = mutationGeneric(async () => {
    let sum = 0;
    for (let at = 0; at < 10_000_000; at += 1) sum += Math.sqrt(at);
    throw new Error("refused " + sum);
  });
  export const takeInAction = actionGeneric((ctx, args) => ctx.runMutation(taking, args));
`;

let isDiskFull = false;
const disk = new DiskReserve({
  reservedDiskBytes: 1,
  freeDiskBytes: () => (isDiskFull ? 0 : 10),
  // Each look is a second after the one before.
  now: (
    (now) => () =>
      (now += 1_000)
  )(0),
});

let flush: () => void = () => undefined;
let flushed: Promise<void> = Promise.resolve();

function holdFlushes(): void {
  flushed = new Promise((resolve) => (flush = resolve));
}

const withHeldFlushes = (store: Store): Store => ({
  snapshot: () => store.snapshot(),
  close: () => store.close(),
  write: async (batch) => {
    await flushed;
    await store.write(batch);
  },
});

let project: TestProject;
let database: Database;
let runtime: FunctionRuntime;

beforeAll(async () => {
  project = copyProject("counters");
  writeFileSync(path.join(project.dir, "convex/stock.ts"), STOCK);
  ({ database } = await openDataInMemory(openMemoryStore(), withHeldFlushes));
  runtime = await startFunctionRuntime({
    ...{ database, projectDir: project.dir, adminKey: "embedded|key", url: "http://127.0.0.1:1" },
    ...{ variables: {}, watch: false, redactErrors: false, disk },
  });
}, 60_000);

afterAll(async () => {
  await runtime.stop();
  await database.close();
  project.remove();
});

afterEach(() => flush());

function add(name: string, ip: string, key?: RequestKey) {
  const origin = { ip, userAgent: null, requestId: crypto.randomUUID() };
  return runtime.runner.mutation("counters:add", { name }, { kind: "anonymous" }, origin, key);
}

test("[ORD3] the calls of one address do not delay those of another, however many sessions or requests they are", async () => {
  const ts = async (call: ReturnType<typeof add>) => (await call).ts ?? Infinity;
  const crowd = Array.from({ length: 200 }, (_, at) => {
    const key = { sessionId: `session ${at}`, requestId: 0 };
    return [add("crowd", "198.51.100.7", key), add("crowd", "198.51.100.7")];
  }).flat();
  const other = add("other", "198.51.100.8", { sessionId: "other", requestId: 0 });
  const [otherTs, ...crowdTs] = await Promise.all([other, ...crowd].map(ts));
  const earlier = crowdTs.filter((each) => each < (otherTs ?? 0));
  expect(earlier.length).toBeLessThan(5);
});

test("[ORD5] a user's long mutations that fail take a small part of the thread beside short ones", async () => {
  const mallory = { kind: "user", tokenIdentifier: "m", claims: {}, expiresAt: Infinity } as const;
  const failLate = (at: number) => {
    const origin = { ip: `198.51.100.${at}`, userAgent: null, requestId: crypto.randomUUID() };
    return runtime.runner.mutation("stock:failLate", {}, mallory, origin);
  };
  await failLate(0);
  const before = process.cpuUsage();
  await failLate(0);
  const { user } = process.cpuUsage(before);
  const longMs = user / 1_000;
  await add("short", "203.0.113.9");
  let ended = 0;
  const flood = Array.from({ length: 60 }, (_, at) => failLate(at).then(() => (ended += 1)));
  for (let at = 0; at < 40; at += 1) {
    await add("short", "203.0.113.9");
    // So that a long one would always run when the next short one comes.
    await new Promise((resolve) => setTimeout(resolve, longMs));
  }
  expect(ended).toBeGreaterThan(0);
  // One in three where the machine is quiet; without a pause there is one for each.
  expect(ended / 40).toBeLessThan(3 / 4);
  await Promise.all(flood);
}, 60_000);

test("[DISK1] a mutation that is sent again gets its answer from its record below the reserve", async () => {
  const key = { sessionId: "sent again", requestId: 0 };
  expect((await add("again", "203.0.113.9", key)).outcome).toMatchObject({ value: 1 });
  isDiskFull = true;
  expect((await add("again", "203.0.113.9", key)).outcome).toMatchObject({ value: 1 });
  expect((await add("again", "203.0.113.9")).outcome).toMatchObject({
    errorData: { code: "DISK_FULL" },
  });
  isDiskFull = false;
  expect((await add("again", "203.0.113.9")).outcome).toMatchObject({ value: 2 });
});

test("[HTTP18] a mutation that waits does not run when nobody waits for its result any more", async () => {
  const client = new AbortController();
  const origin = { ip: "198.51.100.7", userAgent: null, requestId: crypto.randomUUID() };
  const abandoned = runtime.runner.mutation(
    ...(["counters:add", { name: "abandoned" }] as const),
    { kind: "anonymous" },
    { ...origin, hungUp: client.signal },
  );
  client.abort();
  expect((await abandoned).outcome).toMatchObject({
    kind: "failure",
    message: expect.stringContaining("closed its connection") as string,
  });
  expect((await add("abandoned", "198.51.100.7")).outcome).toMatchObject({ value: 1 });
});

describe("[DUR2] a failure is told when what its mutation read is on disk", () => {
  const NOBODY = { kind: "anonymous" } as const;
  const origin = () => ({ ip: null, userAgent: null, requestId: crypto.randomUUID() });
  const take = async (text: string, key?: RequestKey) =>
    (await runtime.runner.mutation("stock:take", { text }, NOBODY, origin(), key)).outcome;
  const takeInAction = (text: string) =>
    runtime.runner.action("stock:takeInAction", { text }, NOBODY, origin());

  /** Returns the messages of the failures, none of which may come before the flush. */
  async function failuresAfterFlush(...calls: Promise<Outcome>[]): Promise<string[]> {
    let notified = 0;
    for (const call of calls) void call.then(() => (notified += 1));
    await eventually(() => expect(runtime.mutationsUnderWay).toBe(0));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(notified).toBe(0);
    flush();
    const outcomes = await Promise.all(calls);
    return outcomes.map((each) => (each.kind === "failure" ? each.message : each.kind));
  }

  test("of a mutation, and of one in an action", async () => {
    // The first call of a function takes longer.
    expect((await takeInAction("rice")).kind).toBe("success");
    holdFlushes();
    const taken = take("salt");
    for (const failure of await failuresAfterFlush(take("salt"), takeInAction("salt")))
      expect(failure).toContain("out of stock");
    expect((await taken).kind).toBe("success");
  });

  test("of a request that another call has the number of", async () => {
    const key = { sessionId: "one", requestId: 0 };
    holdFlushes();
    const added = add("a", "198.51.100.7", key);
    const [failure] = await failuresAfterFlush(take("tea", key));
    expect(failure).toContain("already made");
    expect((await added).outcome.kind).toBe("success");
  });

  test("at once where everything is on disk", async () => {
    expect((await take("oil")).kind).toBe("success");
    holdFlushes();
    expect((await take("oil")).kind).toBe("failure");
  });
});
