/** Names of the kinds of notifications in the settings. */
import type { NotificationKind } from "../../../domain/notifications";

export const KIND_NAMES: Readonly<Record<NotificationKind, string>> = {
  orderPlaced: "New orders",
  orderAccepted: "Accepted orders",
  orderRejected: "Rejected orders",
  orderCancelled: "Cancelled orders",
  orderCompleted: "Completed orders",
  offerMade: "Offers to send less",
  offerAnswered: "Answers to your offers",
  message: "Messages",
  paymentClaimed: "Payments to confirm",
  paymentAnswered: "Answers to your payments",
  creditNoteIssued: "Credit notes",
  openingProposed: "Opening balances to agree to",
  openingAnswered: "Answers to your opening balances",
  connectionRequested: "Connection requests",
  connectionAnswered: "Answers to your requests",
  storageLow: "Space for the day",
};
