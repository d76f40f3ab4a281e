/** Limits of the number of connections and of their idle time. */
import { EventEmitter } from "node:events";
import type * as http from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { Socket } from "node:net";
import { afterEach, describe, expect, test, vi } from "vitest";
import { RawHttp } from "../testkit/rawHttp";
import { TrustedProxies } from "./clientAddress";
import { Connections } from "./connections";
import type { Exchange } from "./exchange";
import { AllowedHosts } from "./hosts";
import { AllowedOrigins } from "./origins";
import { Routes } from "./routes";
import { createEntrance, Listener, type Timeouts } from "./server";

// A real server, whose options can be read.
vi.mock("node:http", async (importOriginal) => {
  const original = await importOriginal<typeof http>();
  return { ...original, createServer: vi.fn(original.createServer) };
});

class FakeSocket extends EventEmitter {
  readonly remoteAddress: string;
  readonly remotePort: number;
  destroyed = false;

  constructor(remoteAddress: string, remotePort: number) {
    super();
    this.remoteAddress = remoteAddress;
    this.remotePort = remotePort;
  }

  destroy(): void {
    this.destroyed = true;
    this.emit("close");
  }
}

function connections(proxies = new TrustedProxies()) {
  const all = new Connections(proxies);
  let port = 1_024;
  const from = (address: string) => {
    const socket = new FakeSocket(address, (port += 1));
    all.admit(socket as unknown as Socket);
    return socket;
  };
  return { all, from, isAdmitted: (address: string) => !from(address).destroyed };
}

function times<T>(count: number, make: (at: number) => T): T[] {
  return Array.from({ length: count }, (_, at) => make(at));
}

describe("[HTTP11] connections", () => {
  test("of one address are at most 512, open ones only", () => {
    const { from, isAdmitted } = connections();
    const open = times(512, () => from("198.51.100.7"));
    expect(open.filter(({ destroyed }) => destroyed)).toEqual([]);
    expect(isAdmitted("198.51.100.7")).toBe(false);
    // The same address in its IPv4-mapped form.
    expect(isAdmitted("::ffff:198.51.100.7")).toBe(false);
    expect(isAdmitted("198.51.100.8")).toBe(true);
    open[0]?.destroy();
    expect([isAdmitted("198.51.100.7"), isAdmitted("198.51.100.7")]).toEqual([true, false]);
  });

  test("of one network of IPv6 are 512 at most", () => {
    const { isAdmitted } = connections();
    const admitted = times(513, (at) => isAdmitted(`2001:db8:1:2::${at.toString(16)}`));
    expect(admitted.filter(Boolean)).toHaveLength(512);
    expect(isAdmitted("2001:db8:1:3::1")).toBe(true);
  });

  test.each([
    ["this machine's", "127.0.0.1", undefined],
    ["this machine's, in IPv6", "::1", undefined],
    ["a trusted proxy's", "203.0.113.1", "203.0.113.0/24"],
  ])("are not limited per address for %s", (_whose, address, trusted) => {
    const { isAdmitted } = connections(new TrustedProxies(trusted));
    expect(times(600, () => isAdmitted(address))).not.toContain(false);
  });

  test("are 10,000 in total, loopback included", () => {
    const { from, isAdmitted } = connections();
    const open = times(10_000, (at) => from(at % 2 === 0 ? "127.0.0.1" : `198.51.${at % 200}.7`));
    expect(open.filter(({ destroyed }) => destroyed)).toEqual([]);
    for (const address of ["127.0.0.1", "203.0.113.9"]) expect(isAdmitted(address)).toBe(false);
    open[0]?.destroy();
    expect(isAdmitted("203.0.113.9")).toBe(true);
  });
});

describe("[HTTP10] the requests of a connection", () => {
  test("are at most 16 unanswered ones; answered ones do not count", () => {
    const { all, from } = connections();
    const socket = from("198.51.100.7");
    const request = { socket } as unknown as IncomingMessage;
    const begin = () => {
      const response = new EventEmitter();
      const begun = all.begin(request, response as unknown as ServerResponse);
      return { response, isBegun: begun !== null };
    };
    const begun = times(16, begin);
    expect(begun.every(({ isBegun }) => isBegun)).toBe(true);
    begun[3]?.response.emit("close");
    expect(begin().isBegun).toBe(true);
    expect(socket.destroyed).toBe(false);
    expect(begin().isBegun).toBe(false);
    expect(socket.destroyed).toBe(true);
    expect(begin().isBegun).toBe(false);
  });
});

describe("[HTTP12] a connection", () => {
  const closers: (() => unknown)[] = [];

  afterEach(async () => {
    for (const close of closers.splice(0)) await close();
  });

  /** A server that waits for the bodies sent to one path, and opens connections to it. */
  async function listening(timeouts: Partial<Timeouts>) {
    const wait = async ({ body }: Exchange) => {
      await body.read(1_000);
    };
    const routes = new Routes([{ method: "POST", path: "/api/wait", handle: wait }]);
    const origins = new AllowedOrigins({ listed: [], allowsLoopback: true });
    const entrance = createEntrance({
      ...{ hosts: new AllowedHosts({ host: "0.0.0.0" }), proxies: new TrustedProxies() },
    });
    const listener = new Listener(Promise.resolve({ routes, origins, sync: null }), entrance, {
      ...{ requestTimeout: 600_000, headersTimeout: 600_000, connectionsCheckingInterval: 20 },
      ...timeouts,
    });
    const port = await listener.listen(0, "127.0.0.1");
    closers.push(() => listener.close());
    return async () => {
      const client = await RawHttp.open(`http://127.0.0.1:${port}`);
      closers.unshift(() => client.close());
      return client;
    };
  }

  test("without complete headers is closed after the header timeout", async () => {
    const open = await listening({ headersTimeout: 200 });
    const [silent, half, dripping, answered] = [
      await open(),
      await open(),
      await open(),
      await open(),
    ];
    half.socket.write("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n");
    dripping.socket.write("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n");
    const drip = setInterval(() => dripping.socket.write("X: y\r\n"), 20);
    closers.push(() => clearInterval(drip));
    answered.say("GET /");
    await answered.answer();
    // Without it they stay for ten minutes, which is longer than a test may last.
    for (const client of [silent, half, dripping]) await client.closed;
    for (const { received } of [half, dripping]) expect(received).toContain("408");
  });

  test("with an incomplete request is closed after the request timeout", async () => {
    const open = await listening({ requestTimeout: 300, headersTimeout: 100 });
    const [silent, dripping] = [await open(), await open()];
    silent.say("POST /api/wait", { "Content-Length": "1000" });
    dripping.say("POST /api/wait", { "Transfer-Encoding": "chunked" });
    const drip = setInterval(() => dripping.socket.write("1\r\nx\r\n"), 20);
    closers.push(() => clearInterval(drip));
    for (const client of [silent, dripping]) await client.closed;
  });

  test("has 15 seconds for headers and two minutes for a request, checked every five seconds", () => {
    const proxies = new TrustedProxies();
    const entrance = createEntrance({ hosts: new AllowedHosts({ host: "0.0.0.0" }), proxies });
    new Listener(Promise.reject(new Error("Never begun.")), entrance);
    expect(vi.mocked(createServer).mock.lastCall?.[0]).toEqual({
      ...{ headersTimeout: 15_000, requestTimeout: 120_000, connectionsCheckingInterval: 5_000 },
    });
  });
});
