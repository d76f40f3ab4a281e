import { expect, it } from "vitest";
import { hsnDigitsNeeded, isHsn } from "./hsn";
import { isRateOn, ratesOn, rateText } from "./rates";
import { DEFAULT_UNIT, isUnitCode, UNIT_CODES, unitName } from "./units";

it.each([
  ["2017-06-30", []],
  ["2017-07-01", [25, 300, 500, 1200, 1800, 2800]],
  ["2022-07-17", [25, 300, 500, 1200, 1800, 2800]],
  ["2022-07-18", [25, 150, 300, 500, 1200, 1800, 2800]],
  ["2025-09-21", [25, 150, 300, 500, 1200, 1800, 2800]],
  ["2025-09-22", [25, 150, 300, 500, 1800, 2800, 4000]],
  ["2026-01-31", [25, 150, 300, 500, 1800, 2800, 4000]],
  ["2026-02-01", [25, 150, 300, 500, 1800, 4000]],
  ["2026-11-25", [25, 150, 300, 500, 1800, 4000]],
])("the rates of %s are %j basis points", (day, rates) => {
  expect(ratesOn(day)).toEqual(rates);
});

it("a rate that has ended is none, and neither is 0: that is a kind of goods", () => {
  expect(isRateOn(1200, "2026-11-25")).toBe(false);
  expect(isRateOn(0, "2026-11-25")).toBe(false);
  expect(isRateOn(1800, "2026-11-25")).toBe(true);
});

it.each([
  [1800, "18%"],
  [25, "0.25%"],
  [150, "1.5%"],
  [4000, "40%"],
])("%d basis points read %s", (rate, text) => {
  expect(rateText(rate)).toBe(text);
});

it.each([
  ["1905", true],
  ["190531", true],
  ["19053100", true],
  ["19", false],
  ["19053", false],
  ["1905310", false],
  ["190531000", false],
  ["1905a1", false],
  ["१९०५", false],
  ["", false],
])("takes %j for an HSN code: %s", (code, isOne) => {
  expect(isHsn(code)).toBe(isOne);
});

it.each([
  { day: "2026-11-25", hasLargeTurnover: false, isBuyerRegistered: true, digits: 4 },
  { day: "2026-11-25", hasLargeTurnover: true, isBuyerRegistered: true, digits: 6 },
  { day: "2026-11-25", hasLargeTurnover: false, isBuyerRegistered: false, digits: 0 },
  { day: "2026-11-25", hasLargeTurnover: true, isBuyerRegistered: false, digits: 6 },
  { day: "2021-04-01", hasLargeTurnover: false, isBuyerRegistered: true, digits: 4 },
  { day: "2021-03-31", hasLargeTurnover: true, isBuyerRegistered: true, digits: 0 },
])("wants $digits digits of an HSN code: %j", ({ digits, ...need }) => {
  expect(hsnDigitsNeeded(need)).toBe(digits);
});

it("knows the 44 unit codes of returns, each of three letters, with a name of its own", () => {
  expect(UNIT_CODES).toHaveLength(44);
  for (const code of UNIT_CODES) expect(code).toMatch(/^[A-Z]{3}$/);
  expect(new Set(UNIT_CODES.map(unitName)).size).toBe(44);
  expect(unitName(DEFAULT_UNIT)).toBe("Pieces");
  for (const other of ["LTR", "pcs", "PIECES", "", "toString"])
    expect(isUnitCode(other)).toBe(false);
});
