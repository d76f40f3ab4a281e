/** Finding a conversation and whom it is with. "Not yours", "not there" and "no id at all" are one answer. */
import { normalEmail } from "../../domain/text";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { getKnownAccount } from "../auth/accounts";
import { fail } from "../errors";
import { getConversation } from "../network/conversation";
import { getConnection } from "../network/find";
import { pairWith, type Trader, type Pair } from "../network/sides";
import { requireOwn } from "../rows";

/** A conversation that the trader is a party of, or NOT_FOUND. */
export const requireOwnConversation = requireOwn("conversations");

/** True if the pair may write: connected, and the other's account is open. */
export async function mayWrite(ctx: QueryCtx, pair: Pair, other: Doc<"users">): Promise<boolean> {
  if (other.deactivatedAt !== undefined) return false;
  const connection = await getConnection(ctx, pair.retailerId, pair.distributorId);
  return connection?.status === "accepted";
}

export type Partner = {
  readonly other: Doc<"users">;
  readonly pair: Pair;
  readonly conversation: Doc<"conversations"> | null;
  readonly mayWrite: boolean;
};

/** Whoever has the e-mail that somebody typed, if the two are of the kinds that can be connected. */
async function getOther(
  ctx: QueryCtx,
  trader: Trader,
  emailInput: string,
): Promise<{ other: Doc<"users">; pair: Pair } | null> {
  const email = normalEmail(emailInput);
  const other = email === undefined ? null : await getKnownAccount(ctx, email);
  const pair = other === null ? null : pairWith(trader, other);
  return other === null || pair === null ? null : { other, pair };
}

/** Closed accounts of one e-mail: more than anybody registers again. */
const FORMER_MAX = 5;

/** Whoever had the e-mail before and talked with the trader: that stays readable when the e-mail is registered anew. */
async function getFormerPartner(
  ctx: QueryCtx,
  trader: Trader,
  emailInput: string,
): Promise<Partner | null> {
  const email = normalEmail(emailInput);
  if (email === undefined) return null;
  const closed = await ctx.db
    .query("users")
    .withIndex("by_email", (q) => q.eq("email", email).gt("deactivatedAt", 0))
    .order("desc")
    .take(FORMER_MAX);
  for (const other of closed) {
    const pair = pairWith(trader, other);
    const conversation = pair && (await getConversation(ctx, pair));
    if (pair && conversation) return { other, pair, conversation, mayWrite: false };
  }
  return null;
}

/** Whoever the trader talks or may talk with, by an e-mail as somebody typed it; null for everybody else. */
export async function getPartner(
  ctx: QueryCtx,
  trader: Trader,
  emailInput: string,
): Promise<Partner | null> {
  const found = await getOther(ctx, trader, emailInput);
  if (found === null) return getFormerPartner(ctx, trader, emailInput);
  const { other, pair } = found;
  const [conversation, allowed] = await Promise.all([
    getConversation(ctx, pair),
    mayWrite(ctx, pair, other),
  ]);
  if (conversation === null && !allowed) return getFormerPartner(ctx, trader, emailInput);
  return { other, pair, conversation, mayWrite: allowed };
}

/** Whoever the trader talks or may talk with. Errors: NOT_CONNECTED if there was once a connection or a request, else NOT_FOUND. */
export async function requirePartner(
  ctx: QueryCtx,
  trader: Trader,
  emailInput: string,
): Promise<Partner> {
  const partner = await getPartner(ctx, trader, emailInput);
  if (partner !== null) return partner;
  const found = await getOther(ctx, trader, emailInput);
  const { retailerId, distributorId } = found?.pair ?? fail("NOT_FOUND");
  const met = await getConnection(ctx, retailerId, distributorId);
  return fail(met === null ? "NOT_FOUND" : "NOT_CONNECTED");
}
