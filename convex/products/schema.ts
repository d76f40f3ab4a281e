/** The products' table. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { PRODUCT_TYPES } from "../../domain/productTypes";

export const productType = v.union(...PRODUCT_TYPES.map((type) => v.literal(type)));

export const productTables = {
  /**
   * Pieces of a product that can still be ordered: those in open orders and in holds (`stockHolds`) are already subtracted. One row
   * per product, written only by `stock.ts`: by each order and hold, and by its owner. Never deleted. Apart from the product's row, so
   * that no order invalidates a list of products. Absent for a product of an older version or an import, until it is moved there.
   */
  stockLevels: defineTable({
    productId: v.id("products"),
    stock: v.number(),
  }).index("by_product", ["productId"]),

  /**
   * A hold: pieces that a retailer took out of the stock before ordering, at most one row per retailer and product. Deleted when an
   * order uses them, when the retailer gives them back, and when their time is over.
   */
  stockHolds: defineTable({
    retailerId: v.id("users"),
    productId: v.id("products"),
    quantity: v.number(),
    expiresAt: v.number(),
  }).index("by_pair", ["retailerId", "productId"]),

  /**
   * Since when a retailer has kept pieces of a product reserved, over renewals and pauses, without ordering it: at most one row
   * per retailer and product. Deleted when an order uses a hold, and by schedule when the pause after the period is over.
   */
  holdPeriods: defineTable({
    retailerId: v.id("users"),
    productId: v.id("products"),
    startedAt: v.number(),
  }).index("by_pair", ["retailerId", "productId"]),

  /**
   * Written by its distributor (add, edit, archive), never by orders. A row is never deleted: orders and invoices point at it.
   */
  products: defineTable({
    distributorId: v.id("users"),
    name: v.string(),
    type: productType,
    description: v.string(),
    /** Pieces in one pack: the specification's `quantity` of a product. */
    packSize: v.number(),
    /** Integer paise. */
    pricePaise: v.number(),
    /** Only in rows of older versions and imports: moved to `stockLevels` by `migrations.ts` on start; a level counts before it. */
    stock: v.optional(v.number()),
    imageId: v.id("_storage"),
    /** Absent while on sale; once set, no list shows the product and no order takes it. Never unset. */
    archivedAt: v.optional(v.number()),
  })
    // Not a mere beginning of the next one: lists in order of creation need it, lists by type the other. Likewise below.
    // eslint-disable-next-line @convex-dev/no-duplicate-indexes
    .index("by_listed", ["archivedAt"])
    .index("by_listed_type", ["archivedAt", "type"])
    // eslint-disable-next-line @convex-dev/no-duplicate-indexes
    .index("by_distributor", ["distributorId", "archivedAt"])
    .index("by_distributor_type", ["distributorId", "archivedAt", "type"])
    .index("by_image", ["imageId"])
    /** Finds the rows whose stock has not been moved. */
    .index("by_stock", ["stock"]),

  /**
   * One row for each product on sale and each gram of its name, written and deleted with the product's own changes (`gramRows.ts`).
   * Short names have none. No index leads from a product to its rows: they are found by its grams.
   */
  productGrams: defineTable({
    /** Three characters of the name, in lower case. */
    gram: v.string(),
    /** The product's time of creation, by which lists are ordered. */
    listedAt: v.number(),
    productId: v.id("products"),
    /** The whole name, in lower case. */
    name: v.string(),
    type: productType,
    distributorId: v.id("users"),
  })
    .index("by_gram", ["gram", "listedAt"])
    .index("by_gram_type", ["gram", "type", "listedAt"]),

  /** At most one row: whether every product has its grams. Absent while nobody filled them in, or there was never a product. */
  gramFills: defineTable({
    isComplete: v.boolean(),
    /** The chain of steps at work; steps of earlier ones end. */
    run: v.number(),
    /** The creation time of the last product that was filled in; null while old rows are being deleted. */
    filledTo: v.union(v.number(), v.null()),
  })
    // Searches ask for a complete one alone, so that the steps of an incomplete one don't run them again.
    .index("by_complete", ["isComplete"]),
};
