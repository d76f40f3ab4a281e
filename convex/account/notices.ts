/** Mails about changes that give or end access, so that people learn of those that they did not make. */
import type { Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { escapeHtml, postMail } from "../auth/mail";
import type { keyScope } from "../developers/schema";
import type { Revoked } from "../developers/revoke";

export type Notice = { readonly subject: string; readonly text: string };

const IF_NOT_YOU =
  "If this was not you, choose a new password with “Forgot your password?” on the login page: it signs out every device and revokes every API key and webhook.";

function toHtml(text: string): string {
  return `<p>${escapeHtml(text)}</p>`;
}

/** Puts the notice into the outbox. Errors: none; the mail goes out with the transaction that made the change. */
export async function mailNotice(
  ctx: MutationCtx,
  { email, name }: Doc<"users">,
  { subject, text }: Notice,
): Promise<void> {
  const paragraphs = [`Hello ${name},`, text, IF_NOT_YOU];
  await postMail(ctx, {
    to: email,
    subject,
    text: paragraphs.join("\n\n"),
    html: paragraphs.map(toHtml).join(""),
  });
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
