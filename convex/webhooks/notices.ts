/** Mails about webhooks. */
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
  const notice = {
    subject: "A webhook of your Mandi account is paused",
    text: `Mandi sends nothing more to ${url}, because nothing there has taken a message for long.`,
  };
  const closing = "Send a test from your settings page when it works again: a success resumes it.";
  await postMail(ctx, noticeMail(user, notice, closing));
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
