import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { addDays, todayIst } from "../../domain/dates";
import { DUES_PER_SETTLEMENT } from "../../domain/limits";
import { api } from "../_generated/api";
import {
  acceptOne,
  connectPair,
  joinDistributor,
  joinRetailer,
  listProduct,
  newKey,
  openMarket,
  placeOne,
  type Person,
} from "../market.setup";
import { settle } from "./ledger";

beforeEach(() => vi.stubEnv("RATE_LIMITS", "off"));
afterEach(() => vi.unstubAllEnvs());

/** The price of the product that is sold here, paise. */
const PRICE = 5_250;

async function stage() {
  const t = openMarket();
  const [distributor, retailer] = [await joinDistributor(t), await joinRetailer(t)];
  await connectPair(t, retailer, distributor);
  return { t, distributor, retailer, productId: await listProduct(t, distributor) };
}

function pay(distributor: Person, retailer: Person, amountPaise: number) {
  return distributor.client.mutation(api.payments.record, {
    ...{ partnerId: retailer.user._id, amountPaise, method: "cash", invoiceIds: [] },
    ...{ paidOn: todayIst(Date.now()), paymentKey: newKey(), isAdvanceMeant: true },
  });
}

describe("money paid in advance", () => {
  it("is not read again with each payment while nothing is due", async () => {
    const { t, distributor, retailer } = await stage();
    for (let n = 0; n < 30; n += 1) await pay(distributor, retailer, 100);
    const pair = { retailerId: retailer.user._id, distributorId: distributor.user._id };
    const used = await t.mutation(async (ctx) => {
      await settle(ctx, pair);
      return (await ctx.meta.getTransactionMetrics()).documentsRead.used;
    });
    // The account alone.
    expect(used).toBe(1);
  });

  it("pays the next invoice, the oldest payment first, and what is left stays", async () => {
    const { t, distributor, retailer, productId } = await stage();
    for (const paise of [2_000, 3_000, 1_000]) await pay(distributor, retailer, paise);
    const orderId = await placeOne(retailer, productId);
    await acceptOne(distributor, { orderId, deliveryBefore: addDays(todayIst(Date.now()), 3) });
    const [[due], advances, [account]] = await t.run(async (ctx) => [
      await ctx.db.query("dues").take(5),
      await ctx.db.query("advances").take(5),
      await ctx.db.query("creditAccounts").take(5),
    ]);
    expect(due).toMatchObject({ openPaise: 0, isOpen: false });
    expect(advances.map(({ leftPaise }) => leftPaise)).toEqual([6_000 - PRICE]);
    expect(account).toMatchObject({ balancePaise: PRICE - 6_000, advancePaise: 6_000 - PRICE });
  });

  it.each([
    [998, 2, 1_000],
    [999, 1, 1_000],
    [1_000, 0, 1_000],
  ])(
    "that paid %i dues before pays %i more, so that a reversal opens all of them in one transaction",
    async (before, more, after) => {
      const { t, distributor, retailer } = await stage();
      const pair = { retailerId: retailer.user._id, distributorId: distributor.user._id };
      const due = { ...pair, dueOn: "2026-05-01", totalPaise: 100, openPaise: 100, isOpen: true };
      await pay(distributor, retailer, 1_000);
      await t.mutation(async (ctx) => {
        const advance = await ctx.db.query("advances").first();
        await ctx.db.patch("advances", advance!._id, { dueCount: before });
        for (let n = 0; n < 3; n += 1) await ctx.db.insert("dues", due);
        await settle(ctx, pair);
      });
      const [advance, paid, account] = await t.run(async (ctx) => [
        await ctx.db.query("advances").first(),
        await ctx.db.query("allocations").take(9),
        await ctx.db.query("creditAccounts").first(),
      ]);
      expect(paid).toHaveLength(more);
      const leftPaise = 1_000 - more * 100;
      expect(advance).toMatchObject({ leftPaise, dueCount: after });
      expect(account).toMatchObject({ advancePaise: leftPaise });
    },
  );

  it("pays more invoices than one run settles in the runs that follow", async () => {
    const { t, distributor, retailer } = await stage();
    const pair = { retailerId: retailer.user._id, distributorId: distributor.user._id };
    const count = DUES_PER_SETTLEMENT + 50;
    await t.run(async (ctx) => {
      for (let n = 0; n < count; n += 1)
        await ctx.db.insert("dues", {
          ...{ ...pair, dueOn: "2026-05-01", totalPaise: 100, openPaise: 100, isOpen: true },
        });
      const sums = {
        balancePaise: count * 100,
        advancePaise: 0,
        openOrdersPaise: 0,
        openLines: 0,
        openPieces: 0,
        latestOrders: [],
      };
      await ctx.db.insert("creditAccounts", { ...pair, ...sums, terms: "onDelivery" });
    });
    vi.useFakeTimers();
    await pay(distributor, retailer, count * 100 + 7);
    await t.finishAllScheduledFunctions(() => vi.runAllTimers());
    vi.useRealTimers();
    const open = await t.run((ctx) =>
      ctx.db
        .query("dues")
        .withIndex("by_pair", (q) =>
          q
            .eq("retailerId", pair.retailerId)
            .eq("distributorId", pair.distributorId)
            .eq("isOpen", true),
        )
        .take(1),
    );
    expect(open).toEqual([]);
    const account = await t.run((ctx) => ctx.db.query("creditAccounts").first());
    expect(account).toMatchObject({ balancePaise: -7, advancePaise: 7 });
  });
});
