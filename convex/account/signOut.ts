/** Ending every session of one's own account. */
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { endSessions } from "../auth/accounts";
import { NOTHING_REVOKED, revokePrograms } from "../developers/revoke";
import { signedOutEverywhere } from "./notices";
import { mailNotice } from "../auth/notices";

/** Ends the caller's own session too, and all API keys and webhooks if `revokeAll`; their owner is mailed which ones. */
export async function signOutEverywhere(
  ctx: MutationCtx,
  user: Doc<"users">,
  { revokeAll }: { revokeAll: boolean },
): Promise<void> {
  await endSessions(ctx, user._id);
  const revoked = revokeAll ? await revokePrograms(ctx, user._id) : NOTHING_REVOKED;
  if (revoked.keys.length + revoked.webhooks.length > 0)
    await mailNotice(ctx, user, signedOutEverywhere(revoked));
}
