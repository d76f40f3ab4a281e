/** Proofs that somebody holds an e-mail address: the tickets that a right code is exchanged for. */
import { getOneFrom } from "convex-helpers/server/relationships";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { fail } from "../errors";
import { digest } from "../digest";

export type Proof = {
  readonly ticket: string;
  readonly email: string;
  readonly purpose: Doc<"verifications">["purpose"];
};

/** The proof that somebody holds this e-mail, or null when the ticket is unknown or too old. */
export async function getVerification(
  ctx: QueryCtx,
  ticket: string,
): Promise<Doc<"verifications"> | null> {
  const ticketHash = await digest(ticket);
  const verification = await getOneFrom(
    ctx.db,
    "verifications",
    "by_ticket",
    ticketHash,
    "ticketHash",
  );
  return verification !== null && verification.expiresAt > Date.now() ? verification : null;
}

/** Errors: EMAIL_NOT_VERIFIED, also for the ticket of another e-mail or purpose. */
export async function requireVerification(
  ctx: QueryCtx,
  { ticket, email, purpose }: Proof,
): Promise<Doc<"verifications">> {
  const verification = await getVerification(ctx, ticket);
  const fits = verification?.email === email && verification.purpose === purpose;
  return fits ? verification : fail("EMAIL_NOT_VERIFIED");
}
