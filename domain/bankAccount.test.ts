import { describe, expect, it } from "vitest";
import { accountNumberOf, bankAccountOf, ifscOf } from "./bankAccount";
import { ACCOUNT_HOLDER_MAX } from "./limits";

const ACCOUNT = { holder: "Banyan Court Wholesale", number: "00112233445566", ifsc: "HDFC0001234" };

describe("[MONEY5] a bank account", () => {
  it("is kept without blanks, its IFSC in capitals", () => {
    const typed = {
      holder: ` ${ACCOUNT.holder} `,
      number: "0011 2233 4455 66",
      ifsc: " hdfc0001234",
    };
    expect(bankAccountOf(typed)).toEqual(ACCOUNT);
  });

  it.each(["123456789", "123456789012345678"])("has the number %s", (number) => {
    expect(accountNumberOf(number)).toBe(number);
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
    expect(bankAccountOf({ ...ACCOUNT, number })).toBeNull();
  });

  it.each(["HDFC0001234", "sbin0ABC123"])("has the IFSC %s", (ifsc) => {
    expect(ifscOf(ifsc)).toBe(ifsc.toUpperCase());
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
    expect(bankAccountOf({ ...ACCOUNT, ifsc })).toBeNull();
  });

  it.each(["", " ", "a\u202eb", "\u200b", "x".repeat(ACCOUNT_HOLDER_MAX + 1)])(
    "does not have the holder '%s'",
    (holder) => {
      expect(bankAccountOf({ ...ACCOUNT, holder })).toBeNull();
    },
  );

  it("is not looked for in endless texts", () => {
    expect(accountNumberOf(`${" ".repeat(1_000_000)}123456789`)).toBeNull();
    expect(ifscOf(`${" ".repeat(1_000_000)}HDFC0001234`)).toBeNull();
  });
});
