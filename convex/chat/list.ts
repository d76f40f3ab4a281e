/** The list of conversations, in three parts that follow each other, and the messages of one. */
import type { PaginationOptions, PaginationResult } from "convex/server";
import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { fail } from "../errors";
import { mapPage, pageOptions } from "../paging";
import { getPartner, mayWrite, requireOwnConversation } from "./find";
import { getConversation } from "../network/conversation";
import { connectionsOf } from "../network/find";
import { otherIdOf, type Trader } from "../network/sides";
import { toConversationView, toMessageView, type ConversationView, type MessageView } from "./view";

/**
 * talking: connected, with messages, by the newest · quiet: connected, nothing said yet · ended: no longer connected, still readable.
 * The connection decides if a conversation ended, so talking and ended ones share an index and are told apart row by row.
 */
export const conversationPart = v.union(
  v.literal("talking"),
  v.literal("quiet"),
  v.literal("ended"),
);

type Page = PaginationResult<ConversationView>;

/** Most rows of the ended part are not ended: read enough of them at once. */
const ENDED_SCAN_ROWS = 100;

/** Those in which something was said. */
function conversationsOf(ctx: QueryCtx, trader: Trader) {
  const table = ctx.db.query("conversations");
  const own =
    trader.role === "retailer"
      ? table.withIndex("by_retailer", (q) => q.eq("retailerId", trader._id).gte("lastAt", 0))
      : table.withIndex("by_distributor", (q) =>
          q.eq("distributorId", trader._id).gte("lastAt", 0),
        );
  return own.order("desc");
}

async function listSpoken(
  ctx: QueryCtx,
  trader: Trader,
  part: "talking" | "ended",
  paginationOpts: PaginationOptions,
): Promise<Page> {
  const options = pageOptions(paginationOpts, part === "ended" ? ENDED_SCAN_ROWS : 1);
  const result = await conversationsOf(ctx, trader).paginate(options);
  return mapPage(result, async (conversation) => {
    const other = await ctx.db.get("users", otherIdOf(conversation, trader));
    if (other === null) return null;
    const open = await mayWrite(ctx, conversation, other);
    if (open !== (part === "talking")) return null;
    return toConversationView(ctx, trader, other, { conversation, mayWrite: open });
  });
}

async function quietView(
  ctx: QueryCtx,
  trader: Trader,
  connection: Doc<"connections">,
): Promise<ConversationView | null> {
  const other = await ctx.db.get("users", otherIdOf(connection, trader));
  if (other === null || other.deactivatedAt !== undefined) return null;
  const conversation = await getConversation(ctx, connection);
  if (conversation?.lastAt !== undefined) return null;
  return toConversationView(ctx, trader, other, { conversation, mayWrite: true });
}

/** One page of a part of the list. Rows that belong to another part are left out, so a page may be short or empty. */
export async function listConversations(
  ctx: QueryCtx,
  trader: Trader,
  part: Infer<typeof conversationPart>,
  paginationOpts: PaginationOptions,
): Promise<Page> {
  if (part !== "quiet") return listSpoken(ctx, trader, part, paginationOpts);
  const connections = connectionsOf(ctx, trader, "accepted").order("desc");
  const result = await connections.paginate(pageOptions(paginationOpts));
  return mapPage(result, (connection) => quietView(ctx, trader, connection));
}

/** The conversation with somebody, by e-mail; null if the two were never connected. */
export async function conversationWith(
  ctx: QueryCtx,
  trader: Trader,
  email: string,
): Promise<ConversationView | null> {
  const partner = await getPartner(ctx, trader, email);
  return partner === null ? null : toConversationView(ctx, trader, partner.other, partner);
}

/**
 * A page of a conversation of the trader's, the newest first, or NOT_FOUND. Its own messages say whose it is: the conversation's row
 * changes with every message, so that each one would make all pages stale, and not the newest alone.
 */
export async function ownPage(
  ctx: QueryCtx,
  trader: Trader,
  conversationId: string,
  paginationOpts: PaginationOptions,
): Promise<{ otherId: Id<"users">; result: PaginationResult<Doc<"messages">> }> {
  const id = ctx.db.normalizeId("conversations", conversationId) ?? fail("NOT_FOUND");
  const messages = () =>
    ctx.db.query("messages").withIndex("by_conversation", (q) => q.eq("conversationId", id));
  const result = await messages().order("desc").paginate(pageOptions(paginationOpts));
  const some = result.page[0] ?? (await messages().first());
  if (some === null) {
    const conversation = await requireOwnConversation(ctx, trader, id);
    return { otherId: otherIdOf(conversation, trader), result };
  }
  const { senderId, receiverId } = some;
  if (senderId !== trader._id && receiverId !== trader._id) fail("NOT_FOUND");
  return { otherId: senderId === trader._id ? receiverId : senderId, result };
}

/** The newest first. Errors: NOT_FOUND. */
export async function listMessages(
  ctx: QueryCtx,
  trader: Trader,
  conversationId: string,
  paginationOpts: PaginationOptions,
): Promise<PaginationResult<MessageView>> {
  const { result } = await ownPage(ctx, trader, conversationId, paginationOpts);
  return mapPage(result, (message) => toMessageView(ctx, message, trader));
}
