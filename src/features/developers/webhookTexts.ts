/** Events and deliveries in words. */
import { CircleCheck, CircleX, Clock, type LucideIcon } from "lucide-react";
import { EVENTS_OF_ROLE, type SentEvent, type WebhookEvent } from "../../../domain/webhooks";
import type { TradeRole } from "../../../domain/roles";
import type { Tone } from "../../ui/Badge";

export const EVENT_WORDS = {
  "order.placed": "Order placed",
  "order.accepted": "Order accepted",
  "order.rejected": "Order rejected",
  "order.completed": "Order completed",
  "order.cancelled": "Order cancelled",
  "offer.made": "Offer made",
  "offer.agreed": "Offer agreed",
  "offer.declined": "Offer declined",
  "offer.withdrawn": "Offer withdrawn",
  "offer.expired": "Offer expired",
  "payment.claimed": "Payment claimed",
  "payment.confirmed": "Payment confirmed",
  "payment.disputed": "Payment disputed",
  "payment.withdrawn": "Payment withdrawn",
  "payment.reversed": "Payment reversed",
  "payment.objected": "Objection to a payment",
  "creditNote.issued": "Credit note issued",
  "connection.requested": "Connection requested",
  ping: "Test",
} as const satisfies Record<SentEvent, string>;

/** Returns "All events", or their names. */
export function eventsText(events: readonly WebhookEvent[], role: TradeRole): string {
  return events.length === EVENTS_OF_ROLE[role].length
    ? "All events"
    : events.map((event) => EVENT_WORDS[event]).join(" · ");
}

/** The title and text of the dialog that shows a webhook's secret. */
export const SECRET_WORDS = {
  title: "The webhook’s secret",
  description:
    "It proves that a message is Mandi’s: Mandi-Signature is v1= and the HMAC-SHA256 of Mandi-Timestamp, a full stop and the body.",
};

export const DELIVERY_LOOKS = {
  waiting: { label: "Waiting", tone: "caution", icon: Clock },
  delivered: { label: "Delivered", tone: "positive", icon: CircleCheck },
  failed: { label: "Failed", tone: "negative", icon: CircleX },
} as const satisfies Record<string, { label: string; tone: Tone; icon: LucideIcon }>;

type Outcome = {
  readonly attempts: number;
  readonly status?: number | undefined;
  readonly problem?: string | undefined;
};

/** Returns, for example, "Answered 500: Out of paper. 2 attempts." */
export function outcomeText({ attempts, status, problem }: Outcome): string {
  const answer = status === undefined ? problem : `Answered ${status}`;
  const said = status === undefined || problem === undefined ? "" : `: ${problem}`;
  const times = attempts > 1 ? ` (${attempts} attempts)` : "";
  return answer === undefined ? `No answer yet${times}` : `${answer}${said}${times}`;
}
