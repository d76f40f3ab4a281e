/** The caller of a change to the password, keys, webhooks or the payment address, after the action asked for the password. */
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { spend } from "./limits";
import { fail } from "../errors";
import { getCaller } from "../functions";

/** Each such change mails its owner, so their number is bounded. Errors: UNAUTHENTICATED, TOO_MANY {retryAfterMs}. */
export async function requireChanger(ctx: MutationCtx): Promise<Doc<"users">> {
  const user = (await getCaller(ctx)) ?? fail("UNAUTHENTICATED");
  await spend(ctx, "credentialChanges", user._id);
  return user;
}
