/**
 * Pictures that an interruption left behind: stored, but the mutation that was to record them never ran. Whatever shows a picture
 * from outside, it has a record in `uploads` for as long, or belongs to an article. The market's own drawings have no record; they
 * are SVG, which is taken in from nobody, and stay.
 */
import type { Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { PICTURE_TYPES } from "./picture";

type StoredFile = { readonly _id: Id<"_storage">; readonly contentType?: string | undefined };
type Lookup = (ctx: QueryCtx, fileId: Id<"_storage">) => Promise<object | null>;

/**
 * Find a row that names the file. `uploads` and articles would be enough; accounts, products and papers are asked for safety. Orders,
 * messages and offers are not: their pictures are in `uploads`, and an index of them would make each order and message dearer.
 */
const LOOKUPS: readonly Lookup[] = [
  ({ db }, id) =>
    db
      .query("uploads")
      .withIndex("by_image", (q) => q.eq("imageId", id))
      .first(),
  ({ db }, id) =>
    db
      .query("newsArticles")
      .withIndex("by_picture", (q) => q.eq("picture", id))
      .first(),
  ({ db }, id) =>
    db
      .query("users")
      .withIndex("by_image", (q) => q.eq("imageId", id))
      .first(),
  ({ db }, id) =>
    db
      .query("products")
      .withIndex("by_image", (q) => q.eq("imageId", id))
      .first(),
  ({ db }, id) =>
    db
      .query("invoices")
      .withIndex("by_payment_code", (q) => q.eq("qrImageId", id))
      .first(),
  ({ db }, id) =>
    db
      .query("payments")
      .withIndex("by_proof", (q) => q.eq("proofImageId", id))
      .first(),
];

function isFromOutside({ contentType }: StoredFile): boolean {
  return PICTURE_TYPES.some((type) => type === contentType);
}

/** True for a picture from outside that no row names. */
export async function isUnrecorded(ctx: QueryCtx, file: StoredFile): Promise<boolean> {
  if (!isFromOutside(file)) return false;
  for (const find of LOOKUPS) if ((await find(ctx, file._id)) !== null) return false;
  return true;
}
