/** Free words between the two sides of a pair, and reasons among them. A block ends them: what must still be said, of open orders and of money, is said without. */
import { REASON_MAX } from "../../domain/limits";
import { cleanText } from "../../domain/text";
import type { QueryCtx } from "../_generated/server";
import { fail } from "../errors";
import { isBlocked } from "./find";
import type { Pair } from "./sides";

/** Stands in the place of a reason that was not passed on. It does not tell of the block. */
const WITHHELD = "No reason given";

/**
 * The reason as the other side reads it. `stored` is the reason of a step that was made before: repeated with the same words, it stays the
 * same step, also where these were withheld.
 */
export async function reasonAcross(
  ctx: QueryCtx,
  pair: Pair,
  reason: string,
  stored: string | undefined,
): Promise<string> {
  const isWithheld = stored === undefined ? await isBlocked(ctx, pair) : stored === WITHHELD;
  return isWithheld ? WITHHELD : reason;
}

/** The trimmed reason. Errors: NO_REASON for an empty or overlong one. */
export function requireReason(text: string): string {
  return cleanText(text, { min: 1, max: REASON_MAX, multiline: true }) ?? fail("NO_REASON");
}
