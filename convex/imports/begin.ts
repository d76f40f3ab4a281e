/** Beginning an import: from then on its batches are taken in, each once. */
import { IMPORT_ROWS_MAX } from "../../domain/limits";
import type { ImportMode } from "../../domain/import/columns";
import { isKey } from "../../domain/text";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { spend } from "../auth/limits";
import { fail } from "../errors";
import { drawIfMissing } from "./pictures";

export type Beginning = {
  readonly importId: string;
  readonly mode: ImportMode;
  readonly rowCount: number;
};

/** The distributor's import of this key, or null: those of others are as good as missing. */
export async function getImport(
  ctx: QueryCtx,
  distributorId: Id<"users">,
  importId: string,
): Promise<Doc<"imports"> | null> {
  if (!isKey(importId)) return null;
  return ctx.db
    .query("imports")
    .withIndex("by_key", (q) => q.eq("distributorId", distributorId).eq("importId", importId))
    .unique();
}

/**
 * Begins an import, or finds it begun: whoever lost the answer asks again. Errors: BAD_KEY, BAD_REQUEST for no row or too many,
 * KEY_REUSED, TOO_MANY {retryAfterMs}.
 */
export async function beginImport(
  ctx: MutationCtx,
  distributor: Doc<"users">,
  { importId, mode, rowCount }: Beginning,
): Promise<void> {
  if (!isKey(importId)) fail("BAD_KEY");
  if (!Number.isInteger(rowCount) || rowCount < 1 || rowCount > IMPORT_ROWS_MAX)
    fail("BAD_REQUEST");
  const earlier = await getImport(ctx, distributor._id, importId);
  if (earlier !== null && (earlier.mode !== mode || earlier.rowCount !== rowCount))
    fail("KEY_REUSED");
  if (earlier === null) await spend(ctx, "imports", distributor._id);
  if (mode === "addAndUpdate") await drawIfMissing(ctx);
  if (earlier !== null) return;
  const counts = { added: 0, changed: 0, same: 0, refused: 0, conflict: 0 };
  const distributorId = distributor._id;
  await ctx.db.insert("imports", {
    distributorId,
    importId,
    mode,
    rowCount,
    batchesDone: 0,
    counts,
  });
}
