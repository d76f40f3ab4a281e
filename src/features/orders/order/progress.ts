/** The five steps of an order that the market knows, and how far one has come. Pure. */
import { ORDER_STATUS_TEXTS } from "../../../../domain/orderLifecycle";
import type { WholeOrder } from "./wholeOrder";
import { t } from "../../../../domain/language/texts";

/** An offer answers an order before it is accepted; on the day of delivery an accepted one is due. */
export const ORDER_STEPS = [
  t("Placed"),
  t("Answered"),
  t("Accepted"),
  t("Due"),
  t("Completed"),
] as const;

export type OrderProgress = {
  /** The number of steps that are done. */
  readonly done: number;
  /** The name of the end of an order that goes no further. */
  readonly ended?: string;
};

type Facts = Pick<WholeOrder, "status" | "offer" | "acceptedAt" | "deliveryBefore">;

/** @param today The day in India, YYYY-MM-DD. */
export function progressOf(order: Facts, today: string): OrderProgress {
  const { status, offer, acceptedAt, deliveryBefore } = order;
  switch (status) {
    case "pending":
      return { done: offer === undefined ? 1 : 2 };
    case "accepted":
      return { done: deliveryBefore !== undefined && deliveryBefore <= today ? 4 : 3 };
    case "completed":
      return { done: 5 };
    case "rejected":
    case "cancelled":
      return { done: acceptedAt === undefined ? 1 : 3, ended: t(ORDER_STATUS_TEXTS[status]) };
    default:
      return status satisfies never;
  }
}
