/**
 * The actions of one-time codes: mailing one, and exchanging one for a ticket. They add random values and the caller's address;
 * the mutations in `internal.ts` make every decision.
 */
import type { Infer } from "convex/values";
import type { Language } from "../../domain/language/languages";
import { OTP_DIGITS } from "../../domain/limits";
import { isOverlong, normalEmail } from "../../domain/text";
import { internal } from "../_generated/api";
import type { ActionCtx } from "../_generated/server";
import { fail } from "../errors";
import { tokenHash } from "./devices";
import { callerAddress } from "./limits";
import type { otpPurpose } from "./schema";
import { newOneTimeCode, newSalt, newTicket } from "./secrets";
import { digest } from "../digest";

type Purpose = Infer<typeof otpPurpose>;

const ONE_TIME_CODE = new RegExp(`^[0-9]{${OTP_DIGITS}}$`);

type Ask = {
  readonly email: string;
  readonly purpose: Purpose;
  /** The handle of an earlier code for this e-mail, which the new one replaces. */
  readonly handle?: string | undefined;
  readonly device?: string | undefined;
  /** Of the mail; absent: English. */
  readonly language?: Language | undefined;
};

/**
 * Mails a code and returns the handle that it belongs to. The answer is the same for known and unknown e-mails. Errors:
 * INVALID_EMAIL, OTP_LIMIT.
 */
export async function mailCode(
  ctx: ActionCtx,
  { email, purpose, handle = "", device, language }: Ask,
): Promise<string> {
  const newHandle = newTicket();
  const goesOn = await ctx.runMutation(internal.auth.internal.issueOtp, {
    email: normalEmail(email) ?? fail("INVALID_EMAIL"),
    purpose,
    code: newOneTimeCode(),
    salt: newSalt(),
    address: await callerAddress(ctx),
    handleHash: await tokenHash(handle),
    newHandleHash: await digest(newHandle),
    deviceHash: await tokenHash(device),
    language,
  });
  return goesOn ? handle : newHandle;
}

/** Returns the typed code, trimmed. Errors: INVALID_OTP. */
function requireCode(text: string): string {
  if (isOverlong(text, OTP_DIGITS)) fail("INVALID_OTP");
  const code = text.trim();
  return ONE_TIME_CODE.test(code) ? code : fail("INVALID_OTP");
}

type Guess = Ask & { readonly otp: string };

/** A ticket for a right code. Errors: INVALID_OTP, TOO_MANY. */
export async function ticketForCode(
  ctx: ActionCtx,
  { email, otp, purpose, handle }: Guess,
): Promise<string> {
  const ticket = newTicket();
  const isRight = await ctx.runMutation(internal.auth.internal.redeemOtp, {
    email: normalEmail(email) ?? fail("INVALID_OTP"),
    otp: requireCode(otp),
    purpose,
    ticketHash: await digest(ticket),
    address: await callerAddress(ctx),
    handleHash: await tokenHash(handle),
  });
  return isRight ? ticket : fail("INVALID_OTP");
}
