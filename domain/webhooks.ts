/** What a business can have its own programs told, and by what name. How it is brought there is the server's affair. */
import type { TradeRole } from "./roles";

export const WEBHOOK_EVENTS = [
  "order.placed",
  "order.accepted",
  "order.rejected",
  "order.completed",
  "order.cancelled",
  "connection.requested",
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** What the test button sends. Nobody asks for it beforehand. */
export const PING = "ping";
export type ToldEvent = WebhookEvent | typeof PING;

/** Both parties hear of their orders; a request for a connection goes to the distributor alone. */
export const EVENTS_OF_ROLE = {
  retailer: WEBHOOK_EVENTS.filter((event) => event !== "connection.requested"),
  distributor: WEBHOOK_EVENTS,
} as const satisfies Record<TradeRole, readonly WebhookEvent[]>;
