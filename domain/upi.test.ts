import { describe, expect, it } from "vitest";
import { isUpiId, upiLink } from "./upi";

describe("a UPI ID", () => {
  it.each(["asha@okbank", "9876543210@upi", "asha.traders-1_x@ybl"])("%s is one", (text) => {
    expect(isUpiId(text)).toBe(true);
  });

  it.each([
    "",
    "asha",
    "asha@",
    "@upi",
    "a@upi",
    "asha@ok bank",
    "asha@bank.in",
    "asha@@upi",
    "asha@upi&am=1",
    "आशा@upi",
  ])("'%s' is none", (text) => {
    expect(isUpiId(text)).toBe(false);
  });
});

describe("the payment link", () => {
  it("names payee, amount in rupees and the invoice", () => {
    const link = upiLink({
      upiId: "asha@okbank",
      payeeName: "Asha & Sons",
      amountPaise: 1_234_505,
      printedNumber: "ASW/26-27/00042",
    });
    expect(link).toBe(
      "upi://pay?pa=asha@okbank&pn=Asha%20%26%20Sons&am=12345.05&cu=INR&tr=ASW262700042&tn=ASW%2F26-27%2F00042",
    );
  });
});
