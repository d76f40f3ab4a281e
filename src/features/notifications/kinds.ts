/** Names of the kinds of notifications in the settings. */
import type { NotificationKind } from "../../../domain/notifications";
import { t } from "../../../domain/language/texts";

export const KIND_NAMES: Readonly<Record<NotificationKind, string>> = {
  orderPlaced: t("New orders"),
  orderAccepted: t("Accepted orders"),
  orderRejected: t("Rejected orders"),
  orderCancelled: t("Cancelled orders"),
  orderCompleted: t("Completed orders"),
  offerMade: t("Offers to send less"),
  offerAnswered: t("Answers to your offers"),
  message: t("Messages"),
  paymentClaimed: t("Payments to confirm"),
  paymentAnswered: t("Answers to your payments"),
  creditNoteIssued: t("Credit notes"),
  openingProposed: t("Opening balances to agree to"),
  openingAnswered: t("Answers to your opening balances"),
  connectionRequested: t("Connection requests"),
  connectionAnswered: t("Answers to your requests"),
  storageLow: t("Space for the day"),
};
