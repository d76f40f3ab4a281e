import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { TimeoutError, withTimeout } from "./withTimeout";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("a call with a timeout", () => {
  it("settles like the call", async () => {
    await expect(withTimeout(Promise.resolve(7))).resolves.toBe(7);
    await expect(withTimeout(Promise.reject(new Error("no")))).rejects.toThrow("no");
  });
  it("rejects a call without a result after 15 s", async () => {
    const call = withTimeout(new Promise(() => undefined));
    const outcome = expect(call).rejects.toBeInstanceOf(TimeoutError);
    await vi.advanceTimersByTimeAsync(15_000);
    await outcome;
  });
});
