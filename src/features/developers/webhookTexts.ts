/** Events and deliveries in words. */
import { CircleCheck, CircleX, Clock, type LucideIcon } from "lucide-react";
import { EVENTS_OF_ROLE, type SentEvent, type WebhookEvent } from "../../../domain/webhooks";
import type { TradeRole } from "../../../domain/roles";
import type { Tone } from "../../ui/Badge";
import { t } from "../../../domain/language/texts";

export const EVENT_WORDS = {
  "order.placed": t("Order placed"),
  "order.accepted": t("Order accepted"),
  "order.rejected": t("Order rejected"),
  "order.completed": t("Order completed"),
  "order.cancelled": t("Order cancelled"),
  "offer.made": t("Offer made"),
  "offer.agreed": t("Offer agreed"),
  "offer.declined": t("Offer declined"),
  "offer.withdrawn": t("Offer withdrawn"),
  "offer.expired": t("Offer expired"),
  "payment.claimed": t("Payment claimed"),
  "payment.confirmed": t("Payment confirmed"),
  "payment.disputed": t("Payment disputed"),
  "payment.withdrawn": t("Payment withdrawn"),
  "payment.reversed": t("Payment reversed"),
  "payment.objected": t("Objection to a payment"),
  "creditNote.issued": t("Credit note issued"),
  "connection.requested": t("Connection requested"),
  ping: t("Test"),
} as const satisfies Record<SentEvent, string>;

/** Returns "All events", or their names. */
export function eventsText(events: readonly WebhookEvent[], role: TradeRole): string {
  return events.length === EVENTS_OF_ROLE[role].length
    ? t("All events")
    : events.map((event) => EVENT_WORDS[event]).join(" · ");
}

/** The title and text of the dialog that shows a webhook's secret. */
export const SECRET_WORDS = {
  title: t("The webhook’s secret"),
  description: t(
    "It proves that a message is Mandi’s: Mandi-Signature is v1= and the HMAC-SHA256 of Mandi-Timestamp, a full stop and the body.",
  ),
};

export const DELIVERY_LOOKS = {
  waiting: { label: t("Waiting"), tone: "caution", icon: Clock },
  delivered: { label: t("Delivered"), tone: "positive", icon: CircleCheck },
  failed: { label: t("Failed"), tone: "negative", icon: CircleX },
} as const satisfies Record<string, { label: string; tone: Tone; icon: LucideIcon }>;

type Outcome = {
  readonly attempts: number;
  readonly status?: number | undefined;
  readonly problem?: string | undefined;
};

/** Returns, for example, "Answered 500: Out of paper. 2 attempts." */
export function outcomeText({ attempts, status, problem }: Outcome): string {
  const outcome = answerText(status, problem);
  return attempts > 1
    ? t("{outcome} ({attempts, plural, one {# attempt} other {# attempts}})", { outcome, attempts })
    : outcome;
}

function answerText(status: number | undefined, problem: string | undefined): string {
  if (status === undefined) return problem ?? t("No answer yet");
  return problem === undefined
    ? t("Answered {status}", { status })
    : t("Answered {status}: {problem}", { status, problem });
}
