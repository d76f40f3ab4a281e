import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { PassThrough } from "node:stream";
import { afterEach, describe, expect, test, vi } from "vitest";
import { BODY_BUDGET, newBodyBudget, RequestBody, UNCOUNTED_BYTES } from "./body";
import { HttpError } from "./httpError";

const MIB = 2 ** 20;
const LIMIT = 20 * MIB;

function arriving(budget = newBodyBudget(), key = "203.0.113.7") {
  const stream = Object.assign(new PassThrough(), { headers: {} });
  const response = new EventEmitter();
  const body = new RequestBody(
    stream as unknown as IncomingMessage,
    response as unknown as ServerResponse,
    budget,
    key,
  );
  return { stream, response, body };
}

/** Returns the number of bytes read, or the status of the refusal. */
async function end(reading: Promise<Buffer>): Promise<number> {
  try {
    return (await reading).length;
  } catch (error) {
    return error instanceof HttpError ? error.status : -1;
  }
}

afterEach(() => {
  vi.useRealTimers();
});

describe("[HTTP7] unfinished bodies", () => {
  function hold(budget: ReturnType<typeof newBodyBudget>, key: string, bytes: number) {
    const { stream, response, body } = arriving(budget, key);
    const ended = end(body.read(LIMIT));
    stream.write(Buffer.alloc(bytes));
    return { stream, response, ended };
  }
  const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

  test("of one address are rejected above its limit, those of others are not", async () => {
    const budget = newBodyBudget();
    const held = Array.from({ length: 6 }, () => hold(budget, "a", 10 * MIB));
    await settled();
    expect(budget.inUse).toBeLessThanOrEqual(BODY_BUDGET.perKey);
    expect(await Promise.race([held[5]?.ended, settled()])).toBe(503);
    const other = hold(budget, "b", 10 * MIB);
    other.stream.end();
    expect(await other.ended).toBe(10 * MIB);
  });

  test("of all addresses are rejected above the total limit, except for small ones", async () => {
    const budget = newBodyBudget();
    const held = Array.from({ length: 30 }, (_, at) => hold(budget, `address ${at}`, 10 * MIB));
    await settled();
    expect(budget.inUse).toBeLessThanOrEqual(BODY_BUDGET.inAll);
    const ends = await Promise.all(held.map(({ ended }) => Promise.race([ended, settled()])));
    expect(ends.filter((ended) => ended === 503).length).toBeGreaterThan(5);
    const small = hold(budget, "honest", UNCOUNTED_BYTES);
    small.stream.end();
    expect(await small.ended).toBe(UNCOUNTED_BYTES);
  });

  test("count until the response is sent or the client disconnects", async () => {
    const budget = newBodyBudget();
    const { response } = hold(budget, "a", 10 * MIB);
    await settled();
    expect(budget.inUse).toBe(10 * MIB - UNCOUNTED_BYTES);
    response.emit("close");
    expect([budget.inUse, budget.keys]).toEqual([0, 0]);
  });

  test("of the administrator, and those streamed to disk, do not count", async () => {
    const budget = newBodyBudget();
    const trusted = arriving(budget);
    trusted.body.trust();
    trusted.stream.end(Buffer.alloc(60 * MIB));
    expect(await end(trusted.body.read(256 * MIB))).toBe(60 * MIB);
    const upload = arriving(budget);
    upload.stream.end(Buffer.alloc(60 * MIB));
    let size = 0;
    for await (const piece of upload.body.pieces({ limit: 100 * MIB, staysInMemory: false }))
      size += piece.length;
    expect([size, budget.inUse]).toEqual([60 * MIB, 0]);
  });
});

describe("[HTTP8] a body", () => {
  test("without data for 15 seconds ends with 408", async () => {
    vi.useFakeTimers();
    const { stream, body } = arriving();
    const ended = end(body.read(LIMIT));
    stream.write("a");
    await vi.advanceTimersByTimeAsync(14_000);
    stream.write(Buffer.alloc(32 * 2 ** 10));
    await vi.advanceTimersByTimeAsync(14_900);
    expect(body.failure).toBeUndefined();
    await vi.advanceTimersByTimeAsync(200);
    expect(await ended).toBe(408);
  });

  test.each([
    [100, 408],
    [1_023, 408],
    [1_100, 33_000],
  ])("of %i bytes a second ends with %i", async (rate, result) => {
    vi.useFakeTimers();
    const { stream, body } = arriving();
    const ended = end(body.read(LIMIT));
    for (let second = 0; second < 30; second += 1) {
      await vi.advanceTimersByTimeAsync(1_000);
      stream.write(Buffer.alloc(rate));
    }
    stream.end();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await ended).toBe(result);
  });

  test("that its client aborts is a client error, not a server error", async () => {
    const { stream, body } = arriving();
    const ended = end(body.read(LIMIT));
    stream.destroy(new Error("aborted"));
    expect(await ended).toBe(400);
  });
});
