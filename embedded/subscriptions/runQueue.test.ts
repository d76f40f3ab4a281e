import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { RunQueue } from "./runQueue";

/** The clock that the queue charges by. */
let now: number;

beforeEach(() => {
  now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now);
});

afterEach(() => vi.restoreAllMocks());

function spin(ms: number): void {
  now += ms;
}

/** Adds runs that block the thread for the given times; returns the lanes in order of execution. */
function runAll(runQueue: RunQueue, runs: readonly (readonly [lane: string, ms: number])[]) {
  const order: string[] = [];
  return new Promise<string[]>((resolve) => {
    for (const [lane, ms] of runs)
      runQueue.add(lane, () => {
        void Promise.resolve().then(() => {
          spin(ms);
          order.push(lane);
          if (order.length === runs.length) resolve(order);
        });
        return true;
      });
  });
}

describe("[SUB13] the run queue", () => {
  test("runs the lane that used the least time next", async () => {
    const heavy = Array.from({ length: 20 }, () => ["heavy", 10] as const);
    const light = Array.from({ length: 20 }, () => ["light", 0.1] as const);
    const order = await runAll(new RunQueue(), [...heavy, ...light]);
    // The light lane's twenty runs take a fraction of one heavy run.
    expect(order.slice(0, 24).filter((lane) => lane === "light").length).toBeGreaterThan(18);
  });

  test("lets other work run after every few milliseconds", async () => {
    let turns = 0;
    let watching = setImmediate(function look() {
      turns += 1;
      watching = setImmediate(look);
    });
    await runAll(
      new RunQueue(),
      Array.from({ length: 30 }, () => ["one", 5] as const),
    );
    clearImmediate(watching);
    expect(turns).toBeGreaterThan(20);
  });

  test("reaches every lane, also beside one that always adds runs", async () => {
    const runQueue = new RunQueue();
    let stopped = false;
    let greedyRuns = 0;
    const again = () => {
      if (!stopped)
        runQueue.add("greedy", () => {
          void Promise.resolve().then(() => {
            spin(3);
            greedyRuns += 1;
            again();
          });
          return true;
        });
    };
    again();
    again();
    for (let at = 0; at < 10; at += 1) await runAll(runQueue, [["modest", 0.1]]);
    stopped = true;
    expect(greedyRuns).toBeLessThan(10 * 10);
  });

  test("keeps no lane after its runs", async () => {
    const runQueue = new RunQueue();
    await runAll(
      runQueue,
      Array.from({ length: 100 }, (_, at) => [`lane ${at}`, at === 0 ? 50 : 0] as const),
    );
    await vi.waitFor(() => expect(runQueue.size).toBe(0));
  });
});
