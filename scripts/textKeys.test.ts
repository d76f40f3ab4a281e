/** The texts of each language against those that the product says. `npm run texts` lists what is missing. */
import { beforeAll, describe, expect, test } from "vitest";
import { LANGUAGES } from "../domain/language/languages";
import { formatToParts } from "../domain/language/messageFormat";
import { type CatalogueState, readCatalogues } from "./textKeys";

const OTHERS = LANGUAGES.filter((language) => language !== "en");

let states: readonly CatalogueState[] = [];
beforeAll(async () => {
  states = await readCatalogues();
});

/** The names that a text takes values for: those that are asked for while it is written, in any branch. */
function valuesAskedBy(text: string, language: string): Set<string> {
  const asked = new Set<string>();
  for (const value of [0, 1, 2, 5, "true", "false", ...(text.match(/\w+(?= \{)/g) ?? [])]) {
    const values = new Proxy<Record<string, string | number>>(
      {},
      {
        get: (_, name) => {
          asked.add(String(name));
          return value;
        },
      },
    );
    formatToParts(text, values, language);
  }
  return asked;
}

describe.each(OTHERS)("the texts of %s", (language) => {
  const state = () => {
    const found = states.find((one) => one.language === language);
    expect(found).toBeDefined();
    return found!;
  };

  test("[LANG3] are all there, and nothing else", () => {
    const { missing, unused, misplaced } = state();
    expect({ missing, unused, misplaced }).toEqual({ missing: [], unused: [], misplaced: [] });
  });

  test("[LANG4] take the values of the English ones, and can be written for any number", () => {
    const { shared, screens } = state();
    const texts = Object.entries({ ...shared, ...screens });
    expect(texts.length).toBeGreaterThan(1_000);
    const wrong = texts.filter(
      ([english, translated]) =>
        [...valuesAskedBy(english, "en")].sort().join() !==
        [...valuesAskedBy(translated, language)].sort().join(),
    );
    expect(wrong).toEqual([]);
  });
});
