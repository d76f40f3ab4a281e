/** From whatever a call threw to the sentence that people read: the specification's words where the server named a code. */
import { ConvexError } from "convex/values";
import { type ErrorData, errorText, isErrorData } from "../../domain/errors";

/** What the server refused with, or null when the failure was not a refusal (network, bug, a code this build does not know). */
export function refusalOf(error: unknown): ErrorData | null {
  if (!(error instanceof ConvexError)) return null;
  const data: unknown = error.data;
  return isErrorData(data) ? data : null;
}

/** The server's words for its refusal, else `fallback` (spec §8: "server message or …"). */
export function errorMessage(error: unknown, fallback: string): string {
  const refusal = refusalOf(error);
  return refusal === null ? fallback : errorText(refusal);
}
