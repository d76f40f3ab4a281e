import type { ConnectionState } from "convex/browser";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { TimeoutError, withTimeout } from "./withTimeout";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A client with a socket, or without one until the test connects it. */
function clientThat(isConnected: boolean) {
  const listeners = new Set<(state: ConnectionState) => void>();
  const state = { isWebSocketConnected: isConnected } as ConnectionState;
  return {
    connectionState: () => state,
    subscribeToConnectionState: (listener: (state: ConnectionState) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    connect: () => {
      state.isWebSocketConnected = true;
      for (const listener of [...listeners]) listener(state);
    },
    listeners,
  };
}

describe("a call with a timeout", () => {
  it("settles like the call", async () => {
    const client = clientThat(true);
    await expect(withTimeout(client, () => Promise.resolve(7))).resolves.toBe(7);
    const refused = withTimeout(client, () => Promise.reject(new Error("no")));
    await expect(refused).rejects.toThrow("no");
    expect(client.listeners.size).toBe(0);
  });

  it("rejects a call without a result after 15 s", async () => {
    const call = withTimeout(clientThat(true), () => new Promise(() => undefined));
    const outcome = expect(call).rejects.toBeInstanceOf(TimeoutError);
    await vi.advanceTimersByTimeAsync(15_000);
    await outcome;
  });

  it("is made when the connection comes in time, once", async () => {
    const client = clientThat(false);
    const call = vi.fn(() => Promise.resolve("done"));
    const outcome = withTimeout(client, call);
    await vi.advanceTimersByTimeAsync(14_000);
    expect(call).not.toHaveBeenCalled();
    client.connect();
    client.connect();
    await expect(outcome).resolves.toBe("done");
    expect(call).toHaveBeenCalledOnce();
  });

  it("is never made when the connection comes later", async () => {
    const client = clientThat(false);
    const call = vi.fn(() => Promise.resolve());
    const outcome = expect(withTimeout(client, call)).rejects.toBeInstanceOf(TimeoutError);
    await vi.advanceTimersByTimeAsync(15_000);
    await outcome;
    client.connect();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(call).not.toHaveBeenCalled();
    expect(client.listeners.size).toBe(0);
  });
});
