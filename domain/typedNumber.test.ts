import { describe, expect, it } from "vitest";
import { groupedDigits, typedRupees } from "./typedNumber";

describe("a sum of money in a form", () => {
  it.each([
    ...["₹50,000", "50,000", "Rs 50000", " 50000.00 ", "50000", "50000.0", "Rs. 50,000/-"],
    ...["rs50,000.00", "INR 50000", "₹ 50,000", "\u00a050,000\u200b", "50,000 Rs", "50000/-"],
  ])("%j is ₹50,000.00", (text) => {
    expect(typedRupees(text)).toBe(50_000_00);
  });

  it.each([
    ["1,00,000", 1_00_000_00],
    ["100,000", 1_00_000_00],
    ["12.5", 12_50],
    ["0", 0],
    ["₹1.250", 1_25],
  ])("%j is %i paise", (text, paise) => {
    expect(typedRupees(text)).toBe(paise);
  });

  it.each([
    ...["", " ", "₹", "x", "$5", "-5", "−5", "(5)", "1e3", "4.56E+12", "1,00,00", "0,500", "१०"],
    ...["13,75", "1.375,50", "12.345", ".5", "5.", "1 000", "99999999999999", "5 lakh", "Rs Rs 5"],
    ...["9".repeat(400), `5${" ".repeat(1_000_000)}`],
  ])("%j is none", (text) => {
    expect(typedRupees(text)).toBeNull();
  });
});

describe("digits that are typed", () => {
  it.each([
    ["", ""],
    ["999", "999"],
    ["1000", "1,000"],
    ["100000", "1,00,000"],
    ["9999999999.", "9,99,99,99,999."],
    ["100000.50", "1,00,000.50"],
  ])("%j are shown as %j", (text, grouped) => {
    expect(groupedDigits(text)).toBe(grouped);
  });

  it.each(["1,50", "₹1000", "1000/-", "-1000", "12345678901234", "१०००", "1.2.3"])(
    "%j stays as it is",
    (text) => {
      expect(groupedDigits(text)).toBe(text);
    },
  );
});
