/** The only way to refuse: a code of the closed list, with the figures that belong to it. */
import { ConvexError, type Value } from "convex/values";
import type { ErrorCode, ErrorData } from "../domain/errors";

/** @throws ConvexError always; the transaction it is thrown in leaves nothing behind. */
export function fail(code: ErrorCode, data: Record<string, Value> = {}): never {
  throw new ConvexError({ code, ...data });
}

/** The same with a refusal that was put together elsewhere. */
export function failWith(refusal: ErrorData): never {
  throw new ConvexError(refusal as Record<string, Value>);
}
