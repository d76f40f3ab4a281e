/** The rows that say how far each migration is. */
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";

/** The row of a migration, which is made if it is not there. */
export async function getMigration(ctx: MutationCtx, name: string): Promise<Doc<"migrations">> {
  const known = await ctx.db
    .query("migrations")
    .withIndex("by_name", (q) => q.eq("name", name))
    .unique();
  if (known !== null) return known;
  const migrationId = await ctx.db.insert("migrations", { name, cursor: null, isDone: false });
  const state = await ctx.db.get("migrations", migrationId);
  if (state === null) throw new Error("The row of the migration was not written.");
  return state;
}
