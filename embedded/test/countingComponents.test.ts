/** Convex's components that count, limit, cache and watch, as published. */
import { isDeepStrictEqual } from "node:util";
import { ConvexClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../testkit/project";
import { RealBackend } from "../testkit/realBackend";

let backend: RealBackend;

beforeAll(async () => {
  backend = await RealBackend.start("arcade");
}, 60_000);

afterAll(() => backend.stop());

describe("[COMP6] aggregate", () => {
  interface Game {
    readonly game: string;
    readonly aggregate: { readonly count: number };
    readonly rows: { readonly count: number };
  }

  async function agreed(): Promise<number> {
    const games = await backend.query<Game[]>("scores:compare");
    for (const { aggregate, rows } of games) expect(aggregate).toEqual(rows);
    return games.reduce((sum, { rows }) => sum + rows.count, 0);
  }

  test("agrees with the rows after 1,000 inserts, half of them in bulk, and random changes", async () => {
    for (let batch = 0; batch < 2; batch += 1)
      await backend.mutation("scores:insertOneByOne", { count: 250 });
    expect(await agreed()).toBe(500);
    await backend.mutation("scores:insertInBulk", { count: 500 });
    await eventually(async () => expect(await agreed()).toBe(1_000), 20_000);
    for (let batch = 0; batch < 4; batch += 1) {
      await backend.mutation("scores:change", { count: 50 });
      await agreed();
    }
  }, 60_000);

  test("is cleared and rebuilt", async () => {
    const count = await agreed();
    await backend.mutation("scores:clear");
    for (const { aggregate } of await backend.query<Game[]>("scores:compare"))
      expect(aggregate).toEqual({ count: 0, sum: 0 });
    for (const game of ["chess", "go"])
      for (const from of [0, 250, 500, 750])
        await backend.mutation("scores:rebuild", { game, from, to: from + 250 });
    expect(await agreed()).toBe(count);
  }, 60_000);
});

test("[COMP6] sharded-counter counts 200 concurrent increments", async () => {
  await Promise.all(Array.from({ length: 200 }, () => backend.mutation("visits:add")));
  expect(await backend.query("visits:count")).toBe(200);
  await backend.mutation("visits:take");
  await backend.mutation("visits:rebalance");
  expect(await backend.query("visits:count")).toBe(197);
  expect(await backend.query("visits:estimate")).toBe(197);
  await backend.mutation("visits:reset");
  expect(await backend.query("visits:count")).toBe(0);
});

describe("[COMP6] rate-limiter", () => {
  interface Limited {
    readonly ok: boolean;
    readonly retryAfter?: number;
  }
  const HOUR_MS = 3_600_000;
  const limit = (name: string, options: object = {}) =>
    backend.mutation<Limited>("limits:limit", { name, key: "asha", ...options });

  test("empties a token bucket, reserves what it will hold, and is reset", async () => {
    for (let coin = 0; coin < 3; coin += 1) expect((await limit("coins")).ok).toBe(true);
    const refused = await limit("coins");
    expect(refused.ok).toBe(false);
    expect(refused.retryAfter).toBeGreaterThan(0);
    expect(refused.retryAfter).toBeLessThanOrEqual(HOUR_MS / 3);
    const reserved = await limit("coins", { reserve: true });
    expect(reserved.ok).toBe(true);
    expect(reserved.retryAfter).toBeGreaterThan(0);
    await limit("coins", { reserve: true });
    expect((await limit("coins", { reserve: true })).ok).toBe(false);
    expect((await limit("coins", { key: "ravi" })).ok).toBe(true);
    await backend.mutation("limits:reset", { name: "coins", key: "asha" });
    expect(await backend.query("limits:value", { name: "coins", key: "asha" })).toMatchObject({
      value: 3,
    });
  });

  test("limits a fixed window", async () => {
    expect((await limit("doors")).ok).toBe(true);
    expect((await limit("doors")).ok).toBe(true);
    const refused = await limit("doors");
    expect(refused.ok).toBe(false);
    expect(refused.retryAfter).toBeGreaterThan(0);
    expect(refused.retryAfter).toBeLessThanOrEqual(HOUR_MS);
  });
});

test("[COMP6] action-cache answers from the cache until an entry expires or is removed", async () => {
  const cached = (of: string, options: object = {}) =>
    backend.action<number>("prices:cached", { of, ...options });
  expect(await cached("tea")).toBe(1);
  expect(await cached("tea")).toBe(1);
  expect(await cached("tea", { force: true })).toBe(2);
  await backend.mutation("prices:remove", { of: "tea" });
  expect(await cached("tea")).toBe(3);
  expect(await cached("salt", { ttl: 60_000 })).toBe(1);
  expect(await cached("salt", { ttl: 60_000 })).toBe(1);
  // Older than that by now.
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(await cached("salt", { ttl: 1 })).toBe(2);
  for (const of of ["rice", "oil", "milk"]) expect(await cached(of)).toBe(1);
  await backend.mutation("prices:removeAll");
  for (const of of ["rice", "oil", "milk"])
    await eventually(async () => expect(await cached(of)).toBe(2));
});

describe("[COMP6] presence", () => {
  interface Present {
    readonly userId: string;
    readonly online: boolean;
    readonly data?: unknown;
  }
  interface Tokens {
    readonly roomToken: string;
    readonly sessionToken: string;
  }
  const heartbeat = (userId: string, interval = 60_000) =>
    backend.mutation<Tokens>("rooms:heartbeat", {
      roomId: "lobby",
      userId,
      sessionId: `session of ${userId}`,
      interval,
    });

  test("[SUB1] lists two users live: who comes, who leaves, and who falls silent", async () => {
    const { roomToken, sessionToken } = await heartbeat("asha");
    const client = new ConvexClient(backend.url, { logger: false, unsavedChangesWarning: false });
    const list = makeFunctionReference<"query", { roomToken: string }, Present[]>("rooms:list");
    const updates: Record<string, boolean>[] = [];
    client.onUpdate(list, { roomToken }, (users) => {
      updates.push(Object.fromEntries(users.map(({ userId, online }) => [userId, online])));
    });
    /** Resolves when it saw them so, since it was last asked. */
    const sees = async (users: Record<string, boolean>) => {
      await eventually(() => expect(updates).toContainEqual(users), 20_000);
      updates.splice(0, updates.findIndex((one) => isDeepStrictEqual(one, users)) + 1);
    };
    await sees({ asha: true });
    await heartbeat("ravi", 200);
    await sees({ asha: true, ravi: true });
    await backend.mutation("rooms:disconnect", { sessionToken });
    await sees({ asha: false, ravi: false });
    await heartbeat("ravi", 60_000);
    await backend.mutation("rooms:tell", { roomId: "lobby", userId: "ravi", data: { at: "door" } });
    await sees({ asha: false, ravi: true });
    expect(await backend.query<Present[]>("rooms:list", { roomToken })).toMatchObject([
      { userId: "ravi", online: true, data: { at: "door" } },
      { userId: "asha", online: false },
    ]);
    await client.close();
  });

  test("[DUR1] [SCHED4] whoever falls silent while there is no process is offline after it", async () => {
    const { roomToken } = await heartbeat("ravi");
    await backend.crashFor(10 * 60_000);
    const online = async () =>
      (await backend.query<Present[]>("rooms:list", { roomToken })).map(({ online }) => online);
    await eventually(async () => expect(await online()).toEqual([false, false]), 20_000);
  }, 60_000);
});
