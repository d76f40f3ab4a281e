/** Checks on a snapshot of the tables that products and stock levels name each other. */
import type { Doc } from "../_generated/dataModel";

export type LevelTables = {
  readonly products: readonly Doc<"products">[];
  readonly stockLevels: readonly Doc<"stockLevels">[];
};

/** I-61: yields each violation as a sentence. */
export function* levelViolations({ products, stockLevels }: LevelTables) {
  const levels = new Map(stockLevels.map((level) => [level._id, level]));
  for (const { _id, stockId, distributorId, archivedAt } of products) {
    const listing = levels.get(stockId)?.listing;
    if (!levels.delete(stockId)) yield `[I-61] ${_id} has no stock level of its own`;
    const isNamed = listing?.productId === _id && listing.distributorId === distributorId;
    if (archivedAt === undefined ? !isNamed : listing !== undefined)
      yield `[I-61] ${_id}, archived at ${archivedAt}, is listed as ${JSON.stringify(listing)}`;
  }
  if (levels.size > 0) yield `[I-61] ${levels.size} stock levels have no product`;
}
