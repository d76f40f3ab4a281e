import { describe, expect, it } from "vitest";
import { ACCOUNT_HOLDER_MAX, UPI_ID_MAX } from "../limits";
import { BANK_FIELDS, UPI_FIELD } from "./payee";
import { checkText, textProblem } from "./text";

describe("[MONEY5] a bank account", () => {
  it("is kept without blanks, its IFSC in capitals", () => {
    const { holder, number, ifsc } = BANK_FIELDS;
    expect(checkText(holder, " Banyan Court Wholesale ")).toBe("Banyan Court Wholesale");
    expect(checkText(number, "0011 2233 4455 66")).toBe("00112233445566");
    expect(checkText(ifsc, " hdfc0001234")).toBe("HDFC0001234");
  });

  it.each(["123456789", "123456789012345678"])("has the number %s", (number) => {
    expect(checkText(BANK_FIELDS.number, number)).toBe(number);
  });

  it.each([
    "",
    "12345678",
    "1234567890123456789",
    "12345678a",
    "१२३४५६७८९",
    "-123456789",
    "1.23456789e9",
  ])("does not have the number '%s'", (number) => {
    expect(checkText(BANK_FIELDS.number, number)).toBeUndefined();
  });

  it.each(["HDFC0001234", "sbin0ABC123"])("has the IFSC %s", (ifsc) => {
    expect(checkText(BANK_FIELDS.ifsc, ifsc)).toBe(ifsc.toUpperCase());
  });

  it.each([
    "",
    "HDFC1001234",
    "HDF00001234",
    "HDFC000123",
    "HDFC00012345",
    "HDFC0 0012-4",
    "ＨＤＦＣ0001234",
  ])("does not have the IFSC '%s'", (ifsc) => {
    expect(checkText(BANK_FIELDS.ifsc, ifsc)).toBeUndefined();
  });

  it.each(["", " ", "a\u202eb", "\u200b", "x".repeat(ACCOUNT_HOLDER_MAX + 1)])(
    "does not have the holder '%s'",
    (holder) => {
      expect(checkText(BANK_FIELDS.holder, holder)).toBeUndefined();
    },
  );

  it("is not looked for in endless texts", () => {
    expect(checkText(BANK_FIELDS.number, `${" ".repeat(1_000_000)}123456789`)).toBeUndefined();
    expect(checkText(BANK_FIELDS.ifsc, `${" ".repeat(1_000_000)}HDFC0001234`)).toBeUndefined();
  });
});

describe("a UPI ID", () => {
  it("is trimmed, and has at most as many characters in a form as in the command", () => {
    expect(checkText(UPI_FIELD, " asha@okbank ")).toBe("asha@okbank");
    const tooLong = `${"a".repeat(UPI_ID_MAX)}@upi`;
    expect(checkText(UPI_FIELD, tooLong)).toBeUndefined();
    expect(textProblem(UPI_FIELD, tooLong)).toBe("Please enter a valid UPI ID, such as name@bank.");
  });
});
