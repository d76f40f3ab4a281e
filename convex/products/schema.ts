/** The products' table. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { MAIN_FIELDS, TAX_FIELDS, TERM_FIELDS } from "../../domain/fields/product";
import { validatorsOf } from "../fields";

const { stock: _stock, ...main } = validatorsOf(MAIN_FIELDS);

export const productType = main.type;

/** Terms of `domain/productTerms.ts`; each is absent if it restricts nothing. */
export const productTerms = validatorsOf(TERM_FIELDS);

/** A price of `domain/price.ts`. */
export const quotedPriceFields = { pricePaise: v.number(), addedTaxBp: v.optional(v.number()) };

/** Details of `domain/gst/productTax.ts`, of distributors with a GSTIN; each is absent until somebody says so. */
export const productTax = validatorsOf(TAX_FIELDS);

/** The arguments that say what a product is; `tax` takes the place of all tax details. */
export const productArgs = {
  ...validatorsOf(MAIN_FIELDS),
  ...productTerms,
  tax: v.optional(v.object(productTax)),
};

export const productTables = {
  /**
   * Pieces of a product that can still be ordered: those in open orders and in holds (`stockHolds`) are already subtracted. One row
   * per product, which names it as `stockId`; written only by `stock.ts`: by each order and hold, and by its owner. Never deleted. Apart
   * from the product's row, so that no order invalidates a list of products.
   */
  stockLevels: defineTable({
    stock: v.number(),
    /**
     * The place on the owner's list of low stock: present while the product is on sale with LOW_STOCK_MAX pieces or fewer. An order that
     * leaves more moves no entry of the index.
     */
    low: v.optional(
      v.object({ productId: v.id("products"), distributorId: v.id("users"), stock: v.number() }),
    ),
    /** The picture that the product's latest order copied; absent before its first. */
    orderedImageId: v.optional(v.id("_storage")),
  }).index("by_low", ["low.distributorId", "low.stock"]),

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
   * The time since which a retailer has kept pieces of a product reserved, over renewals and pauses, without ordering it: at most one row
   * per retailer and product. Deleted when an order uses a hold, and by schedule when the pause after the period is over.
   */
  holdPeriods: defineTable({
    retailerId: v.id("users"),
    productId: v.id("products"),
    startedAt: v.number(),
  }).index("by_pair", ["retailerId", "productId"]),

  /**
   * Pieces that an order gave back a moment ago, one row for each line of it: who puts them back once more is told that they are there.
   * Written by `returns.ts`, which deletes those of the product that are past their time.
   */
  stockReturns: defineTable({
    productId: v.id("products"),
    retailerId: v.id("users"),
    distributorId: v.id("users"),
    quantity: v.number(),
    at: v.number(),
  }).index("by_product", ["productId", "at"]),

  /**
   * Written by its distributor (add, edit, archive), never by orders. A row is never deleted: orders and invoices point at it.
   */
  products: defineTable({
    distributorId: v.id("users"),
    stockId: v.id("stockLevels"),
    ...main,
    imageId: v.id("_storage"),
    ...productTerms,
    ...productTax,
    /** The SKU as it is compared, in lower case: no two of a distributor's products on sale have the same. */
    skuKey: v.optional(v.string()),
    /** Absent while on sale; once set, no list shows the product and no order takes it. Never unset. */
    archivedAt: v.optional(v.number()),
  })
    // Not a mere beginning of the next one: lists in order of creation need it, lists by type the other. Likewise below.
    // oxlint-disable-next-line @convex-dev/no-duplicate-indexes
    .index("by_listed", ["archivedAt"])
    .index("by_listed_type", ["archivedAt", "type"])
    .index("by_listed_country", ["archivedAt", "countryOfOrigin"])
    // oxlint-disable-next-line @convex-dev/no-duplicate-indexes
    .index("by_distributor", ["distributorId", "archivedAt"])
    .index("by_distributor_type", ["distributorId", "archivedAt", "type"])
    /** Finds products of an equal name, for imports. */
    .index("by_distributor_name", ["distributorId", "archivedAt", "name"])
    .index("by_distributor_sku", ["distributorId", "skuKey", "archivedAt"])
    // Of all distributors: what is typed or pasted in quick order is a SKU or a name.
    .index("by_listed_sku", ["archivedAt", "skuKey"])
    .index("by_listed_name", ["archivedAt", "name"])
    .index("by_image", ["imageId"]),
};
