/**
 * The rows and index entries that the commonest commands write. Each is flushed to the disk and sent to whoever watches: an index that
 * is added to a table of them costs every order.
 */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { DAY_MS, todayIst } from "../domain/dates";
import { LOW_STOCK_MAX } from "../domain/limits";
import { api } from "./_generated/api";
import type { Id } from "./_generated/dataModel";
import {
  acceptOne,
  foldEffects,
  listProduct,
  openConnectedPair,
  placeLines,
  placeOne,
  stockOf,
} from "./market.setup";
import schema from "./schema";
import { type Access, accessesOf, writesOf } from "./writes.setup";

type Index = { readonly fields: readonly string[] };

function indexesOf(table: string): Index[] {
  const tables = schema.tables as unknown as Record<string, { " indexes"(): Index[] }>;
  return tables[table]?.[" indexes"]() ?? [];
}

/** A row, and its entries: all of a new one; of a changed one those that may move, of which the old ones are deleted. */
function entriesOf({ operation, table, fields }: Access): number {
  const indexes = indexesOf(table);
  if (operation !== "patch") return 1 + indexes.length;
  const moved = indexes.filter((index) =>
    index.fields.some((field) => fields.includes(field.split(".")[0] ?? "")),
  );
  return 1 + 2 * moved.length;
}

async function countsOf(call: () => Promise<unknown>): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const write of await writesOf(call)) {
    const key = `${write.operation} ${write.table}`;
    counts[key] = (counts[key] ?? 0) + entriesOf(write);
  }
  return counts;
}

/** With the pair's account, which its first order opens. */
async function openTrade() {
  const trade = await openConnectedPair({}, { stock: 1_000 });
  await placeOne(trade.retailer, trade.productId);
  await foldEffects(trade.t);
  return trade;
}

const PLACED = {
  // The row, and one entry in each of its indexes.
  "insert orders": 10,
  "insert orderEvents": 2,
  "insert effects": 1,
  "insert foldsAtWork": 1,
  "patch creditAccounts": 1,
  // The row alone: the list of low stock has no place for what is plentiful.
  "patch stockLevels": 1,
};

describe("the rows and index entries", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    return () => vi.useRealTimers();
  });

  it("of placing one line", async () => {
    const { retailer, productId } = await openTrade();
    expect(await countsOf(() => placeOne(retailer, productId))).toEqual(PLACED);
  });

  it("of placing many lines are those of one, and the stock of each product", async () => {
    const { t, retailer, distributor } = await openTrade();
    const lines: { productId: Id<"products">; quantity: number }[] = [];
    for (let n = 0; n < 20; n += 1)
      lines.push({ productId: await listProduct(t, distributor), quantity: 1 });
    await foldEffects(t);
    const counts = await countsOf(() => placeLines(retailer, lines));
    expect(counts).toEqual({ ...PLACED, "patch stockLevels": 20 });
  });

  it("of an order that leaves few pieces, or fewer, move the product on the list of low stock", async () => {
    const { t, retailer, distributor } = await openTrade();
    const productId = await listProduct(t, distributor, { stock: LOW_STOCK_MAX + 1 });
    await foldEffects(t);
    for (let pieces = LOW_STOCK_MAX; pieces > LOW_STOCK_MAX - 2; pieces -= 1) {
      const counts = await countsOf(() => placeOne(retailer, productId));
      expect(counts["patch stockLevels"]).toBe(1 + 2);
      expect(await stockOf(t, productId)).toBe(pieces);
    }
  });

  it("of accepting and of completing it", async () => {
    const { t, retailer, distributor, productId } = await openTrade();
    const orderId = await placeOne(retailer, productId);
    await foldEffects(t);
    const answer = { orderId, deliveryBefore: todayIst(Date.now() + DAY_MS) };
    expect(await countsOf(() => acceptOne(distributor, answer))).toEqual({
      // Both parties' lists, by time and by partner, the status and what is due.
      "patch orders": 1 + 2 * 6,
      "insert deliveries": 2,
      "insert orderEvents": 2,
      "insert invoices": 6,
      "insert invoiceCounters": 2,
      "insert ledgerEntries": 4,
      "insert dues": 6,
      // The balance, the first due, which gives the pair its place among those to pay, and the order that waits no more.
      "patch creditAccounts": 1 + 2 * 2 + 1 + 2 * 2 + 1,
      // Of the balance, to which those of the acceptance are added.
      "insert effects": 1,
      "patch effects": 1,
      "insert foldsAtWork": 1,
      "patch notifications": 7,
    });
    await foldEffects(t);
    const complete = { orderIds: [orderId] };
    const counts = await countsOf(() => distributor.client.mutation(api.orders.complete, complete));
    expect(counts).toEqual({
      "patch orders": 1 + 2 * 6,
      "delete deliveries": 2,
      "insert orderEvents": 2,
      "insert effects": 1,
      "insert foldsAtWork": 1,
    });
  });
});

it("an order is read once, and written once, however many of its lines one call refuses", async () => {
  const { retailer, productId } = await openTrade();
  const line = { productId, quantity: 1 };
  const orderId = await placeLines(
    retailer,
    Array.from({ length: 20 }, () => line),
  );
  const orderIds = Array.from({ length: 19 }, (_, at) => `${orderId}-${at + 1}`);
  const accesses = await accessesOf(() =>
    retailer.client.mutation(api.orders.cancel, { orderIds, reason: "Too many" }),
  );
  const ofOrders = accesses.filter(({ table }) => table === "orders");
  expect(ofOrders.map(({ operation }) => operation)).toEqual(["get", "patch"]);
});
