/** Checks the search's index on a snapshot of the tables: each product on sale is in it, or among the changes beside it. */
import { SEARCH_BLOCK_SLOTS } from "../../domain/limits";
import { searchKey } from "../../domain/searchKey";
import type { Doc } from "../_generated/dataModel";
import { bucketOf, productHeardTerms, slotsOf, termsOf } from "./rows";

export type SearchTables = {
  readonly products: readonly Doc<"products">[];
  readonly searchTerms: readonly Doc<"searchTerms">[];
  readonly searchBlocks: readonly Doc<"searchBlocks">[];
  readonly searchChanges: readonly Doc<"searchChanges">[];
};

/** I-05: yields each violation as a sentence. */
export function* searchViolations(tables: SearchTables) {
  const { products, searchTerms, searchBlocks, searchChanges } = tables;
  const rows = new Map(searchTerms.map((row) => [`${row.bucket} ${row.chunk}`, row]));
  const changes = new Map(searchChanges.map((change) => [change.productId, change]));
  for (const product of products) {
    const { _id, type, archivedAt } = product;
    const name = archivedAt === undefined ? searchKey(product.name) : "";
    const heard = archivedAt === undefined ? [...productHeardTerms(product)] : [];
    const change = changes.get(_id);
    const isNoted =
      change?.name === name && change.type === type && change.heard.join() === heard.join();
    const block = searchBlocks.find(({ productIds }) => productIds.includes(_id));
    const place = block?.productIds.indexOf(_id) ?? -1;
    const slot = block === undefined ? -1 : block.block * SEARCH_BLOCK_SLOTS + place;
    const isListed = (term: string) => {
      const row = rows.get(`${bucketOf(term)} ${block?.chunk ?? ""}`);
      const slots = row === undefined ? new Set<number>() : slotsOf(row, term);
      return slots === null || slots.has(slot);
    };
    if (change !== undefined && !isNoted) yield `[I-05] ${_id} "${name}" has changed unnoted`;
    if (change !== undefined || archivedAt !== undefined) continue;
    const isIndexed = block !== undefined && termsOf(product).every(isListed);
    if (!isIndexed) yield `[I-05] ${_id} "${name}" is not indexed`;
  }
}
