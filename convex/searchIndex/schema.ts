/** Tables of the search's index. Only `searchIndex/` reads and writes them. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { PRODUCT_TYPES } from "../../domain/productTypes";

export const searchIndexTables = {
  /**
   * The search's index: which products of a chunk (2,048 of them, in order of creation) have a gram in their names, are heard by a
   * term, are of a type or of a distributor. One row for each chunk and each of `BUCKETS` groups of such terms. May also name products that no longer match, so
   * whoever reads it looks at the products. Written by `rows.ts`, for many products at once.
   */
  searchTerms: defineTable({
    /** The hash of its terms. */
    bucket: v.number(),
    /** The creation time with which the chunk begins, 0 for the first. */
    chunk: v.number(),
    terms: v.array(v.string()),
    /** The slots of each term: one character per product, its slot in the chunk. */
    slots: v.array(v.string()),
    /** Set if the row has no room for more terms: any product of the chunk may have a term that is not listed. */
    isFull: v.optional(v.boolean()),
  }).index("by_bucket", ["bucket", "chunk"]),

  /** The products in the slots of a chunk, 32 per row. A block has the products created since `from` and before the next block. */
  searchBlocks: defineTable({
    chunk: v.number(),
    /** Its number in the chunk. */
    block: v.number(),
    from: v.number(),
    /** Null where a product was archived. */
    productIds: v.array(v.union(v.id("products"), v.null())),
    times: v.array(v.number()),
  })
    .index("by_place", ["chunk", "block"])
    .index("by_from", ["from"]),

  /**
   * Products that are new or changed since the index was last brought up to date: at most one row per product, written with the
   * product's own changes, deleted when the index has them. A search reads them beside the index.
   */
  searchChanges: defineTable({
    productId: v.id("products"),
    /** The product's time of creation, by which lists are ordered. */
    listedAt: v.number(),
    /** Its `searchKey`; empty if the product is not on sale. */
    name: v.string(),
    /** The terms by which it is heard. */
    heard: v.array(v.string()),
    type: v.union(...PRODUCT_TYPES.map((type) => v.literal(type))),
    distributorId: v.id("users"),
  })
    .index("by_product", ["productId"])
    .index("by_listed", ["listedAt"])
    .index("by_type", ["type", "listedAt"]),

  /** The fill, at most one row: whether the index has all products, but for those in `searchChanges`. Absent while there was never a product. */
  searchFills: defineTable({
    isComplete: v.boolean(),
    /** The chain of steps at work; steps of earlier ones end. */
    run: v.number(),
    /** The creation time of the last product that was filled in; null while old rows are being deleted. */
    filledTo: v.union(v.number(), v.null()),
    /** The `SEARCH_FORM` of its terms. One of another form is built anew on start. */
    form: v.string(),
  })
    // Searches ask for a complete one alone, so that the steps of an incomplete one don't run them again.
    .index("by_complete", ["isComplete"]),
};
