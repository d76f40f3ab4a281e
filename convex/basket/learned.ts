/** The words by which a retailer calls products: learned from its own choices, and known to it alone. */
import { LEARNED_WORDS_MAX, PRODUCT_SEARCH_MAX } from "../../domain/limits";
import { hasLoneSurrogate } from "../../domain/text";
import { wordsOf } from "../../domain/wordKeys";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { fail } from "../errors";
import { listedProductsOf } from "../products/find";

/** The words that a retailer wrote, and the product that it chose for them. */
export type Choice = { readonly words: string; readonly productId: Id<"products"> };

/** Returns the words as they are kept; empty for a text that is too long, or has none. */
function toKey(text: string): string {
  if (text.length > PRODUCT_SEARCH_MAX || hasLoneSurrogate(text)) return "";
  return wordsOf(text).join(" ");
}

/** Orders the products that were chosen for the same words: the most often chosen first, then the latest. */
function byUse(a: Doc<"learnedWords">, b: Doc<"learnedWords">): number {
  return b.count - a.count || b.usedAt - a.usedAt;
}

function rowsFor(ctx: QueryCtx, { _id }: Doc<"users">, words: string) {
  return ctx.db
    .query("learnedWords")
    .withIndex("by_words", (q) => q.eq("retailerId", _id).eq("words", words))
    .take(LEARNED_WORDS_MAX);
}

function rowsOf(ctx: QueryCtx, { _id }: Doc<"users">, count: number) {
  return ctx.db
    .query("learnedWords")
    .withIndex("by_use", (q) => q.eq("retailerId", _id))
    .take(count);
}

async function learn(ctx: MutationCtx, retailer: Doc<"users">, choice: Choice, usedAt: number) {
  const { words, productId } = choice;
  const learned = (await rowsFor(ctx, retailer, words)).find((row) => row.productId === productId);
  if (learned !== undefined) {
    await ctx.db.patch("learnedWords", learned._id, { count: learned.count + 1, usedAt });
    return;
  }
  const row = { retailerId: retailer._id, words, productId, count: 1, usedAt };
  await ctx.db.insert("learnedWords", row);
}

/**
 * Notes what the retailer chose for its words; of more than LEARNED_WORDS_MAX, those that were used the longest ago go. Products that
 * are not on sale are left out. Errors: BAD_REQUEST for too many choices.
 */
export async function learnWords(
  ctx: MutationCtx,
  retailer: Doc<"users">,
  choices: readonly Choice[],
  now: number,
): Promise<void> {
  if (choices.length > LEARNED_WORDS_MAX) fail("BAD_REQUEST");
  const listedOf = listedProductsOf(ctx);
  for (const { words: text, productId } of choices) {
    const words = toKey(text);
    if (words !== "" && (await listedOf(productId)) !== null)
      await learn(ctx, retailer, { words, productId }, now);
  }
  const rows = await rowsOf(ctx, retailer, LEARNED_WORDS_MAX + choices.length);
  const excess = rows.slice(0, Math.max(rows.length - LEARNED_WORDS_MAX, 0));
  for (const { _id } of excess) await ctx.db.delete("learnedWords", _id);
}

/** Returns the product of each of the retailer's words: the one that it chose the most often. */
export async function learnedWords(ctx: QueryCtx, retailer: Doc<"users">): Promise<Choice[]> {
  const rows = await rowsOf(ctx, retailer, LEARNED_WORDS_MAX);
  const best = new Map<string, Id<"products">>();
  for (const { words, productId } of rows.sort(byUse))
    if (!best.has(words)) best.set(words, productId);
  return [...best].map(([words, productId]) => ({ words, productId }));
}

/** Returns the products that the retailer chose for a text, the most often chosen first. */
export async function learnedProducts(
  ctx: QueryCtx,
  retailer: Doc<"users">,
  text: string,
): Promise<Id<"products">[]> {
  const words = toKey(text);
  if (words === "") return [];
  return (await rowsFor(ctx, retailer, words)).sort(byUse).map(({ productId }) => productId);
}

export async function dissolveLearned(ctx: MutationCtx, retailer: Doc<"users">): Promise<void> {
  for (const { _id } of await rowsOf(ctx, retailer, LEARNED_WORDS_MAX))
    await ctx.db.delete("learnedWords", _id);
}
