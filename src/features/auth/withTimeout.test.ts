import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { TimeoutError, withTimeout } from "./withTimeout";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A connection that is there, or that a test makes and breaks. */
function lineThat(canSend: boolean) {
  const listeners = new Set<() => void>();
  let now = canSend;
  return {
    state: () => ({ canSend: now }),
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    connect: () => {
      now = true;
      for (const listener of [...listeners]) listener();
    },
    listeners,
  };
}

describe("a call with a timeout", () => {
  it("settles like the call", async () => {
    const line = lineThat(true);
    await expect(withTimeout(line, () => Promise.resolve(7))).resolves.toBe(7);
    const refused = withTimeout(line, () => Promise.reject(new Error("no")));
    await expect(refused).rejects.toThrow("no");
    expect(line.listeners.size).toBe(0);
  });

  it("rejects a call without a result after 15 s", async () => {
    const call = withTimeout(lineThat(true), () => new Promise(() => undefined));
    const outcome = expect(call).rejects.toBeInstanceOf(TimeoutError);
    await vi.advanceTimersByTimeAsync(15_000);
    await outcome;
  });

  it("is made when the connection comes in time, once", async () => {
    const line = lineThat(false);
    const call = vi.fn(() => Promise.resolve("done"));
    const outcome = withTimeout(line, call);
    await vi.advanceTimersByTimeAsync(14_000);
    expect(call).not.toHaveBeenCalled();
    line.connect();
    line.connect();
    await expect(outcome).resolves.toBe("done");
    expect(call).toHaveBeenCalledOnce();
  });

  it("is never made when the connection comes later", async () => {
    const line = lineThat(false);
    const call = vi.fn(() => Promise.resolve());
    const outcome = expect(withTimeout(line, call)).rejects.toBeInstanceOf(TimeoutError);
    await vi.advanceTimersByTimeAsync(15_000);
    await outcome;
    line.connect();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(call).not.toHaveBeenCalled();
    expect(line.listeners.size).toBe(0);
  });
});
