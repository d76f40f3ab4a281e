/** Events that a business's own programs can receive, by name. Delivery is in convex/developers. */
import type { TradeRole } from "./roles";

export const WEBHOOK_EVENTS = [
  "order.placed",
  "order.accepted",
  "order.rejected",
  "order.completed",
  "order.cancelled",
  "offer.made",
  "offer.agreed",
  "offer.declined",
  "offer.withdrawn",
  "offer.expired",
  "payment.claimed",
  "payment.confirmed",
  "payment.disputed",
  "payment.withdrawn",
  "payment.reversed",
  "payment.objected",
  "creditNote.issued",
  "connection.requested",
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** Sent by the test button; no webhook subscribes to it. */
export const PING = "ping";
export type SentEvent = WebhookEvent | typeof PING;

/** Both parties receive events of their orders, payments and credit notes; the distributor alone receives requests for a connection. */
export const EVENTS_OF_ROLE = {
  retailer: WEBHOOK_EVENTS.filter((event) => event !== "connection.requested"),
  distributor: WEBHOOK_EVENTS,
} as const satisfies Record<TradeRole, readonly WebhookEvent[]>;
