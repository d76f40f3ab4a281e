import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { connectionOf } from "./connection";
import { watchForReturn } from "./returnWatch";

type Tell = (state: { isWebSocketConnected: boolean }) => void;
type Client = Parameters<typeof watchForReturn>[0];

let page: EventTarget & { hidden: boolean };
let browser: EventTarget & { location: { origin: string } };
let server: "up" | "down" | "failing";
let asked: { url: string; mode: string | undefined }[];
let online: number;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  page = Object.assign(new EventTarget(), { hidden: false });
  browser = Object.assign(new EventTarget(), { location: { origin: "http://market.test" } });
  server = "up";
  asked = [];
  online = 0;
  browser.addEventListener("online", () => (online += 1));
  vi.stubGlobal("document", page);
  vi.stubGlobal("window", browser);
  vi.stubGlobal("fetch", (url: string, { mode }: RequestInit) => {
    asked.push({ url, mode });
    if (server === "down") return Promise.reject(new TypeError("Failed to fetch"));
    return Promise.resolve(new Response("", { status: server === "up" ? 200 : 502 }));
  });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A client with a connection that the test sets. */
function clientAt(url: string, isWebSocketConnected: boolean): { client: Client; tell: Tell } {
  let tell: Tell = () => undefined;
  let state = { isWebSocketConnected };
  const client = {
    url,
    connectionState: () => state,
    subscribeToConnectionState: (listener: Tell) => {
      tell = listener;
      return () => undefined;
    },
  } as unknown as Client;
  return { client, tell: (next) => tell((state = next)) };
}

function watch(url = "http://market.test", isWebSocketConnected = true): Tell {
  const { client, tell } = clientAt(url, isWebSocketConnected);
  stop = watchForReturn(client);
  return tell;
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe("the watch for the server's return", () => {
  it("asks nothing while the connection is up", async () => {
    const tell = watch();
    await pass(60_000);
    tell({ isWebSocketConnected: true });
    await pass(60_000);
    expect(asked).toEqual([]);
  });

  it("asks every 1 to 3 seconds without a connection, not at the same moments as others", async () => {
    server = "down";
    const times: number[] = [];
    const tell = watch();
    tell({ isWebSocketConnected: false });
    const start = Date.now();
    while (Date.now() < start + 60_000) {
      const before = asked.length;
      await pass(10);
      if (asked.length > before) times.push(Date.now());
    }
    const pauses = times.slice(1).map((time, index) => time - times[index]!);
    expect(pauses.length).toBeGreaterThan(30);
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(990);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(1_620);
    expect(new Set(pauses).size).toBeGreaterThan(5);
    expect(asked[0]).toEqual({ url: "http://market.test/api/health", mode: "same-origin" });
    expect(online).toBe(0);
  });

  it("lets all that waits try at once, within 2 seconds of the first answer", async () => {
    server = "down";
    const tell = watch();
    tell({ isWebSocketConnected: false });
    await pass(600_000);
    server = "failing";
    await pass(10_000);
    expect(online).toBe(0);
    server = "up";
    await pass(1_650);
    // Two pauses of a second may end by then.
    const tries = online;
    expect(tries).toBeGreaterThan(0);
    tell({ isWebSocketConnected: true });
    const count = asked.length;
    await pass(60_000);
    expect(online).toBe(tries);
    expect(asked).toHaveLength(count);
  });

  it("asks nothing on a hidden page, and at once when it is looked at", async () => {
    server = "down";
    page.hidden = true;
    const tell = watch();
    tell({ isWebSocketConnected: false });
    await pass(60_000);
    expect(asked).toEqual([]);
    page.hidden = false;
    page.dispatchEvent(new Event("visibilitychange"));
    await pass(10);
    expect(asked).toHaveLength(1);
  });

  it("leaves the pauses to the client where the server answers but no socket opens", async () => {
    const tell = watch();
    tell({ isWebSocketConnected: false });
    await pass(60_000);
    expect(online).toBe(5);
  });

  describe("after the browser's offline event", () => {
    const OFFLINE = { status: "offline", canSend: false };
    const LIVE = { status: "live", canSend: true };
    const goOffline = () => browser.dispatchEvent(new Event("offline"));

    it("asks with an open socket too: the server may be on this machine", async () => {
      const { client } = clientAt("http://market.test", true);
      stop = watchForReturn(client);
      goOffline();
      expect(connectionOf(client).state()).toEqual(OFFLINE);
      await pass(1_000);
      expect(connectionOf(client).state()).toEqual(LIVE);
      const count = asked.length;
      await pass(60_000);
      expect(asked).toHaveLength(count);
    });

    it("stays offline while the server does not answer", async () => {
      const { client } = clientAt("http://market.test", true);
      stop = watchForReturn(client);
      server = "down";
      goOffline();
      await pass(60_000);
      expect(connectionOf(client).state()).toEqual(OFFLINE);
      server = "up";
      await pass(2_000);
      expect(connectionOf(client).state()).toEqual(LIVE);
    });

    it("asks where the event came before the watch began", async () => {
      const { client } = clientAt("http://market.test", true);
      connectionOf(client);
      goOffline();
      stop = watchForReturn(client);
      await pass(1_000);
      expect(connectionOf(client).state()).toEqual(LIVE);
    });

    it("is live once a socket opens, also after vain tries", async () => {
      const { client, tell } = clientAt("http://market.test", false);
      stop = watchForReturn(client);
      await pass(60_000);
      goOffline();
      tell({ isWebSocketConnected: true });
      await pass(2_000);
      expect(connectionOf(client).state()).toEqual(LIVE);
    });
  });

  it("leaves no listener behind once it is stopped", () => {
    const listeners = new Set<unknown>();
    const [add, remove] = [page.addEventListener.bind(page), page.removeEventListener.bind(page)];
    page.addEventListener = (type: string, listener: EventListener) => {
      listeners.add(listener);
      add(type, listener);
    };
    page.removeEventListener = (type: string, listener: EventListener) => {
      listeners.delete(listener);
      remove(type, listener);
    };
    const { client } = clientAt("http://market.test", true);
    const connection = connectionOf(client);
    const ends: string[] = [];
    const subscribe = connection.subscribe;
    Object.assign(connection, {
      subscribe: (listener: () => void) => {
        const end = subscribe(listener);
        return () => {
          ends.push("connection");
          end();
        };
      },
    });
    stop = watchForReturn(client);
    expect(listeners.size).toBe(1);
    stop();
    expect(listeners.size).toBe(0);
    expect(ends).toEqual(["connection"]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("tells nobody of an answer that comes once it is stopped", async () => {
    let answer: (response: Response) => void = () => undefined;
    vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => (answer = resolve)));
    watch(undefined, false);
    await pass(3_000);
    stop();
    answer(new Response("", { status: 200 }));
    await pass(0);
    expect(online).toBe(0);
  });

  it("ends with its page", async () => {
    server = "down";
    watch(undefined, false);
    await pass(3_000);
    const count = asked.length;
    stop();
    await pass(60_000);
    expect(asked).toHaveLength(count);
  });
});
