import { expect, it } from "vitest";
import { isPinCode, isStateCode, STATE_CODES, stateLabel, stateName, stateTaxName } from "./states";

it("knows the 37 States and territories of today, each with a name of its own", () => {
  expect(STATE_CODES).toHaveLength(37);
  expect(new Set(STATE_CODES.map(stateName)).size).toBe(37);
  expect([...STATE_CODES].sort()).toEqual(STATE_CODES);
  const all = Array.from({ length: 100 }, (_, code) => String(code).padStart(2, "0"));
  const known = all.filter(isStateCode).map(Number);
  const wanted = all.map(Number).filter((code) => code === 97 || (code >= 1 && code <= 38));
  expect(known).toEqual(wanted.filter((code) => code !== 25 && code !== 28));
});

it("labels a place of supply as returns do", () => {
  expect(stateLabel("27")).toBe("27-Maharashtra");
  expect(stateLabel("98")).toBe("98");
});

it.each([
  ["27", "SGST"],
  ["07", "SGST"],
  ["01", "SGST"],
  ["34", "SGST"],
  ["04", "UTGST"],
  ["26", "UTGST"],
  ["31", "UTGST"],
  ["35", "UTGST"],
  ["38", "UTGST"],
] as const)("calls the State's half of the tax in %s %s", (code, name) => {
  expect(stateTaxName(code)).toBe(name);
});

it.each([
  ["411001", true],
  ["110001", true],
  ["011001", false],
  ["41100", false],
  ["4110011", false],
  ["411 001", false],
  ["४११००१", false],
])("takes %s for a PIN code: %s", (text, isOne) => {
  expect(isPinCode(text)).toBe(isOne);
});
