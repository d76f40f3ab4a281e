/** Mail: written into the outbox by the transaction that has something to say, sent afterwards by `mailDelivery.ts`. */
import { t } from "../../domain/language/texts";
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import { type MutationCtx, env } from "../_generated/server";

export type Mail = Pick<Doc<"outbox">, "to" | "subject" | "text" | "html">;

/** The time for which mails are kept that nobody needs after their delivery, such as those with one-time codes: long after the last attempt. */
export const BRIEFLY_KEPT_MS = 24 * 60 * 60_000;

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Names of products and people stand in a mail as text, whatever they hold. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}

/** Puts a mail into the outbox, for `keptMs` or a month. Without a key for the mail service it stays there. */
export async function postMail(ctx: MutationCtx, mail: Mail, keptMs?: number): Promise<void> {
  const isSent = env.RESEND_API_KEY !== undefined;
  const mailId = await ctx.db.insert("outbox", {
    ...mail,
    state: isSent ? "queued" : "kept",
    attempts: 0,
    ...(keptMs !== undefined && { expiresAt: Date.now() + keptMs }),
  });
  if (isSent) await ctx.scheduler.runAfter(0, internal.auth.mailDelivery.deliver, { mailId });
}

/** The mail with a one-time code. */
export function codeMail(to: string, code: string, purpose: "signup" | "reset"): Mail {
  const lead =
    purpose === "signup"
      ? t("Your code to verify your email is")
      : t("Your code to choose a new password is");
  const advice = t("It is valid for 10 minutes. If you did not ask for it, ignore this mail.");
  return {
    to,
    subject: t("{code} is your Mandi code", { code }),
    text: `${lead} ${code}. ${advice}`,
    html: `<p>${lead}</p><p style="font-size:28px;letter-spacing:4px"><strong>${code}</strong></p><p>${advice}</p>`,
  };
}
