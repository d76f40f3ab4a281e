/** Mails about changes that give or end access, so that people learn of those that they did not make. */
import type { Infer } from "convex/values";
import { formatDateTime } from "../../domain/dates";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { BRIEFLY_KEPT_MS, escapeHtml, type Mail, postMail } from "../auth/mail";
import type { keyScope } from "../developers/schema";
import type { Revoked } from "../developers/revoke";

export type Notice = { readonly subject: string; readonly text: string };

const IF_NOT_YOU =
  "If this was not you, choose a new password with “Forgot your password?” on the login page: it signs out every device and revokes every API key and webhook.";

const IF_NOT_YOU_CLOSED =
  "If this was not you, ask whoever runs this market. A closed account is not opened again; you can sign up anew with this e-mail.";

function toHtml(text: string): string {
  return `<p>${escapeHtml(text)}</p>`;
}

function noticeMail(
  { email: to, name }: Doc<"users">,
  { subject, text }: Notice,
  closing: string,
): Mail {
  const paragraphs = [`Hello ${name},`, text, closing];
  const html = paragraphs.map(toHtml).join("");
  return { to, subject, text: paragraphs.join("\n\n"), html };
}

/** Puts the notice into the outbox. Errors: none; the mail goes out with the transaction that made the change. */
export async function mailNotice(
  ctx: MutationCtx,
  user: Doc<"users">,
  notice: Notice,
): Promise<void> {
  await postMail(ctx, noticeMail(user, notice, IF_NOT_YOU));
}

/** Tells the owner of a webhook that it is paused. */
export async function mailWebhookPaused(
  ctx: MutationCtx,
  user: Doc<"users">,
  url: string,
): Promise<void> {
  const notice = {
    subject: "A webhook of your Mandi account is paused",
    text: `Mandi sends nothing more to ${url}, because nothing there has taken a message for long.`,
  };
  const closing = "Send a test from your settings page when it works again: a success resumes it.";
  await postMail(ctx, noticeMail(user, notice, closing));
}

/**
 * Puts the last mail of an account into the outbox, with the transaction that closes it. It needs nothing of the account to be
 * delivered, and is kept no longer than that takes.
 */
export async function mailClosing(
  ctx: MutationCtx,
  user: Doc<"users">,
  closedAt: number,
): Promise<void> {
  const notice = {
    subject: "Your Mandi account was closed",
    text: `Your account was closed on ${formatDateTime(closedAt)} in India. Nobody can log in with it any more, and what it had pending has ended. Orders and invoices stay with the other party.`,
  };
  await postMail(ctx, noticeMail(user, notice, IF_NOT_YOU_CLOSED), BRIEFLY_KEPT_MS);
}

const SCOPE_WORDS = { read: "read only", write: "read and write" } as const satisfies Record<
  Infer<typeof keyScope>,
  string
>;

export function keyMade(name: string, scope: Infer<typeof keyScope>): Notice {
  return {
    subject: "A new API key for your Mandi account",
    text: `The API key “${name}” (${SCOPE_WORDS[scope]}) was made for your account.`,
  };
}

export function webhookMade(url: string): Notice {
  return {
    subject: "A new webhook for your Mandi account",
    text: `Mandi now sends what happens to your orders and requests to ${url}.`,
  };
}

export function webhookSecretRenewed(url: string): Notice {
  return {
    subject: "A new webhook secret for your Mandi account",
    text: `The secret of your webhook ${url} was replaced.`,
  };
}

export function upiIdSaved(upiId: string | undefined): Notice {
  return {
    subject: "Your UPI ID on Mandi was changed",
    text:
      upiId === undefined
        ? "Your UPI ID was removed. Payment codes are uploaded with each order from now on."
        : `Payment codes on your invoices now pay ${upiId}.`,
  };
}

/** With the last digits alone: a mail is no place for a whole number. */
export function bankAccountSaved(number: string | undefined): Notice {
  return {
    subject: "Your bank details on Mandi were changed",
    text:
      number === undefined
        ? "Your bank details were removed. Invoices show none from now on."
        : `Your invoices now show the bank account that ends in ${number.slice(-4)}.`,
  };
}

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? "" : "s"}`;
}

/** Names what ended, or returns an empty text when nothing did. */
function revokedText({ keys, webhooks }: Revoked): string {
  const parts = [
    ...(keys.length > 0 ? [`${counted(keys.length, "API key")} (${keys.join(", ")})`] : []),
    ...(webhooks.length > 0
      ? [`${counted(webhooks.length, "webhook")} (${webhooks.join(", ")})`]
      : []),
  ];
  return parts.length === 0 ? "" : ` Revoked: ${parts.join(" and ")}.`;
}

export function passwordChanged(revoked: Revoked): Notice {
  return {
    subject: "Your Mandi password was changed",
    text: `Your password was changed, and your other devices are signed out.${revokedText(revoked)}`,
  };
}

export function signedOutEverywhere(revoked: Revoked): Notice {
  return {
    subject: "Your Mandi account was signed out everywhere",
    text: `Every device was signed out.${revokedText(revoked)}`,
  };
}
