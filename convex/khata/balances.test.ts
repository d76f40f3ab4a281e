/** Balances in what random steps rarely meet. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { DAY_MS, todayIst } from "../../domain/dates";
import { api } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import {
  ANY_ORDERS,
  type Market,
  type Person,
  acceptOne,
  connectPair,
  foldEffects,
  joinDistributor,
  joinRetailer,
  listProduct,
  newKey,
  openMarket,
  placeOne,
} from "../market.setup";
import { khataTables, khataViolations } from "./khataRows.setup";

let t: Market;
let retailer: Person;
let distributor: Person;
let productId: Id<"products">;

beforeEach(async () => {
  vi.stubEnv("RATE_LIMITS", "off");
  t = openMarket();
  retailer = await joinRetailer(t);
  distributor = await joinDistributor(t);
  await connectPair(t, retailer, distributor);
  await distributor.client.mutation(api.orders.saveTerms, { terms: ANY_ORDERS });
  productId = await listProduct(t, distributor, { stock: 1_000, pricePaise: 1_000 });
});

const deliveryBefore = todayIst(Date.now() + DAY_MS);

async function record(amountPaise: number): Promise<Id<"payments">> {
  const { paymentId } = await distributor.client.mutation(api.payments.record, {
    ...{ partnerId: retailer.user._id, amountPaise, method: "cash", invoiceIds: [] },
    ...{ paidOn: todayIst(Date.now()), paymentKey: newKey(), isAdvanceMeant: true },
  });
  return paymentId;
}

async function violations(): Promise<string[]> {
  await foldEffects(t);
  return khataViolations(await t.run(khataTables));
}

describe("balances", () => {
  it("[I-41] pays what a reversal opens again with the advance of another payment", async () => {
    const orderId = await placeOne(retailer, productId, 3);
    await acceptOne(distributor, { orderId, deliveryBefore });
    const bounced = await record(3_000);
    await record(2_000);
    const reason = "The cheque bounced.";
    await distributor.client.mutation(api.payments.reverse, { paymentId: bounced, reason });
    const [due] = await t.run((ctx) => ctx.db.query("dues").take(2));
    expect(due).toMatchObject({ totalPaise: 3_000, openPaise: 1_000 });
    expect(await violations()).toEqual([]);
  });
});
