import { describe, expect, test } from "vitest";
import { FrameQueue } from "./frameQueue";
import { RunQueue } from "../subscriptions/runQueue";
import { SocketBudgets } from "./socketLimits";
import { eventually } from "../testkit/project";

const LARGE = 64 * 1_024 + 1;

function queue({ runQueue = new RunQueue(), lane = "a", costMs = 0 } = {}) {
  const { incoming } = new SocketBudgets().createShares(lane);
  const parsed: number[] = [];
  const parse = (frame: Buffer) => {
    const startedAt = performance.now();
    while (performance.now() - startedAt < costMs);
    parsed.push(frame.length);
  };
  return { frames: new FrameQueue({ incoming, runQueue, lane, parse }), incoming, parsed };
}

describe("[SYNC20] messages of a socket", () => {
  test("below 64 KiB are parsed at once", () => {
    const { frames, parsed } = queue();
    for (const bytes of [1, LARGE - 1, 7]) frames.add(Buffer.alloc(bytes));
    expect(parsed).toEqual([1, LARGE - 1, 7]);
  });

  test("keep their order, small ones after large ones", async () => {
    const { frames, parsed, incoming } = queue({ costMs: 3 });
    for (const bytes of [LARGE, 1, LARGE + 1, 2, 3]) frames.add(Buffer.alloc(bytes));
    // The first found the thread free, the second an empty queue.
    expect(incoming.used).toBe(LARGE + 1 + 2 + 3);
    await eventually(() => expect(parsed).toEqual([LARGE, 1, LARGE + 1, 2, 3]));
    expect(incoming.used).toBe(0);
  });

  test("above 64 KiB release the thread between them, for any number of sockets", async () => {
    const runQueue = new RunQueue();
    const all = Array.from({ length: 20 }, (_, at) =>
      queue({ runQueue, lane: `${at}`, costMs: 3 }),
    );
    for (const { frames } of all) frames.add(Buffer.alloc(LARGE));
    const count = () => all.reduce((sum, { parsed }) => sum + parsed.length, 0);
    for (let before = 0; before < 20; before = count()) {
      await new Promise((resolve) => setImmediate(resolve));
      expect(count() - before).toBeLessThanOrEqual(2);
    }
  });

  test("wait within the socket's limit, and are dropped when it closes", async () => {
    const { frames, parsed, incoming } = queue({ costMs: 3 });
    const MIB = 2 ** 20;
    expect(frames.add(Buffer.alloc(LARGE))).toBe(true);
    expect([frames.add(Buffer.alloc(16 * MIB)), frames.add(Buffer.alloc(3 * MIB))]).toEqual([
      true,
      false,
    ]);
    frames.clear();
    expect(incoming.used).toBe(0);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(parsed).toEqual([LARGE]);
  });
});
