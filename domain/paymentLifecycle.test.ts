import { describe, expect, it } from "vitest";
import {
  advanceIn,
  validatePaymentMove,
  PAYMENT_MOVES,
  PAYMENT_STATES,
  paymentActionsFor,
  chequeBankOf,
  paymentText,
  referenceKeyOf,
  referenceOf,
  type PaymentMove,
} from "./paymentLifecycle";
import { PAYMENT_METHODS } from "./paymentMethods";

const MOVES = Object.keys(PAYMENT_MOVES) as PaymentMove[];

describe("a payment", () => {
  it("moves from one state alone, and only forwards", () => {
    for (const move of MOVES)
      for (const state of PAYMENT_STATES) {
        const { from, to } = PAYMENT_MOVES[move];
        const verdict = validatePaymentMove({ state, reason: "Bounced" }, move, "Bounced");
        expect(verdict).toBe(state === from ? "move" : state === to ? "repeat" : "refused");
      }
  });

  it("is not moved again for another reason", () => {
    const payment = { state: "reversed", reason: "Bounced" } as const;
    expect(validatePaymentMove(payment, "reverse", "Typed twice")).toBe("refused");
  });

  it.each([
    ["claimed", "retailer", "retailer", ["withdraw"]],
    ["claimed", "retailer", "distributor", ["confirm", "dispute"]],
    ["confirmed", "retailer", "distributor", ["reverse"]],
    ["confirmed", "retailer", "retailer", []],
    ["confirmed", "distributor", "retailer", ["object"]],
    ["disputed", "retailer", "distributor", []],
    ["reversed", "distributor", "retailer", []],
    ["claimed", "retailer", "admin", []],
  ] as const)("%s, recorded by the %s: a %s may %j", (state, recordedBy, role, actions) => {
    expect(paymentActionsFor({ state, recordedBy }, role)).toEqual(actions);
  });

  it("is objected to once", () => {
    const payment = { state: "confirmed", recordedBy: "distributor", objection: "No" } as const;
    expect(paymentActionsFor(payment, "retailer")).toEqual([]);
  });
});

describe("a reference", () => {
  it.each([
    ["upi", " 4123 4567-8901 ", "412345678901"],
    ["bank", "412345678901", "412345678901"],
    ["bank", "sbin526117000001", "SBIN526117000001"],
    ["bank", "SBINR12026061000123456", "SBINR12026061000123456"],
    ["cheque", "001234", "001234"],
  ] as const)("of %s: '%s' is kept as %s", (method, typed, kept) => {
    expect(referenceOf(method, typed)).toBe(kept);
  });

  it.each([
    ["upi", "41234567890"],
    ["upi", "4123456789012"],
    ["upi", "SBIN526117000001"],
    ["upi", "४१२३४५६७८९०१"],
    ["bank", "SBIN52611700000"],
    ["bank", "SBIN5261170000012"],
    ["cheque", "12345"],
    ["cheque", "1234567"],
    ["cash", "412345678901"],
  ] as const)("of %s can't be '%s'", (method, typed) => {
    expect(referenceOf(method, typed)).toBeNull();
  });

  it("is missing from all methods but cash", () => {
    for (const method of PAYMENT_METHODS)
      for (const typed of [undefined, "", "  "])
        expect(referenceOf(method, typed)).toBe(method === "cash" ? undefined : null);
  });

  it.each([
    ["cheque", undefined, undefined],
    ["cheque", "  ", undefined],
    ["cheque", " HDFC Bank ", "HDFC Bank"],
    ["cheque", "x".repeat(61), null],
    ["cheque", " ".repeat(1_000_000), null],
    ["upi", "", undefined],
    ["upi", "HDFC Bank", null],
    ["cash", "HDFC Bank", null],
  ] as const)("of %s with the bank %j has %j", (method, typed, kept) => {
    expect(chequeBankOf(method, typed)).toBe(kept);
  });

  it("is found with the bank of a cheque, by which no bank is taken for another", () => {
    const banks = ["State Bank of India", "Bank of India", "Indian Bank", "Union Bank of India"];
    const keyOf = (bank: string) =>
      referenceKeyOf({ method: "cheque", reference: "000001", bank }) ?? "";
    expect(new Set(banks.map(keyOf)).size).toBe(banks.length);
    expect(keyOf("The State Bank of India Ltd.")).toBe(keyOf("state bank of INDIA"));
    expect(keyOf("Bank")).toBe("000001 bank");
    expect(referenceKeyOf({ method: "cheque", reference: "000001" })).toBeUndefined();
    expect(referenceKeyOf({ method: "bank", reference: "412345678901" })).toBe("412345678901");
  });

  it("is written with the method, and with the bank of a cheque", () => {
    const cheque = { method: "cheque", reference: "001234", bank: "HDFC Bank" } as const;
    expect(paymentText(cheque)).toBe("Cheque 001234, HDFC Bank");
    expect(paymentText({ method: "upi", reference: "412345678901" })).toBe("UPI 412345678901");
    expect(paymentText({ method: "cash" })).toBe("Cash");
  });

  it("is an advance as far as it goes beyond the balance", () => {
    expect(advanceIn(10_000, 4_000)).toBe(6_000);
    expect(advanceIn(10_000, -4_000)).toBe(10_000);
    expect(advanceIn(10_000, 10_000)).toBe(0);
  });

  it("is refused by its length before anything else", () => {
    expect(referenceOf("upi", " ".repeat(1_000_000))).toBeNull();
  });
});
