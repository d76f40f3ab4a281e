/**
 * One-time codes, from the side that has chance and a caller's address: mailing one, and exchanging one for a ticket. What they
 * decide is decided in `steps.ts`.
 */
import type { Infer } from "convex/values";
import { OTP_DIGITS } from "../../domain/limits";
import { isOverlong, normalEmail } from "../../domain/text";
import { internal } from "../_generated/api";
import type { ActionCtx } from "../_generated/server";
import { fail } from "../errors";
import { callerAddress } from "./limits";
import type { otpPurpose } from "./schema";
import { digest, newOneTimeCode, newSalt, newTicket } from "./secrets";

type Purpose = Infer<typeof otpPurpose>;

const ONE_TIME_CODE = new RegExp(`^[0-9]{${OTP_DIGITS}}$`);

/** The answer is the same for known and unknown e-mails. Errors: INVALID_EMAIL, OTP_LIMIT. */
export async function mailCode(
  ctx: ActionCtx,
  typedEmail: string,
  purpose: Purpose,
): Promise<void> {
  await ctx.runMutation(internal.auth.steps.issueOtp, {
    email: normalEmail(typedEmail) ?? fail("INVALID_EMAIL"),
    purpose,
    code: newOneTimeCode(),
    salt: newSalt(),
    address: await callerAddress(ctx),
  });
}

/** What was typed as a code, without what surrounds it. */
function requireCode(text: string): string {
  if (isOverlong(text, OTP_DIGITS)) fail("INVALID_OTP");
  const code = text.trim();
  return ONE_TIME_CODE.test(code) ? code : fail("INVALID_OTP");
}

type Typed = { readonly email: string; readonly otp: string; readonly purpose: Purpose };

/** A ticket for a right code. Errors: INVALID_OTP, TOO_MANY. */
export async function ticketForCode(
  ctx: ActionCtx,
  { email, otp, purpose }: Typed,
): Promise<string> {
  const ticket = newTicket();
  const isRight = await ctx.runMutation(internal.auth.steps.redeemOtp, {
    email: normalEmail(email) ?? fail("INVALID_OTP"),
    otp: requireCode(otp),
    purpose,
    ticketHash: await digest(ticket),
    address: await callerAddress(ctx),
  });
  return isRight ? ticket : fail("INVALID_OTP");
}
