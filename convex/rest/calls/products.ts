/** The functions behind the product calls of REST. */
import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { type Infer, v } from "convex/values";
import { PRODUCT_SORTS, VISITOR_SORTS } from "../../../domain/productTypes";
import { spend } from "../../auth/limits";
import { fail } from "../../errors";
import { getListedProduct, getProductFor, requireListedProduct } from "../../products/find";
import { reserve } from "../../orders/holds";
import { listProducts } from "../../search/productList";
import { restoreStock } from "../../orders/restore";
import {
  anyProduct,
  ownProduct,
  publicProduct,
  toOwnProduct,
  toPublicProduct,
  toTradeProduct,
  tradeProduct,
} from "../../products/view";
import { addProduct, archiveProduct, editProduct } from "../../products/save";
import { productTax, productTerms, productType } from "../../products/schema";
import { getUploadByUrl, isSameFile } from "../../uploads/find";
import { requireDistributorByEmail } from "../../users/find";
import { restMutation, restQuery, visitorRestQuery } from "../caller";
import { requireOwnEmail } from "../own";

const page = {
  paginationOpts: paginationOptsValidator,
  search: v.optional(v.string()),
  type: v.optional(productType),
};
const sort = v.optional(v.union(...PRODUCT_SORTS.map((name) => v.literal(name))));

/** Programs count on `limit`; they follow the `Link` of a page that holds little. */
const strict = { isLimitStrict: true } as const;
const newest = { ...strict, defaultOrder: "desc" } as const;

export const landing = visitorRestQuery({
  args: { ...page, sort: v.optional(v.union(...VISITOR_SORTS.map((name) => v.literal(name)))) },
  returns: paginationResultValidator(publicProduct),
  handler: (ctx, { paginationOpts, search, type, sort: by }) =>
    listProducts(ctx, { ...newest, search, type, sort: by }, paginationOpts, toPublicProduct),
});

export const all = restQuery(
  "retailer",
  "admin",
)({
  args: { ...page, sort },
  returns: paginationResultValidator(tradeProduct),
  handler: (ctx, { paginationOpts, search, type, sort: by }) =>
    listProducts(ctx, { ...strict, search, type, sort: by }, paginationOpts, toTradeProduct),
});

/** A distributor's own list, the newest first; an admin may name whose, or nobody for everybody's. */
export const own = restQuery(
  "distributor",
  "admin",
)({
  args: { ...page, sort, distributorEmail: v.optional(v.string()) },
  returns: paginationResultValidator(ownProduct),
  handler: async (ctx, { paginationOpts, search, type, sort: by, distributorEmail }) => {
    const filter = { ...newest, search, type, sort: by };
    if (ctx.user.role === "distributor") {
      requireOwnEmail(ctx.user, distributorEmail);
      const ownFilter = { ...filter, distributorId: ctx.user._id };
      return listProducts(ctx, ownFilter, paginationOpts, toOwnProduct);
    }
    if (distributorEmail === undefined)
      return listProducts(ctx, filter, paginationOpts, toTradeProduct);
    const { _id: distributorId } = await requireDistributorByEmail(ctx, distributorEmail);
    return listProducts(ctx, { ...filter, distributorId }, paginationOpts, toTradeProduct);
  },
});

/** One distributor's; a distributor's own only. */
export const byDistributor = restQuery(
  "retailer",
  "distributor",
  "admin",
)({
  args: { ...page, sort, email: v.string() },
  returns: paginationResultValidator(ownProduct),
  handler: async (ctx, { paginationOpts, search, type, sort: by, email }) => {
    const isOwn = ctx.user.role === "distributor";
    if (isOwn) requireOwnEmail(ctx.user, email);
    const { _id: distributorId } = await requireDistributorByEmail(ctx, email);
    const filter = { ...strict, search, type, sort: by, distributorId };
    return listProducts(ctx, filter, paginationOpts, isOwn ? toOwnProduct : toTradeProduct);
  },
});

/** One product for whoever asks, with its tax details for its distributor. */
const visibleProduct = v.object({ ...anyProduct.fields, ...productTax });

export const one = visitorRestQuery({
  args: { productId: v.string() },
  returns: visibleProduct,
  handler: async (ctx, { productId }): Promise<Infer<typeof visibleProduct>> => {
    const row = (await getProductFor(ctx, ctx.caller, productId)) ?? fail("NOT_FOUND");
    // Of distributors the product's own alone gets here.
    if (ctx.caller?.role !== "distributor") return row;
    const { product, distributor } = await requireListedProduct(ctx, productId);
    return toOwnProduct(ctx, product, distributor);
  },
});

export const distributorOf = restQuery(
  "retailer",
  "distributor",
  "admin",
)({
  args: { productId: v.string() },
  returns: v.object({
    name: v.string(),
    email: v.string(),
    imageUrl: v.union(v.string(), v.null()),
    productName: v.string(),
  }),
  handler: async (ctx, { productId }) => {
    const { product, distributor } = await requireListedProduct(ctx, productId);
    if (ctx.user.role === "distributor" && ctx.user._id !== distributor._id) fail("NOT_FOUND");
    const { imageId, name, email } = distributor;
    const imageUrl = imageId === undefined ? null : await ctx.storage.getUrl(imageId);
    return { name, email, imageUrl, productName: product.name };
  },
});

const fields = {
  name: v.string(),
  type: productType,
  description: v.string(),
  packSize: v.number(),
  pricePaise: v.number(),
  stock: v.number(),
  ...productTerms,
  /** In place of all tax details of before. */
  tax: v.optional(v.object(productTax)),
};

/** Before the picture is taken in. Errors: FORBIDDEN, TOO_MANY {retryAfterMs}. */
export const admitAdding = restMutation("distributor")({
  args: { distributorEmail: v.optional(v.string()) },
  returns: v.null(),
  handler: async (ctx, { distributorEmail }) => {
    requireOwnEmail(ctx.user, distributorEmail);
    await spend(ctx, "productsAdded", ctx.user._id);
    return null;
  },
});

/** The stored picture becomes the caller's upload and the product's picture in one step. Errors: BAD_PRODUCT {field}. */
export const add = restMutation("distributor")({
  args: { ...fields, imageId: v.id("_storage") },
  returns: ownProduct,
  handler: (ctx, args) =>
    ctx.once(async () => {
      await ctx.db.insert("uploads", {
        imageId: args.imageId,
        purpose: "image",
        userId: ctx.user._id,
        claimed: false,
      });
      const productId = await addProduct(ctx, ctx.user, args);
      const { product, distributor } = await requireListedProduct(ctx, productId);
      return toOwnProduct(ctx, product, distributor);
    }),
});

/** Errors: NOT_FOUND, BAD_PRODUCT {field}, STALE_STOCK {stock}, NO_IMAGE for a picture that the caller did not upload. */
export const edit = restMutation("distributor")({
  args: {
    productId: v.string(),
    changes: v.object(fields).partial(),
    imageUrl: v.optional(v.string()),
    stockSeen: v.optional(v.number()),
  },
  returns: ownProduct,
  handler: async (ctx, { productId, changes, imageUrl, stockSeen }) => {
    const before = await getListedProduct(ctx, productId);
    const kept = before && (await ctx.storage.getUrl(before.product.imageId));
    const isKept = imageUrl === undefined || (kept !== null && isSameFile(imageUrl, kept));
    const upload = isKept
      ? undefined
      : ((await getUploadByUrl(ctx, { userId: ctx.user._id }, imageUrl)) ?? fail("NO_IMAGE"));
    const edited = await editProduct(ctx, ctx.user, {
      productId,
      changes: { ...changes, imageId: upload?.imageId },
      stockSeen,
    });
    return toOwnProduct(ctx, edited, ctx.user);
  },
});

export const remove = restMutation("distributor")({
  args: { productId: v.string() },
  returns: v.null(),
  handler: async (ctx, { productId }) => {
    await archiveProduct(ctx, ctx.user, productId, Date.now());
    return null;
  },
});

/** Errors: see `products/holds.ts`. */
export const hold = restMutation("retailer")({
  args: {
    productId: v.string(),
    distributorEmail: v.optional(v.string()),
    quantity: v.number(),
  },
  returns: v.object({ expiresAt: v.number(), stock: v.number() }),
  handler: (ctx, reservation) =>
    ctx.once(async () => {
      await spend(ctx, "stockHeld", ctx.user._id);
      return reserve(ctx, ctx.user, reservation, Date.now());
    }),
});

/** Errors: see `products/restore.ts`. */
export const restore = restMutation(
  "retailer",
  "distributor",
)({
  args: { productId: v.string(), increment: v.number() },
  returns: v.object({ stock: v.number(), changed: v.boolean() }),
  handler: (ctx, args) => restoreStock(ctx, ctx.user, args, Date.now()),
});
