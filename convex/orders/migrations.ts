/**
 * Brings orders and invoices of older versions to today's form, once: batch by batch, in transactions of their own. Each batch begins
 * where the row of its migration says, so a run that broke off is taken up, and a second one does no harm.
 */
import { v } from "convex/values";
import { todayIst } from "../../domain/dates";
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { appendCounts, type CountChange } from "../admin/counters";
import { internalMutation } from "../functions";
import { soldChanges } from "../home/sold";
import { getMigration } from "../users/migrationState";
import { linesOf } from "./group";

/** A few reads and writes each, and a hundred for the orders of a large placement: far below what one transaction may do. */
export const ROWS_PER_BATCH = 50;

/** Ties an invoice, which had one line then, to its order and its placement. */
async function tieInvoice(ctx: MutationCtx, invoice: Doc<"invoices">): Promise<void> {
  if (invoice.placementId !== undefined) return;
  const order = await ctx.db.get("orders", invoice.orderId);
  if (order === null) return;
  await ctx.db.patch("invoices", invoice._id, {
    placementId: order.placementId,
    payablePaise: invoice.netAmountPaise,
    lines: invoice.lines.map((line) => ({ ...line, orderId: order._id })),
  });
  await ctx.db.patch("orders", order._id, { invoiceId: invoice._id });
}

/** Counts what waits of the order's placement, and tells its lines how many they are. */
async function countWaiting(ctx: MutationCtx, { placementId }: Doc<"orders">): Promise<void> {
  const lines = await linesOf(ctx, placementId);
  const waitingLines = lines.filter(({ status }) => status === "pending").length;
  await ctx.db.patch("placements", placementId, { waitingLines });
  if (lines.length === 1) return;
  for (const { _id } of lines) await ctx.db.patch("orders", _id, { lineCount: lines.length });
}

/** Counts an acceptance of before the daily figures, and returns their changes. */
async function countSold(ctx: MutationCtx, order: Doc<"orders">): Promise<CountChange[]> {
  const { soldOn, acceptedAt } = order;
  if (soldOn !== undefined || acceptedAt === undefined) return [];
  const sold = { ...order, soldOn: todayIst(acceptedAt) };
  await ctx.db.patch("orders", order._id, { soldOn: sold.soldOn });
  return soldChanges({ ...order, soldOn: undefined }, sold);
}

/** Migrates the next rows, and returns where the ones after them begin. */
type Step = (
  ctx: MutationCtx,
  cursor: string | null,
) => Promise<{ continueCursor: string; isDone: boolean }>;

const MIGRATIONS = {
  invoicesTied: async (ctx, cursor) => {
    const rows = await ctx.db.query("invoices").paginate({ cursor, numItems: ROWS_PER_BATCH });
    for (const invoice of rows.page) await tieInvoice(ctx, invoice);
    return rows;
  },
  waitingCounted: async (ctx, cursor) => {
    const rows = await ctx.db
      .query("orders")
      .withIndex("by_status", (q) => q.eq("status", "pending"))
      .paginate({ cursor, numItems: ROWS_PER_BATCH });
    for (const order of rows.page) await countWaiting(ctx, order);
    return rows;
  },
  salesCounted: async (ctx, cursor) => {
    const rows = await ctx.db.query("orders").paginate({ cursor, numItems: ROWS_PER_BATCH });
    const changes: CountChange[] = [];
    for (const order of rows.page) changes.push(...(await countSold(ctx, order)));
    if (changes.length > 0) await appendCounts(ctx, changes);
    return rows;
  },
} as const satisfies Record<string, Step>;

type Name = keyof typeof MIGRATIONS;

/** Migrates the next rows; schedules itself until there are none. */
export const batch = internalMutation({
  args: {
    name: v.union(
      v.literal("invoicesTied"),
      v.literal("waitingCounted"),
      v.literal("salesCounted"),
    ),
  },
  returns: v.null(),
  handler: async (ctx, { name }): Promise<null> => {
    const { _id, cursor, isDone } = await getMigration(ctx, name);
    if (isDone) return null;
    const done = await MIGRATIONS[name](ctx, cursor);
    await ctx.db.patch("migrations", _id, { cursor: done.continueCursor, isDone: done.isDone });
    if (!done.isDone) await ctx.scheduler.runAfter(0, internal.orders.migrations.batch, { name });
    return null;
  },
});

/** On every start, and now and then: begins what was never done and takes up what broke off. */
export const run = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx): Promise<null> => {
    for (const name of Object.keys(MIGRATIONS) as Name[]) {
      if (!(await getMigration(ctx, name)).isDone)
        await ctx.scheduler.runAfter(0, internal.orders.migrations.batch, { name });
    }
    return null;
  },
});
