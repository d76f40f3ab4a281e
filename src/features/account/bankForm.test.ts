import { describe, expect, it } from "vitest";
import { bankProblems, isRemoval, NO_ACCOUNT } from "./BankSettings";

const ACCOUNT = { holder: "Banyan Court", number: "0011 2233 4455", ifsc: "hdfc0001234" };

describe("[MONEY5] the form of bank details", () => {
  it("takes digits in groups and an IFSC in any case", () => {
    expect(bankProblems(ACCOUNT)).toEqual({});
  });

  it("removes the account when all fields are empty", () => {
    expect(isRemoval({ ...NO_ACCOUNT, holder: " " })).toBe(true);
    expect(bankProblems(NO_ACCOUNT)).toEqual({});
  });

  it("asks for each part that is missing or wrong", () => {
    expect(bankProblems({ ...NO_ACCOUNT, number: "12345678" })).toEqual({
      holder: "Please enter the name on the account.",
      number: "Please enter 9 to 18 digits.",
      ifsc: "Please enter an IFSC such as HDFC0001234.",
    });
  });
});
