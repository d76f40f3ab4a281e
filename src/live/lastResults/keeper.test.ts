/** The keeper of last results, with a connection and a store of the test. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ConnectionState } from "../connection";
import type { LastResults } from "../useLastResult";
import { Keeper, type ResultStore } from "./keeper";

const LIVE: ConnectionState = { status: "live", canSend: true };
const OFFLINE: ConnectionState = { status: "offline", canSend: false };
const QUERY = "users:me {}";

let state: ConnectionState;
let listeners: Set<() => void>;
let written: string[];
let results: LastResults | null;
let asOf: (string | null)[];
let keeper: Keeper;

beforeEach(() => {
  vi.useFakeTimers();
  [state, listeners, written, results, asOf] = [LIVE, new Set(), [], null, []];
  const store: ResultStore = {
    all: () => Promise.resolve(new Map()),
    putAll: (_, writes) => {
      written.push(...writes.keys());
      return Promise.resolve(true);
    },
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  keeper = new Keeper(
    { accountId: "meena", id: "meena|s1" },
    store,
    { state: () => state, subscribe },
    { results: (value) => (results = value), asOf: (words) => asOf.push(words) },
  );
});
afterEach(() => void vi.useRealTimers());

function become(next: ConnectionState): void {
  state = next;
  for (const listener of listeners) listener();
}

describe("the keeper of last results", () => {
  it("leaves no listener and no timer behind once it is stopped", () => {
    results!.use(QUERY, { name: "Meena" });
    become(OFFLINE);
    become(LIVE);
    expect(listeners.size).toBe(1);
    expect(vi.getTimerCount()).toBeGreaterThan(0);
    keeper.stop();
    expect(listeners.size).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
    expect(results).toBeNull();
  });

  it("writes nothing once it is stopped: the session may be over", () => {
    results!.use(QUERY, { name: "Meena" });
    keeper.stop();
    keeper.flush();
    vi.advanceTimersByTime(60_000);
    expect(written).toEqual([]);
  });

  it("writes the first result of a page at once, and its changes once a second", async () => {
    results!.use(QUERY, { name: "Meena" });
    await vi.advanceTimersByTimeAsync(100);
    expect(written).toEqual([QUERY]);
    for (const name of ["Meera", "Mina"]) results!.use(QUERY, { name });
    await vi.advanceTimersByTimeAsync(999);
    expect(written).toEqual([QUERY]);
    await vi.advanceTimersByTimeAsync(1);
    expect(written).toEqual([QUERY, QUERY]);
  });

  it("writes what a page that was left at once had received, also where the connection goes", async () => {
    results!.use(QUERY, { name: "Meena" })();
    results!.use("orders:one {}", { _id: "order" })();
    keeper.flush();
    expect(written).toEqual([QUERY, "orders:one {}"]);
    results!.use(QUERY, { name: "Meera" })();
    become(OFFLINE);
    expect(written).toEqual([QUERY, "orders:one {}", QUERY]);
    // What is shown without a connection is no news of the server's.
    results!.use(QUERY, { name: "Mina" })();
    become(LIVE);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(written).toHaveLength(3);
  });

  it("has read what is kept only while there is no connection", async () => {
    expect(results!.areRead).toBe(false);
    become(OFFLINE);
    expect(results!.areRead).toBe(false);
    await vi.advanceTimersByTimeAsync(0);
    expect(results!.areRead).toBe(true);
    become(LIVE);
    expect(results!.areRead).toBe(false);
  });

  it("tells no time of results once it is stopped, also where a screen leaves after it", async () => {
    const end = results!.use(QUERY, { name: "Meena" });
    results!.use("users:distributor {}", { name: "Asha" });
    become(OFFLINE);
    await vi.advanceTimersByTimeAsync(0);
    expect(asOf.at(-1)).toEqual(expect.any(String));
    keeper.stop();
    expect(asOf.at(-1)).toBeNull();
    end();
    expect(asOf.at(-1)).toBeNull();
  });
});
