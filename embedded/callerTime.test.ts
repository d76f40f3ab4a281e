/** The part of the thread that one caller takes, by a clock of the test's own. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { CallerKeys } from "./callerTime";
import { CallerTime, callerKeys } from "./callerTime";
import { MutationQueue } from "./functions/mutationQueue";
import { RunQueue } from "./subscriptions/runQueue";

const LONG_MS = 50;
const SHORT_MS = 1;
const THINKING_MS = 100;
const WHILE_MS = 6_000;
const CALLS = 100;

let now = 0;

const clock = { now: () => now, processorSince: () => Infinity };

beforeEach(() => {
  now = 1_000;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});

afterEach(() => {
  vi.useRealTimers();
});

/** Ends when the call ran, or failed. */
type Call = (name: string, callers: CallerKeys, ms: number) => Promise<void>;

function mutationsOf(time: CallerTime, fails = false): Call {
  const queue = new MutationQueue(time);
  return async (name, callers, ms) => {
    const work = () => {
      now += ms;
      if (fails && ms === LONG_MS) throw new Error("refused");
    };
    await queue.run(work, { address: name, lane: name, callers }).catch(() => undefined);
  };
}

function runsOf(time: CallerTime): Call {
  const queue = new RunQueue(time);
  return async (name, callers, ms) => {
    await queue.next(name, callers);
    now += ms;
  };
}

async function ticks(): Promise<void> {
  for (let at = 0; at < 4; at += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Both begin at once: one with long calls only, one with a short call now and then. */
async function simulate(
  call: Call,
  keysOfLong: (at: number) => CallerKeys,
  honest: CallerKeys | null,
  { calls = CALLS, ms = LONG_MS } = {},
) {
  let longCalls = 0;
  const waits: number[] = [];
  for (let at = 0; at < calls; at += 1)
    void call(`long ${at}`, keysOfLong(at), ms).then(() => (longCalls += 1));
  const end = now + WHILE_MS;
  let nextAt = now;
  while (now < end) {
    if (honest !== null && now >= nextAt) {
      const askedAt = nextAt;
      nextAt = Infinity;
      void call("honest", honest, SHORT_MS).then(() => {
        waits.push(now - askedAt);
        nextAt = now + THINKING_MS;
      });
    }
    const before = now;
    await ticks();
    if (now > before) continue;
    now += 1;
    vi.advanceTimersByTime(1);
  }
  return { longCalls, waits };
}

const ATTACKERS: readonly [string, (at: number) => CallerKeys][] = [
  ["one address", () => ["198.51.100.7"]],
  ["one user with many addresses", (at) => [`198.51.100.${at}`, "user mallory"]],
  ["many users of one address", (at) => ["198.51.100.7", `user ${at}`]],
];
const QUEUES: readonly [string, (time: CallerTime) => Call][] = [
  ["mutations", (time) => mutationsOf(time)],
  ["mutations that fail", (time) => mutationsOf(time, true)],
  ["queries and actions", runsOf],
];
const CASES = QUEUES.flatMap(([what, queue]) =>
  ATTACKERS.map(([who, keys]) => [what, who, queue, keys] as const),
);

describe("[ORD5] long calls", () => {
  test.each(CASES)(
    "(%s) of %s take a sixth of the thread from one with short calls",
    async (_what, _who, queue, keys) => {
      const { longCalls, waits } = await simulate(queue(new CallerTime(clock)), keys, ["home"]);
      expect(longCalls).toBeGreaterThan(10);
      expect(longCalls).toBeLessThanOrEqual(WHILE_MS / (6 * LONG_MS) + 1);
      expect(waits.length).toBeGreaterThan(40);
      // None waits for more than one of them, and few wait at all.
      expect(Math.max(...waits)).toBeLessThanOrEqual(LONG_MS + 2 * SHORT_MS);
      const waited = waits.filter((ms) => ms > 2 * SHORT_MS);
      expect(waited.length / waits.length).toBeLessThan(1 / 2);
    },
  );

  test.each(QUEUES)("(%s) of one who is alone do not pause", async (_what, queue) => {
    const call = queue(new CallerTime(clock));
    expect((await simulate(call, () => ["198.51.100.7"], null)).longCalls).toBe(CALLS);
  });

  test.each(QUEUES)("(%s) of the operator do not pause", async (_what, queue) => {
    const call = queue(new CallerTime(clock));
    const operator = callerKeys("127.0.0.1", "one", { kind: "admin" });
    expect((await simulate(call, () => operator, ["home"])).longCalls).toBe(CALLS);
  });

  test("do not pause for calls of the same user from elsewhere", async () => {
    const call = mutationsOf(new CallerTime(clock));
    const keys = (address: string) => [address, "user alice"];
    const { longCalls } = await simulate(call, () => keys("office"), keys("phone"));
    expect(longCalls).toBe(CALLS);
  });
});

describe("[ORD5] many short calls", () => {
  const MANY = { calls: 2_000, ms: 6 };

  test.each(CASES)("(%s) of %s take a fifth of the thread", async (_what, _who, queue, keys) => {
    const { longCalls, waits } = await simulate(queue(new CallerTime(clock)), keys, ["home"], MANY);
    const part = (longCalls * MANY.ms) / WHILE_MS;
    expect(part).toBeGreaterThan(1 / 10);
    expect(part).toBeLessThanOrEqual(1 / 5);
    // Nobody waits for more than one burst, which 120 ms of unbroken runs are.
    expect(Math.max(...waits)).toBeLessThanOrEqual(120 + 2 * MANY.ms);
    expect(waits.filter((ms) => ms > 2 * SHORT_MS).length / waits.length).toBeLessThan(1 / 2);
  });

  test.each(QUEUES)("(%s) of one who is alone do not pause", async (_what, queue) => {
    const call = queue(new CallerTime(clock));
    const some = { calls: 500, ms: 6 };
    const { longCalls } = await simulate(call, () => ["198.51.100.7"], null, some);
    expect(longCalls).toBe(some.calls);
  });

  test("of somebody who opens a page do not pause, and are forgotten after a while", () => {
    const time = new CallerTime(clock);
    for (let page = 0; page < CALLS; page += 1) {
      time.arrive(["other"]);
      for (let run = 0; run < 15; run += 1) {
        const started = time.start();
        now += 6;
        time.charge(["home"], started);
        expect(time.getPauseMs(["home"])).toBe(0);
      }
      now += 540;
    }
  });
});

test("[ORD5] time without a processor is charged to nobody", () => {
  const time = new CallerTime({ now: () => now, processorSince: () => SHORT_MS });
  time.charge(["home"], time.start());
  const started = time.start();
  now += LONG_MS;
  time.charge(["office"], started);
  expect(time.getPauseMs(["office"])).toBe(0);
});

test("[ORD5] callers are known by their address and their user; loopback stands for many", () => {
  const user = { kind: "user", tokenIdentifier: "i|s", claims: {}, expiresAt: 0 } as const;
  expect(callerKeys("198.51.100.7", "one", user)).toEqual(["198.51.100.7", "user i|s"]);
  expect(callerKeys("127.0.0.1", "one", { kind: "anonymous" })).toEqual(["one"]);
  expect(callerKeys(null, "one", { kind: "anonymous" })).toEqual([]);
  expect(callerKeys(null, "one", user)).toEqual(["user i|s"]);
});

test("[ORD5] what a caller did while nobody else was there delays it no longer than its last run", () => {
  const time = new CallerTime(clock);
  const [alone, other] = [["user alone"], ["user other"]] as const;
  for (let run = 0; run < CALLS; run += 1) {
    const started = time.start();
    now += LONG_MS;
    time.charge(alone, started);
  }
  time.arrive(other);
  expect(time.getPauseMs(alone)).toBeGreaterThan(0);
  now += 5 * LONG_MS;
  expect(time.getPauseMs(alone)).toBe(0);
});
