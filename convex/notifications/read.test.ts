import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { BADGE_MAX, NOTIFICATION_LIFETIME_MS, NOTIFICATION_PATH_MAX } from "../../domain/limits";
import { api, internal } from "../_generated/api";
import {
  everything,
  joinAdmin,
  joinDistributor,
  joinRetailer,
  openMarket,
  refusal,
} from "../market.setup";
import { deactivate } from "../account/deactivate";
import { ROWS_PER_STEP } from "./erase";
import { choose, plantRows, rowsOf, told, unread } from "./notifications.setup";
import { READ_PER_STEP } from "./read";

beforeAll(() => {
  vi.stubEnv("RATE_LIMITS", "off");
  return () => vi.unstubAllEnvs();
});
beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

async function openBells(count: number, at = Date.now()) {
  const t = openMarket();
  const [retailer, other, distributor] = [
    await joinRetailer(t),
    await joinRetailer(t),
    await joinDistributor(t),
  ];
  await plantRows(t, retailer, distributor, { count, at });
  await plantRows(t, other, distributor, { count: 1, at });
  const rest = () => t.finishAllScheduledFunctions(() => vi.runAllTimers());
  return { t, retailer, other, distributor, rest };
}

describe("reading", () => {
  it("one notification leaves the others, and nobody reads another's", async () => {
    const { t, retailer, other, distributor } = await openBells(3);
    const admin = await joinAdmin(t);
    const [latest] = await told(retailer);
    const before = await everything(t);
    for (const id of [latest!.id, "", "null", "__proto__", "a".repeat(5_000)])
      for (const { client } of [other, distributor, admin]) {
        const call = client.mutation(api.notifications.markRead, { id });
        expect(await refusal(call), id.slice(0, 20)).toEqual({ code: "NOT_FOUND" });
      }
    expect(await everything(t)).toBe(before);
    await retailer.client.mutation(api.notifications.markRead, { id: latest!.id });
    await retailer.client.mutation(api.notifications.markRead, { id: latest!.id });
    expect((await told(retailer)).map(({ isRead }) => isRead)).toEqual([true, false, false]);
    expect(await unread(retailer)).toBe(2);
  });

  it("an address reads what leads there, and nothing else", async () => {
    const { retailer, other } = await openBells(3);
    const read = (path: string) => retailer.client.mutation(api.notifications.readPath, { path });
    for (const path of ["", "/", "/acceptedretail/", "x".repeat(1_000_000)]) await read(path);
    expect(await unread(retailer)).toBe(3);
    await read("/acceptedretail");
    expect([await unread(retailer), await unread(other)]).toEqual([0, 1]);
    expect(NOTIFICATION_PATH_MAX).toBeLessThan(1_000_000);
  });

  it("a list reads what leads to one of its orders, and one order what leads there alone", async () => {
    const { t, retailer, distributor } = await openBells(1);
    const read = (path: string) => retailer.client.mutation(api.notifications.readPath, { path });
    const paths = ["?order=a", "?order=ab", "?order=a", "?orders=a", "?with=a", "/a"].map(
      (end) => `/acceptedretail${end}`,
    );
    const at = Date.now();
    for (const path of paths) await plantRows(t, retailer, distributor, { count: 1, at, path });
    const left = async () =>
      (await rowsOf(t))
        .filter(({ userId, readAt }) => userId === retailer.user._id && readAt === undefined)
        .map(({ path }) => path.replace("/acceptedretail", ""))
        .sort();
    await read("/acceptedretail?order=a");
    expect(await left()).toEqual(["", "/a", "?order=ab", "?orders=a", "?with=a"]);
    await read("/acceptedretail");
    expect(await left()).toEqual(["/a", "?orders=a", "?with=a"]);
  });

  it("all of more than one transaction takes goes on until none is left", async () => {
    const count = READ_PER_STEP + 20;
    const { retailer, other, rest } = await openBells(count);
    expect(await unread(retailer)).toBe(BADGE_MAX);
    await retailer.client.mutation(api.notifications.markAllRead, {});
    await rest();
    expect([await unread(retailer), await unread(other)]).toEqual([0, 1]);
  });

  it("all leaves what comes later unread", async () => {
    const { t, retailer, distributor, rest } = await openBells(READ_PER_STEP);
    const until = Date.now();
    await plantRows(t, retailer, distributor, { count: 5, at: until + 5 });
    await t.mutation(internal.notifications.internal.goOnReading, {
      ...{ userId: retailer.user._id, until },
    });
    await rest();
    expect(await unread(retailer)).toBe(5);
  });
});

it("[TOLD8] deletes notifications 90 days after, however many, and none that was renewed since", async () => {
  const then = Date.now();
  const { t, retailer, distributor, rest } = await openBells(ROWS_PER_STEP + 20);
  await plantRows(t, retailer, distributor, { count: 1, at: then + 60_000 });
  vi.setSystemTime(then + 50_000);
  await plantRows(t, retailer, distributor, { count: 1, at: then + 50_000 });
  vi.setSystemTime(then + NOTIFICATION_LIFETIME_MS + 10_000);
  await t.mutation(internal.notifications.internal.sweep, {});
  expect((await rowsOf(t)).length).toBeGreaterThan(2);
  await rest();
  expect(await rowsOf(t)).toHaveLength(2);
});

it("[TOLD8] deletes all of an account that is closed, with its settings and digests", async () => {
  const { t, retailer, other, rest } = await openBells(ROWS_PER_STEP + 20);
  await choose(retailer, "message", ["mail"], { digest: "morning" });
  await choose(other, "message", ["mail"], { digest: "morning" });
  for (const { user } of [retailer, other]) {
    const digest = { userId: user._id, at: Date.now() + 1, since: 0 };
    await t.run((ctx) => ctx.db.insert("notificationDigests", digest));
  }
  const { _id: userId } = retailer.user;
  await t.run((ctx) => deactivate(ctx, { userId, role: "retailer" }, Date.now()));
  await rest();
  const ofOther = { userId: other.user._id };
  expect(await rowsOf(t)).toMatchObject([ofOther]);
  await t.run(async (ctx) => {
    expect(await ctx.db.query("notificationSettings").take(10)).toMatchObject([ofOther]);
    expect(await ctx.db.query("notificationDigests").take(10)).toMatchObject([ofOther]);
  });
});
