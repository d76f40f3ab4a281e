/** The texts of the order page, from the specification. */
import * as links from "../../../domain/links";
import { errorText } from "../../../domain/errors";
import { ORDER_QUANTITY_MAX } from "../../../domain/limits";
import type { OrderStatus } from "../../../domain/orderLifecycle";
import type { OrderLine } from "../../../domain/orderLines";
import type { Refusal } from "../../outbox/entry";
import { t } from "../../../domain/language/texts";

export type OrderNoticeText = {
  readonly kind: "error" | "warning" | "success" | "info";
  readonly title: string;
  readonly message: string;
  /** The khata with the distributor says more. */
  readonly isCredit?: true;
  /** The pending orders show what was placed. */
  readonly isPlaced?: true;
};

export const ORDER_PLACED: OrderNoticeText = {
  kind: "success",
  title: t("Order Placed"),
  message: t("Your order has been placed successfully!"),
  isPlaced: true,
};

export const SEE_ORDER = {
  to: links.ORDER_PAGES.retailer.pending,
  text: t("See your order"),
} as const;

const ALREADY_PLACED = t("This order was already placed");

/** The notice after a second press of the same button. */
export const PLACED_BEFORE: OrderNoticeText = {
  kind: "info",
  title: ALREADY_PLACED,
  message: t("Nothing was ordered twice."),
  isPlaced: true,
};

export const AUTHENTICATION_REQUIRED: OrderNoticeText = {
  kind: "warning",
  title: t("Authentication Required"),
  message: t("Please log in to place an order."),
};

export const ORDER_GIVEN_UP: OrderNoticeText = {
  kind: "info",
  title: t("Order given up"),
  message: t("Nothing was ordered. What you typed is still here."),
};

/** The notice after a cancellation, whose order leaves the list. */
export const CANCELLED = { kind: "success", message: t("Cancelled. Stock returned") } as const;

/** Texts for reverted optimistic updates. */
export const NOT_COMPLETED = t("Failed to update order status.");
export const NOT_REJECTED = t("Failed to reject the order. Please try again later.");
export const NOT_REWORDED = t("Failed to update the message.");
export const NOT_DELETED = t("Failed to delete order. Please try again later.");
export const NOT_WITHDRAWN = t("Failed to withdraw the offer.");
export const NOT_REMOVED = t("Failed to remove the order. Please try again.");

export const MISSING_INFORMATION = t("Missing Information");
const ORDER_FAILED = t("Order Failed");

/** Returns the notice of an order that the outbox has no room for. */
export function notTaken(message: string): OrderNoticeText {
  return { kind: "warning", title: ORDER_FAILED, message };
}

/** Returns a whole number of at least 1, from what was typed; 0 if it is none. */
export function quantityOf(input: string): number {
  const text = input.trim();
  const quantity = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  return quantity <= ORDER_QUANTITY_MAX ? quantity : 0;
}

/** Why the order was refused, for the reader. PRICE_CHANGED is asked about instead: see `PriceChanged`. */
export function refusalNotice(refusal: Refusal): OrderNoticeText {
  if (refusal === null) {
    return {
      kind: "error",
      title: ORDER_FAILED,
      message: t("There was an error placing your order. Please try again."),
    };
  }
  switch (refusal.code) {
    case "UNAUTHENTICATED":
      return AUTHENTICATION_REQUIRED;
    case "MISSING_INFORMATION":
      return { kind: "warning", title: MISSING_INFORMATION, message: errorText(refusal) };
    case "INSUFFICIENT_STOCK":
      return {
        kind: "error",
        title: t("Insufficient Stock"),
        message: t("Available stock: {stock}", { stock: refusal.stock }),
      };
    case "ORDERED_ALREADY":
      return { kind: "info", title: ALREADY_PLACED, message: errorText(refusal), isPlaced: true };
    case "NOT_FOUND":
      return { kind: "error", title: ORDER_FAILED, message: t("This product is no longer sold.") };
    case "CREDIT_LIMIT":
    case "OVERDUE":
      return { kind: "error", title: ORDER_FAILED, message: errorText(refusal), isCredit: true };
    default:
      return { kind: "error", title: ORDER_FAILED, message: errorText(refusal) };
  }
}

/** The words for an order that got another status while its dialog was open. */
export const ENDED_TEXTS: Readonly<Record<OrderStatus, string>> = {
  pending: t("This order is pending now. Nothing more can be done here."),
  accepted: t("This order is accepted now. Nothing more can be done here."),
  rejected: t("This order is rejected now. Nothing more can be done here."),
  completed: t("This order is completed now. Nothing more can be done here."),
  cancelled: t("This order is cancelled now. Nothing more can be done here."),
};

/** Returns the words for a line that was taken out of its order while its dialog was open, or null. */
export function endedLineText(line: Pick<OrderLine, "refused"> | undefined): string | null {
  if (line?.refused === undefined) return null;
  return line.refused.by === "retailer"
    ? t("This line is cancelled now. Nothing more can be done here.")
    : t("This line is rejected now. Nothing more can be done here.");
}
