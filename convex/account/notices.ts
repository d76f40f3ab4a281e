/** Mails about changes of one's own account, so that people learn of those that they did not make. */
import { formatDateTime } from "../../domain/dates";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { BRIEFLY_KEPT_MS, postMail } from "../auth/mail";
import { type Notice, noticeMail } from "../auth/notices";
import type { Revoked } from "../developers/keys";

const IF_NOT_YOU_CLOSED =
  "If this was not you, ask whoever runs this market. A closed account is not opened again; you can sign up anew with this e-mail.";

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

export function upiIdSaved(upiId: string | undefined): Notice {
  return {
    subject: "Your UPI ID on Mandi was changed",
    text:
      upiId === undefined
        ? "Your UPI ID was removed. Payment codes are uploaded with each order from now on."
        : `Payment codes on your invoices now pay ${upiId}.`,
  };
}

/** Returns the notice, which has the last digits alone: a mail is no place for a whole number. */
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
