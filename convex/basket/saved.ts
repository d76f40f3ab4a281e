/** Baskets that a retailer keeps under names, to order the same again. */
import { v, type Infer } from "convex/values";
import { BASKET_NAME_MAX, SAVED_BASKETS_MAX } from "../../domain/limits";
import { cleanText } from "../../domain/text";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { bytesOf, spendBytes } from "../auth/storedBytes";
import { spend } from "../auth/limits";
import { fail } from "../errors";
import { requireOwn } from "../rows";
import { type AddedLine, addLines } from "./add";
import { linesOf } from "./lines";

export const savedBasketView = v.object({
  _id: v.id("savedBaskets"),
  name: v.string(),
  /** The number of its products. */
  lines: v.number(),
  savedAt: v.number(),
});

type SavedBasketView = Infer<typeof savedBasketView>;

function savedOf(ctx: QueryCtx, retailer: Doc<"users">): Promise<Doc<"savedBaskets">[]> {
  return ctx.db
    .query("savedBaskets")
    .withIndex("by_retailer", (q) => q.eq("retailerId", retailer._id))
    .take(SAVED_BASKETS_MAX);
}

/** Returns the saved baskets in order of saving. */
export async function listSaved(ctx: QueryCtx, retailer: Doc<"users">): Promise<SavedBasketView[]> {
  const saved = await savedOf(ctx, retailer);
  return saved.map(({ _id, name, lines, _creationTime }) => ({
    _id,
    name,
    lines: lines.length,
    savedAt: _creationTime,
  }));
}

/** The retailer's own saved basket, or NOT_FOUND. */
const requireSaved = requireOwn("savedBaskets");

/** Returns the name as it is kept. Errors: BAD_BASKET_NAME, BASKET_NAME_TAKEN. */
function freeName(nameInput: string, others: readonly Doc<"savedBaskets">[]): string {
  const name = cleanText(nameInput, { min: 1, max: BASKET_NAME_MAX }) ?? fail("BAD_BASKET_NAME");
  const key = name.toLowerCase();
  if (others.some((other) => other.name.toLowerCase() === key)) fail("BASKET_NAME_TAKEN");
  return name;
}

/**
 * Saves the basket as it is under a new name. Errors: BAD_BASKET_NAME, BASKET_NAME_TAKEN, TOO_MANY_BASKETS {max}, BASKET_EMPTY,
 * TOO_MANY {retryAfterMs}.
 */
export async function saveBasket(
  ctx: MutationCtx,
  retailer: Doc<"users">,
  nameInput: string,
): Promise<Id<"savedBaskets">> {
  const saved = await savedOf(ctx, retailer);
  const name = freeName(nameInput, saved);
  if (saved.length >= SAVED_BASKETS_MAX) fail("TOO_MANY_BASKETS", { max: SAVED_BASKETS_MAX });
  const lines = (await linesOf(ctx, retailer)).map(({ productId, quantity, seenPricePaise }) => ({
    productId,
    quantity,
    pricePaise: seenPricePaise,
  }));
  if (lines.length === 0) fail("BASKET_EMPTY");
  await spend(ctx, "memberChanges", retailer._id);
  await spendBytes(ctx, retailer._id, bytesOf(lines));
  return ctx.db.insert("savedBaskets", { retailerId: retailer._id, name, lines });
}

/** Errors: NOT_FOUND, BAD_BASKET_NAME, BASKET_NAME_TAKEN, TOO_MANY {retryAfterMs}. */
export async function renameSaved(
  ctx: MutationCtx,
  retailer: Doc<"users">,
  { savedBasketId, name: nameInput }: { savedBasketId: string; name: string },
): Promise<void> {
  const { _id, name: before } = await requireSaved(ctx, retailer, savedBasketId);
  const others = (await savedOf(ctx, retailer)).filter((other) => other._id !== _id);
  const name = freeName(nameInput, others);
  if (name === before) return;
  await spend(ctx, "memberChanges", retailer._id);
  await ctx.db.patch("savedBaskets", _id, { name });
}

/** Errors: NOT_FOUND. */
export async function deleteSaved(
  ctx: MutationCtx,
  retailer: Doc<"users">,
  savedBasketId: string,
): Promise<void> {
  const { _id } = await requireSaved(ctx, retailer, savedBasketId);
  await ctx.db.delete("savedBaskets", _id);
}

/** Adds the lines of a saved basket, which stays saved. Errors: NOT_FOUND, as `addLines`. */
export async function addSaved(
  ctx: MutationCtx,
  retailer: Doc<"users">,
  savedBasketId: string,
): Promise<AddedLine[]> {
  const { lines } = await requireSaved(ctx, retailer, savedBasketId);
  return addLines(ctx, retailer, lines);
}

/** Deletes the saved baskets of an account that is closed. */
export async function dissolveSaved(ctx: MutationCtx, retailer: Doc<"users">): Promise<void> {
  for (const { _id } of await savedOf(ctx, retailer)) await ctx.db.delete("savedBaskets", _id);
}
