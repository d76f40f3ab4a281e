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

/** The reader, or somebody else by name. */
type Actor = { readonly by: "you" | "other"; readonly name: string };

type Writer = (actor: Actor) => string;

const DONE: Readonly<Record<Exclude<OrderEvent["kind"], "linesRefused">, Writer>> = {
  placed: (actor) =>
    t("{by, select, you {You placed the order} other {{name} placed the order}}", actor),
  accepted: (actor) => t("{by, select, you {You accepted} other {{name} accepted}}", actor),
  rejected: (actor) => t("{by, select, you {You rejected} other {{name} rejected}}", actor),
  cancelled: (actor) => t("{by, select, you {You cancelled} other {{name} cancelled}}", actor),
  completed: (actor) => t("{by, select, you {You completed} other {{name} completed}}", actor),
  messageChanged: (actor) =>
    t("{by, select, you {You changed the message} other {{name} changed the message}}", actor),
  offered: (actor) =>
    t("{by, select, you {You offered fewer pieces} other {{name} offered fewer pieces}}", actor),
  offerDeclined: (actor) =>
    t("{by, select, you {You declined the offer} other {{name} declined the offer}}", actor),
  offerWithdrawn: (actor) =>
    t("{by, select, you {You withdrew the offer} other {{name} withdrew the offer}}", actor),
  offerExpired: (actor) =>
    t(
      "{by, select, you {You ended the offer: its time was up} other {{name} ended the offer: its time was up}}",
      actor,
    ),
  reminded: ({ name }) => t("{name} reminded both of you to answer", { name }),
};

const DONE_TO_PAYMENT: Readonly<Record<PaymentEvent["kind"], Writer>> = {
  claimed: (actor) =>
    t("{by, select, you {You claimed a payment} other {{name} claimed a payment}}", actor),
  confirmed: (actor) =>
    t("{by, select, you {You confirmed the payment} other {{name} confirmed the payment}}", actor),
  disputed: (actor) =>
    t("{by, select, you {You disputed the payment} other {{name} disputed the payment}}", actor),
  withdrawn: (actor) =>
    t("{by, select, you {You withdrew the claim} other {{name} withdrew the claim}}", actor),
  reversed: (actor) =>
    t("{by, select, you {You reversed the payment} other {{name} reversed the payment}}", actor),
  objected: (actor) =>
    t(
      "{by, select, you {You objected to the payment} other {{name} objected to the payment}}",
      actor,
    ),
};

/** Returns the reader, the other party, or "Mandi", which acts when a time is up. */
function actorOf({ by }: Pick<OrderEvent, "by">, { names, party }: TimelineReader): Actor {
  if (by === "market") return { by: "other", name: t("Mandi") };
  return { by: by === party ? "you" : "other", name: names[by] };
}

function titleOf(event: OrderEvent, reader: TimelineReader): string {
  const { kind, by } = event;
  const actor = actorOf(event, reader);
  if (kind === "linesRefused") return refusedLinesText(event, actor);
  // Only an offer is accepted by the retailer.
  if (kind === "accepted" && by === "retailer")
    return t(
      "{by, select, you {You agreed to the offer} other {{name} agreed to the offer}}",
      actor,
    );
  if (kind === "reminded" && reader.party === null)
    return t("{name} reminded both parties to answer", { name: actor.name });
  return DONE[kind](actor);
}

function refusedLinesText({ by: party, lines }: OrderEvent, { by, name }: Actor): string {
  const count = lines.length;
  if (party === "retailer")
    return by === "you"
      ? t("{count, plural, one {You cancelled a line} other {You cancelled # lines}}", { count })
      : t("{count, plural, one {{name} cancelled a line} other {{name} cancelled # lines}}", {
          count,
          name,
        });
  return by === "you"
    ? t("{count, plural, one {You rejected a line} other {You rejected # lines}}", { count })
    : t("{count, plural, one {{name} rejected a line} other {{name} rejected # lines}}", {
        count,
        name,
      });
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
    title: titleOf(event, reader),
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
  const actor = actorOf(event, reader);
  const isPart = kind === "confirmed" && paidPaise > 0 && paidPaise < amountPaise;
  return {
    key: _id,
    at,
    title: isRecord
      ? t("{by, select, you {You recorded a payment} other {{name} recorded a payment}}", actor)
      : DONE_TO_PAYMENT[kind](actor),
    lines: [
      `${formatRupees(amountPaise)} · ${paymentText(payment)}`,
      ...(isPart ? [t("{sum} of it for this invoice", { sum: formatRupees(paidPaise) })] : []),
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
    title: t(
      "{by, select, you {You issued a credit note} other {{name} issued a credit note}}",
      actorOf(event, reader),
    ),
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
