/** Mails about webhooks. */
import { t } from "../../domain/language/texts";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { postMail } from "../auth/mail";
import { type Notice, noticeMail } from "../auth/notices";

/** Tells the owner of a webhook that it is paused. */
export async function mailWebhookPaused(
  ctx: MutationCtx,
  user: Doc<"users">,
  url: string,
): Promise<void> {
  const write = () => ({
    subject: t("A webhook of your Mandi account is paused"),
    text: t(
      "Mandi sends nothing more to {address}, because nothing there has taken a message for long.",
      { address: url },
    ),
  });
  const advice = () =>
    t("Send a test from your settings page when it works again: a success resumes it.");
  await postMail(ctx, noticeMail(user, write, advice));
}

export function webhookMade(url: string): Notice {
  return {
    subject: t("A new webhook for your Mandi account"),
    text: t("Mandi now sends what happens to your orders and requests to {address}.", {
      address: url,
    }),
  };
}

export function webhookSecretRenewed(url: string): Notice {
  return {
    subject: t("A new webhook secret for your Mandi account"),
    text: t("The secret of your webhook {address} was replaced.", { address: url }),
  };
}
