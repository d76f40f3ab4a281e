/** How often somebody may try. The figures are per e-mail and per address; `RATE_LIMITS=off` lifts them for load tests. */
import { HOUR, MINUTE, RateLimiter } from "@convex-dev/rate-limiter";
import { type ActionCtx, type MutationCtx, env } from "../_generated/server";
import { components } from "../_generated/api";
import type { ErrorCode } from "../../domain/errors";
import { fail } from "../errors";
import { networkOf } from "./network";

const rateLimiter = new RateLimiter(components.rateLimiter, {
  loginFailures: { kind: "token bucket", rate: 10, period: HOUR, capacity: 10 },
  loginsByAddress: { kind: "token bucket", rate: 30, period: MINUTE, capacity: 30 },
  otpPause: { kind: "fixed window", rate: 1, period: MINUTE },
  otpsByEmail: { kind: "token bucket", rate: 5, period: HOUR, capacity: 5 },
  otpsByAddress: { kind: "token bucket", rate: 20, period: HOUR, capacity: 20 },
  /** Of the whole deployment: a flood must not exhaust the mail account. */
  otpsInAll: { kind: "token bucket", rate: 2_000, period: HOUR, capacity: 2_000, shards: 4 },
  otpChecks: { kind: "token bucket", rate: 20, period: HOUR, capacity: 20 },
  /** Without it one caller could guess at, and write a row for, any number of e-mails. */
  otpChecksByAddress: { kind: "token bucket", rate: 30, period: MINUTE, capacity: 30 },
  registrations: { kind: "token bucket", rate: 10, period: HOUR, capacity: 10 },
  uploadsByUser: { kind: "token bucket", rate: 60, period: HOUR, capacity: 60 },
  uploadsByAddress: { kind: "token bucket", rate: 10, period: HOUR, capacity: 10 },
  webhookTests: { kind: "token bucket", rate: 10, period: MINUTE, capacity: 10 },
  /** New keys, webhooks, secrets and UPI IDs of one account: a mail tells of each. */
  credentialChanges: { kind: "token bucket", rate: 30, period: HOUR, capacity: 30 },

  // What a member does, through the app or REST: an hour of hard work passes, and what was queued while offline; a loop does not.
  placements: { kind: "token bucket", rate: 600, period: HOUR, capacity: 300 },
  reservations: { kind: "token bucket", rate: 600, period: HOUR, capacity: 300 },
  productChanges: { kind: "token bucket", rate: 600, period: HOUR, capacity: 300 },
  /** Whatever else leaves a row behind each time: messages of orders, blocks, names. */
  memberChanges: { kind: "token bucket", rate: 600, period: HOUR, capacity: 300 },
  connectionRequests: { kind: "token bucket", rate: 120, period: HOUR, capacity: 150 },
  chatMessages: { kind: "token bucket", rate: 1_200, period: HOUR, capacity: 500 },

  // Through REST, where programs are: less at once.
  ordersPlaced: { kind: "token bucket", rate: 30, period: MINUTE, capacity: 30 },
  stockHeld: { kind: "token bucket", rate: 30, period: MINUTE, capacity: 30 },
  productsAdded: { kind: "token bucket", rate: 60, period: HOUR, capacity: 60 },
  connectionsAsked: { kind: "token bucket", rate: 60, period: HOUR, capacity: 60 },
  messagesSent: { kind: "token bucket", rate: 60, period: MINUTE, capacity: 60 },
  landingReads: { kind: "token bucket", rate: 120, period: MINUTE, capacity: 120 },
  newsReads: { kind: "token bucket", rate: 60, period: MINUTE, capacity: 60 },
});

type LimitName =
  | "loginFailures"
  | "loginsByAddress"
  | "otpPause"
  | "otpsByEmail"
  | "otpsByAddress"
  | "otpsInAll"
  | "otpChecks"
  | "otpChecksByAddress"
  | "registrations"
  | "uploadsByUser"
  | "uploadsByAddress"
  | "webhookTests"
  | "placements"
  | "reservations"
  | "productChanges"
  | "memberChanges"
  | "connectionRequests"
  | "chatMessages"
  | "credentialChanges"
  | "ordersPlaced"
  | "stockHeld"
  | "productsAdded"
  | "connectionsAsked"
  | "messagesSent"
  | "landingReads"
  | "newsReads";

function isOff(): boolean {
  return env.RATE_LIMITS === "off";
}

/** Takes one of the allowance. Errors: `code` {retryAfterMs} when there is none left. */
export async function spend(
  ctx: MutationCtx,
  name: LimitName,
  key: string | undefined,
  code: ErrorCode = "TOO_MANY",
): Promise<void> {
  if (isOff()) return;
  const { ok, retryAfter } = await rateLimiter.limit(ctx, name, key === undefined ? {} : { key });
  if (!ok) fail(code, { retryAfterMs: Math.ceil(retryAfter) });
}

/**
 * Gives one back that was spent in advance. Where failures alone shall count, every try is spent before its outcome is known
 * and only a success gives it back: tries that come at once can't outrun the count.
 */
export async function refund(ctx: MutationCtx, name: LimitName, key: string): Promise<void> {
  if (!isOff()) await rateLimiter.limit(ctx, name, { key, count: -1 });
}

/** Returns what limits count the caller's network by, "unknown" where the runtime tells no address. */
export async function callerAddress(ctx: Pick<ActionCtx, "meta">): Promise<string> {
  const { ip } = await ctx.meta.getRequestMetadata();
  return networkOf(ip);
}
