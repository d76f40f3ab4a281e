/** Deletes expired codes, tickets, known devices, sessions with their tokens and pushes, mails, and counts of rate limits. */
import { v } from "convex/values";
import { SESSION_LIFETIME_MS } from "../../domain/limits";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { emit } from "../events";
import { internalMutation } from "../functions";
import { sweepLimits } from "./limits";

/** The rows of each table that one transaction deletes. */
export const ROWS_PER_SWEEP = 500;
/** Rows that the sign-in library writes on its way to a session, and reads within minutes. */
const STEPS_KEPT_MS = 24 * 60 * 60_000;
/** Mails are kept this long for whoever asks what was sent. */
const MAIL_KEPT_MS = 30 * 24 * 60 * 60_000;

type Swept =
  | "emailOtps"
  | "verifications"
  | "knownDevices"
  | "authSessions"
  | "authRefreshTokens"
  | "authVerificationCodes"
  | "authVerifiers"
  | "authRateLimits"
  | "restTokens"
  | "outbox";

/** Deletes a batch; resolves with true if more may be left. */
async function drop<Table extends Swept>(
  ctx: MutationCtx,
  table: Table,
  rows: { take: (count: number) => Promise<{ readonly _id: Id<Table> }[]> },
  endWhatNeeds?: (ctx: MutationCtx, id: Id<Table>) => Promise<void>,
): Promise<boolean> {
  const dropped = await rows.take(ROWS_PER_SWEEP);
  for (const { _id } of dropped) {
    await ctx.db.delete(table, _id);
    await endWhatNeeds?.(ctx, _id);
  }
  return dropped.length === ROWS_PER_SWEEP;
}

function rowsBefore(ctx: MutationCtx, table: Swept, instant: number) {
  return ctx.db.query(table).withIndex("by_creation_time", (q) => q.lt("_creationTime", instant));
}

/** A session that is deleted by its age ends as one that is signed out. */
function noteEnded(ctx: MutationCtx, sessionId: Id<"authSessions">): Promise<void> {
  return emit(ctx, { type: "sessionEnded", sessionId, now: Date.now() });
}

/** Takes a bounded piece of each table, and calls itself again while there is more. */
export const run = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx): Promise<null> => {
    const now = Date.now();
    const codes = ctx.db.query("emailOtps").withIndex("by_expiry", (q) => q.lt("expiresAt", now));
    const tickets = ctx.db
      .query("verifications")
      .withIndex("by_expiry", (q) => q.lt("expiresAt", now));
    const devices = ctx.db
      .query("knownDevices")
      .withIndex("by_expiry", (q) => q.lt("expiresAt", now));
    const restTokens = ctx.db
      .query("restTokens")
      .withIndex("by_expiry", (q) => q.lt("expiresAt", now));
    const briefMails = ctx.db
      .query("outbox")
      .withIndex("by_expiry", (q) => q.gt("expiresAt", 0).lt("expiresAt", now));
    // Both live for a fixed time from their creation on, and the library has no index of when they expire.
    const [begun, steps] = [now - SESSION_LIFETIME_MS, now - STEPS_KEPT_MS];
    const sessions = ctx.db
      .query("authSessions")
      .withIndex("by_creation_time", (q) => q.lt("_creationTime", begun));
    const more = [
      await drop(ctx, "emailOtps", codes),
      await drop(ctx, "verifications", tickets),
      await drop(ctx, "knownDevices", devices),
      await drop(ctx, "authSessions", sessions, noteEnded),
      await drop(ctx, "authRefreshTokens", rowsBefore(ctx, "authRefreshTokens", begun)),
      await drop(ctx, "authVerificationCodes", rowsBefore(ctx, "authVerificationCodes", steps)),
      await drop(ctx, "authVerifiers", rowsBefore(ctx, "authVerifiers", steps)),
      await drop(ctx, "authRateLimits", rowsBefore(ctx, "authRateLimits", steps)),
      await drop(ctx, "restTokens", restTokens),
      await drop(ctx, "outbox", briefMails),
      await drop(ctx, "outbox", rowsBefore(ctx, "outbox", now - MAIL_KEPT_MS)),
    ];
    await sweepLimits(ctx, now);
    if (more.includes(true)) await ctx.scheduler.runAfter(0, internal.auth.sweep.run, {});
    return null;
  },
});
