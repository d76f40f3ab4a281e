/** The pieces by which the product search finds names (`docs/decisions/014-trigram-search.md`): three characters in a row. */
import { hasLoneSurrogate } from "./text";

const GRAM_CHARACTERS = 3;
/** The letters of names of goods, from common to rare. What is not among them is rarer than all of them. */
const COMMON = " ealirtosnchmpdgu0bkwf15y2v34j6x8-79z";

function rarityOf(gram: string): number {
  return Array.from(gram).reduce((sum, character) => {
    const place = COMMON.indexOf(character);
    return sum + (place === -1 ? COMMON.length : place);
  }, 0);
}

/** Each gram of a text once; none if it is shorter than one. Characters are whole: half of a surrogate pair can't be stored. */
export function gramsOf(text: string): string[] {
  const characters = Array.from(text);
  const grams = new Set<string>();
  for (let end = GRAM_CHARACTERS; end <= characters.length; end += 1) {
    const gram = characters.slice(end - GRAM_CHARACTERS, end).join("");
    if (!hasLoneSurrogate(gram)) grams.add(gram);
  }
  return [...grams];
}

/** The grams of a text, first those that the fewest names are likely to have. */
export function rarestGrams(text: string): string[] {
  return gramsOf(text).sort((a, b) => rarityOf(b) - rarityOf(a));
}
