/** Days that clients name: the server reads no clock in a query. */
import { addDays, parseDay } from "../domain/dates";
import { STATEMENT_DAYS_MAX } from "../domain/limits";
import { fail } from "./errors";

/** A day as a client sent it. Errors: BAD_REQUEST. */
export function requireDay(text: string): string {
  return parseDay(text) ?? fail("BAD_REQUEST");
}

/** Days in India, both included. */
export type Period = { readonly from: string; readonly to: string };

/** Errors: BAD_PERIOD unless both are days, in order, and at most a year apart. */
export function requirePeriod(period: Period): Period {
  const [from, to] = [parseDay(period.from), parseDay(period.to)];
  const fits =
    from !== null && to !== null && from <= to && to <= addDays(from, STATEMENT_DAYS_MAX);
  return fits ? { from, to } : fail("BAD_PERIOD");
}
