/** Beginning an import: from then on its batches are taken in, each once. */
import { IMPORT_ROWS_MAX } from "../../domain/limits";
import type { ImportMode } from "../../domain/import/columns";
import { isKey } from "../../domain/text";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { spend } from "../auth/limits";
import { fail } from "../errors";
import type { Once } from "../once";
import { insertRow } from "../rows";

type Beginning = {
  readonly once: Once;
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
    .withIndex("by_once", (q) => q.eq("once.owner", distributorId).eq("once.key", importId))
    .unique();
}

/** Errors: BAD_REQUEST for no row or too many, TOO_MANY {retryAfterMs}. */
export async function beginImport(
  ctx: MutationCtx,
  distributor: Doc<"users">,
  { once, mode, rowCount }: Beginning,
): Promise<Doc<"imports">> {
  if (!Number.isInteger(rowCount) || rowCount < 1 || rowCount > IMPORT_ROWS_MAX)
    fail("BAD_REQUEST");
  await spend(ctx, "imports", distributor._id);
  const counts = { added: 0, changed: 0, same: 0, refused: 0, conflict: 0 };
  const distributorId = distributor._id;
  const begun = { distributorId, once, mode, rowCount, batchesDone: 0, counts };
  return insertRow(ctx, "imports", begun);
}
