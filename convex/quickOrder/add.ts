/** Many lines at once into the basket. */
import { ConvexError, type Infer, v } from "convex/values";
import { type ErrorData, toErrorData } from "../../domain/errors";
import { QUICK_LINES_MAX } from "../../domain/limits";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { setLine } from "../basket/lines";
import { fail } from "../errors";

export const quickLine = v.object({ productId: v.string(), quantity: v.number() });

export const refusedLine = v.object({ productId: v.string(), code: v.string() });

/** Null if the line is in the basket. A line is checked before it is written, so a refused one leaves nothing behind. */
async function refusalOf(set: Promise<void>): Promise<ErrorData | null> {
  try {
    await set;
    return null;
  } catch (error) {
    const refusal = error instanceof ConvexError ? toErrorData(error.data) : null;
    if (refusal === null) throw error;
    return refusal;
  }
}

/**
 * Sets each line's quantity as `basket.set` does, and returns those that were refused, with the codes that it has; the others are in
 * the basket. Absolute, so that sending it twice does no harm. Errors: BAD_REQUEST for too many lines.
 */
export async function setLines(
  ctx: MutationCtx,
  retailer: Doc<"users">,
  lines: readonly Infer<typeof quickLine>[],
): Promise<Infer<typeof refusedLine>[]> {
  if (lines.length > QUICK_LINES_MAX) fail("BAD_REQUEST");
  const refused: Infer<typeof refusedLine>[] = [];
  for (const line of lines) {
    const refusal = await refusalOf(setLine(ctx, retailer, line));
    if (refusal !== null) refused.push({ productId: line.productId, code: refusal.code });
  }
  return refused;
}
