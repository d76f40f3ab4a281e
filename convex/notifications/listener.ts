/** Notifications of what happened: each thing is told once to the side that did not do it, and waits as to do until it is answered. */
import * as links from "../../domain/links";
import type { Listener } from "../events";
import { notify, settle } from "./notify";
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
  storageLow: (_ctx, { user, allowance }, effects) => {
    const news = { kind: "storageLow", allowance, path: links.SETTINGS, partner: null } as const;
    notify(effects, user, { ...news, subject: allowance.of });
  },
  connectionRequested: (_ctx, { connection, retailer, distributor }, effects) => {
    notifyOfRequest(effects, { retailer, distributor }, connection._id);
  },
  connectionMoved: async (ctx, { before, connection, isAnswer }, effects) => {
    if (before.status !== "pending") return;
    const { _id: subject, distributorId: readerId } = connection;
    await settle(ctx, effects, { type: "answered", readerId, subject });
    if (isAnswer && connection.status !== "pending")
      await notifyOfConnectionAnswer(ctx, connection, connection.status, effects);
  },
  messageSent: (_ctx, { sender, receiver, conversationId }, effects) => {
    notifyOfMessage(effects, { sender, receiver }, conversationId);
  },
  messagesRead: (ctx, { reader, conversationId: subject }, effects) =>
    settle(ctx, effects, { type: "seen", readerId: reader._id, subject }),
  orderPlaced: (_ctx, { order, retailer, distributor }, effects) => {
    notifyOfOrder(effects, { retailer, distributor }, order);
  },
  orderMoved: async (ctx, { before, order, actor }, effects) => {
    const { _id: subject, distributorId: readerId } = order;
    if (before.status === "pending")
      await settle(ctx, effects, { type: "answered", readerId, subject });
    await notifyOfMove(ctx, order, actor, effects);
  },
  linesRefused: (ctx, event, effects) => notifyOfRefusal(ctx, event, effects),
  offerMade: (ctx, { offer, order, lines }, effects) =>
    notifyOfOffer(ctx, offer, { order, lines }, effects),
  offerClosed: async (ctx, { offer, wasMoved }, effects) => {
    const { _id: subject, retailerId: readerId, state } = offer;
    await settle(ctx, effects, { type: "answered", readerId, subject });
    if (!wasMoved && state !== "open" && state !== "withdrawn")
      await notifyOfOfferAnswer(ctx, offer, state, effects);
  },
  paymentTold: (ctx, { payment, actor }, effects) =>
    notifyOfPayment(ctx, payment, actor.role === "retailer" ? "claimed" : "recorded", effects),
  paymentMoved: (ctx, { payment }, effects) =>
    notifyOfPayment(ctx, payment, payment.state, effects),
  creditNoteIssued: (ctx, { note }, effects) => notifyOfCreditNote(ctx, note, effects),
  openingProposed: (ctx, { opening }, effects) => notifyOfOpening(ctx, opening, effects),
  openingEnded: async (ctx, { opening }, effects) => {
    if (opening.state !== "proposed")
      await notifyOfOpeningAnswer(ctx, opening, ANSWER_OF_OPENING[opening.state], effects);
  },
};
