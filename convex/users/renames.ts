/** Former names of traders, so that their partners notice a new name on a known account. */
import { v, type Infer } from "convex/values";
import { comparableName } from "../../domain/names";
import { spend } from "../auth/limits";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { businessOf } from "./view";

/** The renames of one trader that are shown, the latest first; the name of the first meeting is always among them. */
const RENAMES_SHOWN = 5;

export const renameView = v.object({
  name: v.string(),
  business: v.string(),
  /** The time until which they were called so. */
  at: v.number(),
});

/** Writes the old name down if the new one looks different. Errors: TOO_MANY {retryAfterMs} after a few in a day. */
export async function noteRename(
  ctx: MutationCtx,
  before: Doc<"users">,
  after: Doc<"users">,
): Promise<void> {
  const visibleNames = (user: Doc<"users">) =>
    [comparableName(user.name), comparableName(businessOf(user))].join("\n");
  if (visibleNames(before) === visibleNames(after)) return;
  const { _id: userId, name } = before;
  await spend(ctx, "renames", userId);
  await ctx.db.insert("renames", { userId, name, business: businessOf(before), at: Date.now() });
}

/** The trader's last names since an instant, the latest first, and the name that it had at that instant. */
export async function renamesSince(
  ctx: QueryCtx,
  userId: Id<"users">,
  since: number,
): Promise<Infer<typeof renameView>[]> {
  const renames = () =>
    ctx.db.query("renames").withIndex("by_user", (q) => q.eq("userId", userId).gte("at", since));
  const rows = await renames().order("desc").take(RENAMES_SHOWN);
  const first = await renames().first();
  if (first !== null && !rows.some(({ _id }) => _id === first._id)) rows.push(first);
  return rows.map(({ name, business, at }) => ({ name, business, at }));
}
