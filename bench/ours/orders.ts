/** Past orders: rows as `orders.place` writes them, with their counters. */
import { makeFunctionReference } from "convex/server";
import { DAY_MS, todayIst } from "../../domain/dates";
import { operatorOf } from "../../testkit/clients";
import type { Market } from "../../testkit/market";
import { type Trader, uploadPicture } from "../../testkit/traders";
import { pick } from "../workload";
import { importRows } from "../../testkit/importRows";

/** No imported order ends while it is measured. */
const ANSWER_MS = 30 * DAY_MS;

const tableData = makeFunctionReference<
  "query",
  { table: string; order: "desc"; paginationOpts: { numItems: number; cursor: null } },
  { page: { _id: string }[] }
>("_system/cli/tableData");

/** One placement for all, because no list or counter reads it. */
async function importPlacement(
  market: Market,
  retailer: Trader,
  seller: Trader,
  count: number,
): Promise<string> {
  await importRows(market, "placements", 1, () => ({
    ...{ retailerId: retailer.id, distributorId: seller.id, placementKey: "imported" },
    ...{ request: "", placedAt: Date.now(), waitingLines: count },
  }));
  const paginationOpts = { numItems: 1, cursor: null };
  const asked = { table: "placements", order: "desc", paginationOpts } as const;
  return (await operatorOf(market).query(tableData, asked)).page[0]!._id;
}

async function importCounters(
  market: Market,
  retailers: readonly Trader[],
  seller: Trader,
  count: number,
) {
  await importRows(market, "counters", 2, (n) => ({
    ...{ counter: "orders.pending", count, ownerId: n === 0 ? null : seller.id },
  }));
  const counter = "ordersPlaced";
  await importRows(market, "userCounts", retailers.length, (n) => ({
    ...{ counter, userId: pick(retailers, n).id, count: count / retailers.length },
  }));
  const day = todayIst(Date.now() - DAY_MS);
  await importRows(market, "dayCounts", 1, () => ({ counter, day, count }));
}

/** Called before the first order, while the counters have no rows. All orders are pending. */
export async function importOrders(
  market: Market,
  { retailers, seller, productId }: { retailers: Trader[]; seller: Trader; productId: string },
  count: number,
): Promise<void> {
  const placementId = await importPlacement(market, pick(retailers, 0), seller, count);
  const imageId = await uploadPicture(market, seller);
  const since = Date.now() - DAY_MS;
  const row = (n: number) => {
    const { id: retailerId, person } = pick(retailers, n);
    return {
      ...{ placementId, retailerId, distributorId: seller.id, productId, imageId },
      ...{ productName: "Amber Lamp", productDescription: "Burns all night." },
      ...{ quantity: 1, pricePaise: 10_000, msg: `Imported ${n}` },
      ...{ distributorName: seller.person.name, distributorEmail: seller.person.email },
      ...{ userName: person.name, userEmail: person.email, userPhone: person.phone },
      ...{ shopName: "Shop", retailerAddress: person.address, placedAt: since + n },
      ...{ answerBy: since + n + ANSWER_MS, sweepAt: since + n + ANSWER_MS },
      ...{ status: "pending", retailerList: "pending", distributorList: "pending" },
    };
  };
  await importRows(market, "orders", count, row);
  await importCounters(market, retailers, seller, count);
}
