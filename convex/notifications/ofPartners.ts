/** Notifications of payments, credit notes, messages and connections. */
import * as links from "../../domain/links";
import type { NotificationAnswer } from "../../domain/notifications";
import type { PaymentState } from "../../domain/paymentLifecycle";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import type { Effects } from "../events";
import type { Pair } from "../network/sides";
import { notify, notifyAgain, settle, sidesOf } from "./notify";

type PaymentAnswer = Extract<
  NotificationAnswer,
  "confirmed" | "recorded" | "disputed" | "reversed"
>;

/** Tells the distributor of a claim. */
async function notifyOfClaim(ctx: MutationCtx, payment: Doc<"payments">, effects: Effects) {
  const sides = await sidesOf(ctx, payment, "distributor");
  if (sides === null) return;
  const { partner, reader } = sides;
  const { _id: subject, amountPaise: paise } = payment;
  const path = links.khataWith(partner._id);
  notify(effects, reader, { kind: "paymentClaimed", path, subject, paise, partner });
}

/** Tells the retailer what the distributor says of a payment. */
async function notifyOfPaymentAnswer(
  ctx: MutationCtx,
  payment: Doc<"payments">,
  answer: PaymentAnswer,
  effects: Effects,
): Promise<void> {
  const sides = await sidesOf(ctx, payment, "retailer");
  if (sides === null) return;
  const { partner, reader } = sides;
  const { _id: subject, amountPaise: paise } = payment;
  const news = { kind: "paymentAnswered", answer, path: links.khataWith(partner._id) } as const;
  notify(effects, reader, { ...news, subject, paise, partner });
}

/** Tells the other party of a payment that came into this state. A claim that is withdrawn no longer waits for an answer. */
export async function notifyOfPayment(
  ctx: MutationCtx,
  payment: Doc<"payments">,
  state: PaymentState | "recorded",
  effects: Effects,
): Promise<void> {
  switch (state) {
    case "claimed":
      await notifyOfClaim(ctx, payment, effects);
      return;
    case "withdrawn":
    case "confirmed":
    case "disputed":
    case "reversed":
      await settle(ctx, effects, {
        type: "answered",
        readerId: payment.distributorId,
        subject: payment._id,
      });
      if (state !== "withdrawn") await notifyOfPaymentAnswer(ctx, payment, state, effects);
      return;
    case "recorded":
      await notifyOfPaymentAnswer(ctx, payment, state, effects);
      return;
    default:
      state satisfies never;
  }
}

/** Tells the retailer of a credit note. */
export async function notifyOfCreditNote(
  ctx: MutationCtx,
  note: Doc<"creditNotes">,
  effects: Effects,
): Promise<void> {
  const sides = await sidesOf(ctx, note, "retailer");
  if (sides === null) return;
  const { partner, reader } = sides;
  const { _id: subject, totalPaise: paise } = note;
  const news = { kind: "creditNoteIssued", path: links.creditNote(subject) } as const;
  notify(effects, reader, { ...news, subject, paise, partner });
}

/** Tells the retailer of a proposed opening balance. */
export async function notifyOfOpening(
  ctx: MutationCtx,
  { _id: subject, paise, ...pair }: Pick<Doc<"openings">, "_id" | "paise"> & Pair,
  effects: Effects,
): Promise<void> {
  const sides = await sidesOf(ctx, pair, "retailer");
  if (sides === null) return;
  const { partner, reader } = sides;
  const path = links.khataWith(partner._id);
  notify(effects, reader, { kind: "openingProposed", path, subject, paise, partner });
}

/** Tells the distributor what became of its proposal, unless it took it back itself. */
export async function notifyOfOpeningAnswer(
  ctx: MutationCtx,
  opening: Doc<"openings">,
  answer: "agreed" | "declined" | "expired" | null,
  effects: Effects,
): Promise<void> {
  const { _id: subject, retailerId: readerId, paise } = opening;
  await settle(ctx, effects, { type: "answered", readerId, subject });
  const sides = answer === null ? null : await sidesOf(ctx, opening, "distributor");
  if (answer === null || sides === null) return;
  const { partner, reader } = sides;
  const news = { kind: "openingAnswered", answer, path: links.khataWith(partner._id) } as const;
  notify(effects, reader, { ...news, subject, paise, partner });
}

/** Tells the receiver of a message, without its words. Those of one conversation are one notification until it is read. */
export function notifyOfMessage(
  effects: Effects,
  { sender, receiver }: { sender: Doc<"users">; receiver: Doc<"users"> },
  conversationId: Id<"conversations">,
): void {
  const path = links.chatWith(sender.email);
  const news = { kind: "message", path, subject: conversationId, partner: sender } as const;
  notifyAgain(effects, receiver, news);
}

/** Tells the distributor of a request. */
export function notifyOfRequest(
  effects: Effects,
  { retailer, distributor }: { retailer: Doc<"users">; distributor: Doc<"users"> },
  connectionId: Id<"connections">,
): void {
  const news = {
    kind: "connectionRequested",
    path: links.REQUESTS,
    subject: connectionId,
  } as const;
  notify(effects, distributor, { ...news, partner: retailer });
}

/** Tells the retailer the distributor's answer to a request. */
export async function notifyOfConnectionAnswer(
  ctx: MutationCtx,
  connection: Doc<"connections">,
  answer: "accepted" | "rejected",
  effects: Effects,
): Promise<void> {
  const sides = await sidesOf(ctx, connection, "retailer");
  if (sides === null) return;
  const { partner, reader } = sides;
  const news = { kind: "connectionAnswered", answer, path: links.RETAILER_NETWORK } as const;
  notify(effects, reader, { ...news, subject: connection._id, partner });
}
