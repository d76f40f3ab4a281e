/** The tables of imports. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { IMPORT_FIELDS, IMPORT_MODES } from "../../domain/import/columns";
import { BY_ONCE, onceField } from "../once";
import { productType } from "../products/schema";

export const importMode = v.union(...IMPORT_MODES.map((mode) => v.literal(mode)));
const importField = v.union(...IMPORT_FIELDS.map((field) => v.literal(field)));

/** The outcome of a row. A refused row says why; one in conflict has the stock that was found. */
export const rowOutcome = v.object({
  line: v.number(),
  outcome: v.union(
    v.literal("added"),
    v.literal("changed"),
    v.literal("same"),
    v.literal("refused"),
    v.literal("conflict"),
  ),
  faults: v.optional(
    v.array(v.object({ field: importField, value: v.string(), reason: v.string() })),
  ),
  stock: v.optional(v.number()),
  /** Why the picture that the row names is not fetched; the row is written all the same. */
  pictureProblem: v.optional(v.string()),
});

export const outcomeCounts = v.object({
  added: v.number(),
  changed: v.number(),
  same: v.number(),
  refused: v.number(),
  conflict: v.number(),
});

/** Pictures that the rows of an import name: all, those that products show, and those that can't be had. */
export const pictureCounts = v.object({
  wanted: v.number(),
  fetched: v.number(),
  failed: v.number(),
});

export const importTables = {
  /**
   * An import of a distributor: written by its beginning, then by each batch that is taken in. Deleted with its batches thirty days
   * after it began.
   */
  imports: defineTable({
    distributorId: v.id("users"),
    /** Its key is the import's name: the client made it. */
    once: onceField,
    mode: importMode,
    rowCount: v.number(),
    /** Batches that were taken in. */
    batchesDone: v.number(),
    counts: outcomeCounts,
    /** Absent while no row named a picture. */
    pictures: v.optional(pictureCounts),
  }).index("by_once", BY_ONCE),

  /** A batch that was taken in, with its answer: it is there if and only if the batch's rows are written. */
  importBatches: defineTable({
    parentId: v.id("imports"),
    /** Its key is that of the import with the number of the batch. */
    once: onceField,
    outcomes: v.array(rowOutcome),
  })
    .index("by_once", BY_ONCE)
    .index("by_import", ["parentId"]),

  /**
   * A picture that a row names by its address: waiting from the row's batch on, until it is fetched or can't be had. Deleted with its
   * import.
   */
  importPictures: defineTable({
    parentId: v.id("imports"),
    distributorId: v.id("users"),
    productId: v.id("products"),
    line: v.number(),
    address: v.string(),
    /** The product's picture when the row was taken in: one that somebody chose since is not replaced. */
    imageSeen: v.id("_storage"),
    state: v.union(v.literal("waiting"), v.literal("fetched"), v.literal("failed")),
    /** Fetches that were interrupted; one that ended the process is not begun for ever. */
    tries: v.number(),
    /** The problem of a failed one, in words for people. */
    problem: v.optional(v.string()),
  })
    .index("by_product", ["productId", "state"])
    .index("by_import", ["parentId", "state"])
    .index("by_address", ["parentId", "address", "state"]),

  /**
   * The address that a product's picture was fetched from, at most one row per product. Says nothing once the product shows another
   * picture. Never deleted, as products.
   */
  fetchedPictures: defineTable({
    productId: v.id("products"),
    address: v.string(),
    imageId: v.id("_storage"),
  }).index("by_product", ["productId"]),

  /** The drawn picture of products that come without one, a row per type: written once, never deleted, as products show it. */
  typePictures: defineTable({ type: productType, imageId: v.id("_storage") }).index("by_type", [
    "type",
  ]),
};
