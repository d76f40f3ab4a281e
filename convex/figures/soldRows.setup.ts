/** Checks the daily figures of accepted orders on a snapshot of the tables: they are, with the changes that wait, what the orders add up to. */
import { firstCoverDay } from "../../domain/cover";
import { lineTotal } from "../../domain/money";
import { firstWeek, weekOf } from "../../domain/weeks";
import type { Doc } from "../_generated/dataModel";
import { soldKey } from "./sold";

export type SoldTables = {
  readonly orders: readonly Doc<"orders">[];
  readonly salesDays: readonly Doc<"salesDays">[];
  readonly productSales: readonly Doc<"productSales">[];
  readonly pairSales: readonly Doc<"pairSales">[];
  readonly effects: readonly Doc<"effects">[];
};

function isAccepted({ status }: Doc<"orders">): boolean {
  return status === "accepted" || status === "completed";
}

/** I-27: yields each violation as a sentence. */
export function* soldViolations(tables: SoldTables) {
  const { orders, salesDays, productSales, pairSales, effects } = tables;
  const missing = new Map<string, number>();
  const add = (key: string, by: number) => missing.set(key, (missing.get(key) ?? 0) + by);
  for (const order of orders.filter(isAccepted)) {
    const { _id, soldOn, retailerId, distributorId, lines } = order;
    if (soldOn === undefined) {
      yield `[I-27] the accepted order ${_id} is in no daily figure`;
      continue;
    }
    add(`orders ${distributorId} ${soldOn}`, 1);
    for (const { productId, quantity, pricePaise } of lines) {
      add(`paise ${distributorId} ${soldOn}`, lineTotal(pricePaise, quantity));
      add(
        `pairPaise ${retailerId}+${distributorId} ${weekOf(soldOn)}`,
        lineTotal(pricePaise, quantity),
      );
      add(`pieces ${productId} ${soldOn}`, quantity);
      add(`weekPieces ${productId} ${weekOf(soldOn)}`, quantity);
    }
  }
  for (const { distributorId, day, paise, orders: count } of salesDays) {
    add(`paise ${distributorId} ${day}`, -paise);
    add(`orders ${distributorId} ${day}`, -count);
  }
  for (const { productId, days, weeks } of productSales) {
    for (const { day, pieces } of days) add(`pieces ${productId} ${day}`, -pieces);
    for (const { week, sum } of weeks) add(`weekPieces ${productId} ${week}`, -sum);
  }
  for (const { retailerId, distributorId, weeks } of pairSales)
    for (const { week, sum } of weeks)
      add(`pairPaise ${retailerId}+${distributorId} ${week}`, -sum);
  for (const change of effects.flatMap(({ changes }) => changes)) {
    if (!("sold" in change)) continue;
    add(soldKey(change), -change.by);
    if (change.sold === "pieces")
      add(`weekPieces ${change.productId} ${weekOf(change.day)}`, -change.by);
  }
  const lastDays = new Map<string, string>(productSales.map((row) => [row.productId, row.lastDay]));
  const lastWeeks = new Map<string, string | undefined>([
    ...pairSales.map(
      ({ retailerId, distributorId, weeks }) =>
        [`${retailerId}+${distributorId}`, weeks.at(-1)?.week] as const,
    ),
    ...productSales.map(({ productId, weeks }) => [productId, weeks.at(-1)?.week] as const),
  ]);
  for (const [key, by] of missing) {
    const [sold, id = "", day = ""] = key.split(" ");
    const isDropped =
      (sold === "pieces" && day < firstCoverDay(lastDays.get(id) ?? day)) ||
      (["pairPaise", "weekPieces"].includes(sold ?? "") &&
        day < firstWeek(lastWeeks.get(id) ?? day));
    if (by !== 0 && !isDropped) yield `[I-27] the figure ${key} misses ${by}`;
  }
}
