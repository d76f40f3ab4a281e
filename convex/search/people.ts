/** People whom the caller may see, for the search of everything. */
import { type Infer, v } from "convex/values";
import { searchedTerms } from "../../domain/heardTerms";
import { SEARCHED_ACCOUNTS, SEARCHED_CONNECTIONS, SEARCH_HITS_MAX } from "../../domain/limits";
import { isTradeRole, type Role } from "../../domain/roles";
import { normalEmail } from "../../domain/text";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { getAccount } from "../auth/accounts";
import { activeUsers, allActiveUsers } from "../network/directory";
import { connectionsOf } from "../network/find";
import { roleValidator } from "../users/schema";
import { hasText, isHeard, searchedText } from "../products/text";

export const personHit = v.object({
  _id: v.id("users"),
  name: v.string(),
  /** The company's or the shop's name; absent for administrators. */
  business: v.optional(v.string()),
  email: v.string(),
  role: roleValidator,
  /** Present if the caller is connected to them. */
  isConnected: v.optional(v.literal(true)),
});

export type PersonHit = Infer<typeof personHit>;

/** Retailers look for distributors, distributors for retailers, administrators for everybody: as on their pages. */
const SEEN_ROLES = {
  retailer: "distributor",
  distributor: "retailer",
  admin: null,
} as const satisfies Record<Role, Role | null>;

function isSeen(user: Doc<"users">, { role }: Doc<"users">): boolean {
  const visibleRole = SEEN_ROLES[user.role];
  return visibleRole === null || role === visibleRole;
}

async function connectedTo(ctx: QueryCtx, user: Doc<"users">): Promise<Doc<"users">[]> {
  if (!isTradeRole(user.role)) return [];
  const connections = connectionsOf(ctx, user, "accepted").order("desc");
  const rows = await connections.take(SEARCHED_CONNECTIONS);
  const others = await Promise.all(
    rows.map((row) =>
      ctx.db.get("users", user.role === "retailer" ? row.distributorId : row.retailerId),
    ),
  );
  return others
    .filter((other) => other !== null)
    .filter(({ deactivatedAt }) => deactivatedAt === undefined);
}

async function ofEmail(ctx: QueryCtx, user: Doc<"users">, text: string): Promise<Doc<"users">[]> {
  const email = normalEmail(text);
  const account = email === undefined ? null : await getAccount(ctx, email);
  return account !== null && isSeen(user, account) ? [account] : [];
}

function newestAccounts(ctx: QueryCtx, user: Doc<"users">): Promise<Doc<"users">[]> {
  const visibleRole = SEEN_ROLES[user.role];
  const accounts = visibleRole === null ? allActiveUsers(ctx) : activeUsers(ctx, visibleRole);
  return accounts.take(SEARCHED_ACCOUNTS);
}

function toHit(other: Doc<"users">, isConnected: boolean): PersonHit {
  const { _id, name, email, role, companyName, shopName } = other;
  const business = companyName ?? shopName;
  return { _id, name, business, email, role, ...(isConnected && { isConnected }) };
}

/**
 * Open accounts whose name, business or e-mail has the text in it, at most SEARCH_HITS_MAX: the one with that whole e-mail, then the
 * caller's connections; then those in whose name or business it is heard. Looks through the newest SEARCHED_CONNECTIONS of those and the newest SEARCHED_ACCOUNTS of all whom the caller
 * may see; a whole e-mail is found by its index, however old the account is.
 */
export async function findPeople(
  ctx: QueryCtx,
  user: Doc<"users">,
  text: string,
): Promise<PersonHit[]> {
  const searchText = searchedText(text);
  if (searchText === null) return [];
  const connected = await connectedTo(ctx, user);
  const ids = new Set(connected.map(({ _id }) => _id));
  const visibleUsers = [...connected, ...(await newestAccounts(ctx, user))];
  const found = visibleUsers.filter(({ name, companyName, shopName, email }) =>
    hasText(searchText, name, companyName, shopName, email),
  );
  const terms = found.length < SEARCH_HITS_MAX ? searchedTerms(searchText) : [];
  const heard = visibleUsers.filter(({ name, companyName, shopName }) =>
    isHeard(terms, name, companyName, shopName),
  );
  // A domain in letters other than ASCII is kept in ASCII: the text is no part of it.
  const meant = await ofEmail(ctx, user, searchText);
  const once = new Map([...meant, ...found, ...heard].map((other) => [other._id, other]));
  return [...once.values()]
    .filter(({ _id }) => _id !== user._id)
    .slice(0, SEARCH_HITS_MAX)
    .map((other) => toHit(other, ids.has(other._id)));
}
