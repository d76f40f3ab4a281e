import { describe, expect, it } from "vitest";
import { COUNTRY_CODES, findCountry } from "./countries";
import { countryName } from "./countryName";
import { inLanguage } from "./language/texts";

describe("the countries of ISO 3166-1", () => {
  it("are 249, each found by its code and by its name", () => {
    expect(new Set(COUNTRY_CODES).size).toBe(249);
    for (const code of COUNTRY_CODES) {
      expect(countryName(code)).not.toBe(code);
      expect([findCountry(code.toLowerCase()), findCountry(countryName(code))]).toEqual([
        code,
        code,
      ]);
    }
  });

  it("are in the order of their names, India first", () => {
    const names = COUNTRY_CODES.map(countryName);
    expect(names[0]).toBe("India");
    const others = names.slice(1);
    expect(others).toEqual([...others].sort((a, b) => a.localeCompare(b, "en")));
  });

  it.each([
    ["India", "IN"],
    ["CHINA", "CN"],
    ["U.S.A.", "US"],
    ["uk", "GB"],
    ["Côte d’Ivoire", "CI"],
    ["Atlantis", undefined],
    ["", undefined],
  ])("find %j as %s", (text, code) => {
    expect(findCountry(text)).toBe(code);
  });
});

it("shows a country in the reader's language, and knows it by its English name", () => {
  const write = () => [countryName("IN"), findCountry("Japan")];
  expect(inLanguage("hi", () => undefined, write)).toEqual(["भारत", "JP"]);
  expect(write()).toEqual(["India", "JP"]);
});
