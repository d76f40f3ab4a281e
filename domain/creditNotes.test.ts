import { describe, expect, it } from "vitest";
import { CREDIT_REASONS, leftToCredit, needsText, proposesRestock } from "./creditNotes";
import { creditDeadline } from "./gst/creditDeadline";
import { ORDER_STATUSES } from "./orderLifecycle";

describe("credit notes", () => {
  it("credit goods of accepted and completed orders alone", () => {
    const figures = { invoiced: 10, credited: 4 };
    const left = ORDER_STATUSES.map((status) => [status, leftToCredit(status, figures)]);
    expect(Object.fromEntries(left)).toEqual({
      ...{ accepted: 6, completed: 6 },
      ...{ pending: 0, rejected: 0, cancelled: 0 },
    });
    expect(leftToCredit(undefined, figures)).toBe(0);
  });

  it("want words for no other reason than another one, and propose to restock all but damaged goods", () => {
    expect(CREDIT_REASONS.filter(needsText)).toEqual(["other"]);
    expect(CREDIT_REASONS.filter((reason) => !proposesRestock(reason))).toEqual(["damaged"]);
  });

  it.each([
    ["2026-04-01T00:00:00+05:30", "2027-11-30"],
    ["2027-03-31T23:59:00+05:30", "2027-11-30"],
    ["2027-04-01T00:00:00+05:30", "2028-11-30"],
  ])("lower the tax of an invoice of %s until %s", (issuedAt, day) => {
    expect(creditDeadline(Date.parse(issuedAt))).toBe(day);
  });
});
