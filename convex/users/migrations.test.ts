/** Accounts that an older version closed, and what it left of them. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { DAY_MS, todayIst } from "../../domain/dates";
import { api, internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import { readCounter } from "../admin/counters";
import {
  foldFigures,
  FIRST_PAGE,
  everything,
  joinDistributor,
  joinRetailer,
  listProduct,
  openMarket,
  placeOne,
  requireOrder,
  stockOf,
  type Market,
  type Person,
} from "../market.setup";
import { USERS_PER_BATCH } from "./migrations";

afterEach(() => {
  vi.useRealTimers();
});

/** The time at which the older version closed the account. */
const CLOSED_AT = Date.UTC(2026, 0, 1);

async function migrate(t: Market): Promise<void> {
  vi.useFakeTimers();
  await t.mutation(internal.users.migrations.run, {});
  await t.finishAllScheduledFunctions(() => vi.runAllTimers());
  vi.useRealTimers();
}

/** The older version wrote the time, ended the sessions and counted, and left everything else. */
async function closeAsBefore(t: Market, { user }: Person): Promise<void> {
  await t.run(async (ctx) => {
    await ctx.db.patch("users", user._id, { deactivatedAt: CLOSED_AT });
    const sessions = await ctx.db.query("authSessions").take(100);
    for (const { _id, userId } of sessions)
      if (userId === user._id) await ctx.db.delete("authSessions", _id);
  });
}

function getUser(t: Market, { user }: Person): Promise<Doc<"users"> | null> {
  return t.run((ctx) => ctx.db.get("users", user._id));
}

async function stage() {
  const t = openMarket();
  const joined = await joinDistributor(t);
  const productId = await listProduct(t, joined, { stock: 100 });
  const retailer = await joinRetailer(t);
  const orderId = await placeOne(retailer, productId, 5);
  const deliveryBefore = todayIst(Date.now() + DAY_MS);
  await joined.client.mutation(api.orders.accept, { lines: [{ orderId }], deliveryBefore });
  // Registered afterwards: a document of theirs would need more than an older version knew.
  const registration = { gstin: "27AAAAA0000A1Z5", stateCode: "27" };
  await t.run((ctx) => ctx.db.patch("users", joined.user._id, registration));
  const distributor = { ...joined, user: { ...joined.user, ...registration } };
  return { t, distributor, retailer, productId, orderId };
}

const other = { retailer: "distributor", distributor: "retailer" } as const;

describe.each(["retailer", "distributor"] as const)("a %s that an older version closed", (role) => {
  it("keeps its name and when it was closed, and no phone, address, picture or payment address", async () => {
    const here = await stage();
    const { t } = here;
    await closeAsBefore(t, here[role]);
    await migrate(t);
    const { phone, address, imageId, upiId, gstin, stateCode, ...kept } = here[role].user;
    const cleared = { ...kept, phone: "", address: "", deactivatedAt: CLOSED_AT };
    expect(await getUser(t, here[role])).toEqual(cleared);
    expect(await t.run((ctx) => ctx.storage.getUrl(imageId!))).toBeNull();
    const stays = here[other[role]];
    expect(await getUser(t, stays)).toEqual(stays.user);
  });

  it("leaves its accepted orders to the other party, who can end them", async () => {
    const here = await stage();
    const { t, orderId, productId } = here;
    await closeAsBefore(t, here[role]);
    await migrate(t);
    expect(await requireOrder(t, orderId)).toMatchObject({ status: "accepted", closedParty: role });
    const { client } = here[other[role]];
    const ending = { orderIds: [orderId], reason: "They are gone" };
    if (role === "retailer") await client.mutation(api.orders.reject, ending);
    else await client.mutation(api.orders.cancel, ending);
    expect(await stockOf(t, productId)).toBe(100);
  });

  it("has no open requests, and is not counted a second time", async () => {
    const here = await stage();
    const { t } = here;
    const ids = { retailerId: here.retailer.user._id, distributorId: here.distributor.user._id };
    await t.run((ctx) =>
      ctx.db.insert("connections", { ...ids, status: "pending", requestedAt: 1 }),
    );
    await closeAsBefore(t, here[role]);
    const counted = async () => {
      await foldFigures(t);
      return t.run((ctx) => readCounter(ctx, `users.${role}`));
    };
    const before = await counted();
    await migrate(t);
    const connections = await t.run((ctx) => ctx.db.query("connections").take(10));
    expect(connections).toMatchObject([{ status: "rejected" }]);
    expect(await counted()).toBe(before);
  });

  it("is not changed by a repetition", async () => {
    const here = await stage();
    await closeAsBefore(here.t, here[role]);
    await migrate(here.t);
    const before = await everything(here.t);
    await here.t.mutation(internal.users.internal.clearClosed, { userId: here[role].user._id });
    expect(await everything(here.t)).toBe(before);
  });
});

it("clears no open account", async () => {
  const { t, retailer, orderId } = await stage();
  await migrate(t);
  await t.mutation(internal.users.internal.clearClosed, { userId: retailer.user._id });
  expect(await getUser(t, retailer)).toEqual(retailer.user);
  expect(await requireOrder(t, orderId)).not.toHaveProperty("closedParty");
  expect(
    (await retailer.client.query(api.invoices.mine, { paginationOpts: FIRST_PAGE })).page,
  ).toHaveLength(1);
});

it("clears more accounts than one batch holds", async () => {
  const { t, retailer } = await stage();
  const { _id, _creationTime, ...closed } = { ...retailer.user, deactivatedAt: CLOSED_AT };
  await t.run(async (ctx) => {
    for (let n = 0; n < USERS_PER_BATCH + 10; n += 1)
      await ctx.db.insert("users", { ...closed, email: `closed${n}@mandi.test` });
  });
  await migrate(t);
  const kept = await t.run(async (ctx) =>
    (await ctx.db.query("users").take(1_000)).filter(
      (user) => user.deactivatedAt !== undefined && user.phone !== "",
    ),
  );
  expect(kept).toEqual([]);
});
