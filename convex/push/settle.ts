/** Settles an attempt at a push: the state of its device, and the next attempt. */
import { type Infer, v } from "convex/values";
import { HOST_SILENT_MAX_MS, PUSH_FAILURES_MAX, PUSH_LIFETIME_MS } from "../../domain/limits";
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { nextAttemptBefore } from "../outgoing/retries";
import type { OutgoingJob, PushMessage } from "../outgoing/schema";

/** `gone`: the push service dropped the subscription. `refused`: it will never take this push. */
export const pushResult = v.union(
  v.literal("taken"),
  v.literal("gone"),
  v.literal("refused"),
  v.literal("failed"),
);

type PushJob = Extract<OutgoingJob, { kind: "push" }>;

type PushEnd = {
  readonly result: Infer<typeof pushResult>;
  /** The time since which the push service has left requests without an answer, this one among them. */
  readonly silentSince?: number | undefined;
};

/** The last attempt is due at the very end. */
const LATE_MS = 60_000;

/** Time after the fact until which sending is tried: a test is tried once. */
function endOf({ at, isTest }: PushMessage): number {
  return isTest === true ? at : at + PUSH_LIFETIME_MS;
}

/** Returns true for a push that waited for its turn, or a paused host, until after its last attempt was due. */
export function isOver(message: PushMessage, now: number): boolean {
  return message.isTest !== true && now > endOf(message) + LATE_MS;
}

async function noteSuccess(
  ctx: MutationCtx,
  { _id, failures }: Doc<"pushSubscriptions">,
): Promise<void> {
  const none = { failures: 0, failingSince: undefined, silentSince: undefined };
  if (failures > 0) await ctx.db.patch("pushSubscriptions", _id, none);
}

/** Counts a failure. Returns false if the device is deleted, because it has failed for too long. */
async function noteFailure(
  ctx: MutationCtx,
  device: Doc<"pushSubscriptions">,
  { result, silentSince: silent }: PushEnd,
): Promise<boolean> {
  const now = Date.now();
  const failures = device.failures + 1;
  const failingSince = device.failingSince ?? now;
  const silentSince = silent && Math.min(device.silentSince ?? silent, silent);
  const hasLasted = (since: number) => now - since >= HOST_SILENT_MAX_MS;
  const isLost =
    (failures >= PUSH_FAILURES_MAX && (result === "refused" || hasLasted(failingSince))) ||
    (silentSince !== undefined && hasLasted(silentSince));
  if (isLost) await ctx.db.delete("pushSubscriptions", device._id);
  else await ctx.db.patch("pushSubscriptions", device._id, { failures, failingSince, silentSince });
  return !isLost;
}

/** Notes how an attempt ended, and plans the next one. */
export async function settlePush(
  ctx: MutationCtx,
  { deviceId, message, attempts }: PushJob,
  end: PushEnd,
): Promise<void> {
  const device = await ctx.db.get("pushSubscriptions", deviceId);
  if (device === null) return;
  if (end.result === "taken") return noteSuccess(ctx, device);
  if (end.result === "gone") return ctx.db.delete("pushSubscriptions", deviceId);
  const isKept = await noteFailure(ctx, device, end);
  const next = nextAttemptBefore(endOf(message), attempts, Date.now());
  if (!isKept || end.result === "refused" || next === undefined) return;
  const again = { deviceId, message, attempts: attempts + 1 };
  await ctx.scheduler.runAt(next, internal.push.internal.attempt, again);
}
