import { describe, expect, it } from "vitest";
import {
  paymentOf,
  paymentProblems,
  proposedAmount,
  withNamed,
  type PaymentValues,
} from "./paymentForm";

const TODAY = "2026-11-24";
const DUES = [
  { invoiceId: "i1", openPaise: 100_000, printedNumber: "BCW/1" },
  { invoiceId: "i2", openPaise: 50_050, printedNumber: "BCW/2" },
];
const OWED = { dues: DUES, balancePaise: 840_000, claims: [] };
const VALUES: PaymentValues = {
  ...{ amount: "8400.00", method: "upi", reference: "4123 4567 8901", day: TODAY },
  ...{ bank: "", invoiceIds: [], file: null },
};

describe("the form of a payment", () => {
  it("proposes the balance, or the open sum of the named invoices", () => {
    expect(proposedAmount(OWED, [])).toBe("8400.00");
    expect(proposedAmount(OWED, ["i2"])).toBe("500.50");
    expect(proposedAmount(OWED, ["i1", "i2"])).toBe("1500.50");
    expect(proposedAmount({ ...OWED, balancePaise: -100 }, [])).toBe("");
  });

  it("proposes what is open less what already waits to be confirmed", () => {
    const waiting = (...claims: { amountPaise: number; invoiceIds: string[] }[]) => ({
      ...{ ...OWED, claims },
    });
    const ofSecond = { amountPaise: 30_000, invoiceIds: ["i2"] };
    expect(proposedAmount(waiting(ofSecond), [])).toBe("8100.00");
    expect(proposedAmount(waiting(ofSecond), ["i2"])).toBe("200.50");
    expect(proposedAmount(waiting(ofSecond), ["i1"])).toBe("1000.00");
    expect(proposedAmount(waiting({ amountPaise: 60_000, invoiceIds: [] }), ["i1"])).toBe("400.00");
    expect(proposedAmount(waiting({ amountPaise: 840_000, invoiceIds: [] }), [])).toBe("");
  });

  it("changes a proposed amount with the named invoices, and leaves a typed one", () => {
    const money = OWED;
    expect(withNamed(VALUES, "i2", true, money)).toEqual({ invoiceIds: ["i2"], amount: "500.50" });
    const typed = { ...VALUES, amount: "300" };
    expect(withNamed(typed, "i2", true, money)).toEqual({ invoiceIds: ["i2"] });
    const named = { ...VALUES, invoiceIds: ["i2"], amount: "500.50" };
    expect(withNamed(named, "i2", false, money)).toEqual({ invoiceIds: [], amount: "8400.00" });
  });

  it.each([
    ["amount", { amount: "0" }],
    ["amount", { amount: "1.234" }],
    ["amount", { amount: "" }],
    ["reference", { reference: "12345" }],
    ["reference", { method: "cash", reference: "412345678901" }],
    ["day", { day: "2026-11-25" }],
    ["day", { day: "2026-08-25" }],
    ["day", { day: "" }],
    ["invoiceIds", { invoiceIds: Array.from({ length: 21 }, (_, n) => `i${n}`) }],
  ] as const)("has a problem with %s in %j", (field, part) => {
    const problems = paymentProblems({ ...VALUES, ...part }, TODAY);
    const wrong = Object.entries(problems).filter(([, text]) => text !== null);
    expect(wrong.map(([name]) => name)).toEqual([field]);
  });

  it("takes the oldest day and the reference in its one spelling", () => {
    const values = { ...VALUES, day: "2026-08-26" };
    expect(Object.values(paymentProblems(values, TODAY))).toEqual([null, null, null, null, null]);
    expect(paymentOf(values)).toEqual({
      ...{ amountPaise: 840_000, method: "upi", reference: "412345678901" },
      ...{ paidOn: "2026-08-26", invoiceIds: [] },
    });
    expect(paymentOf({ ...VALUES, method: "cash", reference: "" })).not.toHaveProperty("reference");
  });

  it("asks for the bank of a cheque, and sends it of none but cheques", () => {
    const cheque = { ...VALUES, method: "cheque", reference: "001234" } as const;
    expect(paymentProblems(cheque, TODAY).bank).toBe("Please give the name of the cheque's bank.");
    expect(paymentProblems({ ...cheque, bank: " " }, TODAY).bank).not.toBeNull();
    expect(paymentProblems({ ...cheque, bank: "HDFC Bank" }, TODAY).bank).toBeNull();
    expect(paymentOf({ ...cheque, bank: " HDFC Bank " })).toMatchObject({ bank: "HDFC Bank" });
    expect(paymentProblems(VALUES, TODAY).bank).toBeNull();
    expect(paymentOf({ ...VALUES, bank: "HDFC Bank" })).not.toHaveProperty("bank");
  });
});
