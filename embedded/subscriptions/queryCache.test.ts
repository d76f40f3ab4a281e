import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Identity, QueryCall } from "../contracts";
import type { Lease } from "./cachedQuery";
import { QueryCache } from "./queryCache";
import { FakeDatabase, FakeRunner } from "../test/fakes";

const NOBODY: Identity = { kind: "anonymous" };
const ADMIN: Identity = { kind: "admin" };

function user(name: string): Identity {
  return { kind: "user", tokenIdentifier: name, claims: { subject: name }, expiresAt: Infinity };
}

function call(
  path: string,
  args: Record<string, string> = {},
  journal: string | null = null,
): QueryCall {
  return { path, args, journal };
}

let db: FakeDatabase;
let runner: FakeRunner;
let cache: QueryCache<string>;
let stale: string[];

beforeEach(() => {
  db = new FakeDatabase();
  runner = new FakeRunner(db);
  stale = [];
  cache = new QueryCache(db, runner, (watcher) => stale.push(watcher));
  db.onCommit((commit) => cache.commit(commit));
});

async function watch(
  query: QueryCall,
  identity = NOBODY,
  watcher = "w",
  held?: Lease<string>,
): Promise<Lease<string>> {
  const snapshot = db.pin();
  cache.beginRound(snapshot.ts);
  const { lease } = await cache.watch(query, identity, snapshot, watcher, held);
  cache.endRound(snapshot.ts);
  snapshot.release();
  return lease;
}

describe("[SUB3] one run serves", () => {
  test("all subscribers with the same arguments, in any order of fields", async () => {
    await watch(call("counters:get", { name: "a", more: "b" }));
    await watch(call("counters:get", { more: "b", name: "a" }), user("asha"));
    expect(runner.runs).toHaveLength(1);
  });

  test("concurrent subscribers", async () => {
    const snapshot = db.pin();
    const people = Array.from({ length: 20 }, (_, i) => user(`u${i}`));
    await Promise.all(
      people.map((person) =>
        cache.watch(call("counters:get", { name: "a" }), person, snapshot, "w"),
      ),
    );
    expect(runner.runs).toHaveLength(1);
  });

  test("one caller only, if the function read the identity", async () => {
    const snapshot = db.pin();
    const people = ["a", "b", "a", "c"].map(user);
    const leases = await Promise.all(
      people.map((person) => cache.watch(call("counters:mine"), person, snapshot, "w")),
    );
    expect(leases.map(({ answer }) => answer.content)).toEqual(
      ["a", "b", "a", "c"].map((name) => expect.stringContaining(`"value":"${name}"`) as unknown),
    );
    expect(runner.runs).toHaveLength(3);
  });

  test("each caller separately as soon as the function reads the identity", async () => {
    const query = call("counters:sometimesMine");
    const [a, b] = [await watch(query, user("a"), "a"), await watch(query, user("b"), "b")];
    expect(runner.runs).toHaveLength(1);
    db.write({ ask: 1 });
    expect(stale.sort()).toEqual(["a", "b"]);
    const [newA, newB] = [
      await watch(query, user("a"), "a", a),
      await watch(query, user("b"), "b", b),
    ];
    expect(newA.query.answer.content).toContain('"a"');
    expect(newB.query.answer.content).toContain('"b"');
  });

  test("never an anonymous caller with an administrator's result", async () => {
    await watch(call("counters:get", { name: "a" }), ADMIN);
    await watch(call("counters:get", { name: "a" }), NOBODY);
    expect(runner.runs).toHaveLength(2);
  });

  test("never two pages with different ends", async () => {
    const first = await watch(call("counters:page"));
    const returning = await watch(call("counters:page", {}, "end@other"));
    expect(first.query.journal).toBe("end@0");
    expect(returning.query.journal).toBe("end@other");
  });
});

describe("[SUB15] a result with an expiry", () => {
  const START = 1_000_000;
  beforeEach(() => {
    vi.useFakeTimers({ now: START, toFake: ["Date"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test("is shared until its expiry and not afterwards", async () => {
    const first = await watch(call("counters:second"), NOBODY, "first");
    vi.setSystemTime(START + 999);
    await watch(call("counters:second"), NOBODY, "second");
    expect(runner.runs).toHaveLength(1);
    vi.setSystemTime(START + 1_000);
    const { query } = await watch(call("counters:second"), NOBODY, "third");
    expect(query.answer.content).toContain("1001");
    // Subscribers of the old result are invalidated once.
    expect(stale).toEqual(["first", "second"]);
    expect(await watch(call("counters:second"), NOBODY, "first", first)).toBe(first);
    expect(runner.runs).toHaveLength(2);
  });

  test("does not count as held after its expiry", async () => {
    const lease = await watch(call("counters:second"));
    const holds = () => cache.holds(lease, call("counters:second"), NOBODY, db.pin());
    expect(holds()).toBe(true);
    vi.setSystemTime(START + 1_000);
    expect(holds()).toBe(false);
  });

  test("invalidates only its own query at its expiry", async () => {
    await watch(call("counters:second"), NOBODY, "watching");
    await watch(call("counters:get", { name: "a" }), NOBODY, "lasting");
    cache.expire(START + 999);
    expect(stale).toEqual([]);
    cache.expire(START + 1_000);
    cache.expire(START + 2_000);
    expect(stale).toEqual(["watching"]);
  });

  test("is delivered when it arrives late, and invalidated at the next check", async () => {
    let open: () => void = () => undefined;
    runner.gate = new Promise((resolve) => (open = resolve));
    const watching = watch(call("counters:late"));
    vi.setSystemTime(START + 1_000);
    cache.expire(START + 1_000);
    open();
    await watching;
    expect(stale).toEqual([]);
    cache.expire(START + 1_000);
    expect(stale).toEqual(["w"]);
  });
});

describe("a page", () => {
  const page = (journal: string | null) => call("counters:page", {}, journal);

  test("[SUB6] [SUB9] keeps its end for subscribers that read it, and is read anew for others", async () => {
    const old = await watch(page(null), NOBODY, "old");
    db.write({ page: 5 });
    const young = await watch(page(null), NOBODY, "young");
    const lease = await watch(page("end@0"), NOBODY, "old", old);
    expect([lease.query.journal, young.query.journal]).toEqual(["end@0", "end@5"]);
    expect(lease.query.answer.content).toContain("end@0");
    cache.release(old);
    db.write({ page: 6 });
    expect((await watch(page("end@0"), NOBODY, "old", lease)).query.journal).toBe("end@0");
    expect((await watch(page("end@5"), NOBODY, "young", young)).query.journal).toBe("end@5");
  });

  test("[SUB3] runs once for all pages with the same end", async () => {
    const leases = [await watch(page(null)), await watch(page(null)), await watch(page(null))];
    db.write({ page: 5 });
    for (const lease of leases) await watch(page("end@0"), NOBODY, "w", lease);
    expect(runner.runs).toHaveLength(2);
  });
});

describe("[SUB2] a commit", () => {
  test("invalidates only queries that read its writes", async () => {
    const [a, b] = [call("counters:get", { name: "a" }), call("counters:get", { name: "b" })];
    const [heldA, heldB] = [await watch(a, NOBODY, "a"), await watch(b, NOBODY, "b")];
    db.write({ a: 1 });
    expect(stale).toEqual(["a"]);
    await watch(a, NOBODY, "a", heldA);
    await watch(b, NOBODY, "b", heldB);
    expect(runner.runs).toHaveLength(3);
  });

  test("during a run makes the query run again", async () => {
    let proceed: () => void = () => undefined;
    runner.gate = new Promise((resolve) => (proceed = resolve));
    const watching = watch(call("counters:get", { name: "a" }));
    db.write({ a: 1 });
    proceed();
    const lease = await watching;
    expect(lease.query.answer.content).toContain('"value":0');
    expect(stale).toEqual(["w"]);
    const again = await watch(call("counters:get", { name: "a" }), NOBODY, "w", lease);
    expect(again.query.answer.content).toContain('"value":1');
  });

  test("is compared with the ranges of the newest run", async () => {
    const query = call("counters:sometimesMine");
    const lease = await watch(query);
    db.write({ ask: 1 });
    await watch(query, NOBODY, "w", lease);
    stale = [];
    db.write({ ask: 2 });
    expect(stale).toEqual(["w"]);
  });
});

test("[SUB8] a reload invalidates every result", async () => {
  const lease = await watch(call("counters:get", { name: "a" }));
  cache.clear();
  expect(stale).toEqual(["w"]);
  await watch(call("counters:get", { name: "a" }), NOBODY, "w", lease);
  expect(runner.runs).toHaveLength(2);
});

test("[SUB3] a new token of the same user runs nothing again", async () => {
  const lease = await watch(call("counters:mine"), user("a"));
  const renewed = { ...user("a"), expiresAt: 1 } as Identity;
  expect(await watch(call("counters:mine"), renewed, "w", lease)).toBe(lease);
  expect(runner.runs).toHaveLength(1);
});

test("[SUB7] watches nothing of a query released during its run", async () => {
  const query = call("counters:get", { name: "a" });
  const lease = await watch(query);
  db.write({ a: 1 });
  let proceed: () => void = () => undefined;
  runner.gate = new Promise((resolve) => (proceed = resolve));
  const watching = watch(query, NOBODY, "w", lease);
  cache.release(lease);
  proceed();
  cache.release(await watching);
  expect(cache.size).toBe(0);
});

test("[SUB7] keeps no commits that every run has seen", async () => {
  for (let i = 0; i < 100; i++) db.write({ a: i });
  await watch(call("counters:get", { name: "a" }));
  for (let i = 0; i < 100; i++) db.write({ a: i });
  expect(cache.unseen).toBe(0);
});

test("[SUB7] tells nobody without subscribers", async () => {
  const leases = [
    await watch(call("counters:get", { name: "a" })),
    await watch(call("counters:mine"), user("a")),
    await watch(call("counters:mine"), user("b")),
  ];
  expect(cache.size).toBe(2);
  leases.forEach((lease) => cache.release(lease));
  expect(cache.size).toBe(0);
  db.write({ a: 1 });
  expect(stale).toEqual([]);
});

describe("[SUB14] two concurrent rounds", () => {
  const query = call("counters:get", { name: "a" });

  test("get the result at their own timestamp, in either order", async () => {
    db.write({ a: 1 });
    const old = db.pin();
    cache.beginRound(old.ts);
    db.write({ a: 2 });
    const young = db.pin();
    cache.beginRound(young.ts);
    const [newer, older, again] = [
      await cache.watch(query, NOBODY, young, "young"),
      await cache.watch(query, NOBODY, old, "old"),
      await cache.watch(query, NOBODY, young, "again"),
    ];
    expect(newer.answer.content).toContain('"value":2');
    expect(older.answer.content).toContain('"value":1');
    expect(again.answer.content).toContain('"value":2');
    // The subscriber with the older result is invalidated.
    expect(stale).toEqual(["old"]);
    expect(runner.runs).toHaveLength(2);
  });

  test("get it also when both run at the same time", async () => {
    db.write({ a: 1 });
    const old = db.pin();
    cache.beginRound(old.ts);
    db.write({ a: 2 });
    const young = db.pin();
    cache.beginRound(young.ts);
    const notifications = await Promise.all([
      cache.watch(query, NOBODY, old, "old"),
      cache.watch(query, NOBODY, young, "young"),
      cache.watch(query, user("asha"), old, "old"),
      cache.watch(query, user("asha"), young, "young"),
    ]);
    expect(
      notifications.map(({ answer }) => /"value":(\d)/.exec(answer.content.toString())?.[1]),
    ).toEqual([...["1", "2", "1", "2"]]);
  });

  test("see commits that they missed, also when too many to keep", async () => {
    for (const commits of [1, 5_000]) {
      const name = `after ${commits}`;
      const old = db.pin();
      cache.beginRound(old.ts);
      db.write({ [name]: 1 });
      for (let at = 1; at < commits; at += 1) db.write({ other: at });
      expect(cache.unseen).toBeLessThanOrEqual(2_000);
      const { lease, answer } = await cache.watch(
        call("counters:get", { name }),
        NOBODY,
        old,
        name,
      );
      expect(answer.content).toContain('"value":0');
      expect(stale).toContain(name);
      expect(lease.query.isFreshAt(old.ts)).toBe(true);
      expect(lease.query.isFreshAt(db.durableTs)).toBe(false);
      cache.endRound(old.ts);
      expect(cache.unseen).toBe(0);
    }
  });
});
