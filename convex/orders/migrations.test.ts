/** Orders and invoices as an older version left them. */
import { afterEach, expect, it, vi } from "vitest";
import { DAY_MS, todayIst } from "../../domain/dates";
import { api, internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import {
  acceptOne,
  ANY_ORDERS,
  everything,
  joinDistributor,
  joinRetailer,
  listProduct,
  newKey,
  openMarket,
  placeOne,
  requireOrder,
  type Market,
} from "../market.setup";
import { ROWS_PER_BATCH } from "./migrations";

afterEach(() => {
  vi.useRealTimers();
});

async function migrate(t: Market): Promise<void> {
  vi.useFakeTimers();
  await t.mutation(internal.orders.migrations.run, {});
  await t.finishAllScheduledFunctions(() => vi.runAllTimers());
  vi.useRealTimers();
}

/** Takes away what the older version did not write. */
function makeOld(t: Market): Promise<void> {
  return t.run(async (ctx) => {
    for (const { _id } of await ctx.db.query("orders").take(1000)) {
      const fields = { invoiceId: undefined, lineCount: undefined };
      await ctx.db.patch("orders", _id, fields);
    }
    for (const { _id } of await ctx.db.query("placements").take(1000))
      await ctx.db.patch("placements", _id, { waitingLines: undefined });
    for (const { _id, lines } of await ctx.db.query("invoices").take(1000)) {
      await ctx.db.patch("invoices", _id, {
        ...{ placementId: undefined, payablePaise: undefined },
        lines: lines.map(({ orderId: _, ...line }) => line),
      });
    }
  });
}

function rowsOf(t: Market) {
  return t.run((ctx) =>
    Promise.all([
      ctx.db.query("orders").take(1000),
      ctx.db.query("placements").take(1000),
      ctx.db.query("invoices").take(1000),
    ]),
  );
}

/** More than one batch of pending orders and of invoices, and a placement of several lines. */
async function trade() {
  vi.stubEnv("RATE_LIMITS", "off");
  const t = openMarket();
  const distributor = await joinDistributor(t, { orderTerms: ANY_ORDERS, upiId: "asha@bank" });
  const retailer = await joinRetailer(t);
  const productId = await listProduct(t, distributor, { stock: 10_000 });
  const deliveryBefore = todayIst(Date.now() + DAY_MS);
  const accepted: Id<"orders">[] = [];
  for (let n = 0; n <= ROWS_PER_BATCH; n += 1) {
    const orderId = await placeOne(retailer, productId);
    await acceptOne(distributor, { orderId, deliveryBefore });
    accepted.push(orderId);
  }
  const pending: Id<"orders">[] = [];
  for (let n = 0; n < ROWS_PER_BATCH; n += 1) pending.push(await placeOne(retailer, productId));
  const { orderIds } = await retailer.client.mutation(api.orders.place, {
    ...{ placementKey: newKey(), msg: "m" },
    lines: [1, 2, 3].map((quantity) => ({ productId, quantity })),
  });
  return { t, distributor, retailer, deliveryBefore, accepted, pending, orderIds };
}

it("get what today's version writes, exactly, and a second run changes nothing", async () => {
  const { t, distributor } = await trade();
  const today = await rowsOf(t);
  await makeOld(t);
  expect(await distributor.client.query(api.orders.pendingCount, {})).toBe(0);
  await migrate(t);
  expect(await rowsOf(t)).toEqual(today);
  const migrated = await everything(t);
  await migrate(t);
  expect(await everything(t)).toBe(migrated);
});

it("are answered, and their invoices found, before the migration comes to them", async () => {
  const { t, distributor, retailer, deliveryBefore, accepted, orderIds } = await trade();
  await makeOld(t);
  const [orderId] = accepted;
  const again = await acceptOne(distributor, { orderId: orderId!, deliveryBefore });
  expect(await retailer.client.query(api.invoices.one, again)).toMatchObject({
    payablePaise: 5_250,
    lines: [{ orderId }],
  });
  const reason = "No stock";
  await distributor.client.mutation(api.orders.reject, { orderIds: [orderIds[0]!], reason });
  await migrate(t);
  expect((await requireOrder(t, orderIds[1]!)).lineCount).toBe(3);
  const placements = await t.run((ctx) => ctx.db.query("placements").order("desc").take(1));
  expect(placements).toMatchObject([{ waitingLines: 2 }]);
});
