/** Sending the mails of the outbox: attempts, the waits between them, and how each ended. */
import { v } from "convex/values";
import { Resend } from "resend";
import { internal } from "../_generated/api";
import { env } from "../_generated/server";
import { internalAction, internalMutation, internalQuery } from "../functions";

/** Attempts at one mail: the waits after them grow to about half an hour. */
export const ATTEMPTS_MAX = 6;
const FIRST_WAIT_MS = 60_000;

/**
 * Returns the milliseconds from an attempt to the next one: half as long to half as much again, by chance. The mail service takes a few
 * mails a second, and a digest's or a morning's reminders that were refused together must not come again together.
 */
function waitAfter(attemptsBefore: number): number {
  return FIRST_WAIT_MS * 2 ** attemptsBefore * (0.5 + Math.random());
}

/**
 * Makes an attempt, and plans the look after it before anything is sent: mutations run exactly once and actions at most once, so a crash
 * costs an attempt and not the mail. The look at a mail that was sent meanwhile does nothing.
 */
export const deliver = internalMutation({
  args: { mailId: v.id("outbox") },
  returns: v.null(),
  handler: async (ctx, { mailId }): Promise<null> => {
    const mail = await ctx.db.get("outbox", mailId);
    if (mail?.state !== "queued") return null;
    if (mail.attempts >= ATTEMPTS_MAX) {
      await ctx.db.patch("outbox", mailId, { state: "failed" });
      return null;
    }
    await ctx.db.patch("outbox", mailId, { attempts: mail.attempts + 1 });
    await ctx.scheduler.runAfter(waitAfter(mail.attempts), internal.auth.mailDelivery.deliver, {
      mailId,
    });
    await ctx.scheduler.runAfter(0, internal.auth.mailDelivery.send, { mailId });
    return null;
  },
});

type Outcome = {
  readonly data: object | null;
  readonly error: { readonly message?: unknown } | null;
};

/** Returns why a mail was not taken, or null when it was. Whatever answers in Resend's place, such as a proxy, may give no reason. */
function problemOf({ data, error }: Outcome): string | null {
  if (data !== null) return null;
  return typeof error?.message === "string" ? error.message : "Refused without a reason.";
}

/** Returns the mail, or null when there is nothing to send any more. */
export const queued = internalQuery({
  args: { mailId: v.id("outbox") },
  returns: v.union(
    v.null(),
    v.object({ to: v.string(), subject: v.string(), text: v.string(), html: v.string() }),
  ),
  handler: async (ctx, { mailId }) => {
    const mail = await ctx.db.get("outbox", mailId);
    if (mail?.state !== "queued") return null;
    return { to: mail.to, subject: mail.subject, text: mail.text, html: mail.html };
  },
});

/** Notes how an attempt ended. */
export const end = internalMutation({
  args: { mailId: v.id("outbox"), error: v.union(v.null(), v.string()) },
  returns: v.null(),
  handler: async (ctx, { mailId, error }) => {
    const mail = await ctx.db.get("outbox", mailId);
    if (mail === null) return null;
    if (error === null) await ctx.db.patch("outbox", mailId, { state: "sent" });
    else await ctx.db.patch("outbox", mailId, { lastError: error });
    return null;
  },
});

/** Sends one mail through Resend, to which an attempt that is repeated is the same mail. */
export const send = internalAction({
  args: { mailId: v.id("outbox") },
  returns: v.null(),
  handler: async (ctx, { mailId }): Promise<null> => {
    const mail = await ctx.runQuery(internal.auth.mailDelivery.queued, { mailId });
    if (mail === null) return null;
    const from = env.MAIL_FROM ?? "Mandi <onboarding@resend.dev>";
    const outcome = await new Resend(env.RESEND_API_KEY).emails.send(
      { from, ...mail },
      { idempotencyKey: mailId },
    );
    await ctx.runMutation(internal.auth.mailDelivery.end, { mailId, error: problemOf(outcome) });
    return null;
  },
});
