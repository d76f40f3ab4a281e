/** The delivery date as it is typed, and the days that are offered for it. */
import { addDays, formatShortDay, lastDeliveryDay, todayIst } from "../../../../domain/dates";
import { type DayBounds, dayProblem, typedDay } from "../../../../domain/typedDay";
import { t } from "../../../../domain/language/texts";

const NO_DATE = t("Please select a delivery date.");
const NOT_VALID = t("Date input not valid.");

export type DeliveryVerdict =
  { readonly ok: true; readonly day: string } | { readonly ok: false; readonly problem: string };

/** Today to two years ahead in India, because a date further away is a slip of the keyboard. */
export function deliveryBounds(nowMs: number): DayBounds {
  const today = todayIst(nowMs);
  return { today, min: today, max: lastDeliveryDay(nowMs) };
}

/** Returns the day, if it can be promised; else the specification's sentence (§5, §8). */
export function readDelivery(input: string, nowMs: number): DeliveryVerdict {
  const bounds = deliveryBounds(nowMs);
  const problem = input.trim() === "" ? NO_DATE : dayProblem(input, bounds, NOT_VALID);
  const day = typedDay(input, bounds);
  return problem === null && day !== null
    ? { ok: true, day }
    : { ok: false, problem: problem ?? NOT_VALID };
}

export type NearDay = { readonly label: string; readonly day: string };

/** Returns the days that are promised most often. */
export function nearDays(nowMs: number): readonly NearDay[] {
  const today = todayIst(nowMs);
  const later = addDays(today, 5);
  return [
    { label: t("Today"), day: today },
    { label: t("Tomorrow"), day: addDays(today, 1) },
    { label: formatShortDay(later), day: later },
  ];
}
