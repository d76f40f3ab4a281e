import { describe, expect, it } from "vitest";
import { creditRefusal, dueDay, overdueBefore } from "./creditTerms";
import type { CreditTerms } from "./fields/creditTerms";
import { LEDGER_SUM_MAX_PAISE } from "./limits";

const CREDIT: CreditTerms = { terms: "credit", creditDays: 30, creditLimitPaise: 1_000 };

describe("the due day", () => {
  const days = { issuedOn: "2026-02-27", deliveryBefore: "2026-03-05" };

  it.each([
    [{ terms: "onDelivery" }, "2026-03-05"],
    [{ terms: "credit", creditDays: 2 }, "2026-03-01"],
    [{ terms: "advance" }, "2026-02-27"],
  ] as const)("of %o is %s", (terms, day) => expect(dueDay(terms, days)).toBe(day));
});

describe("the limit", () => {
  const used = { balancePaise: 600, openOrdersPaise: 300 };

  it("takes what fits to the paisa", () => {
    expect(creditRefusal(CREDIT, used, 100)).toBeNull();
    expect(creditRefusal(CREDIT, used, 101)).toEqual({
      ...{ limitPaise: 1_000, usedPaise: 900, neededPaise: 101 },
    });
  });

  it("has more room after a payment in advance", () => {
    const paid = { balancePaise: -500, openOrdersPaise: 0 };
    expect(creditRefusal(CREDIT, paid, 1_500)).toBeNull();
    expect(creditRefusal(CREDIT, paid, 1_501)).not.toBeNull();
  });

  it("is that of exact sums without one, and with payment in advance", () => {
    for (const terms of ["onDelivery", "advance"] as const) {
      expect(creditRefusal({ terms, creditLimitPaise: undefined }, used, 1e11)).toBeNull();
      expect(creditRefusal({ terms }, used, LEDGER_SUM_MAX_PAISE - 900)).toBeNull();
      expect(creditRefusal({ terms }, used, LEDGER_SUM_MAX_PAISE - 899)).not.toBeNull();
    }
    expect(creditRefusal({ ...CREDIT, terms: "advance" }, used, 1e11)).toBeNull();
  });
});

describe("overdue sums", () => {
  it("stop orders when they were due before this day", () => {
    expect(overdueBefore({ ...CREDIT, blockOverdueDays: 5 }, "2026-03-03")).toBe("2026-02-26");
    expect(overdueBefore({ ...CREDIT, blockOverdueDays: 0 }, "2026-03-03")).toBe("2026-03-03");
    expect(overdueBefore(CREDIT, "2026-03-03")).toBeNull();
  });
});
