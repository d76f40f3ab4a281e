/** Notifications of what happened: each thing is told once to the side that did not do it, and waits as to do until it is answered. */
import * as links from "../../domain/links";
import type { Listener } from "../events";
import { endToDo, notify, readSubject } from "./notify";
import {
  notifyOfConnectionAnswer,
  notifyOfCreditNote,
  notifyOfMessage,
  notifyOfOpening,
  notifyOfOpeningAnswer,
  notifyOfPayment,
  notifyOfRequest,
} from "./ofPartners";
import {
  notifyOfMove,
  notifyOfOffer,
  notifyOfOfferAnswer,
  notifyOfOrder,
  notifyOfRefusal,
} from "./ofTrade";

/** The word for the end of a proposal; null where its distributor took it back itself. */
const ANSWER_OF_OPENING = {
  agreed: "agreed",
  objected: "declined",
  unopposed: "expired",
  withdrawn: null,
} as const;

export const notifications: Listener = {
  storageLow: (ctx, { user, allowance, now }) => {
    const news = { kind: "storageLow", allowance, path: links.SETTINGS, partner: null } as const;
    return notify(ctx, user, { ...news, subject: allowance.of }, now);
  },
  connectionRequested: (ctx, { connection, retailer, distributor, now }) =>
    notifyOfRequest(ctx, { retailer, distributor }, connection._id, now),
  connectionMoved: async (ctx, { before, connection, isAnswer, now }) => {
    if (before.status !== "pending") return;
    await endToDo(ctx, connection.distributorId, connection._id, now);
    if (isAnswer && connection.status !== "pending")
      await notifyOfConnectionAnswer(ctx, connection, connection.status, now);
  },
  messageSent: (ctx, { sender, receiver, conversationId, now }) =>
    notifyOfMessage(ctx, { sender, receiver }, conversationId, now),
  messagesRead: (ctx, { reader, conversationId, now }) =>
    readSubject(ctx, reader._id, conversationId, now),
  orderPlaced: (ctx, { order, retailer, distributor, now }) =>
    notifyOfOrder(ctx, { retailer, distributor }, order, now),
  orderMoved: async (ctx, { before, order, actor, now }) => {
    if (before.status === "pending") await endToDo(ctx, order.distributorId, order._id, now);
    await notifyOfMove(ctx, order, actor, now);
  },
  linesRefused: (ctx, event) => notifyOfRefusal(ctx, event, event.now),
  offerMade: (ctx, { offer, order, lines, now }) =>
    notifyOfOffer(ctx, offer, { order, lines }, now),
  offerClosed: async (ctx, { offer, wasMoved, now }) => {
    const { state } = offer;
    await endToDo(ctx, offer.retailerId, offer._id, now);
    if (!wasMoved && state !== "open" && state !== "withdrawn")
      await notifyOfOfferAnswer(ctx, offer, state, now);
  },
  paymentTold: (ctx, { payment, actor, now }) =>
    notifyOfPayment(ctx, payment, actor.role === "retailer" ? "claimed" : "recorded", now),
  paymentMoved: (ctx, { payment, now }) => notifyOfPayment(ctx, payment, payment.state, now),
  creditNoteIssued: (ctx, { note, now }) => notifyOfCreditNote(ctx, note, now),
  openingProposed: (ctx, { opening, now }) => notifyOfOpening(ctx, opening, now),
  openingEnded: async (ctx, { opening, now }) => {
    if (opening.state !== "proposed")
      await notifyOfOpeningAnswer(ctx, opening, ANSWER_OF_OPENING[opening.state], now);
  },
};
