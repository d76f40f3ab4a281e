/** Time limits of a subscriber in a round, with a fake clock. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Round, Subscriber } from "./subscriptions";
import { Subscriptions } from "./subscriptions";
import { FakeDatabase, FakeRunner } from "../test/fakes";
import { eventually } from "../testkit/project";

let now: number;
let database: FakeDatabase;
let subscriptions: Subscriptions;

beforeEach(() => {
  now = 1_000;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  database = new FakeDatabase();
  subscriptions = new Subscriptions(database, new FakeRunner(database), () => 0);
});

afterEach(async () => {
  vi.restoreAllMocks();
  await subscriptions.stop();
});

type Advance = (round: Round, self: Subscriber) => Promise<boolean>;

function subscriber(advance: Advance, lane = "a") {
  const calls: number[] = [];
  const self = {
    lane,
    callers: [],
    isGone: false,
    gaveUp: 0,
    calls,
    advance(round: Round) {
      calls.push(now);
      return advance(round, self);
    },
    giveUp() {
      self.gaveUp += 1;
      self.isGone = true;
      subscriptions.forget(self);
    },
  };
  return self;
}

describe("[SUB13] a subscriber", () => {
  test("is disconnected when six slow rounds leave it out of date", async () => {
    const hopeless = subscriber(() => Promise.resolve(false));
    subscriptions.wake(hopeless);
    await eventually(() => expect(hopeless.gaveUp).toBe(1));
    // A quick round precedes them.
    expect(hopeless.calls).toHaveLength(1 + 6);
    expect(database.pinned).toBe(0);
  });

  test("stays connected when the sixth slow round updates it", async () => {
    let left = 6;
    const late = subscriber(() => Promise.resolve((left -= 1) < 0));
    subscriptions.wake(late);
    await eventually(() => expect(late.calls).toHaveLength(7));
    await eventually(() => expect(database.pinned).toBe(0));
    expect(late.gaveUp).toBe(0);
    // Its count of slow rounds restarts.
    left = 6;
    subscriptions.wake(late);
    await eventually(() => expect(late.calls).toHaveLength(14));
    expect(late.gaveUp).toBe(0);
  });

  test.each([
    ["50 ms of a quick round", 49, true],
    ["50 ms of a quick round", 51, false],
  ])("may use %s: may continue after %i: %s", async (_what, ms, mayGoOn) => {
    const verdicts: boolean[] = [];
    const busy = subscriber(async (round, self) => {
      now += ms;
      // Its time is charged when its microtasks have run.
      await new Promise((resolve) => setImmediate(resolve));
      verdicts.push(await round.nextRun(self));
      return true;
    });
    subscriptions.wake(busy);
    await eventually(() => expect(verdicts).toEqual([mayGoOn]));
  });

  test.each([
    [9_999, true],
    [10_001, false],
  ])("may begin runs in a slow round until ten seconds: after %i ms: %s", async (ms, mayGoOn) => {
    const verdicts: boolean[] = [];
    const slow = subscriber(async (round, self) => {
      if (slow.calls.length === 1) return false;
      await new Promise((resolve) => setImmediate(resolve));
      now += ms;
      verdicts.push(await round.nextRun(self));
      return true;
    });
    subscriptions.wake(slow);
    await eventually(() => expect(verdicts).toEqual([mayGoOn]));
  });
});
