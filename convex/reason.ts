/** The reason that a refusal, cancellation, dispute or reversal states. */
import { REASON_MAX } from "../domain/limits";
import { cleanText } from "../domain/text";
import { fail } from "./errors";

/** The trimmed reason. Errors: NO_REASON for an empty or overlong one. */
export function requireReason(text: string): string {
  return cleanText(text, { min: 1, max: REASON_MAX, multiline: true }) ?? fail("NO_REASON");
}
