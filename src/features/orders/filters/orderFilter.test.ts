import { describe, expect, it } from "vitest";
import {
  isOrderFiltered,
  NO_ORDER_FILTER,
  orderFilterArgs,
  orderFilterOf,
  orderFilterParams,
  orderFilterWords,
  type OrderFilter,
  setChoiceCount,
} from "./orderFilter";

const TODAY = "2026-12-05";
const filter = (part: Partial<OrderFilter>): OrderFilter => ({ ...NO_ORDER_FILTER, ...part });

describe("the arguments of a filter", () => {
  it("leave out what is at rest", () => {
    expect(orderFilterArgs(filter({ search: "  " }), TODAY)).toEqual({});
    expect(orderFilterArgs(filter({ placed: "day" }), TODAY)).toEqual({});
  });
  it("name the text, the partner and whole days of India", () => {
    const asked = filter({ search: " rice ", partner: "asha", placed: "today" });
    expect(orderFilterArgs(asked, TODAY)).toEqual({
      ...{ text: "rice", partnerId: "asha" },
      from: Date.parse("2026-12-05T00:00:00+05:30"),
      to: Date.parse("2026-12-05T23:59:59.999+05:30"),
    });
    for (const [placed, first, last] of [
      ["yesterday", "2026-12-04", "2026-12-04"],
      ["last7", "2026-11-29", "2026-12-05"],
      ["last30", "2026-11-06", "2026-12-05"],
    ] as const)
      expect(orderFilterArgs(filter({ placed }), TODAY)).toEqual({
        from: Date.parse(`${first}T00:00:00+05:30`),
        to: Date.parse(`${last}T23:59:59.999+05:30`),
      });
    const { from, to } = orderFilterArgs(filter({ placed: "day", day: "2026-02-28" }), TODAY);
    expect([from, to]).toEqual([
      Date.parse("2026-02-28T00:00:00+05:30"),
      Date.parse("2026-02-28T23:59:59.999+05:30"),
    ]);
  });
});

describe("the address of a filter", () => {
  it("is read as it was written, and says nothing of a filter at rest", () => {
    const nothing = { search: "", partner: "", placed: "", day: "" };
    expect(orderFilterParams(NO_ORDER_FILTER)).toEqual(nothing);
    const set = filter({ search: "rice", partner: "asha", placed: "day", day: "2026-12-01" });
    expect(orderFilterOf(new URLSearchParams(orderFilterParams(set)))).toEqual(set);
  });
  it("ignores what is no filter", () => {
    for (const address of ["placed=soon&day=2026-12-01", "placed=any&day=2026-12-01", ""])
      expect(orderFilterOf(new URLSearchParams(address))).toEqual(NO_ORDER_FILTER);
    const wrong = orderFilterOf(new URLSearchParams("placed=day&day=2026-99-01"));
    expect(wrong).toEqual(filter({ placed: "day" }));
    expect(isOrderFiltered(wrong)).toBe(false);
  });
});

it("a filter is described in words, for paper", () => {
  expect(orderFilterWords(NO_ORDER_FILTER, "", TODAY)).toBe("");
  const asked = filter({ search: "rice", partner: "asha", placed: "last7" });
  expect(orderFilterWords(asked, "Asha Rao", TODAY)).toBe(
    "Asha Rao, “rice”, placed 29 Nov 2026 to 05 Dec 2026",
  );
  for (const one of [{ search: "r" }, { partner: "a" }, { placed: "today" as const }])
    expect(isOrderFiltered(filter(one))).toBe(true);
  expect(isOrderFiltered(NO_ORDER_FILTER)).toBe(false);
});

it("counts the choices that narrow a list down, and not its search", () => {
  expect(setChoiceCount(filter({ search: "rice" }))).toBe(0);
  expect(setChoiceCount(filter({ partner: "asha", placed: "day" }))).toBe(1);
  expect(setChoiceCount(filter({ partner: "asha", placed: "day", day: "2026-12-01" }))).toBe(2);
});
