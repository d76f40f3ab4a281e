import { afterEach, describe, expect, it } from "vitest";
import {
  catalogueOf,
  currentLanguage,
  inEnglish,
  inLanguage,
  msg,
  setLanguage,
  t,
  textParts,
} from "./texts";

const HINDI = new Map([
  ["Place order", "ऑर्डर दें"],
  [
    "{count, plural, one {# line} other {# lines}}",
    "{count, plural, one {# पंक्ति} other {# पंक्तियाँ}}",
  ],
  ["Order from {partner}", "{partner} का ऑर्डर"],
]);
const catalogue = (english: string) => HINDI.get(english);

afterEach(() => setLanguage("en", () => undefined));

describe("a text", () => {
  it("is its English where no catalogue has it", () => {
    expect(t("Place order")).toBe("Place order");
    setLanguage("hi", catalogue);
    expect(t("Save")).toBe("Save");
  });

  it("is its translation, with the values at the places that this gives them", () => {
    setLanguage("hi", catalogue);
    expect(t("Place order")).toBe("ऑर्डर दें");
    expect(t("Order from {partner}", { partner: "Ravi Stores" })).toBe("Ravi Stores का ऑर्डर");
    expect(textParts("Order from {partner}", { partner: 7 })).toEqual([7, " का ऑर्डर"]);
  });

  it("has the grammar of the language that it is written in: English without a translation", () => {
    setLanguage("hi", catalogue);
    expect(t("{count, plural, one {# line} other {# lines}}", { count: 0 })).toBe("0 पंक्ति");
    expect(t("{count, plural, one {# item} other {# items}}", { count: 0 })).toBe("0 items");
  });
});

describe("a catalogue", () => {
  it("finds a text in any of its parts, and nothing that every object has", () => {
    const parts = catalogueOf({ Save: "सेव करें" }, { Close: "बंद करें" });
    expect(["Save", "Close", "constructor", "toString", "__proto__"].map(parts)).toEqual([
      ...["सेव करें", "बंद करें"],
      ...[undefined, undefined, undefined],
    ]);
  });
});

describe("a message of a table", () => {
  it("is written when it is read", () => {
    const messages = [msg("Place order"), msg("Order from {partner}", { partner: "Asha" })];
    expect(messages.map((message) => t(message))).toEqual(["Place order", "Order from Asha"]);
    setLanguage("hi", catalogue);
    expect(messages.map((message) => t(message))).toEqual(["ऑर्डर दें", "Asha का ऑर्डर"]);
  });
});

describe("inLanguage", () => {
  it("writes for one reader, and restores the language before", () => {
    expect(inLanguage("hi", catalogue, () => [currentLanguage(), t("Place order")])).toEqual([
      "hi",
      "ऑर्डर दें",
    ]);
    expect([currentLanguage(), t("Place order")]).toEqual(["en", "Place order"]);
  });

  it("restores it after a throw", () => {
    const write = () => {
      throw new Error("No such receiver.");
    };
    expect(() => inLanguage("hi", catalogue, write)).toThrow("No such receiver.");
    expect([currentLanguage(), t("Place order")]).toEqual(["en", "Place order"]);
  });

  it("nests: English within Hindi", () => {
    setLanguage("hi", catalogue);
    expect(inEnglish(() => [currentLanguage(), t("Place order")])).toEqual(["en", "Place order"]);
    expect(t("Place order")).toBe("ऑर्डर दें");
  });
});

/** Never called: the compiler checks it. */
export function checkTypes(name: string): unknown[] {
  return [
    t("Order from {partner}", { partner: name }),
    t("{count, plural, one {# line} other {# lines of {name}}}", { count: 1, name }),
    // @ts-expect-error -- A value is missing.
    t("Order from {partner}"),
    // @ts-expect-error -- The value has another name.
    t("Order from {partner}", { shop: name }),
    // @ts-expect-error -- A value of a branch is missing.
    t("{count, plural, one {# line} other {# lines of {name}}}", { count: 1 }),
    // @ts-expect-error -- The text has no places for values.
    t("Place order", { partner: name }),
    // @ts-expect-error -- A text that is not known here has no translation.
    t(name),
    // @ts-expect-error -- A message is written with `t` before anybody reads it.
    msg("Place order").length,
    // @ts-expect-error -- A message takes its values where it is made.
    msg("Order from {partner}"),
    // @ts-expect-error -- Another call could run meanwhile.
    inLanguage("hi", catalogue, async () => Promise.resolve("")),
  ];
}
