/** Former names of traders, so that their partners notice a new name on a known account. */
import { v, type Infer } from "convex/values";
import { comparableName } from "../../domain/names";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { businessOf } from "./view";

/** Of one trader, the latest first. */
const RENAMES_SHOWN = 5;

export const renameView = v.object({
  name: v.string(),
  business: v.string(),
  /** Until when they were called so. */
  at: v.number(),
});

/** Writes the old name down if the new one looks different. */
export async function noteRename(
  ctx: MutationCtx,
  before: Doc<"users">,
  after: Doc<"users">,
): Promise<void> {
  const seen = (user: Doc<"users">) =>
    [comparableName(user.name), comparableName(businessOf(user))].join("\n");
  if (seen(before) === seen(after)) return;
  const { _id: userId, name } = before;
  await ctx.db.insert("renames", { userId, name, business: businessOf(before), at: Date.now() });
}

/** The trader's last names since an instant, the latest first. */
export async function renamesSince(
  ctx: QueryCtx,
  userId: Id<"users">,
  since: number,
): Promise<Infer<typeof renameView>[]> {
  const rows = await ctx.db
    .query("renames")
    .withIndex("by_user", (q) => q.eq("userId", userId).gte("at", since))
    .order("desc")
    .take(RENAMES_SHOWN);
  return rows.map(({ name, business, at }) => ({ name, business, at }));
}
