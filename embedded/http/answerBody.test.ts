/** Answers that nobody reads, over each way out: how much of them is in memory, and for how long. */
import { EventEmitter } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Budget } from "../budget";
import type { FunctionRunner, HttpAnswer } from "../contracts";
import { RunQueue } from "../subscriptions/runQueue";
import type { FakeServer } from "../test/fakeServer";
import { startFakeServer } from "../test/fakeServer";
import { eventually } from "../testkit/project";
import { RawHttp } from "../testkit/rawHttp";
import { HttpActions } from "./actions";
import { AnswerBody, newUnreadBudget } from "./answerBody";
import { TrustedProxies } from "./clientAddress";
import { sendJson, sendStream } from "./exchange";
import { Hosting } from "./hosting";
import { AllowedHosts } from "./hosts";
import { AllowedOrigins } from "./origins";
import { Routes } from "./routes";
import { createEntrance, Listener } from "./server";

const MIB = 2 ** 20;
/** More than the system takes off the hands of a server on loopback. */
const LARGE = 16 * MIB;
const PIPELINED = 15;
const CONNECTIONS = 10;

const closers: (() => unknown)[] = [];

afterEach(async () => {
  vi.useRealTimers();
  for (const close of closers.splice(0).reverse()) await close();
});

/** A connection whose client reads nothing. */
async function unreading(url: string): Promise<RawHttp> {
  const client = await RawHttp.open(url);
  client.socket.pause();
  closers.push(() => client.close());
  return client;
}

function sayQuery(client: RawHttp, from: string, bytes: number): void {
  const body = JSON.stringify({ path: "counters:large", args: { bytes } });
  client.say("POST /api/query", {
    "Content-Type": "application/json",
    "Content-Length": String(body.length),
    "X-Forwarded-For": from,
  });
  client.socket.write(body);
}

describe("calls over HTTP", () => {
  let server: FakeServer;
  /** Each call is a query of its own. */
  let calls = 0;

  beforeEach(async () => {
    server = await startFakeServer();
    closers.push(() => server.stop());
  });

  /** Resolves with the status of a call of another connection: by then the server has looked at what came before. */
  async function statusFor(from: string, bytes: number): Promise<number> {
    const client = await RawHttp.open(server.url);
    try {
      calls += 1;
      sayQuery(client, from, bytes + calls);
      return (await client.answer(30_000)).status;
    } finally {
      client.close();
    }
  }

  test("[HTTP17] that are pipelined run one after another, each when the answer before it was read", async () => {
    const client = await unreading(server.url);
    for (let at = 0; at < PIPELINED; at += 1) sayQuery(client, "198.51.100.7", LARGE + at);
    await eventually(() => expect(server.runner.runs.length).toBeGreaterThan(0));
    for (let barrier = 0; barrier < 5; barrier += 1) await statusFor("198.51.100.8", 10);
    // One answer is unread, and one may be in the system's buffers.
    expect(server.runner.runs.length - 5).toBeLessThanOrEqual(2);
    expect(server.unread.inUse).toBeLessThanOrEqual(LARGE + PIPELINED);
    client.socket.resume();
    await eventually(() => expect(server.runner.runs.length).toBeGreaterThan(3 + 5), 30_000);
  }, 60_000);

  test("[HTTP16] hold at most 64 MiB for an address, which is refused above that, alone", async () => {
    const address = "198.51.100.7";
    for (let at = 0; at < CONNECTIONS; at += 1) {
      const client = await unreading(server.url);
      for (let each = 0; each < PIPELINED; each += 1)
        sayQuery(client, address, LARGE - at * PIPELINED - each);
    }
    await eventually(() => expect(server.unread.usedBy(address)).toBeGreaterThan(32 * MIB), 30_000);
    expect(await statusFor(address, LARGE)).toBe(503);
    expect(await statusFor(address, 1_000)).toBe(200);
    expect(await statusFor("198.51.100.8", LARGE)).toBe(200);
    expect(server.unread.usedBy(address)).toBeLessThanOrEqual(64 * MIB);
    // A refusal ends its connection, and one answer may be in the system's buffers.
    expect(server.runner.runs.length).toBeLessThanOrEqual(2 * CONNECTIONS + 3);
    for (const close of closers.splice(1)) await close();
    await eventually(() => expect(server.unread.keys).toBe(0));
  }, 60_000);

  test("[HTTP16] hold at most 256 MiB in total; small answers pass", async () => {
    for (let at = 0; at < 32; at += 1)
      sayQuery(await unreading(server.url), `198.51.100.${at % 8}`, LARGE - at);
    await eventually(() => expect(server.unread.inUse).toBeGreaterThan(240 * MIB), 30_000);
    expect(server.unread.inUse).toBeLessThanOrEqual(256 * MIB);
    expect(await statusFor("203.0.113.1", LARGE)).toBe(503);
    expect(await statusFor("203.0.113.1", 10_000)).toBe(200);
  }, 60_000);

  test("[HTTP18] that wait do not run when their connection is closed", async () => {
    const { runQueue } = server.subscriptions;
    const visits: (() => boolean)[] = [];
    vi.spyOn(runQueue, "add").mockImplementation((_lane, begin) => void visits.push(begin));
    const clients: RawHttp[] = [];
    for (const way of ["query", "action"]) {
      const client = await RawHttp.open(server.url);
      const body = JSON.stringify({ path: "counters:echo", args: {} });
      client.say(`POST /api/${way}`, { "Content-Length": String(body.length) });
      client.socket.write(body);
      clients.push(client);
    }
    await eventually(() => expect(visits).toHaveLength(2));
    const [query, action] = clients;
    query?.close();
    // Its connection is closed by a client that has read all that came.
    action?.socket.end();
    await eventually(async () => {
      await statusOfPage(server.url);
      expect(visits.map((begin) => begin())).toEqual([false, false]);
    });
    expect(server.runner.runs).toEqual([]);
  });

  test("[HTTP18] of mutations carry the end of their connection to the queue", async () => {
    const mutation = vi.spyOn(server.runner, "mutation");
    mutation.mockReturnValue(new Promise(() => undefined));
    const client = await RawHttp.open(server.url);
    const body = JSON.stringify({ path: "counters:add", args: { name: "a" } });
    client.say("POST /api/mutation", { "Content-Length": String(body.length) });
    client.socket.write(body);
    await eventually(() => expect(mutation).toHaveBeenCalledOnce());
    expect(mutation.mock.lastCall?.[3].hungUp?.aborted).toBe(false);
    client.close();
    await eventually(() => expect(mutation.mock.lastCall?.[3].hungUp?.aborted).toBe(true));
  });

  test("[HTTP18] that are pipelined behind another do not run when their connection is closed", async () => {
    let open: () => void = () => undefined;
    server.runner.gate = new Promise((resolve) => (open = resolve));
    const client = await RawHttp.open(server.url);
    for (let at = 0; at < PIPELINED; at += 1) sayQuery(client, "198.51.100.7", 100 + at);
    await eventually(() => expect(server.runner.runs).toHaveLength(1));
    client.close();
    await client.closed;
    // The server has looked at the end of the connection by the answer to what came later.
    await statusOfPage(server.url);
    open();
    expect(await statusFor("198.51.100.8", 10)).toBe(200);
    expect(server.runner.runs).toHaveLength(2);
  });
});

async function statusOfPage(url: string): Promise<number> {
  return (await fetch(`${url}/nothing`)).status;
}

describe("other ways out", () => {
  const CHUNK = new Uint8Array(64 * 2 ** 10);
  let url: string;
  let unread: Budget;
  let produced: number;
  let begun: number;
  let gate: Promise<void>;

  /** Nobody reads so much. */
  function* chunks(): Generator<Uint8Array> {
    for (;;) {
      produced += CHUNK.length;
      yield CHUNK;
    }
  }

  beforeEach(async () => {
    [produced, begun, gate] = [0, 0, Promise.resolve()];
    const root = mkdtempSync(path.join(tmpdir(), "embedded-"));
    closers.push(() => rmSync(root, { recursive: true }));
    writeFileSync(path.join(root, "large.txt"), Buffer.alloc(4 * LARGE));
    const source = chunks();
    const runner = {
      httpMethods: (pathname: string) => (pathname === "/action" ? ["GET"] : []),
      http: (): Promise<HttpAnswer> => {
        const body = new ReadableStream<Uint8Array>({
          pull: (controller) => controller.enqueue(source.next().value as Uint8Array),
        });
        return Promise.resolve({ status: 200, headers: new Headers(), body });
      },
      hasHttpActions: () => true,
    } as unknown as FunctionRunner;
    const entrance = createEntrance({
      hosts: new AllowedHosts({ host: "0.0.0.0" }),
      proxies: new TrustedProxies("loopback"),
    });
    ({ unread } = entrance);
    const rooms = {
      routes: new Routes([
        {
          method: "GET",
          path: "/api/file",
          handle: (exchange) => sendStream(exchange, Readable.from(source, { objectMode: false })),
        },
        {
          method: "GET",
          path: "/api/gated",
          handle: async (exchange) => {
            begun += 1;
            await gate;
            sendJson(exchange, 200, {});
          },
        },
        {
          method: "GET",
          path: "/api/small",
          handle: (exchange) => sendJson(exchange, 200, {}),
        },
      ]),
      origins: new AllowedOrigins({ listed: [], allowsLoopback: true }),
      sync: null,
      actions: new HttpActions({
        ...{ runner, publicUrl: "http://127.0.0.1", runQueue: new RunQueue() },
        authenticate: () => Promise.resolve({ kind: "anonymous" }),
      }),
      hosting: new Hosting({ root, isSecure: false }),
    };
    const listener = new Listener(Promise.resolve(rooms), entrance);
    url = `http://127.0.0.1:${await listener.listen(0, "127.0.0.1")}`;
    closers.push(() => listener.close());
  });

  test("[HTTP18] and other answers are not begun for a client that ended its side of the connection", async () => {
    let open: () => void = () => undefined;
    gate = new Promise((resolve) => (open = resolve));
    const client = await RawHttp.open(url);
    for (let at = 0; at < PIPELINED; at += 1) client.say("GET /api/gated");
    await eventually(() => expect(begun).toBe(1));
    client.socket.end();
    await statusOfPage(url);
    open();
    await client.closed;
    expect(begun).toBe(1);
  });

  test.each([["/api/file"], ["/action"]])(
    "[HTTP16] streams of %s are produced as far as they are read",
    async (address) => {
      const client = await unreading(url);
      client.say(`GET ${address}`, { "X-Forwarded-For": "198.51.100.7" });
      const settled = async () => {
        const before = produced;
        await fetch(`${url}/api/small`);
        expect([produced > 0, produced - before]).toEqual([true, 0]);
      };
      await eventually(settled);
      expect(produced).toBeLessThan(LARGE);
      expect(unread.inUse).toBeGreaterThan(0);
      expect(unread.inUse).toBeLessThanOrEqual(CHUNK.length);
      client.close();
      await eventually(() => expect(unread.inUse).toBe(0));
    },
  );

  test.each([["/api/file"], ["/action"], ["/large.txt"]])(
    "[HTTP16] streams of %s break off where their address leaves too much unread",
    async (address) => {
      unread.take("198.51.100.7", 64 * MIB);
      const client = await RawHttp.open(url);
      client.say(`GET ${address}`, { "X-Forwarded-For": "198.51.100.7" });
      await client.closed;
      expect(client.received.length).toBeLessThan(MIB);
    },
  );
});

describe("[HTTP16] an answer", () => {
  class FakeResponse extends EventEmitter {
    destroyed = false;
    readonly written: ((error?: Error) => void)[] = [];
    readonly sizes: number[] = [];

    write(piece: string | Uint8Array, done: (error?: Error) => void): void {
      this.sizes.push(piece.length);
      this.written.push(done);
    }

    end(): void {
      // Its end is told by `close`.
    }

    destroy(): void {
      this.destroyed = true;
      this.emit("close");
    }
  }

  function answering() {
    const response = new FakeResponse();
    const budget = newUnreadBudget();
    const answer = new AnswerBody(response as unknown as ServerResponse, budget, "a");
    return { response, budget, answer };
  }

  test("of which 64 KiB are not read within a minute closes its connection", async () => {
    vi.useFakeTimers();
    const { response, budget, answer } = answering();
    answer.reserve(MIB);
    const sending = answer.send("x".repeat(MIB));
    const failed = expect(sending).rejects.toThrow("closed its connection");
    await vi.advanceTimersByTimeAsync(59_000);
    response.written.shift()?.();
    await vi.advanceTimersByTimeAsync(59_000);
    expect([response.destroyed, response.sizes]).toEqual([false, [65_536, 65_536]]);
    expect(budget.inUse).toBe(MIB - 16 * 2 ** 10);
    await vi.advanceTimersByTimeAsync(1_000);
    await failed;
    expect([response.destroyed, budget.keys]).toEqual([true, 0]);
  });

  test("whose last bytes are not read within a minute closes its connection", async () => {
    vi.useFakeTimers();
    const [late, read] = [answering(), answering()];
    for (const { answer } of [late, read]) answer.end("{}");
    read.response.emit("close");
    await vi.advanceTimersByTimeAsync(60_000);
    expect([late.response.destroyed, read.response.destroyed]).toEqual([true, false]);
  });
});
