/** The moments until which an order waits for its answer, and at which the sweep has something to do with it. */
import { DAY_MS } from "../../domain/dates";
import type { Doc } from "../_generated/dataModel";
import { termsOf } from "./terms";

/** Both parties are told so long before an order ends. */
export const REMINDED_BEFORE_MS = DAY_MS;

/** Deadline fields of a pending order: the end of its last day, and the time of the reminder. */
export function deadlineOf(
  distributor: Doc<"users">,
  placedAt: number,
): { answerBy: number; sweepAt: number } {
  const answerBy = placedAt + termsOf(distributor).answerDays * DAY_MS;
  return { answerBy, sweepAt: answerBy - REMINDED_BEFORE_MS };
}
