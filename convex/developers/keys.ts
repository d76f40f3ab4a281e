/** API keys as they are stored, and the end of everything that a user gave to programs. `create.ts` creates keys; `rest/caller.ts` admits calls with them. */
import type { Infer } from "convex/values";
import { API_KEYS_MAX, KEY_USE_NOTED_MS, NAME_MAX } from "../../domain/limits";
import { t } from "../../domain/language/texts";
import { cleanText } from "../../domain/text";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { newTicket } from "../auth/secrets";
import { fail } from "../errors";
import { requireOwn } from "../rows";
import type { Notice } from "../auth/notices";
import { webhooksOf } from "../webhooks/find";
import type { keyScope } from "./schema";

/** Says whose it is to whoever finds it, and to programs that look for keys in published code. */
const PREFIX = "mandi_";
const SHOWN_CHARACTERS = PREFIX.length + 6;

/** 256 random bits. For actions. */
export function newKey(): string {
  return PREFIX + newTicket();
}

export function startOf(key: string): string {
  return key.slice(0, SHOWN_CHARACTERS);
}

/** Never more than a few. */
export function keysOf(ctx: QueryCtx, userId: Id<"users">): Promise<Doc<"apiKeys">[]> {
  return ctx.db
    .query("apiKeys")
    .withIndex("by_user", (q) => q.eq("userId", userId))
    .order("desc")
    .take(API_KEYS_MAX);
}

export type KeptKey = Pick<Doc<"apiKeys">, "name" | "start" | "keyHash" | "scope">;

/** Returns the name as it is kept. Errors: BAD_KEY_NAME, TOO_MANY_KEYS {max}. */
export async function keepKey(
  ctx: MutationCtx,
  user: Doc<"users">,
  { name: nameInput, ...key }: KeptKey,
): Promise<string> {
  const name = cleanText(nameInput, { min: 1, max: NAME_MAX }) ?? fail("BAD_KEY_NAME");
  if ((await keysOf(ctx, user._id)).length >= API_KEYS_MAX)
    fail("TOO_MANY_KEYS", { max: API_KEYS_MAX });
  await ctx.db.insert("apiKeys", { ...key, name, userId: user._id });
  return name;
}

const requireOwnKey = requireOwn("apiKeys");

/** Revokes a key: with this commit it opens nothing. Errors: NOT_FOUND. */
export async function revokeKey(
  ctx: MutationCtx,
  user: Doc<"users">,
  keyId: string,
): Promise<void> {
  const { _id } = await requireOwnKey(ctx, user, keyId);
  await ctx.db.delete("apiKeys", _id);
}

/** True if a use at this moment is written down; a busy program must not write a row per call. */
export function isUseNews({ lastUsedAt }: Doc<"apiKeys">, at: number): boolean {
  return lastUsedAt === undefined || at - lastUsedAt >= KEY_USE_NOTED_MS;
}

export async function noteUse(ctx: MutationCtx, keyId: Id<"apiKeys">, at: number): Promise<void> {
  const key = await ctx.db.get("apiKeys", keyId);
  if (key !== null && isUseNews(key, at)) await ctx.db.patch("apiKeys", keyId, { lastUsedAt: at });
}

export function keyMade(name: string, scope: Infer<typeof keyScope>): Notice {
  return {
    subject: t("A new API key for your Mandi account"),
    text: t(
      "The API key “{name}” ({scope, select, read {read only} other {read and write}}) was made for your account.",
      { name, scope },
    ),
  };
}

/** The names of the keys and the addresses of the webhooks that ended. */
export type Revoked = { readonly keys: readonly string[]; readonly webhooks: readonly string[] };

export const NOTHING_REVOKED: Revoked = { keys: [], webhooks: [] };

/** Revokes all keys and webhooks of a user: with this commit no key opens anything, and no webhook is sent anything, what was waiting included. */
export async function revokePrograms(ctx: MutationCtx, userId: Id<"users">): Promise<Revoked> {
  const [keys, webhooks] = [await keysOf(ctx, userId), await webhooksOf(ctx, userId)];
  for (const { _id } of keys) await ctx.db.delete("apiKeys", _id);
  for (const { _id } of webhooks) await ctx.db.delete("webhooks", _id);
  if (webhooks.length > 0) await ctx.db.patch("users", userId, { hasWebhooks: undefined });
  return { keys: keys.map(({ name }) => name), webhooks: webhooks.map(({ url }) => url) };
}
