/** The tables of baskets. */
import { defineTable } from "convex/server";
import { v } from "convex/values";

export const basketTables = {
  /**
   * A product that a retailer means to order: at most one row per retailer and product, and BASKET_LINES_MAX per retailer. Reserves no
   * stock. Written by `basket.set`; deleted by it, by the order that has the line as it is, and with the account.
   */
  basketLines: defineTable({
    retailerId: v.id("users"),
    productId: v.id("products"),
    quantity: v.number(),
    /** The price of one piece when the line was last set, integer paise. */
    seenPricePaise: v.number(),
  })
    // Lines in order of adding need the one, look-ups the other.
    // oxlint-disable-next-line @convex-dev/no-duplicate-indexes
    .index("by_retailer", ["retailerId"])
    .index("by_product", ["retailerId", "productId"]),

  /**
   * A basket kept under a name: at most SAVED_BASKETS_MAX rows per retailer, each of at most BASKET_LINES_MAX lines. Written by
   * `basket.save` and `basket.renameSaved`; deleted by `basket.deleteSaved` and with the account.
   */
  savedBaskets: defineTable({
    retailerId: v.id("users"),
    /** No other one of the retailer's has it, in whatever case. */
    name: v.string(),
    lines: v.array(
      v.object({
        productId: v.id("products"),
        quantity: v.number(),
        /** The price of one piece that the retailer saw, integer paise. */
        pricePaise: v.number(),
      }),
    ),
  }).index("by_retailer", ["retailerId"]),

  /**
   * Words for which a retailer chose a product: one row per retailer, words and product, and LEARNED_WORDS_MAX per retailer. Written by
   * `learned.ts`; deleted by it when others are used more lately, and with the account.
   */
  learnedWords: defineTable({
    retailerId: v.id("users"),
    /** The words of `wordsOf`, divided by blanks. */
    words: v.string(),
    productId: v.id("products"),
    /** The number of times that it was chosen. */
    count: v.number(),
    usedAt: v.number(),
  })
    .index("by_words", ["retailerId", "words"])
    .index("by_use", ["retailerId", "usedAt"]),
};
