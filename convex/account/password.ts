/** Asking for the password again, because an open screen or a stolen session alone must not give lasting access; and changing it. */
import { internal } from "../_generated/api";
import type { ActionCtx } from "../_generated/server";
import { hashPassword, isPassword, newPassword } from "../auth/secrets";
import { fail } from "../errors";

/**
 * Passes for callers who know their own password. A wrong one counts as a wrong one at the login; a right one is given back, also
 * when what follows is refused. Errors: UNAUTHENTICATED, WRONG_PASSWORD, TOO_MANY.
 */
export async function requirePassword(ctx: ActionCtx, typed: string): Promise<void> {
  const kept = await ctx.runMutation(internal.account.internal.admit, {});
  if (!(await isPassword(typed, kept))) fail("WRONG_PASSWORD");
  await ctx.runMutation(internal.account.internal.refundTry, {});
}

/** See `account.changePassword`. */
export async function changePassword(
  ctx: ActionCtx,
  { current, password, revokeAll }: { current: string; password: string; revokeAll: boolean },
): Promise<null> {
  const secret = newPassword(password);
  await requirePassword(ctx, current);
  const hash = await hashPassword(secret);
  return ctx.runMutation(internal.account.internal.replace, { password: hash, revokeAll });
}
