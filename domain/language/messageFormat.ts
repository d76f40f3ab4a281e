/**
 * Texts with places for values, in the part of ICU's MessageFormat that our texts use: `{name}`,
 * `{count, plural, =0 {none} one {# line} other {# lines}}` and `{kind, select, order {…} other {…}}`, each within the other.
 * There are no quotes: a text cannot show braces.
 */
import { invariant } from "../invariant";

type Argument = {
  readonly name: string;
  readonly kind: "value" | "plural" | "select";
  readonly branches: ReadonlyMap<string, readonly Piece[]>;
};

type Piece = string | Argument;

const NO_BRANCHES: ReadonlyMap<string, readonly Piece[]> = new Map();

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Reads to the end, or to the brace that closes a branch. */
  pieces(): readonly Piece[] {
    const pieces: Piece[] = [];
    while (this.#at < this.#text.length && this.#text[this.#at] !== "}") {
      if (this.#text[this.#at] === "{") {
        this.#at += 1;
        pieces.push(this.#argument());
      } else pieces.push(this.#until("{}"));
    }
    return pieces;
  }

  /** Returns the characters before the first of `ends`, and stays there. */
  #until(ends: string): string {
    const start = this.#at;
    while (this.#at < this.#text.length && !ends.includes(this.#text[this.#at] ?? ""))
      this.#at += 1;
    return this.#text.slice(start, this.#at);
  }

  #pass(mark: string): void {
    invariant(this.#text[this.#at] === mark, `A "${mark}" is missing in the text "${this.#text}".`);
    this.#at += 1;
  }

  #argument(): Argument {
    const name = this.#until(",}").trim();
    if (this.#text[this.#at] === "}") {
      this.#at += 1;
      return { name, kind: "value", branches: NO_BRANCHES };
    }
    this.#pass(",");
    const kind = this.#until(",}").trim();
    invariant(kind === "plural" || kind === "select", `Unknown kind in the text "${this.#text}".`);
    this.#pass(",");
    const branches = this.#branches();
    this.#pass("}");
    invariant(branches.has("other"), `"other" is missing in the text "${this.#text}".`);
    return { name, kind, branches };
  }

  #branches(): ReadonlyMap<string, readonly Piece[]> {
    const branches = new Map<string, readonly Piece[]>();
    for (;;) {
      const key = this.#until("{}").trim();
      if (this.#text[this.#at] !== "{") return branches;
      this.#at += 1;
      branches.set(key, this.pieces());
      this.#pass("}");
    }
  }
}

/** Those that were read, by their text: as many as the product has. */
const read = new Map<string, readonly Piece[]>();

function piecesOf(text: string): readonly Piece[] {
  const before = read.get(text);
  if (before !== undefined) return before;
  const pieces = new Reader(text).pieces();
  read.set(text, pieces);
  return pieces;
}

const pluralRules = new Map<string, Intl.PluralRules>();

/** Returns the category of a number in the grammar of a language (BCP 47), such as "one". */
function pluralCategory(language: string, count: number): string {
  const rules = pluralRules.get(language) ?? new Intl.PluralRules(language);
  pluralRules.set(language, rules);
  return rules.select(count);
}

/** Digits are Latin and grouped as in India, in each language. */
const COUNTS = new Intl.NumberFormat("en-IN");

function branchOf(argument: Argument, value: unknown, language: string): readonly Piece[] {
  const { kind, branches } = argument;
  const exact = kind === "plural" ? branches.get(`=${String(value)}`) : undefined;
  const key = kind === "plural" ? pluralCategory(language, Number(value)) : String(value);
  return exact ?? branches.get(key) ?? branches.get("other") ?? [];
}

function write<V>(
  pieces: readonly Piece[],
  values: Readonly<Record<string, V>>,
  language: string,
  count: string,
): (string | V)[] {
  return pieces.flatMap((piece): (string | V)[] => {
    if (typeof piece === "string") return [piece.replaceAll("#", count)];
    const value = values[piece.name];
    if (piece.kind === "value") return value === undefined ? [] : [value];
    const counted = piece.kind === "plural" ? COUNTS.format(Number(value)) : count;
    return write(branchOf(piece, value, language), values, language, counted);
  });
}

/**
 * Returns the text in parts, the values between its words as they are. `#` in a branch of a plural is its number; elsewhere it
 * is itself.
 */
export function formatToParts<V>(
  text: string,
  values: Readonly<Record<string, V>>,
  language: string,
): (string | V)[] {
  return write(piecesOf(text), values, language, "#");
}
