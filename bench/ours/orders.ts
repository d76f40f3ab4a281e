/** Past orders of one line: rows as `orders.place` writes them, with their counters. */
import { DAY_MS, todayIst } from "../../domain/dates";
import type { Market } from "../../testkit/market";
import { type Trader, uploadPicture } from "../../testkit/traders";
import { BOUNDS } from "../deployment";
import { owedPaise } from "../goods";
import { pick } from "../workload";
import { importRows } from "../../testkit/importRows";

/** No imported order ends while it is measured. */
const ANSWER_MS = 30 * DAY_MS;

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

/** The pairs' accounts, with a limit and with dues that are not overdue. */
async function importAccounts(
  market: Market,
  retailers: readonly Trader[],
  seller: Trader,
  open: { openOrdersPaise: number; openLines: number; openPieces: number },
) {
  const pairOf = (n: number) => ({ retailerId: pick(retailers, n).id, distributorId: seller.id });
  const { dues, duePaise, limitPaise: creditLimitPaise, blockOverdueDays } = BOUNDS;
  await importRows(market, "creditAccounts", retailers.length, (n) => ({
    ...{ ...pairOf(n), terms: "credit", creditDays: 30, creditLimitPaise, blockOverdueDays },
    ...{ balancePaise: dues * duePaise, advancePaise: 0, ...open, latestOrders: [] },
  }));
  await importRows(market, "dues", retailers.length * dues, (n) => ({
    ...{ ...pairOf(n), totalPaise: duePaise, openPaise: duePaise, isOpen: true },
    dueOn: todayIst(Date.now() + (1 + Math.floor(n / retailers.length)) * DAY_MS),
  }));
}

/** Called before the first order, while the counters have no rows. All orders are pending. */
export async function importOrders(
  market: Market,
  { retailers, seller, productId }: { retailers: Trader[]; seller: Trader; productId: string },
  count: number,
): Promise<void> {
  const imageId = await uploadPicture(market, seller);
  const since = Date.now() - DAY_MS;
  const price = { pricePaise: 10_000, addedTaxBp: 1_800 };
  const line = { productId, productName: "Amber Lamp", imageId, quantity: 1, ...price };
  const lines = [line];
  const row = (n: number) => {
    const { id: retailerId, person } = pick(retailers, n);
    return {
      ...{ retailerId, distributorId: seller.id, lines, msg: `Imported ${n}` },
      ...{ once: { owner: retailerId, key: `imported-${n}`, digest: "" } },
      ...{ distributorName: seller.person.name, distributorEmail: seller.person.email },
      ...{ userName: person.name, userEmail: person.email, userPhone: person.phone },
      ...{ shopName: "Shop", retailerAddress: person.address },
      ...{ placedAt: since + n, listedAt: since + n },
      ...{ answerBy: since + n + ANSWER_MS, sweepAt: since + n + ANSWER_MS },
      ...{ status: "pending", retailerList: "pending", distributorList: "pending" },
    };
  };
  await importRows(market, "orders", count, row);
  await importCounters(market, retailers, seller, count);
  const openLines = count / retailers.length;
  const each = owedPaise({ pricePaise: price.pricePaise, gstRateBp: price.addedTaxBp }, 1);
  const open = { openOrdersPaise: each * openLines, openLines, openPieces: openLines };
  await importAccounts(market, retailers, seller, open);
}
