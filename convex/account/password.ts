/** Changing one's own password. */
import { internal } from "../_generated/api";
import type { ActionCtx } from "../_generated/server";
import { requirePassword } from "../auth/currentPassword";
import { hashPassword, newPassword } from "../auth/secrets";

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
