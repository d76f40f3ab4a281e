/**
 * Queues webhook events in the transaction that makes them happen, so that an event is sent if and only if its change committed.
 * Without a webhook that listens this costs one lookup per party.
 */
import { WEBHOOKS_MAX } from "../../domain/limits";
import type { SentEvent, WebhookEvent } from "../../domain/webhooks";
import { PING } from "../../domain/webhooks";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { toCreditNotePage } from "../creditNotes/view";
import { toConnectionView } from "../network/view";
import { toOfferView } from "../offers/view";
import { toOrderView } from "../orders/view";
import { toPaymentView } from "../payments/view";
import {
  toConnectionPayload,
  toCreditNotePayload,
  toOfferPayload,
  toOrderPayload,
  toPaymentPayload,
} from "./payload";

/** Never more than a few. */
export function webhooksOf(ctx: QueryCtx, userId: Id<"users">): Promise<Doc<"webhooks">[]> {
  return ctx.db
    .query("webhooks")
    .withIndex("by_user", (q) => q.eq("userId", userId))
    .take(WEBHOOKS_MAX);
}

type WebhookIds = readonly Id<"webhooks">[];

async function listeners(
  ctx: MutationCtx,
  userIds: readonly Id<"users">[],
  event: WebhookEvent,
): Promise<WebhookIds> {
  const webhooks = await Promise.all(userIds.map((userId) => webhooksOf(ctx, userId)));
  return webhooks
    .flat()
    .filter(({ events, pausedAt }) => pausedAt === undefined && events.includes(event))
    .map(({ _id }) => _id);
}

async function enqueue(
  ctx: MutationCtx,
  webhookIds: WebhookIds,
  { type, data, now }: { type: SentEvent; data: object; now: number },
): Promise<void> {
  const event = { type, at: now, data: JSON.stringify(data) };
  const eventId = await ctx.db.insert("webhookEvents", event);
  await ctx.scheduler.runAfter(0, internal.developers.deliver.begin, {
    eventId,
    webhookIds: [...webhookIds],
  });
}

/** Places of the lines that go the way of their order. */
function keptPlaces({ lines }: Doc<"orders">): number[] {
  return lines.flatMap(({ refused }, at) => (refused === undefined ? [at] : []));
}

type OrderEvent = Extract<WebhookEvent, `order.${string}`>;
type PaymentEvent = Extract<WebhookEvent, `payment.${string}`>;
type OfferEvent = Extract<WebhookEvent, `offer.${string}`>;

/** Sends both parties `type`, once for each line of the order as it is now, or for those at these places. */
export async function enqueueOrderEvents(
  ctx: MutationCtx,
  type: Exclude<OrderEvent, "order.accepted">,
  order: Doc<"orders">,
  now: number,
  places: Iterable<number> = keptPlaces(order),
): Promise<void> {
  const webhookIds = await listeners(ctx, [order.retailerId, order.distributorId], type);
  if (webhookIds.length === 0) return;
  const view = await toOrderView(ctx, order);
  for (const at of places) {
    const data = { order: toOrderPayload(view, at) };
    await enqueue(ctx, webhookIds, { type, data, now });
  }
}

/** Sends both parties `order.accepted` for each line that is sent, with the id of the invoice that the acceptance issued. */
export async function enqueueAcceptance(
  ctx: MutationCtx,
  order: Doc<"orders">,
  invoiceId: Id<"invoices">,
  now: number,
): Promise<void> {
  const type = "order.accepted";
  const webhookIds = await listeners(ctx, [order.retailerId, order.distributorId], type);
  if (webhookIds.length === 0) return;
  const view = await toOrderView(ctx, order);
  for (const at of keptPlaces(order)) {
    const data = { order: toOrderPayload(view, at), invoiceId };
    await enqueue(ctx, webhookIds, { type, data, now });
  }
}

/** Sends both parties an event of an offer. */
export async function enqueueOfferEvent(
  ctx: MutationCtx,
  type: OfferEvent,
  offer: Doc<"offers">,
  now: number,
): Promise<void> {
  const webhookIds = await listeners(ctx, [offer.retailerId, offer.distributorId], type);
  const view = webhookIds.length === 0 ? null : await toOfferView(ctx, offer);
  if (view !== null)
    await enqueue(ctx, webhookIds, { type, data: { offer: toOfferPayload(view) }, now });
}

/** Sends both parties an event of a payment. */
export async function enqueuePaymentEvent(
  ctx: MutationCtx,
  type: PaymentEvent,
  payment: Doc<"payments">,
  now: number,
): Promise<void> {
  const webhookIds = await listeners(ctx, [payment.retailerId, payment.distributorId], type);
  const view = webhookIds.length === 0 ? null : await toPaymentView(ctx, payment);
  if (view !== null)
    await enqueue(ctx, webhookIds, { type, data: { payment: toPaymentPayload(view) }, now });
}

/** Sends both parties a credit note of their invoice. */
export async function enqueueCreditNote(
  ctx: MutationCtx,
  invoice: Doc<"invoices">,
  note: Doc<"creditNotes">,
  now: number,
): Promise<void> {
  const type = "creditNote.issued";
  const webhookIds = await listeners(ctx, [note.retailerId, note.distributorId], type);
  if (webhookIds.length === 0) return;
  const data = { creditNote: toCreditNotePayload(toCreditNotePage(invoice, note)) };
  await enqueue(ctx, webhookIds, { type, data, now });
}

/** Sends the distributor a retailer's request for a connection. */
export async function enqueueConnectionRequest(
  ctx: MutationCtx,
  connection: Doc<"connections">,
  sides: { readonly retailer: Doc<"users">; readonly distributor: Doc<"users"> },
  now: number,
): Promise<void> {
  const type = "connection.requested";
  const webhookIds = await listeners(ctx, [sides.distributor._id], type);
  if (webhookIds.length === 0) return;
  const view = await toConnectionView(ctx, connection, sides);
  await enqueue(ctx, webhookIds, { type, data: { connection: toConnectionPayload(view) }, now });
}

/** Sends a test to this webhook alone, even when it is paused. */
export function enqueuePing(
  ctx: MutationCtx,
  webhook: Doc<"webhooks">,
  now: number,
): Promise<void> {
  return enqueue(ctx, [webhook._id], { type: PING, data: {}, now });
}
