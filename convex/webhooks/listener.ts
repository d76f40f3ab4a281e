/** Webhooks hear of what happened to their owners: the event is queued in its transaction, and sent if and only if that commits. */
import type { WebhookEvent } from "../../domain/webhooks";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { toCreditNotePage } from "../creditNotes/view";
import type { Listener } from "../events";
import type { Pair } from "../network/sides";
import { toConnectionView } from "../network/view";
import { toOfferView } from "../orders/offerView";
import { toOrderView } from "../orders/view";
import { toPaymentView } from "../payments/view";
import { settleDelivery } from "./settle";
import { enqueue, listeners } from "./enqueue";
import {
  toConnectionPayload,
  toCreditNotePayload,
  toOfferPayload,
  toOrderPayload,
  toPaymentPayload,
} from "./payload";

/** Sends both parties `type` with the data of a thing, which is read only if a webhook listens; nothing where there is no data. */
async function send(
  ctx: MutationCtx,
  type: WebhookEvent,
  { retailerId, distributorId }: Pair,
  now: number,
  read: () => Promise<readonly object[]>,
): Promise<void> {
  const webhookIds = await listeners(ctx, [retailerId, distributorId], type);
  if (webhookIds.length === 0) return;
  for (const data of await read()) await enqueue(ctx, webhookIds, { type, data, now });
}

/** One event for each of these lines, as the order is now. */
async function sendLines(
  ctx: MutationCtx,
  type: Extract<WebhookEvent, `order.${string}`>,
  order: Doc<"orders">,
  places: readonly number[],
  now: number,
): Promise<void> {
  if (places.length === 0) return;
  await send(ctx, type, order, now, async () => {
    const view = await toOrderView(ctx, order);
    const invoice = type === "order.accepted" ? { invoiceId: order.invoiceId } : {};
    return places.map((at) => ({ order: toOrderPayload(view, at), ...invoice }));
  });
}

/** Places of the lines that go the way of their order. */
function keptPlaces({ lines }: Doc<"orders">): number[] {
  return lines.flatMap(({ refused }, at) => (refused === undefined ? [at] : []));
}

/** Places of the lines that this move left out. */
function leftOut(before: Doc<"orders">, order: Doc<"orders">): number[] {
  const isOut = (at: number) => order.lines[at]?.refused !== undefined;
  return before.lines.flatMap(({ refused }, at) =>
    refused === undefined && isOut(at) ? [at] : [],
  );
}

function sendPayment(
  ctx: MutationCtx,
  type: Extract<WebhookEvent, `payment.${string}`>,
  payment: Doc<"payments">,
  now: number,
): Promise<void> {
  return send(ctx, type, payment, now, async () => {
    const view = await toPaymentView(ctx, payment);
    return view === null ? [] : [{ payment: toPaymentPayload(view) }];
  });
}

function sendOffer(
  ctx: MutationCtx,
  type: Extract<WebhookEvent, `offer.${string}`>,
  offer: Doc<"offers">,
  now: number,
): Promise<void> {
  return send(ctx, type, offer, now, async () => {
    const view = await toOfferView(ctx, offer);
    return view === null ? [] : [{ offer: toOfferPayload(view) }];
  });
}

export const webhooks: Listener = {
  requestEnded: async (ctx, { job, problem, silentSince }) => {
    if (job.kind === "webhook")
      await settleDelivery(ctx, job.deliveryId, { taken: false, problem, silentSince });
  },
  orderPlaced: async (ctx, { order, retailer, distributor, now }) => {
    if (retailer.hasWebhooks === true || distributor.hasWebhooks === true)
      await sendLines(ctx, "order.placed", order, keptPlaces(order), now);
  },
  orderMoved: async (ctx, { before, order, now }) => {
    if (order.status === "pending") return;
    await sendLines(ctx, `order.${order.status}`, order, keptPlaces(order), now);
    await sendLines(ctx, "order.rejected", order, leftOut(before, order), now);
  },
  linesRefused: (ctx, { order, places, move, now }) =>
    sendLines(ctx, move === "reject" ? "order.rejected" : "order.cancelled", order, places, now),
  offerMade: (ctx, { offer, now }) => sendOffer(ctx, "offer.made", offer, now),
  offerClosed: async (ctx, { offer, now }) => {
    if (offer.state !== "open") await sendOffer(ctx, `offer.${offer.state}`, offer, now);
  },
  paymentTold: (ctx, { payment, now }) =>
    sendPayment(ctx, `payment.${payment.state}`, payment, now),
  paymentMoved: (ctx, { payment, now }) =>
    sendPayment(ctx, `payment.${payment.state}`, payment, now),
  paymentObjected: (ctx, { payment, now }) => sendPayment(ctx, "payment.objected", payment, now),
  creditNoteIssued: (ctx, { invoice, note, now }) =>
    send(ctx, "creditNote.issued", note, now, () => {
      const creditNote = toCreditNotePayload(toCreditNotePage(invoice, note));
      return Promise.resolve([{ creditNote }]);
    }),
  /** The distributor alone: the retailer asked itself. */
  connectionRequested: async (ctx, { connection, retailer, distributor, now }) => {
    const type = "connection.requested";
    const webhookIds = await listeners(ctx, [distributor._id], type);
    if (webhookIds.length === 0) return;
    const view = await toConnectionView(ctx, connection, { retailer, distributor });
    await enqueue(ctx, webhookIds, { type, data: { connection: toConnectionPayload(view) }, now });
  },
};
