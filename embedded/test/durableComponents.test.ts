/** Convex's components for work that must end, as published, while their backend is killed. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../testkit/project";
import { RealBackend } from "../testkit/realBackend";

interface Noted {
  readonly name: string;
  readonly value: unknown;
  readonly at: number;
}

const MINUTE_MS = 60_000;
/** Scenarios wait for schedules, on a machine that may be busy. */
const PATIENCE_MS = 25_000;
let backend: RealBackend;

beforeAll(async () => {
  backend = await RealBackend.start("factory");
}, 60_000);

afterAll(() => backend.stop());

function noted(kind: string): Promise<Noted[]> {
  return backend.query("events:list", { kind });
}

async function namesOf(kind: string): Promise<string[]> {
  return (await noted(kind)).map(({ name }) => name).sort();
}

function within<T>(attempt: () => Promise<T>): Promise<T> {
  return eventually(attempt, PATIENCE_MS);
}

function success(returnValue: unknown) {
  return { kind: "success", returnValue };
}

describe("[COMP6] workpool", () => {
  test("runs 50 jobs, never more than five at once, and completes each once", async () => {
    await backend.mutation("pool:enqueueMany", { count: 50 });
    const jobs = Array.from({ length: 50 }, (_, number) => `job ${number}`).sort();
    await within(async () => expect(await namesOf("completed")).toHaveLength(50));
    expect(await namesOf("completed")).toEqual(jobs);
    expect(await namesOf("worked")).toEqual(jobs);
    for (const { name, value } of await noted("completed"))
      expect(value).toEqual(success(`${name} done`));
    const gauge = await backend.query<{ running: number; most: number }>("pool:readGauge");
    expect(gauge.running).toBe(0);
    expect(gauge.most).toBeGreaterThan(1);
    expect(gauge.most).toBeLessThanOrEqual(5);
  });

  test("retries with growing pauses", async () => {
    await backend.mutation("pool:enqueueFailing", { name: "stubborn" });
    await within(async () => expect(await namesOf("completed")).toContain("stubborn"));
    const completed = (await noted("completed")).find(({ name }) => name === "stubborn");
    expect(completed?.value).toEqual(success(3));
    const [first = 0, second = 0, third = 0, ...more] = (await noted("attempted")).map(
      ({ at }) => at,
    );
    expect(more).toEqual([]);
    // The pauses of 100 and 400 ms are varied by half.
    expect(second - first).toBeGreaterThanOrEqual(50);
    expect(third - second).toBeGreaterThanOrEqual(200);
  });

  test("cancels a job that waits", async () => {
    const id = await backend.mutation<string>("pool:enqueueLater", { name: "never" });
    expect(await backend.query("pool:status", { id })).toMatchObject({ state: "pending" });
    await backend.mutation("pool:cancel", { id });
    await within(async () => expect(await namesOf("completed")).toContain("never"));
    expect(await backend.query("pool:status", { id })).toEqual({ state: "finished" });
    const completed = (await noted("completed")).find(({ name }) => name === "never");
    expect(completed?.value).toEqual({ kind: "canceled" });
    expect(await namesOf("worked")).not.toContain("never");
  });
});

describe("[COMP6] workflow", () => {
  test("[FN9] takes every kind of step and returns the result", async () => {
    const id = await backend.mutation<string>("flows:start", { flow: "order", name: "tea" });
    await within(async () => expect(await namesOf("finished")).toContain("tea"));
    const result = "3, packed tea left, packed tea right, label of tea";
    expect(await noted("finished")).toMatchObject([{ name: "tea", value: success(result) }]);
    expect(await backend.query("flows:status", { id })).toEqual({ type: "completed", result });
    expect(await namesOf("ordered")).toEqual(["tea"]);
    expect(await namesOf("labelled")).toEqual(["tea"]);
    expect(await namesOf("packed")).toEqual(["tea left", "tea right"]);
  });

  test("cancels a workflow that sleeps", async () => {
    const id = await backend.mutation<string>("flows:start", { flow: "wait", name: "given up" });
    await backend.mutation("flows:cancel", { id });
    await within(async () =>
      expect(await backend.query("flows:status", { id })).toEqual({ type: "canceled" }),
    );
    await within(async () => expect(await namesOf("finished")).toContain("given up"));
  });

  test("[DUR1] [SCHED1] ends each of 20 workflows once, every step taken once, through two kills", async () => {
    const flows = Array.from({ length: 20 }, (_, number) => `flow ${number}`);
    for (const name of flows) await backend.mutation("flows:start", { flow: "count", name });
    const steps = flows.flatMap((name) => [`${name} first`, `${name} second`, `${name} third`]);
    for (const some of [10, 35]) {
      await within(async () =>
        expect((await namesOf("counted")).length).toBeGreaterThanOrEqual(some),
      );
      expect((await namesOf("counted")).length).toBeLessThan(steps.length);
      await backend.crash();
    }
    await within(async () =>
      expect(await namesOf("finished")).toEqual(expect.arrayContaining(flows)),
    );
    expect(await namesOf("counted")).toEqual(steps.sort());
    const finished = (await noted("finished")).filter(({ name }) => name.startsWith("flow"));
    expect(finished.map(({ name }) => name).sort()).toEqual(flows.sort());
    for (const { value } of finished) expect(value).toEqual(success(null));
  });
});

describe("[COMP6] migrations", () => {
  interface Status {
    readonly state: string;
    readonly processed: number;
    readonly isDone: boolean;
  }
  const status = () => backend.query<Status | undefined>("moves:status");
  const reaches = (rows: number) =>
    within(async () => expect((await status())?.processed).toBeGreaterThanOrEqual(rows));

  beforeAll(async () => {
    for (const from of [0, 1_000, 2_000])
      await backend.mutation("moves:fill", { from, to: from + 1_000 });
  });

  test("tries a batch without keeping it", async () => {
    await backend.mutation("moves:run", { dryRun: true });
    expect(await backend.query("moves:tally")).toEqual({ "0 times": 3_000 });
    expect(await status()).toMatchObject({ state: "unknown", processed: 0 });
  });

  test("[DUR1] [IDX4] migrates 3,000 rows once, though cancelled, resumed and killed", async () => {
    await backend.mutation("moves:begin");
    await reaches(100);
    await backend.mutation("moves:cancel");
    const cancelled = await status();
    expect(cancelled).toMatchObject({ state: "canceled", isDone: false });
    expect(await backend.query("moves:tally")).toEqual({
      "0 times": 3_000 - (cancelled?.processed ?? 0),
      "1 times": cancelled?.processed,
    });
    await backend.mutation("moves:begin");
    await reaches((cancelled?.processed ?? 0) + 100);
    expect(await status()).toMatchObject({ state: "inProgress" });
    await backend.crash();
    await within(async () =>
      expect(await status()).toMatchObject({ state: "success", processed: 3_000, isDone: true }),
    );
    expect(await backend.query("moves:tally")).toEqual({ "1 times": 3_000 });
  });
});

test("[COMP6] action-retrier runs an action until it succeeds", async () => {
  const id = await backend.mutation<string>("retries:run", { name: "shy", hangs: false });
  await within(async () => expect(await namesOf("retried")).toEqual([id]));
  expect((await noted("retried"))[0]?.value).toEqual({ type: "success", returnValue: 3 });
  expect(await namesOf("tried")).toEqual(["shy", "shy", "shy"]);
  expect(await backend.query("retries:status", { id })).toMatchObject({ type: "completed" });
});

test("[COMP6] crons registers, lists and fires jobs", async () => {
  const every = { kind: "interval", ms: 1_000 };
  const bySpec = { kind: "cron", cronspec: "* * * * * *" };
  await backend.mutation("times:register", { name: "each second", schedule: every });
  await backend.mutation("times:register", { name: "by the clock", schedule: bySpec });
  await expect(
    backend.mutation("times:register", { name: "each second", schedule: every }),
  ).rejects.toThrow("already exists");
  expect(await backend.query("times:list")).toEqual([
    { name: "each second", schedule: every },
    { name: "by the clock", schedule: bySpec },
  ]);
  await within(async () => {
    const ticks = await namesOf("ticked");
    expect(ticks).toContain("each second");
    expect(ticks).toContain("by the clock");
  });
});

test("[COMP6] [DUR1] [SCHED4] everything goes on after kill -9 and six minutes without a process", async () => {
  const run = await backend.mutation<string>("retries:run", { name: "slow", hangs: true });
  await backend.mutation("flows:start", { flow: "holdOn", name: "held" });
  await backend.mutation("flows:start", { flow: "wait", name: "sleeper" });
  await within(async () => expect(await namesOf("tried")).toContain("slow"));
  await within(async () => expect(await namesOf("held")).toEqual(["held"]));
  const ticks = (await namesOf("ticked")).length;
  await backend.crashFor(6 * MINUTE_MS);
  await within(async () =>
    expect(await namesOf("finished")).toEqual(expect.arrayContaining(["held", "sleeper"])),
  );
  await within(async () => expect(await namesOf("retried")).toContain(run));
  const results = new Map([
    ...(await noted("finished")).map(({ name, value }) => [name, value] as const),
    ...(await noted("retried")).map(({ name, value }) => [name, value] as const),
  ]);
  expect(results.get("held")).toEqual(success("held 2 times"));
  expect(results.get("sleeper")).toEqual(success("sleeper woke up"));
  expect(results.get(run)).toEqual({ type: "success", returnValue: 2 });
  const finished = await namesOf("finished");
  expect(finished).toEqual([...new Set(finished)]);
  expect(await namesOf("released")).toEqual(["held"]);
  await within(async () => expect((await namesOf("ticked")).length).toBeGreaterThan(ticks));
  await backend.mutation("times:remove", { name: "each second" });
  await backend.mutation("times:remove", { name: "by the clock" });
  expect(await backend.query("times:list")).toEqual([]);
  const before = await noted("ticked");
  // By the time that another one fires, each of them would have.
  await backend.mutation("times:register", {
    name: "another",
    schedule: { kind: "interval", ms: 1_200 },
  });
  await within(async () => expect(await namesOf("ticked")).toContain("another"));
  const after = await noted("ticked");
  expect(after.filter(({ name }) => name !== "another")).toEqual(before);
});
