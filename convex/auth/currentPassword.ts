/** Asking for the password again, because an open screen or a stolen session alone must not give lasting access; and the caller of the change that follows. */
import { internal } from "../_generated/api";
import type { ActionCtx, MutationCtx } from "../_generated/server";
import type { Doc } from "../_generated/dataModel";
import { fail } from "../errors";
import { getCaller } from "../functions";
import { isPassword } from "./secrets";
import { spend } from "./limits";

/**
 * Passes for callers who know their own password. A wrong one counts as a wrong one at the login; a right one is given back, also
 * when what follows is refused. Errors: UNAUTHENTICATED, WRONG_PASSWORD, TOO_MANY.
 */
export async function requirePassword(ctx: ActionCtx, password: string): Promise<void> {
  const passwordHash = await ctx.runMutation(internal.account.internal.admit, {});
  if (!(await isPassword(password, passwordHash))) fail("WRONG_PASSWORD");
  await ctx.runMutation(internal.account.internal.refundTry, {});
}

/** Returns the caller of a change to credentials, after its action asked for the password. Each such change mails its owner, so their number is bounded. Errors: UNAUTHENTICATED, TOO_MANY {retryAfterMs}. */
export async function requireChanger(ctx: MutationCtx): Promise<Doc<"users">> {
  const user = (await getCaller(ctx)) ?? fail("UNAUTHENTICATED");
  await spend(ctx, "credentialChanges", user._id);
  return user;
}
