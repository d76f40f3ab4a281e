/** The tables of imports. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { IMPORT_FIELDS, IMPORT_MODES } from "../../domain/import/columns";
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
});

export const outcomeCounts = v.object({
  added: v.number(),
  changed: v.number(),
  same: v.number(),
  refused: v.number(),
  conflict: v.number(),
});

export const importTables = {
  /**
   * An import of a distributor: written by its beginning, then by each batch that is taken in. Deleted with its batches thirty days
   * after it began.
   */
  imports: defineTable({
    distributorId: v.id("users"),
    /** Made and kept by the client before sending. */
    importId: v.string(),
    mode: importMode,
    rowCount: v.number(),
    /** Batches that were taken in. */
    batchesDone: v.number(),
    counts: outcomeCounts,
  }).index("by_key", ["distributorId", "importId"]),

  /** A batch that was taken in, with its answer: it is there if and only if the batch's rows are written. */
  importBatches: defineTable({
    parentId: v.id("imports"),
    batch: v.number(),
    /** Of what was sent: the same number with other rows is refused. */
    fingerprint: v.string(),
    outcomes: v.array(rowOutcome),
  }).index("by_batch", ["parentId", "batch"]),

  /** The drawn picture of products that come without one, a row per type: written once, never deleted, as products show it. */
  typePictures: defineTable({ type: productType, imageId: v.id("_storage") }).index("by_type", [
    "type",
  ]),
};
