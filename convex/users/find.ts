/** Finding a user. "Not there" and "not of that role" are one answer. */
import { normalEmail } from "../../domain/text";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { getAccount } from "../auth/accounts";
import { fail } from "../errors";
import { rowReader } from "../rows";

/** The user if it is a distributor whose account is open, or NOT_FOUND. */
export function requireTrading(user: Doc<"users"> | null): Doc<"users"> {
  if (user?.role !== "distributor" || user.deactivatedAt !== undefined) return fail("NOT_FOUND");
  return user;
}

/** A distributor who trades, by an e-mail as somebody typed it. Errors: NOT_FOUND. */
export async function requireDistributorByEmail(
  ctx: QueryCtx,
  emailInput: string,
): Promise<Doc<"users">> {
  return requireTrading(await getAccount(ctx, normalEmail(emailInput) ?? fail("NOT_FOUND")));
}

/** Distributors of several products, each read once; null for one whose account is closed. */
export function distributorsOf(ctx: QueryCtx): (id: Id<"users">) => Promise<Doc<"users"> | null> {
  const getUser = rowReader(ctx, "users");
  return async (id) => {
    const user = await getUser(id);
    return user?.deactivatedAt === undefined ? user : null;
  };
}
