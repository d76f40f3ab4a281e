/** Public functions of products. */
import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { PRODUCT_SORTS } from "../domain/productTypes";
import {
  anyoneSharedQuery,
  distributorMutation,
  distributorQuery,
  memberSharedQuery,
  publicQuery,
  retailerSharedQuery,
} from "./functions";
import { requireDay } from "./day";
import { soldLately } from "./figures/sold";
import { getProductFor, stockLevelsFor } from "./products/find";
import { listProducts } from "./search/productList";
import { listLowStock } from "./products/low";
import {
  anyProduct,
  catalogueCard,
  landingCard,
  ownCard,
  stockLevel,
  toCatalogueCard,
  toLandingCard,
  toOwnCard,
} from "./products/view";
import { addProduct, archiveProduct, editProduct } from "./products/save";
import { productArgs, productTables, productType } from "./products/schema";
import { requireDistributorByEmail } from "./users/find";

const sort = v.optional(v.union(...PRODUCT_SORTS.map((name) => v.literal(name))));
const filter = { search: v.optional(v.string()), type: v.optional(productType) };
const { countryOfOrigin } = productTables.products.validator.fields;
const marketFilter = { ...filter, countryOfOrigin };

/** Products as visitors see them, without stock and e-mails, newest first. */
export const landing = publicQuery({
  args: { paginationOpts: paginationOptsValidator, ...marketFilter },
  returns: paginationResultValidator(landingCard),
  handler: (ctx, { paginationOpts, ...filter }) =>
    listProducts(ctx, { ...filter, defaultOrder: "desc" }, paginationOpts, toLandingCard),
});

export const all = retailerSharedQuery({
  args: { paginationOpts: paginationOptsValidator, ...marketFilter, sort },
  returns: paginationResultValidator(catalogueCard),
  handler: (ctx, { paginationOpts, ...filter }) =>
    listProducts(ctx, filter, paginationOpts, toCatalogueCard),
});

/** One distributor's products. NOT_FOUND if nobody of that e-mail sells here. */
export const byDistributor = retailerSharedQuery({
  args: {
    paginationOpts: paginationOptsValidator,
    distributorEmail: v.string(),
    ...marketFilter,
    sort,
  },
  returns: paginationResultValidator(catalogueCard),
  handler: async (ctx, { paginationOpts, distributorEmail, ...filter }) => {
    const { _id: distributorId } = await requireDistributorByEmail(ctx, distributorEmail);
    return listProducts(ctx, { ...filter, distributorId }, paginationOpts, toCatalogueCard);
  },
});

/** The caller's own products, the newest first unless asked otherwise; of low stock alone, those with the fewest pieces first. */
export const mine = distributorQuery({
  args: {
    paginationOpts: paginationOptsValidator,
    ...filter,
    sort,
    lowStock: v.optional(v.boolean()),
  },
  returns: paginationResultValidator(ownCard),
  handler: (ctx, { paginationOpts, lowStock = false, ...filter }) => {
    if (lowStock) return listLowStock(ctx, ctx.user, filter, paginationOpts, toOwnCard);
    const own = { ...filter, distributorId: ctx.user._id, defaultOrder: "desc" } as const;
    return listProducts(ctx, own, paginationOpts, toOwnCard);
  },
});

/**
 * Stock of the products on a page, at most STOCK_LEVELS_MAX of them: lists leave it out, so that orders don't run them again. A product
 * that the caller may not see is left out. Errors: BAD_REQUEST for too many.
 */
export const stockLevels = memberSharedQuery({
  args: { productIds: v.array(v.string()) },
  returns: v.array(stockLevel),
  handler: (ctx, { productIds }) => stockLevelsFor(ctx, ctx.viewer, productIds),
});

/**
 * Pieces of the caller's products in the orders accepted in the 28 days, and in each of the 12 weeks, that end with `today` (YYYY-MM-DD
 * in India): of those that were sold last, SOLD_PRODUCTS_MAX at most. Errors: BAD_REQUEST.
 */
export const sold = distributorQuery({
  args: { today: v.string() },
  returns: v.array(
    v.object({ productId: v.id("products"), pieces: v.number(), weeks: v.array(v.number()) }),
  ),
  handler: (ctx, { today }) => soldLately(ctx, ctx.user._id, requireDay(today)),
});

/** One product, or null if it is not for sale (any more), or a rival's. Visitors see neither stock nor e-mail. */
export const one = anyoneSharedQuery({
  args: { productId: v.string() },
  returns: v.union(anyProduct, v.null()),
  handler: (ctx, { productId }) => getProductFor(ctx, ctx.viewer, productId),
});

const fields = { ...productArgs, imageId: v.id("_storage") };

/** Errors: see `products/save.ts`. */
export const add = distributorMutation({
  args: fields,
  returns: v.object({ productId: v.id("products") }),
  handler: async (ctx, args) => ({ productId: await addProduct(ctx, ctx.user, args) }),
});

/** Changed fields only; of an archived product tax details alone. STALE_STOCK {stock} if stock is sent with a `stockSeen` that is no longer true. Errors: see `products/save.ts`. */
export const edit = distributorMutation({
  args: {
    productId: v.string(),
    /** An empty SKU, 1 and no price breaks end a term; `tax` takes the place of all tax details. */
    changes: v.object(fields).partial(),
    stockSeen: v.optional(v.number()),
  },
  returns: v.null(),
  handler: async (ctx, args) => {
    await editProduct(ctx, ctx.user, args);
    return null;
  },
});

export const archive = distributorMutation({
  args: { productId: v.string() },
  returns: v.null(),
  handler: async (ctx, { productId }) => {
    await archiveProduct(ctx, ctx.user, productId, Date.now());
    return null;
  },
});
