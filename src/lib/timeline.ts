/** The words of a timeline: who did what, with the quantities, reasons and messages of the step. Pure. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../convex/_generated/api";
import { formatRupees } from "../../domain/money";
import { ORDER_STATUS_TEXTS } from "../../domain/orderLifecycle";
import { paymentText } from "../../domain/paymentLifecycle";
import type { Role, TradeRole } from "../../domain/roles";
import type { TimelineStep } from "../ui/Timeline";

type OrderEvent = FunctionReturnType<typeof api.orders.timeline>[number];
type InvoiceEvent = FunctionReturnType<typeof api.invoices.timeline>[number];
type PaymentEvent = Extract<InvoiceEvent, { readonly payment: unknown }>;
type CreditNoteEvent = Extract<InvoiceEvent, { readonly creditNote: unknown }>;
type OrderStep = Exclude<InvoiceEvent, PaymentEvent | CreditNoteEvent>;

/** The parties' names, with which everybody else reads of them. */
export type TimelineReader = {
  readonly names: Readonly<Record<TradeRole, string>>;
  /** The side of the reader; null for an admin. */
  readonly party: TradeRole | null;
};

/** The side on which a user of this role reads; null for admins, who read of both. */
export function partyIn(role: Role | undefined): TradeRole | null {
  return role === "retailer" || role === "distributor" ? role : null;
}

const DONE: Readonly<Record<OrderEvent["kind"], string>> = {
  placed: "placed the order",
  accepted: "accepted",
  rejected: "rejected",
  cancelled: "cancelled",
  completed: "completed",
  messageChanged: "changed the message",
  offered: "offered fewer pieces",
  offerDeclined: "declined the offer",
  offerWithdrawn: "withdrew the offer",
  offerExpired: "ended the offer: its time was up",
  reminded: "reminded both of you to answer",
};

const DONE_TO_PAYMENT: Readonly<Record<PaymentEvent["kind"], string>> = {
  claimed: "claimed a payment",
  confirmed: "confirmed the payment",
  disputed: "disputed the payment",
  withdrawn: "withdrew the claim",
  reversed: "reversed the payment",
  objected: "objected to the payment",
};

/** "You", the other party's name, or "Mandi", which acts when a time is up. */
function actorOf({ by }: Pick<OrderEvent, "by">, { names, party }: TimelineReader): string {
  if (by === "market") return "Mandi";
  return by === party ? "You" : names[by];
}

function doneIn({ kind, by }: Pick<OrderEvent, "kind" | "by">, { party }: TimelineReader): string {
  // Only an offer is accepted by the retailer.
  if (kind === "accepted" && by === "retailer") return "agreed to the offer";
  if (kind === "reminded" && party === null) return "reminded both parties to answer";
  return DONE[kind];
}

type Line = Pick<OrderStep["lines"][number], "productName" | "quantity" | "askedQuantity">;

function lineText({ productName, quantity, askedQuantity }: Line): string {
  if (quantity === undefined) return productName;
  const pieces = quantity.toLocaleString("en-IN");
  if (askedQuantity === undefined || askedQuantity === quantity)
    return `${pieces} × ${productName}`;
  return `${pieces} of ${askedQuantity.toLocaleString("en-IN")} × ${productName}`;
}

function stepOf(event: Omit<OrderStep, "lines">, reader: TimelineReader) {
  const { _id, at, from, to, reason, msg } = event;
  const quote = reason ?? msg;
  return {
    key: _id,
    at,
    title: `${actorOf(event, reader)} ${doneIn(event, reader)}`,
    ...(from !== undefined &&
      from !== to && { change: `${ORDER_STATUS_TEXTS[from]} → ${ORDER_STATUS_TEXTS[to]}` }),
    ...(quote !== undefined && quote !== "" && { quote }),
  };
}

/** The steps of one order, the latest first. Its product is named where there are quantities to tell. */
export function orderSteps(
  events: readonly OrderEvent[],
  productName: string,
  reader: TimelineReader,
): TimelineStep[] {
  return events
    .map((event) => {
      const { quantity, askedQuantity } = event;
      const lines = quantity === undefined ? [] : [{ productName, quantity, askedQuantity }];
      return { ...stepOf(event, reader), lines: lines.map(lineText) };
    })
    .reverse();
}

function paymentStep(event: PaymentEvent, reader: TimelineReader): TimelineStep {
  const { _id, kind, at, reason, payment } = event;
  const { amountPaise, paidPaise, recordedBy } = payment;
  // The distributor's own record was never a claim.
  const isRecord = kind === "confirmed" && recordedBy === "distributor";
  const done = isRecord ? "recorded a payment" : DONE_TO_PAYMENT[kind];
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

function orderStep(event: OrderStep, lineCount: number, reader: TimelineReader): TimelineStep {
  const { lines } = event;
  const isPlain = lines.length === lineCount && lines.every((line) => line.quantity === undefined);
  return { ...stepOf(event, reader), lines: isPlain ? [] : lines.map(lineText) };
}

/** The steps of an invoice, the latest first. A step of the orders of all its lines without quantities names none of them. */
export function invoiceSteps(
  events: readonly InvoiceEvent[],
  lineCount: number,
  reader: TimelineReader,
): TimelineStep[] {
  return events
    .map((event) => {
      if ("payment" in event) return paymentStep(event, reader);
      if ("creditNote" in event) return creditNoteStep(event, reader);
      return orderStep(event, lineCount, reader);
    })
    .reverse();
}
