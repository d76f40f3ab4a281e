/** The development mailbox: what would have been mailed, for whoever runs Mandi on their own machine. */
import { getOneFrom } from "convex-helpers/server/relationships";
import type { PaginationOptions, PaginationResult } from "convex/server";
import { type Infer, v } from "convex/values";
import { normalEmail } from "../../domain/text";
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import { type ActionCtx, type QueryCtx, env } from "../_generated/server";
import { fail } from "../errors";
import { mapPage, pageOptions } from "../paging";
import { isThisMachine } from "./network";
import { newTicket } from "./secrets";

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

/** The start script sets DEV_MAILBOX while the host is a loopback address, and nobody else does. */
function requireMailbox(): void {
  if (env.DEV_MAILBOX !== "1") fail("NOT_FOUND");
}

/**
 * Admits callers on this machine alone, whatever address the server listens at: a proxy on this machine brings strangers.
 * The runtime names an address of this machine only for calls that came through no proxy and by a name of this machine.
 * Errors: NOT_FOUND for everybody else.
 */
export async function requireLocalCaller(ctx: Pick<ActionCtx, "meta">): Promise<void> {
  requireMailbox();
  const { ip } = await ctx.meta.getRequestMetadata();
  if (!isThisMachine(ip)) fail("NOT_FOUND");
}

/** Queries don't learn where a call comes from: an action does, and gives a key to what the query shows. */
export async function newMailboxKey(ctx: ActionCtx): Promise<string> {
  await requireLocalCaller(ctx);
  const key = newTicket();
  await ctx.runMutation(internal.auth.mailboxInternal.keepKey, { key });
  return key;
}

/** Errors: NOT_FOUND for a key that opens no mailbox. */
async function requireKey(ctx: QueryCtx, key: string): Promise<void> {
  requireMailbox();
  const row = await getOneFrom(ctx.db, "mailboxKeys", "by_key", key, "key");
  if (row === null) fail("NOT_FOUND");
}

function toMailView({ _id, _creationTime, to, subject, text, html }: Doc<"outbox">): MailView {
  return { _id, to, subject, text, html, createdAt: _creationTime };
}

/** Newest first; with an e-mail, only what went there. The caller was admitted before. */
export async function listMailbox(
  ctx: QueryCtx,
  paginationOpts: PaginationOptions,
  email: string | undefined,
): Promise<PaginationResult<MailView>> {
  const outbox = ctx.db.query("outbox");
  // Nothing was ever mailed to what is no address.
  const to = normalEmail(email ?? "") ?? "";
  const mails =
    (email ?? "").trim() === "" ? outbox : outbox.withIndex("by_recipient", (q) => q.eq("to", to));
  return mapPage(await mails.order("desc").paginate(pageOptions(paginationOpts)), (mail) =>
    Promise.resolve(toMailView(mail)),
  );
}

/** `listMailbox` for the holder of a key. Errors: NOT_FOUND. */
export async function openedMailbox(
  ctx: QueryCtx,
  key: string,
  paginationOpts: PaginationOptions,
  email: string | undefined,
): Promise<PaginationResult<MailView>> {
  await requireKey(ctx, key);
  return listMailbox(ctx, paginationOpts, email);
}
