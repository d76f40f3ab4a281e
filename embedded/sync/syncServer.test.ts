/** Closes sockets that do not answer pings, do not read, or send too much at once. */
import { ConvexClient } from "convex/browser";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { HostileSocket } from "../testkit/hostileSocket";
import { mostWatched } from "./socketLimits";
import { counters } from "../test/fakes";
import type { FakeServer } from "../test/fakeServer";
import { startFakeServer } from "../test/fakeServer";
import { eventually } from "../testkit/project";
import { RawClient } from "../testkit/rawClient";

const MIB = 2 ** 20;
const PING_MS = 15_000;
const ADDRESS = "198.51.100.7";
const FROM = { "x-test-from": ADDRESS };
const ELSEWHERE = { "x-test-from": "198.51.100.8" };

let server: FakeServer;
const opened: { close(): unknown }[] = [];

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  server = await startFakeServer();
});

afterEach(async () => {
  vi.useRealTimers();
  for (const client of opened.splice(0)) await client.close();
  await server.stop();
});

async function hostile(headers?: Record<string, string>): Promise<HostileSocket> {
  const client = await HostileSocket.connected(server.url, headers);
  opened.push(client);
  return client;
}

/** A socket that answers pings, or does not. */
async function pinged(autoPong: boolean) {
  const socket = new WebSocket(`${server.url.replace("http", "ws")}/api/1.49.0/sync`, { autoPong });
  opened.push({ close: () => socket.terminate() });
  const state = { socket, pings: 0, words: [] as string[], isOpen: true };
  socket.on("ping", () => (state.pings += 1));
  socket.on("message", (data: Buffer) => state.words.push(data.toString("utf8")));
  socket.on("close", () => (state.isOpen = false));
  await new Promise((resolve) => socket.once("open", resolve));
  const hello = { type: "Connect", sessionId: crypto.randomUUID(), connectionCount: 0 };
  socket.send(JSON.stringify(hello));
  return state;
}

describe("[SYNC19] a socket is pinged every 15 seconds", () => {
  test("and is closed after four unanswered pings", async () => {
    const [silent, answering] = [await pinged(false), await pinged(true)];
    for (let at = 1; at <= 4; at += 1) {
      vi.advanceTimersByTime(PING_MS - 1);
      expect(answering.pings).toBe(at - 1);
      vi.advanceTimersByTime(1);
      await eventually(() => expect([silent.pings, answering.pings]).toEqual([at, at]));
      // The answer is with the server before the next ping.
      await new Promise((resolve) => answering.socket.ping(undefined, true, resolve));
      await new Promise((resolve) => answering.socket.once("pong", resolve));
      expect([silent.isOpen, answering.isOpen]).toEqual([true, true]);
    }
    vi.advanceTimersByTime(PING_MS);
    await eventually(() => expect(silent.isOpen).toBe(false));
    await eventually(() => expect(answering.pings).toBe(5));
    expect(answering.isOpen).toBe(true);
    expect(answering.words).toEqual(Array(5).fill('{"type":"Ping"}'));
    expect(server.sync.connectionCount).toBe(1);
  });
});

describe("[SYNC15] unread messages", () => {
  const long = (at: number) => ({ udfPath: "counters:large", args: { bytes: 7 * MIB, at } });
  const unread = () => server.sync.budgets.inUse.unread;

  /** Leaves room for so much. */
  function useUp(room: number): void {
    let left = 512 * MIB - room;
    for (let at = 0; left > 0; at += 1) {
      const amount = Math.min(128 * MIB - (at === 0 ? room : 0), left);
      server.sync.budgets.createShares(at === 0 ? ADDRESS : `other ${at}`).unread.take(amount);
      left -= amount;
    }
  }

  test("are limited for one address", async () => {
    server.sync.budgets.createShares(ADDRESS).unread.take(127 * MIB);
    const [deaf, elsewhere] = [await hostile(FROM), await hostile(ELSEWHERE)];
    for (const client of [deaf, elsewhere]) {
      client.deafen();
      client.watchMany(1, long);
    }
    await eventually(() => expect(server.sync.connectionCount).toBe(1));
    await eventually(() => expect(unread()).toBeGreaterThan(127 * MIB));
    expect(elsewhere.isOpen).toBe(true);
  });

  test("are limited in total", async () => {
    useUp(MIB);
    const [deaf, reading] = [await hostile(ELSEWHERE), await hostile(ELSEWHERE)];
    deaf.deafen();
    deaf.watchMany(1, long);
    await eventually(() => expect(server.sync.connectionCount).toBe(1));
    reading.watchMany(1, () => ({ udfPath: "counters:get", args: { name: "a" } }));
    await eventually(() => expect(reading.answers).toBe(1));
  });

  test("stop counting when they were read", async () => {
    const [first, second] = [await hostile(FROM), await hostile(FROM)];
    first.deafen();
    first.watchMany(1, long);
    await eventually(() => expect(unread()).toBeGreaterThan(2 * MIB));
    // Leaves room for one answer, not for both.
    server.sync.budgets.createShares(ADDRESS).unread.take(120 * MIB);
    first.socket.resume();
    await eventually(() => expect(first.heard.get("TransitionChunk")).toBe(2));
    second.deafen();
    second.watchMany(1, long);
    await eventually(() => expect(server.runner.runs).toHaveLength(1));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(server.sync.connectionCount).toBe(2);
  });

  test("suppress answers to pings", async () => {
    const deaf = await hostile(FROM);
    let pongs = 0;
    deaf.socket.on("pong", () => (pongs += 1));
    deaf.deafen();
    deaf.watchMany(1, long);
    await eventually(() => expect(unread()).toBeGreaterThan(MIB));
    for (let at = 0; at < 10; at += 1) deaf.socket.ping();
    deaf.callMany("Mutation", 1, () => ({ udfPath: "counters:add", args: { name: "a" } }));
    await eventually(() => expect(server.runner.mutations).toEqual(["a"]));
    deaf.socket.resume();
    await eventually(() => expect(deaf.heard.get("MutationResponse")).toBe(1));
    expect(pongs).toBe(0);
    deaf.socket.ping();
    await eventually(() => expect(pongs).toBe(1));
  });

  test("stop counting when the socket closes", async () => {
    const deaf = await hostile(FROM);
    deaf.deafen();
    deaf.watchMany(1, long);
    await eventually(() => expect(unread()).toBeGreaterThan(MIB));
    deaf.close();
    await eventually(() => expect(unread()).toBe(0));
  });
});

test("[SYNC15] limits the kept query results of all sockets to a quarter of the heap", async () => {
  const { queries } = server.subscriptions;
  const bytes = vi.spyOn(queries, "bytes", "get").mockReturnValue(mostWatched());
  const get = (at: number) => ({ udfPath: "counters:get", args: { name: `n${at}` } });
  const client = await hostile();
  client.watchMany(1, get);
  await eventually(() => expect(client.answers).toBe(1));
  bytes.mockReturnValue(mostWatched() + 1);
  client.watchMany(1, get, 1);
  expect((await client.ended).reason).toContain("the answers of the queries are too large");
});

test("[SYNC10] disconnects a client with more than 8 MiB unread at the next message", async () => {
  const client = await hostile();
  client.deafen();
  client.watchMany(1, () => ({ udfPath: "counters:large", args: { bytes: 16 * MIB } }));
  await eventually(() => expect(server.sync.budgets.inUse.unread).toBeGreaterThan(8 * MIB));
  expect(server.sync.connectionCount).toBe(1);
  client.watchMany(1, () => ({ udfPath: "counters:get", args: { name: "a" } }), 1);
  await eventually(() => expect(server.sync.connectionCount).toBe(0));
});

describe("[SYNC8] a call above 16 MiB", () => {
  /** Counts connections and catches the client's uncaught errors. */
  function watched() {
    const state = { connections: 0, thrown: [] as string[] };
    class Watched extends WebSocket {
      constructor(url: string | URL) {
        super(url);
        state.connections += 1;
      }
      override emit(event: string | symbol, ...args: unknown[]): boolean {
        try {
          return super.emit(event, ...args);
        } catch (error) {
          state.thrown.push(String(error));
          return true;
        }
      }
    }
    return { state, webSocketConstructor: Watched as unknown as typeof globalThis.WebSocket };
  }

  test("makes the stock client stop instead of sending it again", async () => {
    const { state, webSocketConstructor } = watched();
    const client = new ConvexClient(server.url, {
      ...{ logger: false, unsavedChangesWarning: false, webSocketConstructor },
    });
    opened.push(client);
    client.mutation(counters.add, { name: "x".repeat(17 * MIB) }).catch(() => undefined);
    await eventually(() => expect(state.thrown.join()).toContain("at most 16777216 bytes"));
    await eventually(() => expect(server.sync.connectionCount).toBe(0));
    // Longer than it waits before it connects again.
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    expect(state.connections).toBe(1);
    expect(server.runner.mutations).toEqual([]);
    expect(server.sync.budgets.inUse).toEqual({ sockets: 0, incoming: 0, watched: 0, unread: 0 });
  });

  test.each([
    ["by one byte", (client: RawClient) => client.socket.send(" ".repeat(16 * MIB + 1))],
    [
      "that never ends",
      (client: RawClient) => client.socket.send(Buffer.alloc(18 * MIB), { fin: false }),
    ],
  ])("gets an error and a close: %s", async (_what, send) => {
    const client = await RawClient.open(server.url);
    opened.push(client);
    client.connect("s");
    send(client);
    await client.until(() => client.closeCode !== null);
    expect(client.messages).toEqual([
      { type: "FatalError", error: "A message has at most 16777216 bytes." },
    ]);
    expect(client.closeCode).toBe(1009);
  });

  test("is the smallest that is rejected, also without an identity", async () => {
    const client = await RawClient.open(server.url);
    opened.push(client);
    client.connect("s");
    const call = (name: string) =>
      JSON.stringify({ type: "Mutation", requestId: 0, udfPath: "counters:add", args: [{ name }] });
    client.socket.send(call("x".repeat(16 * MIB - call("").length)));
    await client.until(() => client.messages.some(({ type }) => type === "MutationResponse"));
    expect(server.runner.mutations[0]).toHaveLength(16 * MIB - call("").length);
  });
});
