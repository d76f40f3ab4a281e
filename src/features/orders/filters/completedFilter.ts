/** The filters of the distributor's completed orders: month and year together, or the last 15 days. */
import { daysBefore, monthName, monthRange, recentYears } from "../../../../domain/dates";
import { t } from "../../../../domain/language/texts";
import type { AddressParams } from "../../../lib/useAddressParams";

export const COMPLETED_SORTS = ["latest", "oldest", "last15days"] as const;
export type CompletedSort = (typeof COMPLETED_SORTS)[number];

export type CompletedFilter = {
  /** "" is not chosen; "1" to "12" otherwise. */
  readonly month: string;
  readonly year: string;
  readonly sort: CompletedSort;
};

export const NO_FILTER: CompletedFilter = { month: "", year: "", sort: "latest" };

/** "The last 15 days". */
const RECENT_DAYS = 15;

/** Longer messages are cut after as many. */
const PREVIEW_CHARACTERS = 50;

type CompletedArgs = { from?: number; to?: number; sort?: "oldest" };

/** January to December, as the address and the filter name them: "1" to "12". */
export const MONTH_OPTIONS = Array.from({ length: 12 }, (_, at) => ({
  value: String(at + 1),
  label: monthName(at + 1),
}));

/** Returns the query arguments of a filter; month and year apply only when both are set. */
export function queryArgsOf({ month, year, sort }: CompletedFilter, nowMs: number): CompletedArgs {
  const range: { from?: number; to?: number } =
    month === "" || year === "" ? {} : monthRange(Number(year), Number(month));
  if (sort === "oldest") return { ...range, sort };
  if (sort === "latest") return range;
  const recent = daysBefore(nowMs, RECENT_DAYS);
  return { ...range, from: Math.max(range.from ?? 0, recent) };
}

export function isFiltered({ month, year, sort }: CompletedFilter): boolean {
  return (month !== "" && year !== "") || sort === "last15days";
}

/** Describes the filter in words; "" without one. */
export function filterWords({ month, year, sort }: CompletedFilter): string {
  const name = MONTH_OPTIONS.find(({ value }) => value === month)?.label;
  const days = sort === "last15days" ? RECENT_DAYS : 0;
  if (name === undefined || year === "")
    return days === 0 ? "" : t("Completed in the last {days} days", { days });
  return days === 0
    ? t("Completed in {month} {year}", { month: name, year })
    : t("Completed in {month} {year} and in the last {days} days", { month: name, year, days });
}

/** One of the two is chosen and waits for the other. */
export function isHalfSet({ month, year }: CompletedFilter): boolean {
  return (month === "") !== (year === "");
}

export function isAtRest({ month, year, sort }: CompletedFilter): boolean {
  return month === "" && year === "" && sort === "latest";
}

function isSort(text: string): text is CompletedSort {
  return (COMPLETED_SORTS as readonly string[]).includes(text);
}

/** Returns the filter that the address of the page names; what is no filter of ours counts as not said. */
export function filterOf(params: URLSearchParams, nowMs: number): CompletedFilter {
  const month = params.get("month") ?? "";
  const year = params.get("year") ?? "";
  const sort = params.get("sort") ?? "";
  return {
    month: /^([1-9]|1[0-2])$/.test(month) ? month : "",
    year: recentYears(nowMs).map(String).includes(year) ? year : "",
    sort: isSort(sort) ? sort : "latest",
  };
}

/** Returns the filter as the address has it; what is at rest is empty. */
export function filterParams(filter: CompletedFilter): AddressParams {
  return { ...filter, sort: filter.sort === "latest" ? "" : filter.sort };
}

/** Returns the first 50 characters of a longer message, or null if it is short enough to stand as it is. */
export function previewOf(message: string): string | null {
  // Code points, so that no character is cut in half.
  const characters = Array.from(message);
  return characters.length > PREVIEW_CHARACTERS
    ? `${characters.slice(0, PREVIEW_CHARACTERS).join("")}…`
    : null;
}
