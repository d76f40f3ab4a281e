/**
 * A generated collection of texts for the proof of search, and a reference implementation of search that scans every text. Word
 * frequencies follow Zipf's law: the n-th word is an n-th as frequent as the first.
 */
import { chance } from "../testkit/proof";

export interface Text {
  readonly words: readonly string[];
  readonly kind: string;
  /** Increases with each insert. */
  readonly created: number;
}

export interface SearchQuery {
  readonly text: string;
  readonly kind?: string;
}

const VOCABULARY = 20_000;
const KINDS = 20;
const SHORTEST = 3;
const LONGEST = 14;
const LETTERS = ["bcdfghjklmnprstvwz", "aeiou"] as const;

/** Words of two to five syllables, the most frequent first. */
function vocabulary(random: () => number): string[] {
  const letter = (of: string): string => of.charAt(Math.floor(random() * of.length));
  const words = new Set<string>();
  while (words.size < VOCABULARY) {
    const syllables = 2 + Math.floor(random() * 4);
    words.add(Array.from({ length: syllables }, () => LETTERS.map(letter).join("")).join(""));
  }
  return [...words];
}

/** A generator of texts; the same seed writes the same ones. */
export class Writer {
  readonly words: readonly string[];
  readonly #random: () => number;
  readonly #reach: readonly number[];

  constructor(seed: number) {
    this.#random = chance(seed);
    this.words = vocabulary(this.#random);
    let sum = 0;
    this.#reach = this.words.map((_, at) => (sum += 1 / (at + 1)));
  }

  upTo(most: number): number {
    return Math.floor(this.#random() * most);
  }

  text(): Omit<Text, "created"> {
    const length = SHORTEST + this.upTo(LONGEST - SHORTEST + 1);
    return { words: Array.from({ length }, () => this.word()), kind: this.kind() };
  }

  kind(): string {
    return `kind ${this.upTo(KINDS)}`;
  }

  word(): string {
    const point = this.#random() * (this.#reach.at(-1) ?? 0);
    let [low, high] = [0, this.#reach.length - 1];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#reach[middle] ?? 0) < point) low = middle + 1;
      else high = middle;
    }
    return this.words[low] ?? "";
  }
}

export function isFound({ words, kind }: Text, query: SearchQuery): boolean {
  const terms = query.text.split(" ");
  const last = terms.at(-1) ?? "";
  const has = words.some((word) => terms.includes(word) || word.startsWith(last));
  return has && (query.kind === undefined || query.kind === kind);
}

/** Scans every text for every search; the texts must not change after its construction. */
export class NaiveSearch {
  readonly #texts: ReadonlyMap<string, Text>;
  readonly #holders = new Map<string, number>();
  #total = 0;

  constructor(texts: ReadonlyMap<string, Text>) {
    this.#texts = texts;
    for (const { words } of texts.values()) {
      this.#total += words.length;
      for (const word of new Set(words))
        this.#holders.set(word, (this.#holders.get(word) ?? 0) + 1);
    }
  }

  /** Returns the names of matching texts, best first: BM25 with k1 = 1.2 and b = 0.75, the newest of equals first. */
  found(query: SearchQuery): string[] {
    const weights = this.#weights(query);
    return [...this.#texts]
      .filter(([, text]) => isFound(text, query))
      .map(([name, text]) => ({ name, created: text.created, score: this.#score(text, weights) }))
      .sort((a, b) => b.score - a.score || b.created - a.created)
      .map(({ name }) => name);
  }

  /**
   * Returns each word's weight: 1 for the query's words, 0.5 for other words with the last one as a prefix, alphabetically.
   */
  #weights(query: SearchQuery): Map<string, number> {
    const terms = query.text.split(" ");
    const last = terms.at(-1) ?? "";
    const exact = [...new Set(terms)].filter((term) => this.#holders.has(term));
    const begun = [...this.#holders.keys()].filter((word) => word.startsWith(last));
    const others = begun.filter((word) => !exact.includes(word)).sort();
    const of = (word: string, share: number): [string, number] => {
      const n = this.#holders.get(word) ?? 0;
      return [word, share * Math.log(1 + (this.#texts.size - n + 0.5) / (n + 0.5))];
    };
    return new Map([...exact.map((word) => of(word, 1)), ...others.map((word) => of(word, 0.5))]);
  }

  #score({ words }: Text, weights: ReadonlyMap<string, number>): number {
    const its = new Set(words.filter((word) => weights.has(word)));
    const inOrder = its.size < 2 ? [...its] : [...weights.keys()].filter((word) => its.has(word));
    const perWord = (1.2 * 0.75 * this.#texts.size) / this.#total;
    return inOrder.reduce((sum, word) => {
      const often = words.filter((other) => other === word).length;
      const gain = (weights.get(word) ?? 0) * often * 2.2;
      return sum + gain / (often + (1.2 * 0.25 + perWord * words.length));
    }, 0);
  }
}
