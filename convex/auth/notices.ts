/** Mails about changes that give or end access, so that people learn of those that they did not make. */
import { t } from "../../domain/language/texts";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { writeFor } from "../receiver";
import { escapeHtml, type Mail, postMail } from "./mail";

export type Notice = { readonly subject: string; readonly text: string };

function ifNotYou(): string {
  return t(
    "If this was not you, choose a new password with “Forgot your password?” on the login page: it signs out every device and revokes every API key and webhook.",
  );
}

function toHtml(text: string): string {
  return `<p>${escapeHtml(text)}</p>`;
}

/** The mail of a notice, which ends with advice, in its receiver's language. */
export function noticeMail(
  user: Doc<"users">,
  write: () => Notice,
  writeAdvice: () => string,
): Mail {
  const { email: to, name } = user;
  return writeFor(user, () => {
    const { subject, text } = write();
    const paragraphs = [t("Hello {name},", { name }), text, writeAdvice()];
    const html = paragraphs.map(toHtml).join("");
    return { to, subject, text: paragraphs.join("\n\n"), html };
  });
}

/** Puts the notice into the outbox. Errors: none; the mail goes out with the transaction that made the change. */
export async function mailNotice(
  ctx: MutationCtx,
  user: Doc<"users">,
  write: () => Notice,
): Promise<void> {
  await postMail(ctx, noticeMail(user, write, ifNotYou));
}
