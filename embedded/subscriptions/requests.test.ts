/** Single requests, answered from earlier runs. */
import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from "vitest";
import type { Identity, QueryCall } from "../contracts";
import { FakeDatabase, FakeRunner } from "../test/fakes";
import type { Lease } from "./cachedQuery";
import { QueryCache } from "./queryCache";
import { ReadSets } from "./readSets";

const NOBODY: Identity = { kind: "anonymous" };
const ADMIN: Identity = { kind: "admin" };
const ORIGIN = { ip: null, userAgent: null, requestId: "request" };
const MIB = 2 ** 20;

function user(name: string): Identity {
  return { kind: "user", tokenIdentifier: name, claims: { subject: name }, expiresAt: Infinity };
}

function call(path: string, args: Record<string, string | number> = {}): QueryCall {
  return { path: `counters:${path}`, args, journal: null };
}

const get = call("get", { name: "a" });

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

afterEach(() => {
  // Nothing of a request is left behind but its answer.
  expect([db.pinned, cache.unseen]).toEqual([0, 0]);
});

async function ask(query = get, identity = NOBODY): Promise<string> {
  return (await cache.answer(query, identity, ORIGIN)).content.toString();
}

/** Calls twice: from the second call on an answer is kept. */
async function askTwice(query = get, identity = NOBODY): Promise<string> {
  await ask(query, identity);
  return ask(query, identity);
}

async function watch(query = get, held?: Lease<string>): Promise<Lease<string>> {
  const snapshot = db.pin();
  cache.beginRound(snapshot.ts);
  const { lease } = await cache.watch(query, NOBODY, snapshot, "w", held);
  cache.endRound(snapshot.ts);
  snapshot.release();
  return lease;
}

/** Makes runs wait until the returned function is called. */
function close(): () => void {
  let open: () => void = () => undefined;
  runner.gate = new Promise((resolve) => (open = resolve));
  return open;
}

describe("[SUB18] a function's shared part", () => {
  const shared = call("shared");
  const parts = () => runner.runs.filter((path) => path === "counters:shared");

  test("runs once for all callers whom the function sees alike", async () => {
    db.write({ a: 1, b: 2 });
    for (const name of ["a", "b", "c", "d", "a", "b", "c", "d"])
      expect(await ask(shared, user(name))).toBe(
        `"value":["${"ab".includes(name) ? "member" : "guest"}",0]`,
      );
    // The first call of each part is not kept.
    expect(parts()).toHaveLength(4);
  });

  test("runs once for simultaneous calls", async () => {
    await askTwice(shared, user("u0"));
    db.write({ shared: 1 });
    const open = close();
    const answers = Array.from({ length: 20 }, (_, n) => ask(shared, user(`u${n}`)));
    open();
    expect(new Set(await Promise.all(answers))).toEqual(new Set([`"value":["guest",1]`]));
    expect(parts()).toHaveLength(3);
  });

  test("is of the same snapshot as how its caller is seen", async () => {
    const open = close();
    const answer = ask(shared, user("a"));
    db.write({ a: -1, shared: 5 });
    open();
    expect(await answer).toBe(`"value":["guest",0]`);
    expect(await ask(shared, user("a"))).toContain("Not for you.");
  });

  test("is of that snapshot also where a newer run of it is at hand", async () => {
    const open = close();
    const answer = ask(shared, user("a"));
    runner.gate = Promise.resolve();
    db.write({ a: -1, shared: 5 });
    const lease = await watch({ ...shared, viewer: "guest" });
    expect(lease.query.answer.content.toString()).toBe(`"value":["guest",5]`);
    open();
    expect(await answer).toBe(`"value":["guest",0]`);
  });

  test("is for nobody whom the function refuses: they get its own words", async () => {
    await askTwice(shared, user("a"));
    db.write({ a: -1 });
    expect(await ask(shared, user("a"))).toContain("Not for you.");
    expect(await ask(shared, user("b"))).toContain("guest");
  });

  test("is passed over by administrators and the app's own code", async () => {
    expect(await ask(shared, ADMIN)).toContain("Not for you.");
    expect(await ask({ ...shared, isOwn: true })).toContain("Not for you.");
  });
});

describe("[SUB16] a request is answered from an earlier run", () => {
  test("with the same arguments, in any order of fields", async () => {
    const one = call("get", { name: "a", more: "b" });
    const other = call("get", { more: "b", name: "a" });
    expect(await askTwice(one)).toBe(await ask(other));
    expect([runner.runs.length, cache.reuses]).toEqual([2, 1]);
    await ask(call("get", { name: "b" }));
    await ask(call("isPositive", { name: "a" }));
    expect([runner.runs.length, cache.reuses]).toEqual([4, 1]);
  });

  test("of anybody, if the function did not read the identity", async () => {
    for (const who of [NOBODY, user("a"), user("b"), user("c")]) await ask(get, who);
    expect(runner.runs).toHaveLength(2);
  });

  test("of the same caller only, if it did", async () => {
    const names = ["a", "b", "a", "b", "a", "b"];
    for (const name of names) expect(await ask(call("mine"), user(name))).toContain(`"${name}"`);
    expect(await ask(call("mine"))).toContain("anonymous");
    expect(runner.runs).toHaveLength(5);
  });

  test("of the same caller with a newer token", async () => {
    await askTwice(call("mine"), user("a"));
    await ask(call("mine"), { ...user("a"), expiresAt: 1 } as Identity);
    expect(runner.runs).toHaveLength(2);
  });

  test("[SUB17] never of an administrator or the app's own code, and each of them of its own kind", async () => {
    for (const round of [1, 2, 3]) {
      await ask(get, ADMIN);
      await ask({ ...get, isOwn: true });
      await ask({ ...get, isOwn: true }, ADMIN);
      await ask(get);
      expect([round, runner.runs.length]).toEqual([round, round === 1 ? 4 : 6]);
    }
  });

  test("that subscribers share, and the other way round", async () => {
    const lease = await watch();
    await ask();
    cache.release(lease);
    await ask();
    await watch();
    expect([runner.runs.length, cache.reuses]).toEqual([1, 3]);
  });

  test("that is under way for somebody else", async () => {
    const open = close();
    const answers = Array.from({ length: 20 }, (_, n) => ask(get, user(`u${n}`)));
    open();
    expect(new Set(await Promise.all(answers)).size).toBe(1);
    expect(runner.runs).toHaveLength(1);
  });

  test("but runs by itself when the one under way turns out to be another caller's", async () => {
    const open = close();
    const names = ["a", "b", "c", "a", "b", "c"];
    const answers = names.map((name) => ask(call("mine"), user(name)));
    open();
    expect(await Promise.all(answers)).toEqual(names.map((name) => `"value":"${name}"`));
  });

  test("with the page that it had, and has the page anew after a change", async () => {
    expect(await ask(call("page"))).toContain("end@0");
    const lease = await watch(call("page"));
    expect(lease.query.journal).toBe("end@0");
    db.write({ page: 5 });
    expect(await ask(call("page"))).toContain("end@5");
    // The subscriber's page keeps its end.
    const renewed = await watch({ ...call("page"), journal: "end@0" }, lease);
    expect(renewed.query.answer.content).toContain("end@0");
  });
});

describe("[SUB16] what is called for the first time", () => {
  let noted: MockInstance<ReadSets<unknown>["set"]>;
  beforeEach(() => {
    noted = vi.spyOn(ReadSets.prototype, "set");
  });
  afterEach(() => noted.mockRestore());

  test("leaves nothing behind that commits are compared with", async () => {
    for (let n = 0; n < 100; n += 1) await ask(call("get", { name: `${n}` }));
    for (let n = 0; n < 100; n += 1) await ask(call("mine"), user(`${n}`));
    expect([cache.bytes, cache.idleBytes, noted.mock.calls.length]).toEqual([0, 0, 0]);
    await ask(call("get", { name: "0" }));
    expect([cache.idleBytes > 0, noted.mock.calls.length]).toEqual([true, 1]);
  });

  test("has one run with what is called meanwhile, and is kept then", async () => {
    const open = close();
    const answers = [ask(), ask()];
    open();
    await Promise.all(answers);
    await ask();
    expect([runner.runs.length, cache.reuses]).toEqual([1, 2]);
  });

  test("has one run with a subscriber who came meanwhile and hears of changes", async () => {
    const open = close();
    const answer = ask();
    const watching = watch();
    open();
    await answer;
    const lease = await watching;
    db.write({ a: 1 });
    expect([runner.runs.length, stale]).toEqual([1, ["w"]]);
    cache.release(lease);
  });

  test("is found neither old nor new by those who come when it ends", async () => {
    const open = close();
    const first = ask();
    const second = first.then(() => ask());
    const third = first.then(() => (db.write({ a: 1 }), ask()));
    open();
    expect(await Promise.all([first, second, third])).toEqual([
      ...['"value":0', '"value":0', '"value":1'],
    ]);
  });

  test("is the first time again after very many others", async () => {
    await ask();
    for (let n = 0; n < 20_000; n += 1) await ask(call("get", { name: `${n}` }));
    noted.mockClear();
    await ask();
    expect(noted).not.toHaveBeenCalled();
    await ask();
    expect(noted).toHaveBeenCalledTimes(1);
  });
});

describe("[SUB17] a request is never answered from a run", () => {
  test("[SUB16] that a commit has put out of date", async () => {
    await askTwice();
    db.write({ other: 1 });
    await ask();
    expect(runner.runs).toHaveLength(2);
    db.write({ a: 1 });
    expect(await ask()).toBe('"value":1');
    expect(runner.runs).toHaveLength(3);
  });

  test("[SUB16] that began before it arrived and missed a commit", async () => {
    const open = close();
    const before = ask();
    db.write({ a: 1 });
    const after = ask();
    open();
    expect([await before, await after]).toEqual(['"value":0', '"value":1']);
    expect(await ask()).toBe('"value":1');
  });

  test("[SUB16] of a watched query that is out of date and has not run again yet", async () => {
    const lease = await watch();
    db.write({ a: 1 });
    expect(await ask()).toBe('"value":1');
    const runs = runner.runs.length;
    expect(await watch(get, lease)).toBe(lease);
    expect([lease.query.answer.content, runner.runs.length]).toEqual(['"value":1', runs]);
  });

  test("that failed, also when somebody watches the failure", async () => {
    await ask(call("nothing"));
    await ask(call("nothing"));
    const lease = await watch(call("nothing"));
    const { answer } = lease.query;
    await ask(call("nothing"));
    expect(runner.runs).toHaveLength(4);
    expect(lease.query.answer).toBe(answer);
    expect(stale).toEqual([]);
  });

  test("of functions that were reloaded, also meanwhile", async () => {
    await askTwice();
    cache.clear();
    const open = close();
    const answer = ask();
    cache.clear();
    open();
    await answer;
    runner.gate = Promise.resolve();
    await ask();
    expect(runner.runs).toHaveLength(4);
  });

  test("when commits are not heard of any more", async () => {
    await askTwice();
    cache.close();
    await ask();
    await ask();
    expect([runner.runs.length, cache.idleBytes]).toEqual([4, 0]);
  });
});

describe("[SUB17] [SUB15] by the clock, an answer", () => {
  const START = 1_000_000;
  beforeEach(() => {
    vi.useFakeTimers({ now: START, toFake: ["Date"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test("that expired is not reused", async () => {
    await askTwice(call("second"));
    vi.setSystemTime(START + 999);
    await ask(call("second"));
    expect(runner.runs).toHaveLength(2);
    vi.setSystemTime(START + 1_000);
    expect(await ask(call("second"))).toContain("1001");
  });

  test("is not reused by a clock that was set back, if it has an end", async () => {
    for (const query of [call("second"), call("clock"), get]) await askTwice(query);
    vi.setSystemTime(START - 1);
    for (const query of [call("second"), call("clock"), get]) await ask(query);
    expect(runner.runs.slice(6)).toEqual(["counters:second", "counters:clock"]);
  });

  test("with the clock in it is lent for a while, and then anew to its subscribers, too", async () => {
    await askTwice(call("clock"));
    const lease = await watch(call("clock"));
    vi.setSystemTime(START + 999);
    expect(await ask(call("clock"))).toContain(`${START}`);
    vi.setSystemTime(START + 1_000);
    cache.expire(START + 1_000);
    // Nobody new has come: those who have it keep it.
    expect([
      stale,
      cache.holds(lease, call("clock"), NOBODY, { ts: db.durableTs } as never),
    ]).toEqual([[], true]);
    expect(await ask(call("clock"))).toContain(`${START + 1_000}`);
    expect(stale).toEqual(["w"]);
    expect(runner.runs).toHaveLength(3);
  });

  test("that may be lent to nobody is not, not even to who waited for it", async () => {
    const open = close();
    const answers = [ask(call("unlendable")), ask(call("unlendable"))];
    open();
    await Promise.all(answers);
    await ask(call("unlendable"));
    expect(runner.runs).toHaveLength(3);
  });
});

describe("[SUB7] of queries without subscribers", () => {
  const large = (name: string, bytes: number) => call("large", { name, bytes });

  const times = (count: number, query: QueryCall) =>
    Array.from({ length: count }, () => query).reduce(
      (before, each) => before.then(() => ask(each)),
      Promise.resolve(""),
    );

  test("at most 8 MiB of those of several calls are kept, the least recently used not", async () => {
    const all = Array.from({ length: 20 }, (_, n) => large(`${n}`, MIB));
    for (const each of all) {
      await times(3, each);
      await ask(all[0]);
    }
    expect(cache.idleBytes).toBeLessThanOrEqual(8 * MIB);
    expect(cache.idleBytes).toBeGreaterThan(6 * MIB);
    const runs = runner.runs.length;
    await ask(all[0]);
    await ask(all.at(-1));
    expect(runner.runs).toHaveLength(runs);
    await ask(all[1]);
    expect(runner.runs).toHaveLength(runs + 1);
  });

  test("those that were not reused yet leave before those that were, at 8 MiB", async () => {
    await times(3, get);
    for (let n = 0; n < 20; n += 1) await askTwice(large(`${n}`, MIB / 2));
    expect(cache.idleBytes).toBeLessThanOrEqual(8 * MIB + 2_000);
    expect(cache.idleBytes).toBeGreaterThan(7 * MIB);
    const runs = runner.runs.length;
    await ask(large("19", MIB / 2));
    await ask(get);
    expect(runner.runs).toHaveLength(runs);
  });

  test("small ones count, too", async () => {
    for (let n = 0; n < 20_000; n += 1) await times(3, call("get", { name: `${n}` }));
    expect(cache.idleBytes).toBeLessThanOrEqual(8 * MIB);
    // Only so many fill it when each counts for what its objects take.
    expect(cache.idleBytes).toBeGreaterThan(7 * MIB);
  });

  test("an answer of more than 2 MiB is not kept, nor are the others displaced", async () => {
    await times(3, get);
    const idleBytes = cache.idleBytes;
    const leases = [await watch(large("a", 3 * MIB)), await watch(large("a", 3 * MIB))];
    for (const lease of leases) cache.release(lease);
    expect([cache.idleBytes, cache.bytes]).toEqual([idleBytes, 0]);
  });

  test("nothing is kept of what a commit put out of date", async () => {
    await askTwice();
    await askTwice(large("a", MIB));
    expect(cache.idleBytes).toBeGreaterThan(MIB);
    db.write({ a: 1, large: 1 });
    expect([cache.idleBytes, cache.bytes, cache.size]).toEqual([0, 0, 0]);
  });

  test("memory counts either as watched or as idle", async () => {
    await askTwice(large("a", MIB));
    expect([cache.bytes, cache.size]).toEqual([0, 0]);
    const lease = await watch(large("a", MIB));
    expect([cache.bytes > MIB, cache.idleBytes, cache.size]).toEqual([true, 0, 1]);
    cache.release(lease);
    cache.release(lease);
    expect([cache.bytes, cache.idleBytes > MIB, cache.size]).toEqual([0, true, 0]);
  });
});
