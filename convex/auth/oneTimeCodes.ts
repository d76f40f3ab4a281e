/**
 * One-time codes as they are kept: one for each asker, known by an opaque handle, so that nobody replaces or wears out the code of
 * somebody else. Plain functions inside a transaction.
 */
import type { Language } from "../../domain/language/languages";
import { OTP_LIFETIME_MS, OTP_TRIES } from "../../domain/limits";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { getAccount } from "./accounts";
import { spendCode, spendOpenGuess } from "./codeLimits";
import { getDevice } from "./devices";
import { BRIEFLY_KEPT_MS, codeMail, postMail } from "./mail";
import { sameText } from "./secrets";
import { digest } from "../digest";
import { writeFor } from "../receiver";

type Purpose = Doc<"emailOtps">["purpose"];

/** The most codes for one e-mail and purpose: more than the limits let through while a code is good. A further one replaces the oldest. */
export const CODES_MAX = 100;

function codesOf(ctx: QueryCtx, email: string, purpose: Purpose) {
  return ctx.db
    .query("emailOtps")
    .withIndex("by_email", (q) => q.eq("email", email).eq("purpose", purpose));
}

function withHandle(
  codes: readonly Doc<"emailOtps">[],
  handleHash: string | undefined,
): Doc<"emailOtps"> | undefined {
  return handleHash === undefined ? undefined : codes.find((row) => row.handleHash === handleHash);
}

export type CodeRequest = {
  readonly email: string;
  readonly purpose: Purpose;
  readonly code: string;
  readonly salt: string;
  readonly address: string;
  /** The handle that was brought, and the one that is given to whoever brought none of a code for this e-mail. */
  readonly handleHash: string | undefined;
  readonly newHandleHash: string;
  readonly deviceHash: string | undefined;
  /** Of the screen on which it was asked for; absent: English. */
  readonly language?: Language;
};

/**
 * Keeps a new code in place of the asker's older one and mails it. Returns true when the handle that was brought goes on. A reset
 * for an e-mail without an account looks the same and mails nothing: its code is kept all the same, so that neither asking for it
 * nor guessing at it takes another time. Errors: OTP_LIMIT.
 */
export async function issueCode(ctx: MutationCtx, request: CodeRequest): Promise<boolean> {
  const { email, purpose, code, salt, address } = request;
  const codes = await codesOf(ctx, email, purpose).take(CODES_MAX);
  const older = withHandle(codes, request.handleHash);
  const user = purpose === "reset" ? await getAccount(ctx, email) : null;
  const device = user === null ? null : await getDevice(ctx, user._id, request.deviceHash);
  await spendCode(ctx, { email, purpose, address, handleHash: older?.handleHash, device });
  const replaced = older ?? (codes.length === CODES_MAX ? codes[0] : undefined);
  if (replaced !== undefined) await ctx.db.delete("emailOtps", replaced._id);
  await ctx.db.insert("emailOtps", {
    email,
    purpose,
    hash: await digest(salt, email, code),
    salt,
    address,
    handleHash: older?.handleHash ?? request.newHandleHash,
    expiresAt: Date.now() + OTP_LIFETIME_MS,
    tries: 0,
    openTries: 0,
  });
  const isNobodys = purpose === "reset" && (user === null || user.deactivatedAt !== undefined);
  if (!isNobodys) {
    const mail = writeFor(request, () => codeMail(email, code, purpose));
    await postMail(ctx, mail, BRIEFLY_KEPT_MS);
  }
  return older !== undefined;
}

export type Guess = {
  readonly email: string;
  readonly purpose: Purpose;
  readonly otp: string;
  readonly address: string;
  readonly handleHash: string | undefined;
};

function isGood({ expiresAt, tries }: Doc<"emailOtps">): boolean {
  return expiresAt > Date.now() && tries < OTP_TRIES;
}

/**
 * Counts the guess and returns the code that it is for. A handle leads to its own code. Without one a guess is for the newest code
 * that was asked for from the same network, and is counted apart: it takes no try from whoever has the handle. Errors: TOO_MANY.
 */
async function countGuess(ctx: MutationCtx, guess: Guess): Promise<Doc<"emailOtps"> | null> {
  const { email, purpose, address } = guess;
  const codes = await codesOf(ctx, email, purpose).order("desc").take(CODES_MAX);
  const own = withHandle(codes, guess.handleHash);
  if (own !== undefined && isGood(own)) {
    await ctx.db.patch("emailOtps", own._id, { tries: own.tries + 1 });
    return own;
  }
  await spendOpenGuess(ctx, { email, purpose, address, handleHash: undefined, device: null });
  if (own !== undefined) return null;
  // Codes from before there were handles have no network.
  const open = codes.find((row) => (row.address ?? address) === address);
  const openTries = open?.openTries ?? 0;
  if (open === undefined || !isGood(open) || openTries >= OTP_TRIES) return null;
  await ctx.db.patch("emailOtps", open._id, { openTries: openTries + 1 });
  return open;
}

/**
 * Returns true for a right code, which is used up by it. A wrong guess is an answer, not an error: an error would undo the count.
 * Errors: TOO_MANY.
 */
export async function redeemCode(ctx: MutationCtx, guess: Guess): Promise<boolean> {
  const storedCode = await countGuess(ctx, guess);
  if (storedCode === null) return false;
  if (!sameText(await digest(storedCode.salt, guess.email, guess.otp), storedCode.hash))
    return false;
  await ctx.db.delete("emailOtps", storedCode._id);
  return true;
}
