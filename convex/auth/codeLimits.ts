/**
 * Rate limits of asking for and guessing one-time codes. A caller with the handle of a code is counted by that handle alone, so that
 * nobody else can use up its tries; other callers are counted by mailbox and network. Purposes count apart.
 *
 * Global limits come last; they bound the mails of one mailbox and of the deployment. A network's first codes of an hour come from a
 * reserve of the deployment, so that strangers who spend the global limit lock newcomers out only with hundreds of networks. A
 * device that signed in before has a reserve of its own for resets.
 */
import type { Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { fail } from "../errors";
import { type Cost, spend, trySpend } from "./limits";
import { widerNetworkOf } from "./network";

/** Returns the mailbox that mail to an address arrives in: what follows a plus in front of the @ only sorts it there. */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf("@");
  const plus = email.indexOf("+");
  return plus > 0 && plus < at ? email.slice(0, plus) + email.slice(at) : email;
}

export type CodeAsk = {
  readonly email: string;
  readonly purpose: "signup" | "reset";
  /** As `callerAddress` answers it. */
  readonly address: string;
  /** The digest of a handle that belongs to a code for this e-mail and purpose. */
  readonly handleHash: string | undefined;
  /** A device that signed in to the account that is to be reset. */
  readonly device: { readonly _id: Id<"knownDevices">; readonly userId: Id<"users"> } | null;
};

function askKey({ email, purpose, address }: CodeAsk): string {
  return `${purpose} ${mailboxOf(email)} ${address}`;
}

function costsOfAsker(ask: CodeAsk): Cost[] {
  if (ask.handleHash !== undefined) {
    return [
      { name: "otpPause", key: ask.handleHash },
      { name: "otpsByHandle", key: ask.handleHash },
    ];
  }
  return [
    { name: "otpsByAddress", key: ask.address },
    { name: "otpPause", key: askKey(ask) },
    { name: "otpsByEmail", key: askKey(ask) },
  ];
}

function costOfMailbox({ email, purpose }: CodeAsk): Cost {
  const name = purpose === "reset" ? "resetOtpsByMailbox" : "signupOtpsByMailbox";
  return { name, key: mailboxOf(email) };
}

/** Counts a code that is asked for. Errors: OTP_LIMIT. */
export async function spendCode(ctx: MutationCtx, ask: CodeAsk): Promise<void> {
  if (ask.device !== null) {
    const ofDevice: Cost[] = [
      { name: "otpPause", key: ask.device._id },
      { name: "otpsByDevices", key: ask.device.userId },
      { name: "otpsReserved" },
    ];
    if ((await trySpend(ctx, ofDevice)) === 0) return;
  }
  const own = [...costsOfAsker(ask), costOfMailbox(ask)];
  const first: Cost = { name: "otpsFirst", key: widerNetworkOf(ask.address) };
  if ((await trySpend(ctx, [...own, first, { name: "otpsReserved" }])) === 0) return;
  const retryAfterMs = await trySpend(ctx, [...own, { name: "otpsInAll" }]);
  if (retryAfterMs > 0) fail("OTP_LIMIT", { retryAfterMs });
}

/** Counts a guess that came without the handle of a code. A code bounds the guesses of whoever has its handle. Errors: TOO_MANY. */
export async function spendOpenGuess(ctx: MutationCtx, ask: CodeAsk): Promise<void> {
  await spend(ctx, "otpChecksByAddress", ask.address);
  await spend(ctx, "otpChecks", askKey(ask));
}
