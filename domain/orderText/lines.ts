/** An order by text as lines: which part of it speaks of one product, and what that part says. The products themselves are not known here. */
import { ORDER_TEXT_LINES_MAX, ORDER_TEXT_MAX } from "../limits";
import { tokensOf, type MarkToken, type Token, type WordToken } from "./tokens";
import type { CountUnit, Measure } from "./vocabulary";

export type Size = { readonly value: number; readonly measure: Measure };

export type Word = Pick<WordToken, "keys" | "parts"> & {
  /** True for words that orders have beside products: they may belong to a name, and need not. */
  readonly isFiller: boolean;
};

export type Count = { readonly value: number; readonly unit: CountUnit };

/** A part of the order in its own words, and what it says. */
export type RequestedLine = {
  readonly text: string;
  readonly words: readonly Word[];
  readonly sizes: readonly Size[];
  /** Numbers that belong to a name: "5 wala". */
  readonly namedNumbers: readonly number[];
  readonly counts: readonly Count[];
  /** Numbers that may be a quantity, or belong to a name. */
  readonly bareNumbers: readonly number[];
  /** A large or a small one is meant; null if neither is said. */
  readonly isLarge: boolean | null;
  /** The latest order is meant, or its quantity. */
  readonly isLatest: boolean;
  readonly isNegated: boolean;
  readonly isDoubtful: boolean;
};

type Item = { readonly start: number; readonly end: number; readonly isDoubtful: boolean } & (
  | ({ readonly kind: "count" } & Count)
  | ({ readonly kind: "size" } & Size)
  | { readonly kind: "named" | "bare"; readonly value: number }
  | ({ readonly kind: "word" } & Word)
  | { readonly kind: "large" | "small" | "latest" | "negation" }
  | { readonly kind: "soft" | "joiner" | "hard" }
);

const SOFT_MARKS = new Set([",", "|", "/", "•", "·", "\t", "，", "、"]);
const HARD_MARKS = new Set([";", "।", "॥"]);
const JOINER_MARKS = new Set(["&", "+"]);
const RUPEE_MARK = "₹";

type Reading = { readonly tokens: readonly Token[]; readonly text: string };

function isApart({ start, end }: MarkToken, text: string): boolean {
  return /^\s?$/.test(text.charAt(start - 1)) && /^\s?$/.test(text.charAt(end));
}

function separatorOf(mark: MarkToken, text: string): Item | null {
  const { start, end, isDoubtful, mark: sign } = mark;
  const place = { start, end, isDoubtful };
  if (HARD_MARKS.has(sign)) return { ...place, kind: "hard" };
  if (sign === "/" && !isApart(mark, text)) return null;
  if (SOFT_MARKS.has(sign)) return { ...place, kind: "soft" };
  return JOINER_MARKS.has(sign) && isApart(mark, text) ? { ...place, kind: "joiner" } : null;
}

/** "5/-" are rupees. */
function isRupeeSign({ tokens }: Reading, at: number): boolean {
  const [slash, dash] = [tokens[at], tokens[at + 1]];
  return slash?.kind === "mark" && slash.mark === "/" && dash?.kind === "mark" && dash.mark === "-";
}

type Read = { readonly item: Item; readonly count: number };

/** Reads a number, or a word for one, with the unit or measure behind it. */
function readNumber(reading: Reading, at: number, token: Token, value: number): Read {
  const next = reading.tokens[at + 1];
  const { start, end, isDoubtful } = token;
  const alone = { start, end, isDoubtful };
  const both = {
    start,
    end: next?.end ?? end,
    isDoubtful: isDoubtful || next?.isDoubtful === true,
  };
  if (isRupeeSign(reading, at + 1))
    return { item: { ...both, kind: "size", value, measure: "rs" }, count: 3 };
  const role = next?.kind === "word" ? next.role : null;
  if (role?.kind === "unit")
    return { item: { ...both, kind: "count", value, unit: role.unit }, count: 2 };
  if (role?.kind === "measure") {
    const { factor, measure } = role;
    return { item: { ...both, kind: "size", value: value * factor, measure }, count: 2 };
  }
  if (role?.kind === "ofKind") return { item: { ...both, kind: "named", value }, count: 2 };
  // "5 no" is five pieces.
  if (next?.kind === "word" && next.keys.latin === "no")
    return { item: { ...both, kind: "count", value, unit: "piece" }, count: 2 };
  return { item: { ...alone, kind: "bare", value }, count: 1 };
}

/** Reads "₹5" and "Rs 5". */
function readRupees({ tokens }: Reading, at: number): Read | null {
  const [sign, amount] = [tokens[at], tokens[at + 1]];
  const number = amount?.kind === "mark" && amount.mark === "." ? tokens[at + 2] : amount;
  if (number?.kind !== "number" || sign === undefined) return null;
  const { start } = sign;
  const { end, value, isDoubtful } = number;
  const item = { start, end, isDoubtful, kind: "size" as const, value, measure: "rs" as const };
  return { item, count: number === amount ? 2 : 3 };
}

/** "do" is two before a unit, or at the start; "bhej do" is none. */
function isNumberWord(reading: Reading, at: number, items: readonly Item[]): boolean {
  const next = reading.tokens[at + 1];
  const kind = next?.kind === "word" ? next.role?.kind : undefined;
  if (kind === "unit" || kind === "measure") return true;
  const last = items.at(-1);
  const isStart = last === undefined || ["soft", "joiner", "hard"].includes(last.kind);
  return isStart && next?.kind === "word" && next.role === null;
}

function readWord(reading: Reading, at: number, token: WordToken, items: readonly Item[]): Read {
  const { start, end, isDoubtful, role, keys, parts } = token;
  const place = { start, end, isDoubtful };
  const word = (isFiller: boolean): Read => ({
    item: { ...place, kind: "word", keys, parts, isFiller },
    count: 1,
  });
  const item = (kind: "large" | "small" | "latest" | "negation" | "joiner"): Read => ({
    item: { ...place, kind },
    count: 1,
  });
  switch (role?.kind) {
    case "joiner":
    case "latest":
    case "negation":
      return item(role.kind);
    case "size":
      return item(role.isLarge ? "large" : "small");
    case "number":
      if (!role.isCommon || isNumberWord(reading, at, items))
        return readNumber(reading, at, token, role.value);
      return word(true);
    case "measure":
      return (role.measure === "rs" ? readRupees(reading, at) : null) ?? word(false);
    case "unit":
    case "ofKind":
    case "filler":
      return word(true);
    case undefined:
      return word(false);
    default:
      return role satisfies never;
  }
}

function readMark(reading: Reading, at: number, token: MarkToken): Read | null {
  if (token.mark === RUPEE_MARK) return readRupees(reading, at);
  const separator = separatorOf(token, reading.text);
  return separator === null ? null : { item: separator, count: 1 };
}

function readToken(
  reading: Reading,
  at: number,
  token: Token,
  items: readonly Item[],
): Read | null {
  switch (token.kind) {
    case "number":
      return readNumber(reading, at, token, token.value);
    case "word":
      return readWord(reading, at, token, items);
    case "mark":
      return readMark(reading, at, token);
    default:
      return token satisfies never;
  }
}

function itemsOf(text: string): Item[] {
  const reading = { tokens: tokensOf(text), text };
  const items: Item[] = [];
  let next = 0;
  for (const [at, token] of reading.tokens.entries()) {
    if (at < next) continue;
    const read = readToken(reading, at, token, items);
    if (read !== null) items.push(read.item);
    next = at + (read?.count ?? 1);
  }
  return items;
}

function isSaid(item: Item): boolean {
  return item.kind === "word" && !item.isFiller;
}

function isQuantity({ kind }: Item): boolean {
  return kind === "count" || kind === "bare";
}

/** Kilograms at the beginning or the end of a part may be its quantity: "50 kg chini". */
function isWeight(item: Item): boolean {
  return item.kind === "size" && item.measure === "g" && item.value % 500 === 0;
}

type Part = readonly Item[];

function hasQuantity(part: Part): boolean {
  const first = part.find((item) => item.kind !== "word" || !item.isFiller);
  const ends = [first, part.at(-1)].filter((item) => item !== undefined);
  return part.some(isQuantity) || ends.some(isWeight) || part.some(({ kind }) => kind === "latest");
}

function hasName(part: Part): boolean {
  return part.some((item) => isSaid(item) || item.kind === "latest" || item.kind === "negation");
}

/** True if a part has its quantity behind the name, and so is at its end. */
function isClosed(part: Part): boolean {
  const name = part.findIndex(isSaid);
  const quantity = part.findIndex((item) => isQuantity(item) || isWeight(item));
  return part.some(({ kind }) => kind === "latest") || (name !== -1 && name < quantity);
}

/** Decides whether a part goes on behind a comma or an "and": "dove, 5 pcs" and "head & shoulders" are one. */
function goesOn(part: Part, next: Part, separator: Item): boolean {
  if (separator.kind === "hard") return false;
  if (separator.kind === "soft")
    return (
      (hasName(part) && !part.some(isQuantity) && hasQuantity(next) && !hasName(next)) ||
      (hasQuantity(part) && !hasName(part) && hasName(next) && !hasQuantity(next))
    );
  if (!hasQuantity(part)) return true;
  return !hasQuantity(next) && !isClosed(part);
}

/** Divides what has several quantities with units and nothing between: "5 ctn maggi 2 peti lux". */
function dividedByCounts(part: Part): Part[] {
  const counts = part.flatMap(({ kind }, at) => (kind === "count" ? [at] : []));
  const first = part.findIndex((item) => isSaid(item) || item.kind === "count");
  const isFirst = first === counts[0];
  const isLast =
    part.findLastIndex((item) => isSaid(item) || item.kind === "count") === counts.at(-1);
  if (counts.length < 2 || isFirst === isLast) return [part];
  const starts = isFirst ? counts.slice(1) : counts.slice(0, -1).map((at) => at + 1);
  const divided = [0, ...starts].map((start, n) => part.slice(start, starts[n] ?? part.length));
  return divided.every(hasName) ? divided : [part];
}

function isSeparator({ kind }: Item): boolean {
  return kind === "soft" || kind === "joiner" || kind === "hard";
}

/** Divides the items of a line of text into those of each product. */
function partsOf(items: readonly Item[]): Part[] {
  const places = items.flatMap((item, at) => (isSeparator(item) ? [at] : []));
  const parts: Item[][] = [];
  for (const [n, end] of [...places, items.length].entries()) {
    const place = places[n - 1];
    const separator = place === undefined ? undefined : items[place];
    const part = items.slice(place === undefined ? 0 : place + 1, end);
    const before = parts.at(-1);
    if (part.length === 0) continue;
    if (before !== undefined && separator !== undefined && goesOn(before, part, separator))
      before.push(...part);
    else parts.push(part);
  }
  return parts.flatMap(dividedByCounts);
}

/** True if the part is talk beside the order: "Good morning sir". */
function isTalk(part: Part): boolean {
  return part.every((item) => item.kind === "word" && item.isFiller);
}

const NUMBERING = /^\s*(\d{1,3})\s*[.)]\s+/;

/** Takes the numbers of a numbered list off its lines. */
function withoutNumbering(lines: readonly string[]): string[] {
  let number = 0;
  return lines.map((line) => {
    const [numbering = "", written] = NUMBERING.exec(line) ?? [];
    if (Number(written) !== number + 1) return line;
    number += 1;
    return line.slice(numbering.length);
  });
}

function sliceOf(line: string, part: Part): string {
  return line.slice(part[0]?.start, part.at(-1)?.end).trim();
}

/**
 * Returns the parts of a text that speak of one product each, in their own words; talk is left out. Null if the text is too long, or has
 * too many parts.
 */
export function divideOrderText(text: string): string[] | null {
  if (text.length > ORDER_TEXT_MAX) return null;
  const lines = withoutNumbering(text.split(/[\r\n\u2028\u2029]+/));
  const parts: string[] = [];
  for (const line of lines) {
    for (const part of partsOf(itemsOf(line))) {
      if (isTalk(part)) continue;
      parts.push(sliceOf(line, part));
      if (parts.length > ORDER_TEXT_LINES_MAX) return null;
    }
  }
  return parts;
}

/** Returns what one part of an order says. */
export function readLine(text: string): RequestedLine {
  const items = itemsOf(text);
  const of = <Kind extends Item["kind"]>(kind: Kind) =>
    items.filter((item): item is Extract<Item, { kind: Kind }> => item.kind === kind);
  const bare = items.flatMap((item) => (item.kind === "bare" ? [item.value] : []));
  const named = items.flatMap((item) => (item.kind === "named" ? [item.value] : []));
  const sizeWords = items.filter(({ kind }) => kind === "large" || kind === "small");
  return {
    text,
    words: of("word"),
    sizes: of("size"),
    namedNumbers: named,
    counts: of("count"),
    bareNumbers: bare,
    isLarge: sizeWords.length === 1 ? sizeWords[0]?.kind === "large" : null,
    isLatest: items.some(({ kind }) => kind === "latest"),
    isNegated: items.some(({ kind }) => kind === "negation"),
    isDoubtful: items.some(({ isDoubtful }) => isDoubtful) || sizeWords.length > 1,
  };
}
