/** Internal functions of the development mailbox, for actions that have admitted their caller. */
import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { internalMutation, internalQuery } from "../functions";
import { listMailbox, mailView } from "./mailbox";

/** Pages that may be open at once; the next one closes the oldest. */
const KEYS_KEPT = 20;

export const keepKey = internalMutation({
  args: { key: v.string() },
  returns: v.null(),
  handler: async (ctx, { key }) => {
    await ctx.db.insert("mailboxKeys", { key });
    const keys = await ctx.db
      .query("mailboxKeys")
      .order("desc")
      .take(2 * KEYS_KEPT);
    for (const { _id } of keys.slice(KEYS_KEPT)) await ctx.db.delete("mailboxKeys", _id);
    return null;
  },
});

/** Lists mails for REST, which checks itself where the call comes from. */
export const list = internalQuery({
  args: { paginationOpts: paginationOptsValidator, email: v.optional(v.string()) },
  returns: paginationResultValidator(mailView),
  handler: (ctx, { paginationOpts, email }) => listMailbox(ctx, paginationOpts, email),
});
