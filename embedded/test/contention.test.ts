/** Mutations with simulated conflicts, as with parallel execution. */
import { ConvexClient, ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { afterEach, expect, test } from "vitest";
import type { RunningBackend } from "../backend";
import { runBackend } from "../backend";
import { parseCommand } from "../flags";
import type { TestProject } from "../testkit/project";
import { copyProject, eventually } from "../testkit/project";

type Named = { client: string };
type Run = { now: number; chance: number };
const count = makeFunctionReference<"mutation", Named, Run[]>("twice:count");
const schedule = makeFunctionReference<"mutation", Named, number>("twice:schedule");
const fail = makeFunctionReference<"mutation">("twice:fail");
const scheduled = makeFunctionReference<"query", Record<string, never>, string[]>(
  "twice:scheduled",
);
const append = makeFunctionReference<
  "mutation",
  Named & { number: number },
  { number: number; place: number }
>("calls:append");
const callsOf = makeFunctionReference<"query", Named, number[]>("calls:of");

let project: TestProject;
let backend: RunningBackend;

afterEach(async () => {
  await backend.stop();
  project.remove();
});

async function contended(share: number, seed = 1): Promise<ConvexHttpClient> {
  project = copyProject("notes", { contention: { share, seed } });
  backend = await runBackend(project.options);
  return new ConvexHttpClient(backend.addresses.url, { logger: false });
}

test("[OCC1] drops the writes of a conflicting run and runs the function again", async () => {
  const client = await contended(0.6);
  let ran = 0;
  for (let call = 1; call <= 5; call += 1) {
    const runs = await client.mutation(count, { client: "a" }).catch(() => null);
    if (runs !== null) ran = runs.length;
    const rows = await client.query(callsOf, { client: "a" });
    expect(rows.at(-1) ?? 0).toBe(ran);
  }
  const runs = await client.mutation(count, { client: "b" });
  const rows = [
    ...(await client.query(callsOf, { client: "a" })),
    ...(await client.query(callsOf, { client: "b" })),
  ];
  expect(rows.length).toBeLessThanOrEqual(6);
  expect(runs.length).toBeGreaterThan(rows.length);
  expect(new Set(runs.map(({ chance }) => chance)).size).toBe(runs.length);
  expect(new Set(runs.map(({ now }) => now)).size).toBeGreaterThan(1);
});

test("[OCC1] drops the schedules of a discarded run, and runs those of a kept one", async () => {
  const client = await contended(0.5);
  let done = 0;
  let isStruck = false;
  while (!isStruck || done === 0) {
    // Scheduled calls conflict at random too: occasionally one conflicts five times.
    const ran = await client.mutation(schedule, { client: "later" }).catch(() => null);
    if (ran !== null) done += 1;
    isStruck ||= ran !== done;
  }
  await eventually(async () => {
    expect(await client.query(scheduled, {})).toEqual(Array(done).fill("success"));
  });
  expect(await client.query(callsOf, { client: "later" })).toHaveLength(done);
});

test("[OCC2] a mutation that always conflicts runs five times, fails in Convex's words and writes nothing", async () => {
  const client = await contended(1);
  await expect(client.mutation(count, { client: "never" })).rejects.toThrow(
    /OptimisticConcurrencyControlFailure.*Documents read from or written to some table changed while this mutation was being run and on every subsequent retry/,
  );
  expect(await client.query(callsOf, { client: "never" })).toEqual([]);
  await expect(client.mutation(schedule, { client: "never" })).rejects.toThrow("every subsequent");
  expect(await client.query(scheduled, {})).toEqual([]);
  // Five runs of each, and one of a call that fails by itself.
  await expect(client.mutation(fail, {})).rejects.toThrow("in run 11");
});

test("[OCC3] one client's mutations keep their order", async () => {
  await contended(0.3);
  const live = new ConvexClient(backend.addresses.url, {
    logger: false,
    unsavedChangesWarning: false,
  });
  const numbers = Array.from({ length: 12 }, (_, number) => number);
  const answers = await Promise.all(
    numbers.map((number) => live.mutation(append, { client: "c", number })),
  );
  await live.close();
  expect(answers).toEqual(numbers.map((number) => ({ number, place: number })));
});

test("[OCC2] a client sends what was given up again until it is done, once and in order", async () => {
  await contended(0.8, 3);
  const live = new ConvexClient(backend.addresses.url, {
    logger: false,
    unsavedChangesWarning: false,
  });
  let connections = 0;
  live.client.subscribeToConnectionState(({ connectionCount }) => {
    connections = connectionCount;
  });
  const numbers = Array.from({ length: 6 }, (_, number) => number);
  const answers = await Promise.all(
    numbers.map((number) => live.mutation(append, { client: "d", number })),
  );
  await live.close();
  expect(answers).toEqual(numbers.map((number) => ({ number, place: number })));
  expect(connections).toBeGreaterThan(1);
}, 60_000);

test("[OCC1] accepts the share of conflicts as a flag", async () => {
  await contended(0);
  expect(parseCommand(["--contend", "0.3"]).options.contention).toEqual({ share: 0.3 });
  expect(() => parseCommand(["--contend", "2"])).toThrow("--contend must be a share from 0 to 1");
  expect(parseCommand([]).options.contention).toBeUndefined();
});
