/** Icons of the kinds of notifications, and their names in the settings. */
import {
  CircleCheck,
  CircleX,
  ClipboardList,
  FileMinus,
  Handshake,
  IndianRupee,
  type LucideIcon,
  MessageCircle,
  PackageCheck,
  PackageMinus,
  Undo2,
  UserCheck,
  UserPlus,
  WalletCards,
} from "lucide-react";
import type { NotificationKind } from "../../../domain/notifications";

export const KIND_ICONS: Readonly<Record<NotificationKind, LucideIcon>> = {
  orderPlaced: ClipboardList,
  orderAccepted: CircleCheck,
  orderRejected: CircleX,
  orderCancelled: Undo2,
  orderCompleted: PackageCheck,
  offerMade: PackageMinus,
  offerAnswered: Handshake,
  message: MessageCircle,
  paymentClaimed: IndianRupee,
  paymentAnswered: WalletCards,
  creditNoteIssued: FileMinus,
  connectionRequested: UserPlus,
  connectionAnswered: UserCheck,
};

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
  connectionRequested: "Connection requests",
  connectionAnswered: "Answers to your requests",
};
