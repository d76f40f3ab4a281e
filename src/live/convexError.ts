/** Maps a thrown value to the text shown to users: the specification's text where the server named an error code. */
import { ConvexError } from "convex/values";
import { type ErrorData, errorText, toErrorData } from "../../domain/errors";

/** Returns the server's error data, or null when the failure was no refusal (network, bug, unknown code). */
export function refusalOf(error: unknown): ErrorData | null {
  return error instanceof ConvexError ? toErrorData(error.data) : null;
}

/** Returns the server's text for a refused list, or null. "Not found." is left out because the list's own text says more. */
export function reasonOf(error: unknown): string | null {
  const refusal = refusalOf(error);
  return refusal === null || refusal.code === "NOT_FOUND" ? null : errorText(refusal);
}

/** An error whose message is the text to show. */
export class UserFacingError extends Error {
  override readonly name: string = "UserFacingError";
}

/** Returns the server's text for its refusal, the message of a `UserFacingError`, else `fallback`. */
export function errorMessage(error: unknown, fallback: string): string {
  if (error instanceof UserFacingError) return error.message;
  const refusal = refusalOf(error);
  return refusal === null ? fallback : errorText(refusal);
}

/** The call did not reach the server, or reached it at a bad moment: the same call may succeed later. */
export class TryAgainError extends Error {
  override readonly name = "TryAgainError";
  readonly afterMs: number;

  constructor(afterMs: number) {
    // oxlint-disable-next-line mandi/no-bare-words -- only logs show this message
    super(`Can be repeated in ${afterMs} ms.`);
    this.afterMs = afterMs;
  }
}

/** Returns the delay in ms before the same call may be repeated, or null when repeating it is of no use. */
export function tryAgainAfter(error: unknown): number | null {
  if (error instanceof TryAgainError) return error.afterMs;
  const refusal = refusalOf(error);
  return refusal?.code === "TOO_MANY" ? (refusal.retryAfterMs ?? null) : null;
}
