import { ConvexClient } from "convex/browser";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { decodeTimestamp, encodeTimestamp } from "./protocol";
import { counters } from "../test/fakes";
import type { FakeServer } from "../test/fakeServer";
import { startFakeServer } from "../test/fakeServer";
import { RawClient } from "../testkit/rawClient";

let server: FakeServer;
const opened: { close(): unknown }[] = [];

beforeEach(async () => {
  server = await startFakeServer();
});

afterEach(async () => {
  await Promise.all(opened.splice(0).map((client) => client.close()));
  await server.stop();
});

function stockClient(): ConvexClient {
  const client = new ConvexClient(server.url, { logger: false, unsavedChangesWarning: false });
  opened.push(client);
  return client;
}

async function rawClient(options?: { origin?: string; path?: string }): Promise<RawClient> {
  const client = await RawClient.open(server.url, options);
  opened.push(client);
  return client;
}

async function eventually(assertion: () => void): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      assertion();
      return;
    } catch (error) {
      if (attempt > 300) throw error;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
}

describe("a stock client", () => {
  test("[SUB1] receives a query's new result", async () => {
    const times: number[] = [];
    stockClient().onUpdate(counters.get, { name: "a" }, (value: number) => times.push(value));
    await eventually(() => expect(times).toEqual([0]));
    server.db.write({ a: 7 });
    await eventually(() => expect(times).toEqual([0, 7]));
  });

  test("[SYNC4] has its mutation's effect in its queries when the mutation's promise resolves", async () => {
    const client = stockClient();
    let shown: number | undefined;
    client.onUpdate(counters.get, { name: "a" }, (value: number) => (shown = value));
    await eventually(() => expect(shown).toBe(0));
    expect(await client.mutation(counters.add, { name: "a" })).toBe(1);
    expect(shown).toBe(1);
  });

  test("[SYNC4] resolves a mutation that changes none of its queries", async () => {
    expect(await stockClient().mutation(counters.add, { name: "unseen" })).toBe(1);
  });

  test("[ORD1] has its mutations run in the order of its calls", async () => {
    const client = stockClient();
    const names = Array.from({ length: 50 }, (_, i) => `c${i}`);
    await Promise.all(names.map((name) => client.mutation(counters.add, { name })));
    expect(server.runner.mutations).toEqual(names);
  });

  test("[SYNC6] receives an error for a missing function", async () => {
    const client = stockClient();
    const failed = new Promise<Error>((resolve) =>
      client.onUpdate(counters.noQuery, {}, () => undefined, resolve),
    );
    expect((await failed).message).toContain("Could not find public function");
    await expect(client.mutation(counters.noMutation, {})).rejects.toThrow("Could not find");
  });

  test("receives an action's result", async () => {
    expect(await stockClient().action(counters.echo, { a: 1 })).toEqual({ a: 1 });
  });

  test("[ID1] receives its new user's results after sign-in, and anonymous ones after sign-out", async () => {
    const client = stockClient();
    const events: string[] = [];
    client.onUpdate(counters.mine, {}, (value: string) => events.push(value));
    await eventually(() => expect(events.at(-1)).toBe("anonymous"));
    client.setAuth(() => Promise.resolve("user:asha:60000"));
    await eventually(() => expect(events.at(-1)).toBe("asha"));
    client.client.clearAuth();
    await eventually(() => expect(events.at(-1)).toBe("anonymous"));
  });
});

describe("[SUB18] a function's shared part", () => {
  async function member(name: string): Promise<RawClient> {
    const client = await rawClient();
    client.connect(name);
    const value = `user:${name}:60000`;
    client.say({ type: "Authenticate", tokenType: "User", value, baseVersion: 0 });
    client.add({ queryId: 0, udfPath: "counters:shared" });
    return client;
  }

  function partRuns(): number {
    return server.runner.runs.filter((path) => path === "counters:shared").length;
  }

  async function expectShown(clients: readonly RawClient[], value: unknown): Promise<void> {
    const text = JSON.stringify(value);
    await Promise.all(
      clients.map((client) => client.until(() => JSON.stringify(client.valueOf(0)) === text)),
    );
  }

  test("runs once for a hundred callers, and alone when what it read changes", async () => {
    const names = Array.from({ length: 100 }, (_, i) => `u${i}`);
    const clients = await Promise.all(names.map(member));
    await expectShown(clients, ["guest", 0]);
    expect(partRuns()).toBe(1);
    const before = server.runner.runs.length;
    server.db.write({ shared: 1 });
    await expectShown(clients, ["guest", 1]);
    expect(server.runner.runs.length - before).toBe(1);
  });

  test("follows how its caller is seen, and leaves with a refusal", async () => {
    const [a, b] = await Promise.all(["a", "b"].map(member));
    await expectShown([a!, b!], ["guest", 0]);
    server.db.write({ a: 5 });
    await expectShown([a!], ["member", 0]);
    // Seen as before: nothing is sent.
    const sent = a!.transitions.length;
    server.db.write({ a: 6 });
    server.db.write({ a: -1 });
    await a!.until(() => JSON.stringify(a!.transitions.at(-1)).includes("Not for you."));
    expect(a!.transitions.length).toBeLessThanOrEqual(sent + 1);
    expect(b!.valueOf(0)).toEqual(["guest", 0]);
    server.db.write({ a: 1, shared: 2 });
    await expectShown([a!], ["member", 2]);
    await expectShown([b!], ["guest", 2]);
  });

  test("belongs to the new caller after a change of identity", async () => {
    server.db.write({ b: 1 });
    const client = await member("a");
    await expectShown([client], ["guest", 0]);
    const value = "user:b:60000";
    client.say({ type: "Authenticate", tokenType: "User", value, baseVersion: 1 });
    await expectShown([client], ["member", 0]);
  });

  test("leaves nothing behind when its clients are gone", async () => {
    const clients = await Promise.all(["a", "b"].map(member));
    await expectShown(clients, ["guest", 0]);
    for (const client of clients) client.close();
    await eventually(() => expect(server.subscriptions.queries.size).toBe(0));
  });
});

describe("transitions", () => {
  test("[SYNC2] start where the previous one ended", async () => {
    const client = await rawClient();
    client.connect("s");
    client.add({ queryId: 0, udfPath: "counters:get", args: { name: "a" } });
    await client.until(() => client.valueOf(0) === 0);
    client.add({ queryId: 1, udfPath: "counters:sum" });
    await client.until(() => client.valueOf(1) === 0);
    client.mutate(0, "counters:add", { name: "a" });
    await client.until(() => client.valueOf(0) === 1 && client.valueOf(1) === 1);
    client.remove(0);
    await client.until(() => client.transitions.at(-1)?.endVersion.querySet === 3);
    expect(client.transitions[0]?.startVersion).toEqual({
      querySet: 0,
      identity: 0,
      ts: encodeTimestamp(0),
    });
    client.transitions.slice(1).forEach((transition, i) => {
      expect(transition.startVersion).toEqual(client.transitions[i]?.endVersion);
    });
  });

  test("[SUB4] carry all changed queries at one timestamp", async () => {
    const client = await rawClient();
    client.connect("s");
    client.add(
      { queryId: 0, udfPath: "counters:get", args: { name: "a" } },
      { queryId: 1, udfPath: "counters:sum" },
    );
    await client.until(() => client.transitions.length === 1);
    server.db.write({ a: 5 });
    await client.until(() => client.transitions.length === 2);
    expect(client.transitions[1]?.modifications.map(({ value }) => value)).toEqual([5, 5]);
  });

  test("[SUB3] reach all of a hundred clients with one run of the query", async () => {
    const clients = await Promise.all(Array.from({ length: 100 }, () => rawClient()));
    clients.forEach((client, i) => {
      client.connect(`s${i}`);
      client.add({ queryId: 0, udfPath: "counters:get", args: { name: "a" } });
    });
    await Promise.all(clients.map((client) => client.until(() => client.valueOf(0) === 0)));
    const before = server.runner.runs.length;
    server.db.write({ a: 1 });
    await Promise.all(clients.map((client) => client.until(() => client.valueOf(0) === 1)));
    expect(server.runner.runs.length - before).toBe(1);
  });

  test("[SUB5] are not sent for an unchanged result", async () => {
    const client = await rawClient();
    client.connect("s");
    client.add(
      { queryId: 0, udfPath: "counters:isPositive", args: { name: "a" } },
      { queryId: 1, udfPath: "counters:get", args: { name: "b" } },
    );
    await client.until(() => client.transitions.length === 1);
    server.db.write({ a: 1 });
    await client.until(() => client.valueOf(0) === true);
    server.db.write({ a: 2 });
    server.db.write({ b: 9 });
    await client.until(() => client.valueOf(1) === 9);
    expect(client.transitions.slice(1).flatMap(({ modifications }) => modifications)).toHaveLength(
      2,
    );
  });

  test("[SYNC4] follow every mutation's response and are at least as new", async () => {
    const client = await rawClient();
    client.connect("s");
    for (let i = 0; i < 20; i++) client.mutate(i, "counters:add", { name: "a" });
    await client.until(
      () => client.messages.filter(({ type }) => type === "MutationResponse").length === 20,
    );
    const last = client.messages.findLast((message) => message.type === "MutationResponse");
    const committed = decodeTimestamp(last?.ts ?? "");
    await client.until(() => {
      const after = client.messages.at(-1);
      return after?.type === "Transition" && decodeTimestamp(after.endVersion.ts) >= committed;
    });
  });

  test("[SYNC4] show a mutation's effect only after its response", async () => {
    const client = await rawClient();
    client.connect("s");
    client.add({ queryId: 0, udfPath: "counters:get", args: { name: "a" } });
    await client.until(() => client.valueOf(0) === 0);
    client.mutate(0, "counters:add", { name: "a" });
    await client.until(() => client.valueOf(0) === 1);
    const types = client.messages.map(({ type }) => type).filter((type) => type !== "Ping");
    expect(types).toEqual(["Transition", "MutationResponse", "Transition"]);
  });

  test("[SYNC13] begin after a reconnecting client's ModifyQuerySet", async () => {
    const client = await rawClient();
    client.connect("s");
    client.say({
      type: "Authenticate",
      baseVersion: 0,
      tokenType: "User",
      value: "user:asha:60000",
    });
    // A message for the identity alone would arrive before another client's response.
    const other = await rawClient();
    other.connect("t");
    other.add({ queryId: 0, udfPath: "counters:get", args: { name: "a" } });
    await other.until(() => other.valueOf(0) === 0);
    expect(client.transitions).toEqual([]);
    client.add({ queryId: 0, udfPath: "counters:mine" });
    await client.until(() => client.valueOf(0) === "asha");
    expect(client.transitions).toHaveLength(1);
  });

  test("[SUB6] keep the end of a page when its query runs again", async () => {
    const client = await rawClient();
    client.connect("s");
    client.add({ queryId: 0, udfPath: "counters:page" });
    await client.until(() => client.transitions.length === 1);
    expect(client.transitions[0]?.modifications[0]?.journal).toBe("end@0");
    server.db.write({ page: 5 });
    client.say({ type: "Authenticate", tokenType: "User", value: "user:asha", baseVersion: 0 });
    await client.until(() => client.transitions.at(-1)?.endVersion.identity === 1);
    expect(client.valueOf(0)).toEqual({ end: "end@0" });
    const returning = await rawClient();
    returning.connect("t");
    returning.add({ queryId: 0, udfPath: "counters:page", journal: "end@0" });
    await returning.until(() => returning.transitions.length === 1);
    expect(returning.valueOf(0)).toEqual({ end: "end@0" });
  });
});

describe("identity", () => {
  test("[ID2] is rejected for an invalid token, without any data", async () => {
    const client = await rawClient();
    client.connect("s");
    client.say({ type: "Authenticate", tokenType: "User", value: "forged", baseVersion: 0 });
    client.add({ queryId: 0, udfPath: "counters:mine" });
    await client.until(() => client.closeCode !== null);
    expect(client.messages).toEqual([
      { type: "AuthError", error: "Bad token.", baseVersion: 0, authUpdateAttempted: true },
    ]);
  });

  test("[ID3] ends with the token, on an open socket", async () => {
    const client = await rawClient();
    client.connect("s");
    client.say({
      type: "Authenticate",
      tokenType: "User",
      value: "user:asha:1000",
      baseVersion: 0,
    });
    client.add({ queryId: 0, udfPath: "counters:mine" });
    await client.until(() => client.valueOf(0) === "asha");
    await client.until(() => client.closeCode !== null);
    expect(client.messages.at(-1)).toMatchObject({
      type: "AuthError",
      authUpdateAttempted: false,
      baseVersion: 1,
    });
  });

  test("[ID3] [ID5] continues with a newer token, with no run and no message repeated", async () => {
    const client = await rawClient();
    client.connect("s");
    const authenticate = (value: string, baseVersion: number) =>
      client.say({ type: "Authenticate", tokenType: "User", value, baseVersion });
    authenticate("user:asha:1000", 0);
    client.add({ queryId: 0, udfPath: "counters:mine" });
    await client.until(() => client.valueOf(0) === "asha");
    const runs = server.runner.runs.length;
    authenticate("user:asha:60000", 1);
    await client.until(() => client.transitions.at(-1)?.endVersion.identity === 2);
    expect(client.transitions.at(-1)?.modifications).toEqual([]);
    expect(server.runner.runs.length).toBe(runs);
    // The first token would have ended.
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expect(client.closeCode).toBeNull();
  });

  test("[ID3] ends on time for a token that outlasts Node's longest timer", async () => {
    const wait = vi.spyOn(globalThis, "setTimeout");
    const client = await rawClient();
    client.connect("s");
    const value = `user:asha:${60 * 24 * 3_600_000}`;
    client.say({ type: "Authenticate", tokenType: "User", value, baseVersion: 0 });
    client.add({ queryId: 0, udfPath: "counters:mine" });
    await client.until(() => client.valueOf(0) === "asha");
    const delays = wait.mock.calls.map(([, delay = 0]) => delay);
    wait.mockRestore();
    expect(Math.max(...delays)).toBe(2 ** 31 - 1);
  });

  test("[ORD2] applies to the messages after it, not to those before", async () => {
    const client = await rawClient();
    client.connect("s");
    client.say({ type: "Authenticate", tokenType: "User", value: "user:asha", baseVersion: 0 });
    client.add({ queryId: 0, udfPath: "counters:mine" });
    await client.until(() => client.valueOf(0) !== undefined);
    expect(client.valueOf(0)).toBe("asha");
    expect(client.transitions.at(-1)?.endVersion.identity).toBe(1);
  });
});

describe("exactly once", () => {
  test("[EO1] a mutation sent again over a new socket is answered, not run", async () => {
    const first = await rawClient();
    first.connect("same-session");
    first.mutate(0, "counters:add", { name: "a" });
    await first.until(() => first.messages.some(({ type }) => type === "MutationResponse"));
    first.close();
    const second = await rawClient();
    second.connect("same-session");
    second.mutate(0, "counters:add", { name: "a" });
    await second.until(() => second.messages.some(({ type }) => type === "Transition"));
    expect(second.messages[0]).toMatchObject({
      type: "MutationResponse",
      success: true,
      result: 1,
    });
    expect(server.runner.mutations).toEqual(["a"]);
  });
});

describe("rejected behaviour of sockets", () => {
  test.each([
    ["text that is no JSON", "{"],
    ["a message that does not exist", JSON.stringify({ type: "Nonsense" })],
    [
      "a query that it never added",
      JSON.stringify({
        type: "ModifyQuerySet",
        baseVersion: 0,
        newVersion: 1,
        modifications: [{ type: "Remove", queryId: 3 }],
      }),
    ],
    [
      "a version that does not follow",
      JSON.stringify({ type: "ModifyQuerySet", baseVersion: 4, newVersion: 5, modifications: [] }),
    ],
    [
      "arguments that are no object",
      JSON.stringify({ type: "Mutation", requestId: 0, udfPath: "a:b", args: [5] }),
    ],
  ])("[SYNC7] %s ends its own session and no other", async (_what, text) => {
    const neighbour = await rawClient();
    neighbour.connect("n");
    neighbour.add({ queryId: 0, udfPath: "counters:get", args: { name: "a" } });
    const client = await rawClient();
    client.connect("s");
    client.socket.send(text);
    await client.until(() => client.closeCode !== null);
    expect(client.messages.at(-1)?.type).toBe("FatalError");
    server.db.write({ a: 3 });
    await neighbour.until(() => neighbour.valueOf(0) === 3);
  });

  test("[SYNC8] a frame above 16 MiB closes the socket", async () => {
    const client = await rawClient();
    client.connect("s");
    client.mutate(0, "counters:add", { name: "x".repeat(17 * 1024 * 1024) });
    await client.until(() => client.closeCode !== null);
    expect(server.runner.mutations).toEqual([]);
  });

  test("[SYNC9] more than 1,000 calls under way close the socket", async () => {
    const client = await rawClient();
    client.connect("s");
    let proceed: () => void = () => undefined;
    server.runner.gate = new Promise((resolve) => (proceed = resolve));
    for (let i = 0; i < 1_001; i++)
      client.say({
        type: "Mutation",
        requestId: i,
        udfPath: "counters:add",
        args: [{ name: "a" }],
      });
    await client.until(() => client.closeCode !== null);
    expect(client.closeCode).toBe(1013);
    proceed();
  });

  test("[SYNC10] closes a client that does not read, without delaying others", async () => {
    const deaf = await rawClient();
    deaf.connect("deaf");
    deaf.socket.pause();
    for (let i = 0; i < 8; i++)
      deaf.add({ queryId: i, udfPath: "counters:large", args: { bytes: 8_000_000, i } });
    const listener = await rawClient();
    listener.connect("l");
    listener.add({ queryId: 0, udfPath: "counters:get", args: { name: "a" } });
    await listener.until(() => listener.valueOf(0) === 0);
    for (let i = 0; i < 4; i++) {
      deaf.add({
        queryId: 100 + i,
        udfPath: "counters:large",
        args: { bytes: 8_000_000, other: i },
      });
      server.db.write({ a: i + 1 });
      await listener.until(() => listener.valueOf(0) === i + 1);
    }
    await eventually(() => expect(server.sync.connectionCount).toBe(1));
  });

  test("[SYNC11] disconnects and counts a client that has seen a later timestamp", async () => {
    const client = await rawClient();
    client.connect("s", encodeTimestamp(server.db.durableTs + 1_000_000));
    await client.until(() => client.closeCode !== null);
    expect(client.closeCode).toBe(1011);
    expect(server.timeTravels).toHaveLength(1);
  });

  test.each([
    ["https://evil.example", false],
    ["null", false],
    ["https://listed.example", true],
    ["http://localhost:5173", true],
  ])("[ORIG1] a page of %s may connect: %s", async (origin, allowed) => {
    const opening = rawClient({ origin });
    if (allowed) await opening;
    else await expect(opening).rejects.toThrow("403");
  });

  test("[ORIG1] a page of the host that the request names may connect, by either path", async () => {
    await rawClient({ origin: server.url, path: "/api/sync" });
    await expect(rawClient({ path: "/api/other" })).rejects.toThrow("404");
  });
});

test("[SUB7] keeps nothing of a query removed during its run", async () => {
  const client = await rawClient();
  client.connect("s");
  client.add({ queryId: 0, udfPath: "counters:get", args: { name: "a" } });
  await client.until(() => client.valueOf(0) === 0);
  let proceed: () => void = () => undefined;
  server.runner.gate = new Promise((resolve) => (proceed = resolve));
  const runs = server.runner.runs.length;
  server.db.write({ a: 1 });
  await eventually(() => expect(server.runner.runs.length).toBe(runs + 1));
  client.remove(0);
  await new Promise((resolve) => setTimeout(resolve, 20));
  proceed();
  await eventually(() => expect(server.subscriptions.queries.size).toBe(0));
});

test("[SUB9] reads a new subscriber's first page at its own size, not at a grown one's", async () => {
  const [old, young] = [await rawClient(), await rawClient()];
  old.connect("old");
  old.add({ queryId: 0, udfPath: "counters:page" });
  await old.until(() => old.transitions.length === 1);
  server.db.write({ page: 5 });
  young.connect("young");
  young.add({ queryId: 0, udfPath: "counters:page" });
  await young.until(() => young.transitions.length === 1);
  expect(young.valueOf(0)).toEqual({ end: "end@5" });
  expect(old.valueOf(0)).toEqual({ end: "end@0" });
});

test("[SUB11] under many mutations, updates reading clients every 50 ms and writing clients at once", async () => {
  const [watching, changing] = [await rawClient(), await rawClient()];
  for (const [client, session] of [
    [watching, "watching"],
    [changing, "changing"],
  ] as const) {
    client.connect(session);
    client.add({ queryId: 0, udfPath: "counters:get", args: { name: "a" } });
    await client.until(() => client.valueOf(0) === 0);
  }
  server.runner.mutatingCallers = 16;
  const startedAt = performance.now();
  for (let value = 1; performance.now() < startedAt + 400; value += 1) {
    changing.mutate(value, "counters:add", { name: "a" });
    await changing.until(() => changing.valueOf(0) === value);
  }
  const passed = performance.now() - startedAt;
  await watching.until(() => watching.valueOf(0) === changing.valueOf(0));
  expect(watching.transitions.length).toBeLessThan(2 + Math.ceil(passed / 50) + 1);
});

test("[SUB12] lets other work continue after every few runs, however many are due", async () => {
  const clients = await Promise.all(Array.from({ length: 40 }, () => rawClient()));
  for (const [at, client] of clients.entries()) {
    client.connect(`one of many, ${at}`);
    client.add({ queryId: 0, udfPath: "counters:sum", args: { own: at } });
    await client.until(() => client.valueOf(0) === 0);
  }
  const { runs } = server.runner;
  const before = runs.length;
  server.db.write({ a: 1 });
  const inTurns: number[] = [];
  for (let last = before; last < before + clients.length; last = runs.length) {
    await new Promise((resolve) => setImmediate(resolve));
    inTurns.push(runs.length - last);
  }
  expect(Math.max(...inTurns)).toBeLessThanOrEqual(4);
  await Promise.all(clients.map((client) => client.until(() => client.valueOf(0) === 1)));
});

test("[SUB7] keeps nothing without sockets", async () => {
  const client = await rawClient();
  client.connect("s");
  client.add(
    { queryId: 0, udfPath: "counters:get", args: { name: "a" } },
    { queryId: 1, udfPath: "counters:mine" },
  );
  await client.until(() => client.transitions.length === 1);
  expect(server.subscriptions.queries.size).toBe(2);
  client.remove(0);
  await client.until(() => client.transitions.length === 2);
  expect(server.subscriptions.queries.size).toBe(1);
  client.close();
  await eventually(() => expect(server.subscriptions.queries.size).toBe(0));
  expect(server.db.pinned).toBe(0);
});
