/** Answers in JSON, and refusals in the specification's words: `error` and `message` both, because its screens read one or the other. */
import { ConvexError } from "convex/values";
import { ERRORS, errorText, isErrorData } from "../../domain/errors";

export function answer(body: unknown, status = 200): Response {
  return Response.json(body, {
    status,
    headers: { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" },
  });
}

/** What a thrown refusal answers; anything that is no refusal is thrown on. */
export function refusal(error: unknown): Response {
  const data: unknown = error instanceof ConvexError ? error.data : undefined;
  if (!isErrorData(data)) throw error;
  const text = errorText(data);
  return answer({ ...data, error: text, message: text }, ERRORS[data.code].status);
}
