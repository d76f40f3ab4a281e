/** The worker's script, with a container and a connection of the test. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Connection } from "../../live/connection";
import { WorkerUpdates } from "./updates";

const LIVE = { status: "live", canSend: true } as const;
const AWAY = { status: "offline", canSend: false } as const;

let state: ReturnType<Connection["state"]>;
let listeners: Set<() => void>;
let page: EventTarget;
let stop: () => void;
const register = vi.fn();
const update = vi.fn();

const settled = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
  [state, listeners, page] = [LIVE, new Set(), new EventTarget()];
  vi.stubGlobal("window", page);
  const registration = { waiting: null, active: null, addEventListener: vi.fn(), update };
  update.mockReset().mockResolvedValue(undefined);
  register.mockReset().mockResolvedValue(registration);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function watch(): Promise<void> {
  const container = { controller: {}, addEventListener: vi.fn(), register };
  const updates = new WorkerUpdates(container as unknown as ServiceWorkerContainer, vi.fn());
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  stop = updates.watch({ state: () => state, subscribe } as unknown as Connection);
  await settled();
}

async function become(next: typeof state): Promise<void> {
  state = next;
  for (const listener of [...listeners]) listener();
  await settled();
}

async function focus(): Promise<void> {
  page.dispatchEvent(new Event("focus"));
  await settled();
}

describe("the worker's script", () => {
  it("is fetched at the start, and again when the page gets the focus and each hour", async () => {
    await watch();
    expect([register.mock.calls.length, update.mock.calls.length]).toEqual([1, 0]);
    await focus();
    expect(update).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(60 * 60_000);
    expect(update).toHaveBeenCalledTimes(2);
    await become(AWAY);
    await become(LIVE);
    expect([register.mock.calls.length, update.mock.calls.length]).toEqual([1, 2]);
  });

  it("is not fetched while the server is away, but once when it is back", async () => {
    state = AWAY;
    await watch();
    await focus();
    expect(register).not.toHaveBeenCalled();
    await become(LIVE);
    expect(register).toHaveBeenCalledTimes(1);
    await become(AWAY);
    await focus();
    await vi.advanceTimersByTimeAsync(60 * 60_000);
    expect(update).not.toHaveBeenCalled();
    await become(LIVE);
    expect([register.mock.calls.length, update.mock.calls.length]).toEqual([1, 1]);
  });

  it("is registered at the next chance where that failed", async () => {
    register.mockRejectedValueOnce(new TypeError("Failed to register a ServiceWorker"));
    await watch();
    await focus();
    expect(register).toHaveBeenCalledTimes(2);
    await focus();
    expect([register.mock.calls.length, update.mock.calls.length]).toEqual([2, 1]);
  });

  it("leaves no listener and no timer behind", async () => {
    await watch();
    expect([listeners.size, vi.getTimerCount()]).toEqual([1, 1]);
    stop();
    expect([listeners.size, vi.getTimerCount()]).toEqual([0, 0]);
    await focus();
    expect(update).not.toHaveBeenCalled();
  });
});
