/** Asking for the password again, because an open screen or a stolen session alone must not give lasting access. */
import { internal } from "../_generated/api";
import type { ActionCtx } from "../_generated/server";
import { fail } from "../errors";
import { isPassword } from "./secrets";

/**
 * Passes for callers who know their own password. A wrong one counts as a wrong one at the login; a right one is given back, also
 * when what follows is refused. Errors: UNAUTHENTICATED, WRONG_PASSWORD, TOO_MANY.
 */
export async function requirePassword(ctx: ActionCtx, password: string): Promise<void> {
  const passwordHash = await ctx.runMutation(internal.account.internal.admit, {});
  if (!(await isPassword(password, passwordHash))) fail("WRONG_PASSWORD");
  await ctx.runMutation(internal.account.internal.refundTry, {});
}
