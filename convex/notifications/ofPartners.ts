/** Notifications of payments, credit notes, messages and connections. */
import * as links from "../../domain/links";
import type { NotificationAnswer } from "../../domain/notifications";
import type { PaymentState } from "../../domain/paymentLifecycle";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import type { Pair } from "../network/sides";
import { endToDo, notify, notifyAgain, sidesOf } from "./notify";

type PaymentAnswer = Extract<
  NotificationAnswer,
  "confirmed" | "recorded" | "disputed" | "reversed"
>;

/** Tells the distributor of a claim. */
async function notifyOfClaim(ctx: MutationCtx, payment: Doc<"payments">, now: number) {
  const sides = await sidesOf(ctx, payment, "distributor");
  if (sides === null) return;
  const { partner, reader } = sides;
  const { _id: subject, amountPaise: paise } = payment;
  const path = links.khataWith(partner._id);
  await notify(ctx, reader, { kind: "paymentClaimed", path, subject, paise, partner }, now);
}

/** Tells the retailer what the distributor says of a payment. */
async function notifyOfPaymentAnswer(
  ctx: MutationCtx,
  payment: Doc<"payments">,
  answer: PaymentAnswer,
  now: number,
): Promise<void> {
  const sides = await sidesOf(ctx, payment, "retailer");
  if (sides === null) return;
  const { partner, reader } = sides;
  const { _id: subject, amountPaise: paise } = payment;
  const news = { kind: "paymentAnswered", answer, path: links.khataWith(partner._id) } as const;
  await notify(ctx, reader, { ...news, subject, paise, partner }, now);
}

/** Tells the other party of a payment that came into this state. A claim that is withdrawn no longer waits for an answer. */
export async function notifyOfPayment(
  ctx: MutationCtx,
  payment: Doc<"payments">,
  state: PaymentState | "recorded",
  now: number,
): Promise<void> {
  switch (state) {
    case "claimed":
      await notifyOfClaim(ctx, payment, now);
      return;
    case "withdrawn":
    case "confirmed":
    case "disputed":
    case "reversed":
      await endToDo(ctx, payment.distributorId, payment._id, now);
      if (state !== "withdrawn") await notifyOfPaymentAnswer(ctx, payment, state, now);
      return;
    case "recorded":
      await notifyOfPaymentAnswer(ctx, payment, state, now);
      return;
    default:
      state satisfies never;
  }
}

/** Tells the retailer of a credit note. */
export async function notifyOfCreditNote(
  ctx: MutationCtx,
  note: Doc<"creditNotes">,
  now: number,
): Promise<void> {
  const sides = await sidesOf(ctx, note, "retailer");
  if (sides === null) return;
  const { partner, reader } = sides;
  const { _id: subject, totalPaise: paise } = note;
  const news = { kind: "creditNoteIssued", path: links.creditNote(subject) } as const;
  await notify(ctx, reader, { ...news, subject, paise, partner }, now);
}

/** Tells the retailer of a proposed opening balance. */
export async function notifyOfOpening(
  ctx: MutationCtx,
  { _id: subject, paise, ...pair }: Pick<Doc<"openings">, "_id" | "paise"> & Pair,
  now: number,
): Promise<void> {
  const sides = await sidesOf(ctx, pair, "retailer");
  if (sides === null) return;
  const { partner, reader } = sides;
  const path = links.khataWith(partner._id);
  await notify(ctx, reader, { kind: "openingProposed", path, subject, paise, partner }, now);
}

/** Tells the distributor what became of its proposal, unless it took it back itself. */
export async function notifyOfOpeningAnswer(
  ctx: MutationCtx,
  opening: Doc<"openings">,
  answer: "agreed" | "declined" | "expired" | null,
  now: number,
): Promise<void> {
  await endToDo(ctx, opening.retailerId, opening._id, now);
  const sides = answer === null ? null : await sidesOf(ctx, opening, "distributor");
  if (answer === null || sides === null) return;
  const { partner, reader } = sides;
  const { _id: subject, paise } = opening;
  const news = { kind: "openingAnswered", answer, path: links.khataWith(partner._id) } as const;
  await notify(ctx, reader, { ...news, subject, paise, partner }, now);
}

/** Tells the receiver of a message, without its words. Those of one conversation are one notification until it is read. */
export function notifyOfMessage(
  ctx: MutationCtx,
  { sender, receiver }: { sender: Doc<"users">; receiver: Doc<"users"> },
  conversationId: Id<"conversations">,
  now: number,
): Promise<void> {
  const path = links.chatWith(sender.email);
  const news = { kind: "message", path, subject: conversationId, partner: sender } as const;
  return notifyAgain(ctx, receiver, news, now);
}

/** Tells the distributor of a request. */
export function notifyOfRequest(
  ctx: MutationCtx,
  { retailer, distributor }: { retailer: Doc<"users">; distributor: Doc<"users"> },
  connectionId: Id<"connections">,
  now: number,
): Promise<void> {
  const news = {
    kind: "connectionRequested",
    path: links.REQUESTS,
    subject: connectionId,
  } as const;
  return notify(ctx, distributor, { ...news, partner: retailer }, now);
}

/** Tells the retailer the distributor's answer to a request. */
export async function notifyOfConnectionAnswer(
  ctx: MutationCtx,
  connection: Doc<"connections">,
  answer: "accepted" | "rejected",
  now: number,
): Promise<void> {
  const sides = await sidesOf(ctx, connection, "retailer");
  if (sides === null) return;
  const { partner, reader } = sides;
  const news = { kind: "connectionAnswered", answer, path: links.RETAILER_NETWORK } as const;
  await notify(ctx, reader, { ...news, subject: connection._id, partner }, now);
}
