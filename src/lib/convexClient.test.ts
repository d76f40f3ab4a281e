import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { steady } from "./convexClient";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("the token fetcher that the connection is given", () => {
  it("hands on what the session says, also that there is none", async () => {
    await expect(
      steady(() => Promise.resolve("token"))({ forceRefreshToken: false }),
    ).resolves.toBe("token");
    await expect(
      steady(() => Promise.resolve(null))({ forceRefreshToken: true }),
    ).resolves.toBeNull();
  });

  it("asks again after a network failure, and does not take it for being signed out", async () => {
    const fetchToken = vi
      .fn<() => Promise<string | null>>()
      .mockRejectedValueOnce(new TypeError("Failed to fetch"))
      .mockRejectedValueOnce(new TypeError("Failed to fetch"))
      .mockResolvedValue("fresh");
    const token = steady(fetchToken)({ forceRefreshToken: true });
    await vi.advanceTimersByTimeAsync(10_000);
    await expect(token).resolves.toBe("fresh");
    expect(fetchToken).toHaveBeenCalledTimes(3);
  });

  it("gives up an attempt that hangs for 10 s, and starts another", async () => {
    const fetchToken = vi
      .fn<() => Promise<string | null>>()
      .mockReturnValueOnce(new Promise<string>(() => undefined))
      .mockResolvedValue("second");
    const token = steady(fetchToken)({ forceRefreshToken: true });
    await vi.advanceTimersByTimeAsync(9_000);
    expect(fetchToken).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(3_000);
    await expect(token).resolves.toBe("second");
  });
});
