/**
 * The filters of a list of orders that are not completed, and their form in the page's address: ?search=…&partner=…&placed=…&day=….
 * Pure; `useOrderFilter` connects it to the router.
 */
import { addDays, endOfDayIst, formatDate } from "../../../../domain/dates";
import type { AddressParams } from "../../../lib/useAddressParams";
import { t } from "../../../../domain/language/texts";

export const PLACED_CHOICES = ["any", "today", "yesterday", "last7", "last30", "day"] as const;
export type PlacedChoice = (typeof PLACED_CHOICES)[number];

export type OrderFilter = {
  readonly search: string;
  /** The id of the other party; "" for all. */
  readonly partner: string;
  readonly placed: PlacedChoice;
  /** YYYY-MM-DD, of the choice "day"; "" until one is chosen. */
  readonly day: string;
};

export const NO_ORDER_FILTER: OrderFilter = { search: "", partner: "", placed: "any", day: "" };

export const PLACED_LABELS: Record<PlacedChoice, string> = {
  any: t("Any day"),
  today: t("Placed today"),
  yesterday: t("Placed yesterday"),
  last7: t("Last 7 days"),
  last30: t("Last 30 days"),
  day: t("On one day…"),
};

/** Today is one of them. */
const LAST_DAYS = { last7: 7, last30: 30 } as const;

const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;

export type OrderFilterArgs = { text?: string; partnerId?: string; from?: number; to?: number };

function isDay(text: string): boolean {
  return ISO_DAY.test(text) && formatDate(text) !== "";
}

/** Returns the first and the last day of a choice; null without a restriction. */
function daysOf({ placed, day }: OrderFilter, today: string): readonly [string, string] | null {
  switch (placed) {
    case "any":
      return null;
    case "today":
      return [today, today];
    case "yesterday":
      return [addDays(today, -1), addDays(today, -1)];
    case "last7":
    case "last30":
      return [addDays(today, 1 - LAST_DAYS[placed]), today];
    case "day":
      return day === "" ? null : [day, day];
    default:
      return placed satisfies never;
  }
}

/** Returns the arguments of the server's filter; what is at rest is not sent, so that all rest states share one subscription. */
export function orderFilterArgs(filter: OrderFilter, today: string): OrderFilterArgs {
  const text = filter.search.trim();
  const days = daysOf(filter, today);
  return {
    ...(text !== "" && { text }),
    ...(filter.partner !== "" && { partnerId: filter.partner }),
    ...(days !== null && {
      from: endOfDayIst(addDays(days[0], -1)),
      to: endOfDayIst(days[1]) - 1,
    }),
  };
}

/** Returns the number of choices that narrow the list down: the other party, and the day of placing. */
export function setChoiceCount({ partner, placed, day }: OrderFilter): number {
  const isPlacedSet = placed === "day" ? day !== "" : placed !== "any";
  return Number(partner !== "") + Number(isPlacedSet);
}

/** Returns true with any filter set, which decides between "nothing here yet" and "nothing matches". */
export function isOrderFiltered(filter: OrderFilter): boolean {
  return filter.search.trim() !== "" || setChoiceCount(filter) > 0;
}

function placedText(first: string, last: string): string {
  const day = formatDate(first);
  return first === last
    ? t("placed {day}", { day })
    : t("placed {from} to {to}", { from: day, to: formatDate(last) });
}

/** Describes the filter on paper; "" without one. */
export function orderFilterWords(filter: OrderFilter, partnerName: string, today: string): string {
  const days = daysOf(filter, today);
  const text = filter.search.trim();
  const parts = [
    ...(partnerName === "" ? [] : [partnerName]),
    ...(text === "" ? [] : [`“${text}”`]),
    ...(days === null ? [] : [placedText(...days)]),
  ];
  return parts.join(", ");
}

function isPlacedChoice(text: string): text is PlacedChoice {
  return (PLACED_CHOICES as readonly string[]).includes(text);
}

/** Returns the filter that an address names; what is no filter counts as not said. */
export function orderFilterOf(params: URLSearchParams): OrderFilter {
  const placed = params.get("placed") ?? "";
  const day = params.get("day") ?? "";
  return {
    search: params.get("search") ?? "",
    partner: params.get("partner") ?? "",
    placed: isPlacedChoice(placed) ? placed : "any",
    day: placed === "day" && isDay(day) ? day : "",
  };
}

/** Returns the filter as the address has it; what is at rest is empty. */
export function orderFilterParams({ search, partner, placed, day }: OrderFilter): AddressParams {
  return {
    search: search.trim(),
    partner,
    placed: placed === "any" ? "" : placed,
    day: placed === "day" ? day : "",
  };
}
