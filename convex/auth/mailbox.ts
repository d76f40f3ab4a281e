/** The development mailbox: what would have been mailed, for whoever runs Mandi on their own machine. */
import type { PaginationOptions, PaginationResult } from "convex/server";
import { type Infer, v } from "convex/values";
import { EMAIL_MAX } from "../../domain/limits";
import type { Doc } from "../_generated/dataModel";
import { type QueryCtx, env } from "../_generated/server";
import { fail } from "../errors";
import { mapPage, pageOptions } from "../paging";

export const mailView = v.object({
  _id: v.id("outbox"),
  to: v.string(),
  subject: v.string(),
  text: v.string(),
  html: v.string(),
  /** Milliseconds. */
  createdAt: v.number(),
});

export type MailView = Infer<typeof mailView>;

/** Set by the start script while the host is a loopback address, and by nobody else. */
export function requireMailbox(): void {
  if (env.DEV_MAILBOX !== "1") fail("NOT_FOUND");
}

export function toMailView({
  _id,
  _creationTime,
  to,
  subject,
  text,
  html,
}: Doc<"outbox">): MailView {
  return { _id, to, subject, text, html, createdAt: _creationTime };
}

/** Newest first; with an e-mail, only what went there. Errors: NOT_FOUND where there is no mailbox. */
export async function listMailbox(
  ctx: QueryCtx,
  paginationOpts: PaginationOptions,
  email: string | undefined,
): Promise<PaginationResult<MailView>> {
  requireMailbox();
  const to = email?.slice(0, EMAIL_MAX).trim().toLowerCase() ?? "";
  const mails =
    to === ""
      ? ctx.db.query("outbox").order("desc")
      : ctx.db
          .query("outbox")
          .withIndex("by_recipient", (q) => q.eq("to", to))
          .order("desc");
  return mapPage(await mails.paginate(pageOptions(paginationOpts)), (mail) =>
    Promise.resolve(toMailView(mail)),
  );
}
