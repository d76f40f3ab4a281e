/** From whatever a call threw to the sentence that people read: the specification's words where the server named a code. */
import { ConvexError } from "convex/values";
import { type ErrorData, errorText, isErrorData } from "../../domain/errors";

/** What the server refused with, or null when the failure was not a refusal (network, bug, a code this build does not know). */
export function refusalOf(error: unknown): ErrorData | null {
  if (!(error instanceof ConvexError)) return null;
  const data: unknown = error.data;
  return isErrorData(data) ? data : null;
}

/** What the server says of a list that it refused, or null: "Not found." says less than the list's own sentence. */
export function reasonOf(error: unknown): string | null {
  const refusal = refusalOf(error);
  return refusal === null || refusal.code === "NOT_FOUND" ? null : errorText(refusal);
}

/** The server's words for its refusal, else `fallback`. */
export function errorMessage(error: unknown, fallback: string): string {
  const refusal = refusalOf(error);
  return refusal === null ? fallback : errorText(refusal);
}

/** How long to wait before the same call can be made again, or null if that is not why it failed. */
export function tryAgainAfter(error: unknown): number | null {
  const refusal = refusalOf(error);
  const wait = refusal?.code === "TOO_MANY" ? refusal["retryAfterMs"] : null;
  return typeof wait === "number" ? wait : null;
}
