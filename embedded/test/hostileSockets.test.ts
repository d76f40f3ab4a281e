/** Attacks by sockets: none delays other clients. */
import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { HostileSocket, nestedArguments, openSilent } from "../testkit/hostileSocket";
import type { FakeServer } from "./fakeServer";
import { startFakeServer } from "./fakeServer";
import { eventually } from "../testkit/project";
import { RawClient } from "../testkit/rawClient";

const MIB = 2 ** 20;
const TRY_LATER = 1013;
const get = (at: number) => ({ udfPath: "counters:get", args: { name: `n${at}` } });
/** Remote addresses: loopback addresses stand for many clients. */
const STRANGER = { "x-test-from": "198.51.100.7" };

let server: FakeServer;
const opened: { close(): unknown }[] = [];

beforeEach(async () => {
  server = await startFakeServer();
});

afterEach(async () => {
  for (const client of opened.splice(0)) client.close();
  await server.stop();
});

async function hostile(headers?: Record<string, string>): Promise<HostileSocket> {
  const client = await HostileSocket.connected(server.url, headers);
  opened.push(client);
  return client;
}

/** Fails when another client gets no response, or when the attackers' sockets leave anything behind. */
async function nothingHappened(): Promise<void> {
  for (const client of opened.splice(0)) client.close();
  await eventually(() => {
    expect(server.sync.connectionCount).toBe(0);
    expect(server.sync.budgets.inUse).toEqual({ sockets: 0, incoming: 0, watched: 0, unread: 0 });
    expect(server.sync.budgets.calls.keys).toBe(0);
    expect(server.subscriptions.queries.size).toBe(0);
    expect(server.subscriptions.queries.bytes).toBe(0);
    expect(server.db.pinned).toBe(0);
  });
  const neighbour = await RawClient.open(server.url);
  opened.push(neighbour);
  neighbour.connect("neighbour");
  neighbour.add({ queryId: 0, udfPath: "counters:get", args: { name: "fresh" } });
  await neighbour.until(() => neighbour.valueOf(0) === 0);
}

/** Returns the status of a call over HTTP. */
function post(path: string, args: object): Promise<number> {
  const body = JSON.stringify({ path: "counters:busy", args, format: "json" });
  const headers = { "Content-Type": "application/json" };
  return fetch(`${server.url}${path}`, { method: "POST", headers, body }).then(
    ({ status }) => status,
  );
}

describe("[SYNC14] the queries of a socket", () => {
  test("may be 512", async () => {
    const client = await hostile();
    client.watchMany(512, get);
    await eventually(() => expect(client.answers).toBe(512));
    expect(client.isOpen).toBe(true);
    await nothingHappened();
  });

  test.each([
    ["in one frame", (client: HostileSocket) => client.watchMany(513, get)],
    [
      "in a frame each",
      (client: HostileSocket) => {
        for (let at = 0; at < 513; at += 1) client.watchMany(1, get, at);
      },
    ],
    ["4,000 in one frame", (client: HostileSocket) => client.watchMany(4_000, get)],
    [
      "more than 1,024 changes in one frame",
      (client: HostileSocket) => {
        const add = { type: "Add", queryId: 0, udfPath: "counters:get", args: [{ name: "a" }] };
        const both = [add, { type: "Remove", queryId: 0 }];
        client.modify(Array.from({ length: 600 }, () => both).flat());
      },
    ],
  ])("are not more: %s", async (_how, ask) => {
    const client = await hostile();
    ask(client);
    const { code, reason } = await client.ended;
    expect(code).toBe(TRY_LATER);
    expect(reason).toContain("TooManyQueries: more than");
    await nothingHappened();
  });

  test("are not changed endlessly before a first result", async () => {
    let proceed: () => void = () => undefined;
    server.runner.gate = new Promise((resolve) => (proceed = resolve));
    const client = await hostile();
    client.watchMany(1, get, 100_000);
    await eventually(() => expect(server.runner.runs).toHaveLength(1));
    client.churn(5_000, get);
    const { reason } = await client.ended;
    expect(reason).toContain("TooManyQueries");
    proceed();
    await nothingHappened();
  });

  test("may all be replaced in one frame", async () => {
    const client = await hostile();
    client.watchMany(512, get);
    await eventually(() => expect(client.answers).toBe(512));
    client.modify([
      ...Array.from({ length: 512 }, (_, queryId) => ({ type: "Remove", queryId })),
      ...Array.from({ length: 512 }, (_, at) => ({
        ...{ type: "Add", queryId: 512 + at, udfPath: "counters:sum" },
        args: [{ at }],
      })),
    ]);
    await eventually(() => expect(client.answers).toBe(3 * 512));
  });
});

describe("[SYNC15] the memory of a socket", () => {
  const large = (bytes: number) => (at: number) => ({
    udfPath: "counters:get",
    args: { name: `${at}${"x".repeat(bytes)}` },
  });

  test.each([
    [
      "arguments of queries",
      (client: HostileSocket) => {
        for (let at = 0; at < 24; at += 1) client.watchMany(1, large(0.9 * MIB), at);
      },
    ],
    [
      "arguments that are small as text and large in memory",
      (client: HostileSocket) => {
        const args = { name: Array.from({ length: 80_000 }, () => [] as never[]) };
        for (let at = 0; at < 8; at += 1)
          client.watchMany(1, () => ({ udfPath: "counters:get", args }), at);
      },
    ],
    [
      "arguments of calls",
      (client: HostileSocket) => client.callMany("Mutation", 24, large(0.9 * MIB)),
    ],
    [
      "messages behind an Authenticate",
      (client: HostileSocket) => {
        client.crowdBehindToken(
          "user:asha:60000",
          Array.from({ length: 60 }, (_, at) => ({
            ...{ type: "Mutation", requestId: at, udfPath: "counters:add" },
            args: [{ name: "x".repeat(0.9 * MIB) }],
          })),
        );
      },
    ],
    [
      "answers",
      (client: HostileSocket) =>
        client.watchMany(40, (at) => ({
          udfPath: "counters:large",
          args: { bytes: MIB, at },
        })),
    ],
  ])("is limited: %s", async (_what, take) => {
    let proceed: () => void = () => undefined;
    if (_what !== "answers") server.runner.gate = new Promise((resolve) => (proceed = resolve));
    const client = await hostile();
    take(client);
    const { code, reason } = await client.ended;
    expect(code).toBe(TRY_LATER);
    expect(reason).toMatch(/^TooMany/);
    proceed();
    await nothingHappened();
  });

  test("is limited: incomplete frames", async () => {
    const incoming = () => server.sync.budgets.inUse.incoming;
    const clients = await Promise.all(Array.from({ length: 4 }, () => hostile(STRANGER)));
    for (const client of clients) client.neverEndFrame(15 * MIB);
    await eventually(() => expect(incoming()).toBeGreaterThan(59 * MIB));
    const late = await hostile(STRANGER);
    late.neverEndFrame(15 * MIB);
    expect((await late.ended).reason).toContain("too much at once");
    expect(clients.filter(({ isOpen }) => isOpen)).toHaveLength(4);
    expect(incoming()).toBeLessThan(65 * MIB);
    // Small messages are still accepted, also from this address.
    const small = await hostile(STRANGER);
    small.watchMany(1, get);
    await eventually(() => expect(small.answers).toBe(1));
    await nothingHappened();
  });

  test("accepts Convex's largest arguments from authenticated clients", async () => {
    const client = await RawClient.open(server.url);
    opened.push(client);
    client.connect("s");
    client.say({ type: "Authenticate", tokenType: "User", value: "user:asha", baseVersion: 0 });
    client.mutate(0, "counters:add", { name: "x".repeat(14 * MIB) });
    await client.until(() => client.messages.some(({ type }) => type === "MutationResponse"));
  });

  test("is limited together with other sockets of the same address", async () => {
    let proceed: () => void = () => undefined;
    server.runner.gate = new Promise((resolve) => (proceed = resolve));
    const calls = vi.spyOn(server.runner, "mutation");
    const clients = await Promise.all(Array.from({ length: 20 }, () => hostile(STRANGER)));
    for (const [at, client] of clients.entries()) {
      client.callMany("Mutation", 3, large(0.9 * MIB));
      await eventually(() => expect(calls).toHaveBeenCalledTimes(3 * (at + 1)));
    }
    const late = await hostile(STRANGER);
    late.callMany("Mutation", 12, large(0.9 * MIB));
    expect((await late.ended).reason).toMatch(/^TooMany/);
    expect(clients.every(({ isOpen }) => isOpen)).toBe(true);
    expect(server.sync.budgets.inUse.incoming).toBeLessThan(65 * MIB);
    // Waiting requests stay counted after their socket closed.
    for (const client of clients) client.close();
    await eventually(() => expect(server.sync.connectionCount).toBe(0));
    expect(server.sync.budgets.inUse.incoming).toBeGreaterThan(50 * MIB);
    const other = await hostile({ "x-test-from": "198.51.100.8" });
    other.callMany("Mutation", 3, large(0.9 * MIB));
    proceed();
    await eventually(() => expect(other.heard.get("MutationResponse")).toBe(3));
    await nothingHappened();
  });

  test("is limited: unread pongs", async () => {
    const client = await hostile();
    client.pingDeafly(5_000);
    await eventually(() => expect(server.sync.connectionCount).toBe(1));
    await nothingHappened();
  });
});

describe("[SYNC22] the calls of an address", () => {
  const small = (at: number) => ({ udfPath: "counters:add", args: { name: `n${at}` } });
  const hold = () => {
    let proceed: () => void = () => undefined;
    server.runner.gate = new Promise((resolve) => (proceed = resolve));
    return proceed;
  };

  test("stay counted when their sockets are closed, and leave room for other addresses", async () => {
    const proceed = hold();
    const calls = vi.spyOn(server.runner, "mutation");
    for (let at = 1; at <= 40; at += 1) {
      const clients = await Promise.all(Array.from({ length: 10 }, () => hostile(STRANGER)));
      for (const client of clients) client.callMany("Mutation", 10, small);
      await eventually(() => expect(calls).toHaveBeenCalledTimes(100 * at));
      for (const client of clients) client.close();
    }
    const late = await hostile(STRANGER);
    late.callMany("Mutation", 2, small);
    expect(await late.ended).toEqual({
      ...{ code: TRY_LATER, reason: "TooManyConcurrentRequests: too many calls under way" },
    });
    const acting = await hostile(STRANGER);
    acting.callMany("Action", 1, small);
    expect((await acting.ended).code).toBe(TRY_LATER);
    expect(calls).toHaveBeenCalledTimes(4_000);
    const other = await hostile({ "x-test-from": "198.51.100.8" });
    other.callMany("Mutation", 20, small);
    await eventually(() => expect(calls).toHaveBeenCalledTimes(4_020));
    proceed();
    await eventually(() => expect(other.heard.get("MutationResponse")).toBe(20));
    await nothingHappened();
  });

  test("are counted together with those over HTTP, which are rejected with 503", async () => {
    const proceed = hold();
    server.sync.budgets.calls.take("198.51.100.7", 3_999);
    const post = () =>
      fetch(`${server.url}/api/mutation`, {
        method: "POST",
        headers: { "X-Forwarded-For": "198.51.100.7", "Content-Type": "application/json" },
        body: JSON.stringify({ path: "counters:add", args: { name: "a" } }),
      });
    const first = post();
    await eventually(() => expect(server.sync.budgets.calls.usedBy("198.51.100.7")).toBe(4_000));
    const second = await post();
    expect([second.status, second.headers.get("retry-after")]).toEqual([503, "1"]);
    expect(await second.json()).toMatchObject({ code: "Overloaded" });
    proceed();
    expect((await first).status).toBe(200);
    server.sync.budgets.calls.give("198.51.100.7", 3_999);
    await nothingHappened();
  });
});

describe("[SYNC16] fields that no client sends", () => {
  const add = (fields: object) => ({
    ...{ type: "ModifyQuerySet", baseVersion: 0, newVersion: 1 },
    modifications: [{ type: "Add", queryId: 0, udfPath: "a:b", args: [{}], ...fields }],
  });

  test.each(["", "s", "x".repeat(400_000), `${randomUUID()} `, `{${randomUUID()}}`, "__proto__"])(
    "end the session: a session's id that is no UUID (%#)",
    async (sessionId) => {
      const client = await HostileSocket.open(server.url);
      opened.push(client);
      client.connect(sessionId);
      expect((await client.ended).code).toBe(1002);
      await nothingHappened();
    },
  );

  test.each([
    ["a path", add({ udfPath: "x".repeat(1_025) })],
    ["a component", add({ componentPath: "x".repeat(1_025) })],
    ["a type", { type: "x".repeat(65) }],
    ["a modification's type", add({ type: "x".repeat(65) })],
    ["a call's path", { type: "Action", requestId: 0, udfPath: "x".repeat(1_025), args: [{}] }],
    [
      "a token",
      { type: "Authenticate", baseVersion: 0, tokenType: "User", value: "x".repeat(16_385) },
    ],
    [
      "an admin key",
      { type: "Authenticate", baseVersion: 0, tokenType: "Admin", value: "x".repeat(16_385) },
    ],
  ])("end the session: %s that is too long", async (_what, message) => {
    const client = await hostile();
    client.say(message);
    expect((await client.ended).code).toBe(1002);
    expect(server.runner.runs).toEqual([]);
    await nothingHappened();
  });

  test.each([
    ["arguments", "args"],
    ["claims", "impersonating"],
  ])("end the session: %s that are nested 100,000 times", async (_what, field) => {
    const deep = nestedArguments(100_000);
    const client = await hostile();
    client.sayText(
      field === "args"
        ? `{"type":"Mutation","requestId":0,"udfPath":"a:b","args":[${deep}]}`
        : `{"type":"Authenticate","baseVersion":0,"tokenType":"Admin","value":"k","impersonating":${deep}}`,
    );
    expect((await client.ended).code).toBe(1002);
    await nothingHappened();
  });

  test("end the session: anything before Connect", async () => {
    const client = await HostileSocket.open(server.url);
    opened.push(client);
    client.watchMany(1, get);
    expect((await client.ended).code).toBe(1002);
    expect(server.runner.runs).toEqual([]);
  });
});

describe("[SYNC17] a silent socket", () => {
  test("is closed after ten seconds, with or without a WebSocket frame", async () => {
    const [mute, silent] = [await HostileSocket.open(server.url), await openSilent(server.url)];
    opened.push(mute, { close: () => silent.destroy() });
    expect(await mute.ended).toEqual({ code: 1008, reason: "Connect was not said in time" });
    await nothingHappened();
  }, 60_000);
});

describe("[SYNC18] the sockets of one address", () => {
  test("are at most 200; other addresses and loopback are not affected", async () => {
    const clients = await Promise.all(Array.from({ length: 200 }, () => hostile(STRANGER)));
    await expect(hostile(STRANGER)).rejects.toThrow("429");
    await hostile({ "x-test-from": "198.51.100.8" });
    await hostile();
    clients[0]?.close();
    await eventually(() => hostile(STRANGER));
    await nothingHappened();
  });

  test("are counted for a whole network of IPv6", async () => {
    const from = (at: number) => ({ "x-test-from": `2001:db8:1:2::${at.toString(16)}` });
    await Promise.all(Array.from({ length: 200 }, (_, at) => hostile(from(at))));
    await expect(hostile(from(5_000))).rejects.toThrow("429");
    await hostile({ "x-test-from": "2001:db8:1:3::1" });
  });
});

describe("[SUB13] beside a socket with slow queries", () => {
  /** 60 runs of 5 ms: far more than its share of a quick round. */
  const busy = (at: number) => ({ udfPath: "counters:busy", args: { name: "a", bytes: 5, at } });

  test("other sockets get transitions at once", async () => {
    const neighbour = await RawClient.open(server.url);
    opened.push(neighbour);
    neighbour.connect("n");
    neighbour.add({ queryId: 0, udfPath: "counters:get", args: { name: "b" } });
    await neighbour.until(() => neighbour.valueOf(0) === 0);
    const client = await hostile();
    client.watchMany(200, busy);
    await eventually(() => expect(server.runner.runs).toContain("counters:busy"));
    const slowRuns = () => server.runner.runs.filter((path) => path === "counters:busy").length;
    /** The slow queries that ran before each transition of the neighbour. */
    const waits: number[] = [];
    for (let value = 1; client.answers === 0; value += 1) {
      const before = slowRuns();
      server.db.write({ b: value });
      await neighbour.until(() => neighbour.valueOf(0) === value);
      waits.push(slowRuns() - before);
    }
    // The first may have come into the round in which the queries began.
    expect(waits.length).toBeGreaterThan(10);
    expect(waits.sort((a, b) => a - b)[Math.floor(waits.length * 0.9)]).toBeLessThan(12);
  });

  test("[SUB4] its own transition has one timestamp, despite many commits", async () => {
    const client = await RawClient.open(server.url);
    opened.push(client);
    client.connect("s");
    client.add(
      ...Array.from({ length: 60 }, (_, at) => {
        const { udfPath, args } = busy(at);
        return { queryId: at, udfPath, args };
      }),
    );
    const neighbour = await RawClient.open(server.url);
    opened.push(neighbour);
    neighbour.connect("n");
    // The same queries: shared answers are newer than the slow one's moment.
    neighbour.add(
      { queryId: 0, udfPath: "counters:busy", args: busy(58).args },
      { queryId: 1, udfPath: "counters:busy", args: busy(59).args },
    );
    let value = 0;
    const writing = setInterval(() => server.db.write({ a: (value += 1) }), 7);
    await client.until(() => client.transitions.length >= 4, 20_000);
    clearInterval(writing);
    const shown = new Map<number, unknown>();
    for (const { modifications } of client.transitions) {
      for (const { queryId, value: newest } of modifications) shown.set(queryId, newest);
      expect(shown.size).toBe(60);
      expect(new Set(shown.values()).size).toBe(1);
    }
    client.transitions.slice(1).forEach(({ startVersion }, at) => {
      expect(startVersion).toEqual(client.transitions[at]?.endVersion);
    });
    // The last transition has the newest timestamp.
    await client.until(() => client.valueOf(0) === value && client.valueOf(59) === value, 20_000);
    await nothingHappened();
  }, 60_000);
});

test("[SYNC20] queues the parsing of a large body, and parses a small one at once", async () => {
  const next = vi.spyOn(server.subscriptions.runQueue, "next");
  const turnsFor = async (path: string, bytes: number) => {
    next.mockClear();
    const body = JSON.stringify({ path: "counters:add", args: { name: "x".repeat(bytes) } });
    expect((await fetch(server.url + path, { method: "POST", body })).status).toBe(200);
    return next.mock.calls.length;
  };
  expect(await turnsFor("/api/mutation", 1)).toBe(0);
  expect(await turnsFor("/api/mutation", 64 * 1_024)).toBe(1);
});

test("[SUB13] concurrent HTTP queries do not delay other calls", async () => {
  const { runs } = server.runner;
  const inTurns: number[] = [];
  let last = 0;
  let watching = setImmediate(function look() {
    inTurns.push(runs.length - last);
    last = runs.length;
    watching = setImmediate(look);
  });
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, at) => post("/api/query", { name: "a", bytes: 5, at })),
  );
  clearImmediate(watching);
  expect(answers).toEqual(Array(100).fill(200));
  // Each takes longer than a time slice.
  expect(Math.max(...inTurns)).toBe(1);
});
