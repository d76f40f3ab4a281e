import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answered, NoAnswer } from "./answered";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("a call at the door", () => {
  it("gives its answer, or its refusal", async () => {
    await expect(answered(Promise.resolve(7))).resolves.toBe(7);
    await expect(answered(Promise.reject(new Error("no")))).rejects.toThrow("no");
  });
  it("fails after 15 s without an answer: nobody waits for ever on a dead line", async () => {
    const call = answered(new Promise(() => undefined));
    const outcome = expect(call).rejects.toBeInstanceOf(NoAnswer);
    await vi.advanceTimersByTimeAsync(15_000);
    await outcome;
  });
});
