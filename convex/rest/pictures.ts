/** The transactions of calls that bring a picture: one admits it before its bytes are read, one makes it the caller's. */
import { getOneFrom } from "convex-helpers/server/relationships";
import { v } from "convex/values";
import { spend } from "../auth/limits";
import { digest } from "../digest";
import { fail } from "../errors";
import { internalQuery } from "../functions";
import { requireListedProduct } from "../products/find";
import * as products from "../products/save";
import { ownProduct, toOwnProduct } from "../products/view";
import * as uploads from "../uploads/admit";
import { uploadPurpose } from "../uploads/schema";
import { restMutation, visitorRestMutation } from "./caller";
import { once } from "./once";
import { requireOwnEmail } from "./own";

const bringing = { purpose: uploadPurpose, ticket: v.optional(v.string()) };

/** Errors: UNAUTHENTICATED, FORBIDDEN, TOO_MANY. */
export const admitUpload = visitorRestMutation({
  args: { ...bringing, networkAddress: v.string() },
  returns: v.null(),
  handler: async (ctx, { purpose, ticket, networkAddress }) => {
    await uploads.admitUpload(ctx, { user: ctx.caller, ticket }, purpose, networkAddress);
    return null;
  },
});

/** Errors: UNAUTHENTICATED, TOO_MANY, TOO_MUCH_DATA. */
export const recordUpload = visitorRestMutation({
  args: { ...bringing, imageId: v.id("_storage") },
  returns: v.object({ imageId: v.id("_storage"), url: v.string() }),
  handler: async (ctx, { purpose, ticket, imageId }) => {
    const owner = ctx.caller?._id ?? (await digest(ticket ?? ""));
    return once(ctx, owner, ctx.attempt, async () => {
      await uploads.recordUpload(ctx, { user: ctx.caller, ticket }, purpose, imageId);
      return { imageId, url: (await ctx.storage.getUrl(imageId)) ?? fail("NO_IMAGE") };
    });
  },
});

/** Errors: FORBIDDEN, TOO_MANY {retryAfterMs}. */
export const admitProduct = restMutation("distributor")({
  args: { distributorEmail: v.optional(v.string()) },
  returns: v.null(),
  handler: async (ctx, { distributorEmail }) => {
    requireOwnEmail(ctx.user, distributorEmail);
    await spend(ctx, "productsAdded", ctx.user._id);
    return null;
  },
});

/** The picture becomes an upload of the caller's and the product's picture at once. Errors: see `products/save.ts`. */
export const addProduct = restMutation("distributor")({
  args: {
    /** The fields as the form's schema accepted them. */
    product: v.any(),
    imageId: v.id("_storage"),
  },
  returns: ownProduct,
  handler: (ctx, { product: sent, imageId }) =>
    ctx.once(async () => {
      const { user } = ctx;
      const upload = { imageId, purpose: "image" as const, userId: user._id, claimed: false };
      await ctx.db.insert("uploads", upload);
      const fields = { ...(sent as Omit<products.ProductFields, "imageId">), imageId };
      const productId = await products.addProduct(ctx, user, fields);
      const { product, distributor } = await requireListedProduct(ctx, productId);
      return toOwnProduct(ctx, product, distributor);
    }),
});

/** Returns true if the file belongs to an upload; a file without one is deleted by the call that stored it. */
export const isRecorded = internalQuery({
  args: { imageId: v.id("_storage") },
  returns: v.boolean(),
  handler: async (ctx, { imageId }) => {
    const recorded = await getOneFrom(ctx.db, "uploads", "by_image", imageId, "imageId");
    return recorded !== null;
  },
});
