/** Changing the password of the own account, and ending all its sessions. */
import { internal } from "../_generated/api";
import type { ActionCtx, MutationCtx } from "../_generated/server";
import type { Doc } from "../_generated/dataModel";
import { requirePassword } from "../auth/currentPassword";
import { hashPassword, newPassword } from "../auth/secrets";
import { endSessions } from "../auth/accounts";
import { NOTHING_REVOKED, revokePrograms } from "../developers/keys";
import { mailNotice } from "../auth/notices";
import { signedOutEverywhere } from "./notices";

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

/** Ends the caller's own session too, and all API keys and webhooks if `revokeAll`; their owner is mailed which ones. */
export async function signOutEverywhere(
  ctx: MutationCtx,
  user: Doc<"users">,
  { revokeAll }: { revokeAll: boolean },
): Promise<void> {
  await endSessions(ctx, user._id);
  const revoked = revokeAll ? await revokePrograms(ctx, user._id) : NOTHING_REVOKED;
  if (revoked.keys.length + revoked.webhooks.length > 0)
    await mailNotice(ctx, user, () => signedOutEverywhere(revoked));
}
