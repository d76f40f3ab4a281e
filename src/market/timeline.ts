/** The words of a timeline: who did what, with the quantities, reasons and messages of the step. Pure. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../convex/_generated/api";
import { formatRupees } from "../../domain/money";
import { ORDER_STATUS_TEXTS } from "../../domain/orderLifecycle";
import { piecesText } from "../../domain/orderLines";
import { paymentText } from "../../domain/paymentLifecycle";
import type { Role, TradeRole } from "../../domain/roles";
import type { TimelineStep } from "../ui/Timeline";
import { t } from "../../domain/language/texts";

type OrderEvent = FunctionReturnType<typeof api.orders.timeline>[number];
type InvoiceEvent = FunctionReturnType<typeof api.invoices.timeline>[number];
type PaymentEvent = Extract<InvoiceEvent, { readonly payment: unknown }>;
type CreditNoteEvent = Extract<InvoiceEvent, { readonly creditNote: unknown }>;

/** The parties' names, with which everybody else reads of them. */
export type TimelineReader = {
  readonly names: Readonly<Record<TradeRole, string>>;
  /** The side of the reader; null for an admin. */
  readonly party: TradeRole | null;
};

/** Returns the side on which a user of this role reads; null for admins, who read of both. */
export function partyIn(role: Role | undefined): TradeRole | null {
  return role === "retailer" || role === "distributor" ? role : null;
}

const DONE: Readonly<Record<Exclude<OrderEvent["kind"], "linesRefused">, string>> = {
  placed: t("placed the order"),
  accepted: "accepted",
  rejected: "rejected",
  cancelled: "cancelled",
  completed: "completed",
  messageChanged: t("changed the message"),
  offered: t("offered fewer pieces"),
  offerDeclined: t("declined the offer"),
  offerWithdrawn: t("withdrew the offer"),
  offerExpired: t("ended the offer: its time was up"),
  reminded: t("reminded both of you to answer"),
};

const DONE_TO_PAYMENT: Readonly<Record<PaymentEvent["kind"], string>> = {
  claimed: t("claimed a payment"),
  confirmed: t("confirmed the payment"),
  disputed: t("disputed the payment"),
  withdrawn: t("withdrew the claim"),
  reversed: t("reversed the payment"),
  objected: t("objected to the payment"),
};

/** Returns "You", the other party's name, or "Mandi", which acts when a time is up. */
function actorOf({ by }: Pick<OrderEvent, "by">, { names, party }: TimelineReader): string {
  if (by === "market") return t("Mandi");
  return by === party ? t("You") : names[by];
}

type DoneEvent = Pick<OrderEvent, "kind" | "by" | "lines">;

function doneIn({ kind, by, lines }: DoneEvent, { party }: TimelineReader): string {
  if (kind === "linesRefused") {
    const done = by === "retailer" ? "cancelled" : "rejected";
    return `${done} ${lines.length === 1 ? t("a line") : `${lines.length} lines`}`;
  }
  // Only an offer is accepted by the retailer.
  if (kind === "accepted" && by === "retailer") return t("agreed to the offer");
  if (kind === "reminded" && party === null) return t("reminded both parties to answer");
  return DONE[kind];
}

type Line = OrderEvent["lines"][number];

function lineText({ productName, quantity, ...line }: Line): string {
  return quantity === undefined
    ? productName
    : `${piecesText({ ...line, quantity })} × ${productName}`;
}

/** Returns the lines with their pieces, or those that were left out; an event of all lines alike names none. */
function linesIn({ kind, lines }: OrderEvent): string[] {
  return lines
    .filter(({ quantity }) => kind === "linesRefused" || quantity !== undefined)
    .map(lineText);
}

function orderStep(event: OrderEvent, reader: TimelineReader): TimelineStep {
  const { _id, at, from, to, reason, msg } = event;
  const quote = reason ?? msg;
  return {
    key: _id,
    at,
    title: `${actorOf(event, reader)} ${doneIn(event, reader)}`,
    lines: linesIn(event),
    ...(from !== undefined &&
      from !== to && { change: `${t(ORDER_STATUS_TEXTS[from])} → ${t(ORDER_STATUS_TEXTS[to])}` }),
    ...(quote !== undefined && quote !== "" && { quote }),
  };
}

function paymentStep(event: PaymentEvent, reader: TimelineReader): TimelineStep {
  const { _id, kind, at, reason, payment } = event;
  const { amountPaise, paidPaise, recordedBy } = payment;
  // The distributor's own record was never a claim.
  const isRecord = kind === "confirmed" && recordedBy === "distributor";
  const done = isRecord ? t("recorded a payment") : DONE_TO_PAYMENT[kind];
  const isPart = kind === "confirmed" && paidPaise > 0 && paidPaise < amountPaise;
  return {
    key: _id,
    at,
    title: `${actorOf(event, reader)} ${done}`,
    lines: [
      `${formatRupees(amountPaise)} · ${paymentText(payment)}`,
      ...(isPart ? [`${formatRupees(paidPaise)} of it for this invoice`] : []),
    ],
    ...(reason !== undefined && { quote: reason }),
  };
}

function creditNoteStep(event: CreditNoteEvent, reader: TimelineReader): TimelineStep {
  const { _id, at, creditNote } = event;
  const { printedNumber, totalPaise } = creditNote;
  return {
    key: _id,
    at,
    title: `${actorOf(event, reader)} issued a credit note`,
    lines: [`${printedNumber} · ${formatRupees(totalPaise)}`],
  };
}

/** Returns the steps of an order or an invoice, the latest first. */
export function timelineSteps(
  events: readonly InvoiceEvent[],
  reader: TimelineReader,
): TimelineStep[] {
  return events
    .map((event) => {
      if ("payment" in event) return paymentStep(event, reader);
      if ("creditNote" in event) return creditNoteStep(event, reader);
      return orderStep(event, reader);
    })
    .reverse();
}
