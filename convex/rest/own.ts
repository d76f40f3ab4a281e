/** Callers name themselves in queries, paths and bodies; whoever names somebody else is refused, not answered with somebody else's. */
import { normalEmail } from "../../domain/text";
import type { Doc } from "../_generated/dataModel";
import { fail } from "../errors";

/** The e-mail, if one was sent, must be the caller's own, in whatever case and with whatever spaces. Errors: FORBIDDEN. */
export function requireOwnEmail(user: Doc<"users">, email: string | undefined): void {
  if (email !== undefined && normalEmail(email) !== user.email) fail("FORBIDDEN");
}

/** Likewise for an id. */
export function requireOwnId(user: Doc<"users">, userId: string | undefined): void {
  if (userId !== undefined && userId !== user._id) fail("FORBIDDEN");
}
