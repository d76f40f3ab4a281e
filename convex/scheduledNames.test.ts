/** Functions that data folders of earlier versions have scheduled under another name. */
import { makeFunctionReference } from "convex/server";
import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  joinDistributor,
  joinRetailer,
  listProduct,
  openMarket,
  placeOne,
  requireOrder,
  type Market,
} from "./market.setup";

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

async function runScheduled(t: Market, name: string, args: Record<string, unknown>): Promise<void> {
  await t.run((ctx) => ctx.scheduler.runAfter(0, makeFunctionReference<"mutation">(name), args));
  await t.finishAllScheduledFunctions(() => vi.runAllTimers());
}

async function closedRetailer() {
  const t = openMarket();
  const retailer = await joinRetailer(t);
  const distributor = await joinDistributor(t);
  const productId = await listProduct(t, distributor, { stock: 10 });
  const orderIds = [await placeOne(retailer, productId), await placeOne(retailer, productId)];
  const userId = retailer.user._id;
  await t.run((ctx) => ctx.db.patch("users", userId, { deactivatedAt: Date.now() }));
  return { t, userId, orderIds, productId };
}

describe("a call that was scheduled as", () => {
  it.each(["users/steps:goOnClosing", "users/internal:continueDeactivation"])(
    "%s ends the pending orders of a closed account",
    async (name) => {
      const { t, userId, orderIds } = await closedRetailer();
      await runScheduled(t, name, { userId });
      for (const id of orderIds) expect((await requireOrder(t, id)).status).toBe("cancelled");
    },
  );

  it("users/steps:goOnMarking marks the next page of a closed account's accepted orders", async () => {
    const { t, userId, orderIds } = await closedRetailer();
    const cursor = await t.run(async (ctx) => {
      for (const id of orderIds) await ctx.db.patch("orders", id, { retailerShelf: "accepted" });
      const { continueCursor } = await ctx.db
        .query("orders")
        .withIndex("by_retailer_shelf", (q) =>
          q.eq("retailerId", userId).eq("retailerShelf", "accepted"),
        )
        .paginate({ cursor: null, numItems: 1 });
      return continueCursor;
    });
    await runScheduled(t, "users/steps:goOnMarking", { userId, cursor });
    const [first, second] = await Promise.all(orderIds.map((id) => requireOrder(t, id)));
    expect([first?.closedParty, second?.closedParty]).toEqual([undefined, "retailer"]);
  });

  it("users/steps:clearClosed erases the details of a closed account", async () => {
    const { t, userId } = await closedRetailer();
    await runScheduled(t, "users/steps:clearClosed", { userId });
    expect(await t.run((ctx) => ctx.db.get("users", userId))).toMatchObject({ phone: "" });
  });

  it("products/steps:expire returns a hold to the stock", async () => {
    const { t, userId: retailerId, productId } = await closedRetailer();
    const hold = { retailerId, productId, quantity: 2, expiresAt: Date.now() };
    const holdId = await t.run((ctx) => ctx.db.insert("stockHolds", hold));
    await runScheduled(t, "products/steps:expire", { holdId });
    expect(await t.run((ctx) => ctx.db.get("stockHolds", holdId))).toBeNull();
  });

  it("products/steps:endPeriod ends the period of a hold", async () => {
    const { t, userId: retailerId, productId } = await closedRetailer();
    const period = { retailerId, productId, startedAt: Date.now() };
    const periodId = await t.run((ctx) => ctx.db.insert("holdPeriods", period));
    await runScheduled(t, "products/steps:endPeriod", { periodId });
    expect(await t.run((ctx) => ctx.db.get("holdPeriods", periodId))).toBeNull();
  });
});
