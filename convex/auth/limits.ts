/**
 * Rate limits. A token bucket admits at most its capacity and its rate in any period; a week after its first use it is deleted, and
 * the next use finds a full one. `RATE_LIMITS=off` lifts the limits for load tests.
 */
import {
  calculateRateLimit,
  HOUR,
  MINUTE,
  type RateLimitConfig,
  RateLimiter,
} from "@convex-dev/rate-limiter";
import { type ActionCtx, type MutationCtx, type QueryCtx, env } from "../_generated/server";
import { components } from "../_generated/api";
import type { CodeTaking } from "../../domain/errors";
import { FILE_BYTES_A_DAY, ROW_BYTES_A_DAY } from "../../domain/limits";
import { fail } from "../errors";
import { networkOf } from "./network";

const LIMITS = {
  // Guesses at the password of one account, see `tries.ts`: 60 + 20 + 20 = 100 in any hour, from everywhere.
  /** Failed logins by account and network. */
  loginFailures: { kind: "token bucket", rate: 10, period: HOUR, capacity: 10 },
  /** Failed logins by account, of all networks together. */
  loginFailuresInAll: { kind: "token bucket", rate: 30, period: HOUR, capacity: 30 },
  /** Failed logins by device that signed in before. */
  loginFailuresByDevice: { kind: "token bucket", rate: 5, period: HOUR, capacity: 5 },
  /** Failed logins by account, of all its devices together. */
  loginFailuresByDevices: { kind: "token bucket", rate: 10, period: HOUR, capacity: 10 },
  /** Prompts for the current password on the settings page, by account. */
  passwordPrompts: { kind: "token bucket", rate: 10, period: HOUR, capacity: 10 },
  loginsByAddress: { kind: "token bucket", rate: 30, period: MINUTE, capacity: 30 },

  // One-time codes, see `codeLimits.ts`. A mailbox is an e-mail without its +tag; purposes count apart.
  /** The pause between two codes, by handle, by device, or by mailbox and network. */
  otpPause: { kind: "token bucket", rate: 1, period: MINUTE, capacity: 1 },
  /** Codes by mailbox and network. */
  otpsByEmail: { kind: "token bucket", rate: 5, period: HOUR, capacity: 5 },
  otpsByHandle: { kind: "token bucket", rate: 5, period: HOUR, capacity: 5 },
  /** Codes by account, of all its devices together. */
  otpsByDevices: { kind: "token bucket", rate: 5, period: HOUR, capacity: 5 },
  otpsByAddress: { kind: "token bucket", rate: 20, period: HOUR, capacity: 20 },
  /** Codes by mailbox, from everywhere: nobody's mailbox is flooded. */
  signupOtpsByMailbox: { kind: "token bucket", rate: 60, period: HOUR, capacity: 60 },
  /** Lower, because each code may be guessed at five times: a hundred guesses at an account in an hour. */
  resetOtpsByMailbox: { kind: "token bucket", rate: 20, period: HOUR, capacity: 20 },
  /** Codes of the whole deployment: a flood must not exhaust the mail account. */
  otpsInAll: { kind: "token bucket", rate: 2_000, period: HOUR, capacity: 2_000 },
  /** Codes by wider network that may come out of `otpsReserved` in an hour. */
  otpsFirst: { kind: "token bucket", rate: 5, period: HOUR, capacity: 5 },
  /** Codes of the whole deployment, for networks that requested few and for devices that are known. */
  otpsReserved: { kind: "token bucket", rate: 2_000, period: HOUR, capacity: 2_000 },
  /** Guesses without a handle, by mailbox and network. */
  otpChecks: { kind: "token bucket", rate: 20, period: HOUR, capacity: 20 },
  /** Checks of codes by address. Without this limit one caller could guess at, and write a row for, any number of e-mails. */
  otpChecksByAddress: { kind: "token bucket", rate: 30, period: MINUTE, capacity: 30 },
  registrations: { kind: "token bucket", rate: 10, period: HOUR, capacity: 10 },
  uploadsByUser: { kind: "token bucket", rate: 60, period: HOUR, capacity: 60 },
  uploadsByAddress: { kind: "token bucket", rate: 10, period: HOUR, capacity: 10 },
  pushTests: { kind: "token bucket", rate: 10, period: MINUTE, capacity: 10 },
  /** Pushes by person: more than these are held and become one. */
  pushes: { kind: "token bucket", rate: 60, period: HOUR, capacity: 20 },
  /** Mails by person that tell of a notification at once: more than these become one. */
  noticeMails: { kind: "token bucket", rate: 60, period: HOUR, capacity: 20 },
  webhookTests: { kind: "token bucket", rate: 10, period: MINUTE, capacity: 10 },
  /** New passwords, keys, webhooks, secrets and UPI IDs of one account: a mail tells of each. */
  credentialChanges: { kind: "token bucket", rate: 30, period: HOUR, capacity: 30 },

  // What a member does, through the app or REST: an hour of hard work passes, and what was queued while offline; a loop does not.
  orders: { kind: "token bucket", rate: 600, period: HOUR, capacity: 300 },
  /** Changes of a quantity in the basket by product: a stepper that is held down passes. */
  basketChanges: { kind: "token bucket", rate: 6_000, period: HOUR, capacity: 1_000 },
  reservations: { kind: "token bucket", rate: 600, period: HOUR, capacity: 300 },
  productChanges: { kind: "token bucket", rate: 600, period: HOUR, capacity: 300 },
  /** Other changes that insert a row each, and credit terms: messages of orders, blocks, names, payments. */
  memberChanges: { kind: "token bucket", rate: 600, period: HOUR, capacity: 300 },
  /** Renames by trader: partners see the last names, and a business has few. */
  renames: { kind: "token bucket", rate: 3, period: 24 * HOUR, capacity: 3 },
  /** Imports that are begun, and their batches: a file of 5,000 rows has 100. */
  imports: { kind: "token bucket", rate: 60, period: HOUR, capacity: 30 },
  importBatches: { kind: "token bucket", rate: 1_200, period: HOUR, capacity: 300 },
  /** Pictures that an import has fetched. */
  importPictures: { kind: "token bucket", rate: 1_000, period: HOUR, capacity: 2_000 },
  /** Bytes by account: of the pictures that it brings or has fetched, and of the rows that its commands leave. */
  fileBytes: {
    kind: "token bucket",
    rate: FILE_BYTES_A_DAY,
    period: 24 * HOUR,
    capacity: FILE_BYTES_A_DAY,
  },
  rowBytes: {
    kind: "token bucket",
    rate: ROW_BYTES_A_DAY,
    period: 24 * HOUR,
    capacity: ROW_BYTES_A_DAY,
  },
  /** Notifications that little is left, by account and allowance of bytes. */
  lowBytesNotices: { kind: "token bucket", rate: 1, period: 24 * HOUR, capacity: 1 },
  connectionRequests: { kind: "token bucket", rate: 120, period: HOUR, capacity: 150 },
  chatMessages: { kind: "token bucket", rate: 1_200, period: HOUR, capacity: 500 },

  // Through REST, where programs are: less at once.
  ordersPlaced: { kind: "token bucket", rate: 30, period: MINUTE, capacity: 30 },
  stockHeld: { kind: "token bucket", rate: 30, period: MINUTE, capacity: 30 },
  productsAdded: { kind: "token bucket", rate: 60, period: HOUR, capacity: 60 },
  connectionsAsked: { kind: "token bucket", rate: 60, period: HOUR, capacity: 60 },
  messagesSent: { kind: "token bucket", rate: 60, period: MINUTE, capacity: 60 },
  /** Characters of refused bodies longer than 4 KB, by caller: some seventy refused orders of a hundred lines a minute. */
  refusedCharacters: {
    kind: "token bucket",
    rate: 2 ** 20,
    period: MINUTE,
    capacity: 2 ** 20,
  },
  landingReads: { kind: "token bucket", rate: 120, period: MINUTE, capacity: 120 },
  newsReads: { kind: "token bucket", rate: 60, period: MINUTE, capacity: 60 },
} as const satisfies Record<string, RateLimitConfig>;

export type LimitName = keyof typeof LIMITS;

/** Several times the longest period: the capacity that a full bucket adds must be a small part of what is admitted meanwhile. */
const COUNTS_KEPT_MS = 7 * 24 * HOUR;

const rateLimiter = new RateLimiter(components.rateLimiter, LIMITS);

function isOff(): boolean {
  return env.RATE_LIMITS === "off";
}

/** Takes one of the allowance. Errors: `code` {retryAfterMs} when there is none left. */
export async function spend(
  ctx: MutationCtx,
  name: LimitName,
  key: string | undefined,
  code: CodeTaking<{ retryAfterMs: number }> = "TOO_MANY",
): Promise<void> {
  if (isOff()) return;
  const { ok, retryAfter } = await rateLimiter.limit(ctx, name, key === undefined ? {} : { key });
  if (!ok) fail(code, { retryAfterMs: Math.ceil(retryAfter) });
}

/** Returns 0 while the allowance has one left, or the milliseconds until it has. Spends nothing. */
export async function waitFor(ctx: ActionCtx, name: LimitName, key: string): Promise<number> {
  if (isOff()) return 0;
  const { config, value, ts } = await rateLimiter.getValue(ctx, name, { key });
  const { retryAfter = 0 } = calculateRateLimit({ value, ts }, config, Date.now(), 1);
  return Math.ceil(retryAfter);
}

type Remaining = {
  readonly left: number;
  readonly capacity: number;
  /** The time at which all of it is there again if none is spent. */
  readonly fullAt: number;
};

/** Returns what is left of a token bucket, which is all of it where limits are off. Spends nothing. */
export async function remainingOf(
  ctx: QueryCtx | MutationCtx,
  name: LimitName,
  key: string,
): Promise<Remaining> {
  const now = Date.now();
  const { config, value, ts } = await rateLimiter.getValue(ctx, name, { key });
  const capacity = config.capacity ?? config.rate;
  if (isOff()) return { left: capacity, capacity, fullAt: now };
  const left = calculateRateLimit({ value, ts }, config, now, 0).value;
  const fullAt = now + ((capacity - left) / config.rate) * config.period;
  return { left, capacity, fullAt };
}

/** Takes `count` of the allowance even where fewer are left: the debt is paid before it has one again. */
export async function spendReserved(
  ctx: MutationCtx,
  name: LimitName,
  key: string,
  count: number,
): Promise<void> {
  if (!isOff()) await rateLimiter.limit(ctx, name, { key, count, reserve: true });
}

/** A part of an allowance, for `trySpend`: one, or as many as `count` says. */
export type Cost = { readonly name: LimitName; readonly key?: string; readonly count?: number };

/** Takes of each allowance, or of none. Returns 0, or the milliseconds until all of them have enough again. */
export async function trySpend(ctx: MutationCtx, costs: readonly Cost[]): Promise<number> {
  if (isOff()) return 0;
  let wait = 0;
  const ask = async (call: "check" | "limit", { name, ...cost }: Cost) => {
    const { ok, retryAfter = 0 } = await rateLimiter[call](ctx, name, cost);
    if (!ok) wait = Math.max(wait, Math.ceil(retryAfter), 1);
  };
  // A single one is taken or not: only several are looked at before.
  if (costs.length > 1) for (const cost of costs) await ask("check", cost);
  if (wait === 0) for (const cost of costs) await ask("limit", cost);
  return wait;
}

/**
 * Gives one back that was spent in advance. Where failures alone shall count, every try is spent before its outcome is known
 * and only a success gives it back: tries that come at once can't outrun the count.
 */
export async function refund(ctx: MutationCtx, name: LimitName, key: string): Promise<void> {
  if (!isOff()) await rateLimiter.limit(ctx, name, { key, count: -1 });
}

/** Deletes buckets that are a week old: without this each network and each address that ever asked would leave a row for good. */
export async function sweepLimits(ctx: MutationCtx, now: number): Promise<void> {
  // A hundred at once, and again while there is more; the component has no list of those that are full.
  await ctx.runMutation(components.rateLimiter.lib.clearAll, { before: now - COUNTS_KEPT_MS });
}

/** Returns what limits count the caller's network by, "unknown" where the runtime tells no address. */
export async function callerAddress(ctx: Pick<ActionCtx, "meta">): Promise<string> {
  const { ip } = await ctx.meta.getRequestMetadata();
  return networkOf(ip);
}
