/** Reads of Web Push: the key that browsers subscribe with, and a person's devices. */
import { type Infer, v } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import { type QueryCtx, env } from "../_generated/server";
import { pausedHosts } from "../outgoing/queue";
import { hostOf } from "../outgoing/targets";
import { devicesOf } from "./subscribe";

export const deviceView = v.object({
  endpoint: v.string(),
  createdAt: v.number(),
  /** The time since which its push service leaves requests without an answer. */
  silentSince: v.optional(v.number()),
});

/** Returns the public key, or null where the deployment has no pair of keys. */
export function getPublicKey(): string | null {
  return env.VAPID_PRIVATE_KEY === undefined ? null : (env.VAPID_PUBLIC_KEY ?? null);
}

/** Returns the caller's devices, the oldest first. */
export async function listDevices(
  ctx: QueryCtx,
  user: Doc<"users">,
): Promise<Infer<typeof deviceView>[]> {
  const devices = await devicesOf(ctx, user._id);
  const paused = await pausedHosts(ctx, user._id, "push");
  return devices.map(({ endpoint, createdAt, silentSince }) => ({
    endpoint,
    createdAt,
    silentSince: silentSince ?? paused.get(hostOf(endpoint)),
  }));
}
