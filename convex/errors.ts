/** The only way to refuse: a code of the closed list, with the figures that belong to it. */
import { ConvexError, type Value } from "convex/values";
import type { ErrorCode } from "../domain/errors";

/** @throws ConvexError always; the transaction it is thrown in leaves nothing behind. */
export function fail(code: ErrorCode, data: Record<string, Value> = {}): never {
  throw new ConvexError({ code, ...data });
}
