/**
 * Guesses at passwords, and how many there may be. A try is counted before its outcome is known and given back after a success,
 * so tries that come at once can't outrun the count. Keys carry the salt of the account's password: a new password begins with
 * full allowances, without anything having to be found and cleared.
 */
import { type Infer, v } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { fail } from "../errors";
import { refund, spend, trySpend } from "./limits";

/** An allowance that a try was counted against. */
export const spentTry = v.object({
  name: v.union(
    v.literal("loginFailures"),
    v.literal("loginFailuresInAll"),
    v.literal("loginFailuresByDevice"),
    v.literal("loginFailuresByDevices"),
  ),
  key: v.string(),
});

type SpentTry = Infer<typeof spentTry>;

/** An unknown e-mail has no password, and is counted like a known one. */
function accountKey(email: string, credential: Doc<"credentials"> | null): string {
  return `${email} ${credential?.password.salt ?? ""}`;
}

export type Guess = {
  readonly email: string;
  readonly credential: Doc<"credentials"> | null;
  /** As `callerAddress` answers it. */
  readonly address: string;
  /** A device that signed in to this account before. */
  readonly device: Id<"knownDevices"> | null;
};

/**
 * Counts a try at the login. A known device has allowances that nobody else can use up, and counts like any other caller when
 * they are spent. Any other caller is counted by account and network, and by account. Errors: TOO_MANY.
 */
export async function spendTry(
  ctx: MutationCtx,
  { email, credential, address, device }: Guess,
): Promise<SpentTry[]> {
  const account = accountKey(email, credential);
  if (device !== null) {
    const ofDevice: SpentTry[] = [
      { name: "loginFailuresByDevice", key: device },
      { name: "loginFailuresByDevices", key: account },
    ];
    if ((await trySpend(ctx, ofDevice)) === 0) return ofDevice;
  }
  const ofNetwork: SpentTry[] = [
    { name: "loginFailures", key: `${account} ${address}` },
    { name: "loginFailuresInAll", key: account },
  ];
  const retryAfterMs = await trySpend(ctx, ofNetwork);
  return retryAfterMs === 0 ? ofNetwork : fail("TOO_MANY", { retryAfterMs });
}

/** Gives back what `spendTry` took, after a success. */
export async function refundTry(ctx: MutationCtx, spent: readonly SpentTry[]): Promise<void> {
  for (const { name, key } of spent) await refund(ctx, name, key);
}

type Prompted = { readonly user: Doc<"users">; readonly credential: Doc<"credentials"> };

/** Counts a try at the password of whoever is signed in. Errors: TOO_MANY. */
export function spendPrompt(ctx: MutationCtx, { user, credential }: Prompted): Promise<void> {
  return spend(ctx, "passwordPrompts", accountKey(user.email, credential));
}

/** Gives back what `spendPrompt` took. Called before the password is replaced: the key carries the old one's salt. */
export function refundPrompt(ctx: MutationCtx, { user, credential }: Prompted): Promise<void> {
  return refund(ctx, "passwordPrompts", accountKey(user.email, credential));
}
