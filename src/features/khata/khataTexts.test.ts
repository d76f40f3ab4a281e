import { describe, expect, it } from "vitest";
import { balanceText, blockText, dueText, runningText, signedText, termsText } from "./khataTexts";

describe("a balance", () => {
  it.each([
    [840_000, "retailer", "₹8,400.00 to pay", "ink"],
    [840_000, "distributor", "₹8,400.00 to collect", "ink"],
    [-50_000, "retailer", "₹500.00 advance", "positive"],
    [-50_000, "distributor", "₹500.00 advance", "positive"],
    [0, "retailer", "₹0.00 open", "muted"],
  ] as const)("of %i for a %s is '%s'", (paise, role, text, tone) => {
    const { sum, words, ...shown } = balanceText(paise, role);
    expect(`${sum} ${words}`).toBe(text);
    expect(shown.tone).toBe(tone);
  });

  it("in entries has the minus of typography", () => {
    expect(signedText(171_600)).toBe("+₹1,716.00");
    expect(signedText(-200_000)).toBe("\u2212₹2,000.00");
    expect(runningText(-50_000)).toBe("\u2212₹500.00");
    expect(runningText(50_000)).toBe("₹500.00");
  });
});

describe("a due day", () => {
  it.each([
    ["2026-11-28", "due 28 Nov", false],
    ["2026-11-24", "due today", false],
    ["2026-11-23", "1 day late", true],
    ["2026-11-21", "3 days late", true],
    ["2027-01-02", "due 02 Jan 2027", false],
  ])("%s on 24 November 2026 is '%s'", (dueOn, text, isLate) => {
    expect(dueText(dueOn, "2026-11-24")).toEqual({ text, isLate });
  });
});

describe("terms", () => {
  it.each([
    [{ terms: "onDelivery" }, "Paid on delivery"],
    [{ terms: "credit", creditDays: 1 }, "Paid within 1 day"],
    [{ terms: "credit", creditDays: 14 }, "Paid within 14 days"],
    [{ terms: "advance" }, "Paid in advance"],
  ] as const)("%j are '%s'", (terms, text) => {
    expect(termsText(terms)).toBe(text);
  });

  it("say when they stop orders", () => {
    expect(blockText({ terms: "onDelivery" })).toBeNull();
    expect(
      blockText({ terms: "onDelivery", blockOverdueDays: 7, overduePaiseIgnored: 10_000 }),
    ).toBe("New orders stop 7 days after the due day, for sums above ₹100.00");
    expect(blockText({ terms: "onDelivery", blockOverdueDays: 0 })).toBe(
      "New orders stop on the day after the due day",
    );
  });
});
