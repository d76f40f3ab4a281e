/** Mails about changes of one's own account, so that people learn of those that they did not make. */
import { formatDateTime } from "../../domain/dates";
import { t } from "../../domain/language/texts";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { BRIEFLY_KEPT_MS, postMail } from "../auth/mail";
import { type Notice, noticeMail } from "../auth/notices";
import type { Revoked } from "../developers/keys";

function ifNotYouClosed(): string {
  return t(
    "If this was not you, ask whoever runs this market. A closed account is not opened again; you can sign up anew with this e-mail.",
  );
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
  const write = () => ({
    subject: t("Your Mandi account was closed"),
    text: t(
      "Your account was closed on {time} in India. Nobody can log in with it any more, and what it had pending has ended. Orders and invoices stay with the other party.",
      { time: formatDateTime(closedAt) },
    ),
  });
  await postMail(ctx, noticeMail(user, write, ifNotYouClosed), BRIEFLY_KEPT_MS);
}

export function upiIdSaved(upiId: string | undefined): Notice {
  return {
    subject: t("Your UPI ID on Mandi was changed"),
    text:
      upiId === undefined
        ? t("Your UPI ID was removed. Payment codes are uploaded with each order from now on.")
        : t("Payment codes on your invoices now pay {upiId}.", { upiId }),
  };
}

/** Returns the notice, which has the last digits alone: a mail is no place for a whole number. */
export function bankAccountSaved(number: string | undefined): Notice {
  return {
    subject: t("Your bank details on Mandi were changed"),
    text:
      number === undefined
        ? t("Your bank details were removed. Invoices show none from now on.")
        : t("Your invoices now show the bank account that ends in {digits}.", {
            digits: number.slice(-4),
          }),
  };
}

/** Names what ended, or returns an empty text when nothing did. */
function revokedText({ keys, webhooks }: Revoked): string {
  const apiKeys = t("{count, plural, one {# API key} other {# API keys}} ({names})", {
    count: keys.length,
    names: keys.join(", "),
  });
  const addresses = t("{count, plural, one {# webhook} other {# webhooks}} ({names})", {
    count: webhooks.length,
    names: webhooks.join(", "),
  });
  if (keys.length > 0 && webhooks.length > 0)
    return t("Revoked: {apiKeys} and {webhooks}.", { apiKeys, webhooks: addresses });
  if (keys.length + webhooks.length === 0) return "";
  return t("Revoked: {programs}.", { programs: keys.length > 0 ? apiKeys : addresses });
}

function sentences(...texts: readonly string[]): string {
  return texts.filter((text) => text !== "").join(" ");
}

export function passwordChanged(revoked: Revoked): Notice {
  return {
    subject: t("Your Mandi password was changed"),
    text: sentences(
      t("Your password was changed, and your other devices are signed out."),
      revokedText(revoked),
    ),
  };
}

export function signedOutEverywhere(revoked: Revoked): Notice {
  return {
    subject: t("Your Mandi account was signed out everywhere"),
    text: sentences(t("Every device was signed out."), revokedText(revoked)),
  };
}
