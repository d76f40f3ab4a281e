/**
 * The user's own data for “Download my data”: one section after the other, page by page. It leaves out what the market derives from
 * these rows or keeps for itself, such as figures, sessions and the records of uploads.
 */
import type { PaginationOptions, PaginationResult } from "convex/server";
import type { RecordSection } from "../../domain/recordSections";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { listKeys, listWebhooks } from "../developers/list";
import type { OnceTable } from "../once";
import { latestEventsOf } from "../orders/list";
import { mapPage, pageOptions } from "../paging";
import { stockOf } from "../products/stock";
import { ownRows } from "../rows";

type Rows = PaginationResult<unknown>;

function whole(rows: readonly unknown[]): Rows {
  return { page: [...rows], isDone: true, continueCursor: "" };
}

/** An order without what the other party did with its own list of it. */
function withOwnList(order: Doc<"orders">, user: Doc<"users">): Partial<Doc<"orders">> {
  const { retailerList, distributorList, ...shared } = withOwnKey(order, user);
  return user._id === order.retailerId
    ? { ...shared, retailerList }
    : { ...shared, distributorList };
}

/** Drops the key of the other party, which made the row. */
function withOwnKey<Row extends Pick<Doc<OnceTable>, "once">>(row: Row, user: Doc<"users">) {
  const { once, ...shared } = row;
  return once?.owner === user._id ? row : shared;
}

function withOwnKeys<Row extends Pick<Doc<OnceTable>, "once">>(
  result: PaginationResult<Row>,
  user: Doc<"users">,
): Rows {
  return { ...result, page: result.page.map((row) => withOwnKey(row, user)) };
}

async function productsOf(
  ctx: QueryCtx,
  user: Doc<"users">,
  options: PaginationOptions,
): Promise<Rows> {
  const products = await ctx.db
    .query("products")
    .withIndex("by_distributor", (q) => q.eq("distributorId", user._id))
    .paginate(options);
  return mapPage(products, async (product) => ({
    ...product,
    stock: await stockOf(ctx, product),
  }));
}

function importsOf(ctx: QueryCtx, { _id }: Doc<"users">) {
  return ctx.db.query("imports").withIndex("by_once", (q) => q.eq("once.owner", _id));
}

function basketRowsOf(ctx: QueryCtx, { _id }: Doc<"users">, table: "basketLines" | "savedBaskets") {
  return ctx.db.query(table).withIndex("by_retailer", (q) => q.eq("retailerId", _id));
}

/** Also those that the user took off its lists. None moves to another page while it goes to another list. */
function ordersOf(ctx: QueryCtx, user: Doc<"users">) {
  const orders = ctx.db.query("orders");
  return user.role === "retailer"
    ? orders.withIndex("by_retailer_time", (q) => q.eq("retailerId", user._id))
    : orders.withIndex("by_distributor_time", (q) => q.eq("distributorId", user._id));
}

/** The orders of a page. Up to `ORDER_EVENTS_MAX` events of some 7 kB are read of each, and its descriptions: more orders could be more than one query may read. */
const TIMELINES_PER_PAGE = 8;

/** The timelines of a page of orders, as their own pages show them. */
async function orderEventsOf(
  ctx: QueryCtx,
  user: Doc<"users">,
  { numItems, ...options }: PaginationOptions,
): Promise<Rows> {
  const orders = await ordersOf(ctx, user).paginate({
    ...options,
    numItems: Math.min(numItems, TIMELINES_PER_PAGE),
  });
  const timelines = orders.page.map((order) => latestEventsOf(ctx, order._id));
  return { ...orders, page: (await Promise.all(timelines)).flat() };
}

/** Drops the other party's block, which the user does not see. */
function withOwnBlock(connection: Doc<"connections">, user: Doc<"users">): object {
  const { blockedByRetailerAt, blockedByDistributorAt, ...row } = connection;
  return user.role === "retailer"
    ? { ...row, blockedByRetailerAt }
    : { ...row, blockedByDistributorAt };
}

function entriesOf(ctx: QueryCtx, { _id, role }: Doc<"users">) {
  const rows = ctx.db.query("ledgerEntries");
  return role === "retailer"
    ? rows.withIndex("by_pair", (q) => q.eq("retailerId", _id))
    : rows.withIndex("by_distributor_day", (q) => q.eq("distributorId", _id));
}

/** Returns a page of a table whose rows name their user. */
async function ownRowsOf(
  ctx: QueryCtx,
  { _id }: Doc<"users">,
  table: "notifications" | "notificationSettings" | "feedback" | "renames",
  options: PaginationOptions,
): Promise<Rows> {
  return ctx.db
    .query(table)
    .withIndex("by_user", (q) => q.eq("userId", _id))
    .paginate(options);
}

/** Returns one page of a section, as the tables hold it, without hashes and secrets. */
export async function recordsOf(
  ctx: QueryCtx,
  user: Doc<"users">,
  section: RecordSection,
  paginationOpts: PaginationOptions,
): Promise<Rows> {
  const options = pageOptions(paginationOpts);
  switch (section) {
    case "account":
      return whole([user]);
    case "formerNames":
      return ownRowsOf(ctx, user, "renames", options);
    case "products":
      return productsOf(ctx, user, options);
    case "imports":
      return importsOf(ctx, user).paginate(options);
    case "basket":
      return basketRowsOf(ctx, user, "basketLines").paginate(options);
    case "savedBaskets":
      return basketRowsOf(ctx, user, "savedBaskets").paginate(options);
    case "learnedWords":
      return ctx.db
        .query("learnedWords")
        .withIndex("by_use", (q) => q.eq("retailerId", user._id))
        .paginate(options);
    case "orders":
      return mapPage(await ordersOf(ctx, user).paginate(options), (order) =>
        Promise.resolve(withOwnList(order, user)),
      );
    case "orderEvents":
      return orderEventsOf(ctx, user, options);
    case "offers":
    case "invoices":
    case "dues":
      return ownRows(ctx, section, user).paginate(options);
    case "khata":
      return ownRows(ctx, "creditAccounts", user).paginate(options);
    case "khataEntries":
      return entriesOf(ctx, user).paginate(options);
    case "connections":
      return mapPage(await ownRows(ctx, "connections", user).paginate(options), (connection) =>
        Promise.resolve(withOwnBlock(connection, user)),
      );
    case "creditNotes":
    case "payments":
      return withOwnKeys(await ownRows(ctx, section, user).paginate(options), user);
    case "messagesSent":
      return ctx.db
        .query("messages")
        .withIndex("by_once", (q) => q.eq("once.owner", user._id))
        .paginate(options);
    case "messagesReceived":
      return withOwnKeys(
        await ctx.db
          .query("messages")
          .withIndex("by_receiver_status", (q) => q.eq("receiverId", user._id))
          .paginate(options),
        user,
      );
    case "notifications":
    case "notificationSettings":
    case "feedback":
      return ownRowsOf(ctx, user, section, options);
    case "keys":
      return whole(await listKeys(ctx, user));
    case "webhooks":
      return whole(await listWebhooks(ctx, user));
    default:
      return section satisfies never;
  }
}
