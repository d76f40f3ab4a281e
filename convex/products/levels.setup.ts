/** Checks on a snapshot of the tables that products name stock levels of their own, and low levels their products. */
import { LOW_STOCK_MAX } from "../../domain/limits";
import type { Doc } from "../_generated/dataModel";

type LevelTables = {
  readonly products: readonly Doc<"products">[];
  readonly stockLevels: readonly Doc<"stockLevels">[];
};

/** I-61: yields each violation as a sentence. */
export function* levelViolations({ products, stockLevels }: LevelTables) {
  const levels = new Map(stockLevels.map((level) => [level._id, level]));
  for (const { _id, stockId, distributorId, archivedAt } of products) {
    const { stock = 0, low } = levels.get(stockId) ?? {};
    if (!levels.delete(stockId)) yield `[I-61] ${_id} has no stock level of its own`;
    const isLow = archivedAt === undefined && stock <= LOW_STOCK_MAX;
    const isNamed =
      low?.productId === _id && low.distributorId === distributorId && low.stock === stock;
    if (isLow ? !isNamed : low !== undefined)
      yield `[I-61] ${_id}, archived at ${archivedAt}, has ${stock} pieces, listed as ${JSON.stringify(low)}`;
  }
  if (levels.size > 0) yield `[I-61] ${levels.size} stock levels have no product`;
}
