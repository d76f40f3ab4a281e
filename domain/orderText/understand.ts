/**
 * The meaning of a line of an order by text: products with quantities, the likeliest first, and whether that is beyond doubt. Nothing is
 * guessed: every word must be understood, and a usual product settles the size or kind of a brand, never the brand.
 */
import { ORDER_TEXT_LINE_MAX } from "../limits";
import { isOrderQuantity } from "../orderRequest";
import { wrongQuantity } from "../productTerms";
import { wordsOf } from "../wordKeys";
import { readLine, type Count, type RequestedLine, type Size } from "./lines";
import type { OrderTextProduct, UsualOrder } from "./product";
import { type IndexedProduct, ProductIndex, type WordFits } from "./productIndex";
import { FIT, FIT_SCORE, type Fit } from "./similarity";

/** Candidates of a line to choose from. */
const CANDIDATES_MAX = 4;
/** A product that fits less is none of the candidates. */
const SCORE_MIN = 0.3;
/** Nor is one that fits much less than the best. */
const SCORE_SHARE_MIN = 0.7;
/** The share that the score of a product of another size or number keeps. */
const OTHER_SIZE = 0.8;
/** Orders that make a product a usual one. */
const USUAL_ORDERS_MIN = 2;
/** Grams from which a bag is one piece of the product. */
const BAG_GRAMS_MIN = 5000;
const DOZEN = 12;

/** Says what has to be asked about a line: the product, its quantity, the pieces of a carton or of what else was named, or what was meant at all. */
export type Question = "unknown" | "product" | "quantity" | "carton" | "meaning";

type TextCandidate = {
  readonly productId: string;
  /** Pieces; null if the line does not say them. */
  readonly quantity: number | null;
};

export type UnderstoodLine = {
  /** The line in the shop's own words. */
  readonly text: string;
  readonly candidates: readonly TextCandidate[];
  /** Null if the first candidate is beyond doubt. */
  readonly question: Question | null;
};

type LatestLine = { readonly productId: string; readonly quantity: number };

export type OrderTextContext = {
  readonly index: ProductIndex;
  /** The lines of the shop's latest order. */
  readonly latest: readonly LatestLine[];
  /** False if the distributors have more products: then only usual ones are beyond doubt. */
  readonly isComplete: boolean;
  /** Returns the product that the shop once chose for these words, if any. */
  readonly learned?: (words: string) => string | undefined;
};

type Quantity = { readonly value: number | null; readonly question: Question | null };

/** A product beside a line. */
type Comparison = {
  readonly indexed: IndexedProduct;
  readonly score: number;
  /** True if every word of the line is understood. */
  readonly isWhole: boolean;
  /** True if the name has no other words. */
  readonly isExact: boolean;
  /** True if a word of the line is the name's first one. */
  readonly hasBrand: boolean;
  readonly fittingWords: number;
  /** True if no size or number of the line says that another product is meant. */
  readonly isOfSize: boolean;
  /** Numbers of the line that are in the name. */
  readonly namedNumbers: number;
  readonly quantity: Quantity;
};

function isOf(size: Size, { sizes }: IndexedProduct): boolean {
  return sizes.some(({ value, measure }) => value === size.value && measure === size.measure);
}

function inPieces({ value, unit }: Count, { product, sizes }: IndexedProduct): Quantity {
  const { multiple = 1 } = product.terms;
  switch (unit) {
    case "piece":
      return { value, question: null };
    case "dozen":
      return { value: value * DOZEN, question: null };
    case "carton":
      if (multiple > 1) return { value: value * multiple, question: null };
      return { value: null, question: "carton" };
    case "bag":
      if (sizes.some((size) => size.measure === "g" && size.value >= BAG_GRAMS_MIN))
        return { value, question: null };
      return { value: null, question: "carton" };
    case "container":
      return { value: null, question: "carton" };
    default:
      return unit satisfies never;
  }
}

const NO_QUANTITY: Quantity = { value: null, question: "quantity" };

/** Returns the pieces that a line asks for of a product whose name has those of its numbers that are no quantity. */
function quantityOf(
  line: RequestedLine,
  indexed: IndexedProduct,
  free: readonly number[],
): Quantity {
  const { isLoose } = indexed.product;
  const [count, ...others] = line.counts;
  if (count !== undefined)
    return others.length > 0 || isLoose ? NO_QUANTITY : inPieces(count, indexed);
  const [size] = line.sizes;
  if (isLoose && size?.measure === "g" && line.sizes.length === 1 && free.length === 0)
    return { value: size.value / 1000, question: null };
  const [value] = free;
  return value === undefined ? NO_QUANTITY : { value, question: null };
}

/** Returns the quantity with the question that the product's terms raise. */
function checked({ value, question }: Quantity, product: OrderTextProduct): Quantity {
  if (value === null || question !== null) return { value, question: question ?? "quantity" };
  const isOrderable = isOrderQuantity(value) && wrongQuantity(product.terms, value) === null;
  return { value, question: isOrderable ? null : "quantity" };
}

/** True if a number without a unit may be one of the name; a size is written once. */
function isNamed(number: number, line: RequestedLine, indexed: IndexedProduct): boolean {
  if (indexed.otherNumbers.has(number)) return true;
  return line.sizes.length === 0 && indexed.sizeNumbers.has(number);
}

function compareSizes(line: RequestedLine, indexed: IndexedProduct) {
  const { product } = indexed;
  const named = line.bareNumbers.filter((number) => isNamed(number, line, indexed));
  const free = line.bareNumbers.filter((number) => !named.includes(number));
  const isWeighed = product.isLoose && line.counts.length === 0;
  const isOfSize =
    (isWeighed || line.sizes.every((size) => isOf(size, indexed))) &&
    line.namedNumbers.every(
      (number) => indexed.sizeNumbers.has(number) || indexed.otherNumbers.has(number),
    ) &&
    free.length <= (line.counts.length > 0 ? 0 : 1);
  return { isOfSize, free, namedNumbers: named.length + line.namedNumbers.length };
}

/** Returns the pieces that a line asks for, if it means this product; null if it does not say them. */
export function quantityIn(text: string, product: OrderTextProduct): number | null {
  const line = readLine(text);
  const [indexed] = new ProductIndex([product]).products;
  if (indexed === undefined) return null;
  return quantityOf(line, indexed, compareSizes(line, indexed).free).value;
}

type SaidWord = WordFits & { readonly isFiller: boolean };

function compare(
  line: RequestedLine,
  words: readonly SaidWord[],
  indexed: IndexedProduct,
  at: number,
): Comparison {
  const said = words.filter(({ isFiller }) => !isFiller);
  const fits = said.map(({ products }) => products.get(at) ?? FIT.none);
  const fillers = words.filter(
    ({ isFiller, products }) => isFiller && products.get(at) === FIT.exact,
  );
  const sum = fits.reduce<number>((total, fit) => total + FIT_SCORE[fit], 0);
  const fittingWords = fits.filter((fit) => fit >= FIT.strong).length;
  const { isOfSize, free, namedNumbers } = compareSizes(line, indexed);
  const score = said.length === 0 ? 0 : sum / said.length;
  return {
    indexed,
    score: (isOfSize ? score : score * OTHER_SIZE) + (score > 0 ? fillers.length * 0.02 : 0),
    isWhole: said.length > 0 && fittingWords === said.length,
    isExact: fittingWords >= indexed.nameWords,
    hasBrand: said.some(({ brands }) => brands.has(indexed.brand)),
    fittingWords,
    isOfSize,
    namedNumbers,
    quantity: checked(quantityOf(line, indexed, free), indexed.product),
  };
}

function isUsual({ indexed }: Comparison): boolean {
  return (indexed.product.usual?.orders ?? 0) >= USUAL_ORDERS_MIN;
}

/** Returns how far a product is the shop's habit: often, of late, and in such a quantity. */
function habit(usual: UsualOrder | null, quantity: number | null): number {
  if (usual === null) return 0;
  const ratio = quantity === null || quantity <= 0 ? 1 : quantity / usual.quantity;
  const closeness = Math.min(ratio, 1 / ratio);
  return (usual.orders / (1 + usual.ordersAgo)) * (1 + closeness);
}

function byRank(a: Comparison, b: Comparison): number {
  const rank = ({ indexed, quantity }: Comparison) => habit(indexed.product.usual, quantity.value);
  return (
    b.score - a.score ||
    b.namedNumbers - a.namedNumbers ||
    Number(b.isExact) - Number(a.isExact) ||
    rank(b) - rank(a) ||
    a.indexed.nameWords - b.indexed.nameWords
  );
}

/** Returns the words with what each fits, alone or with the next one: "close up" is Closeup. */
function saidWords({ words }: RequestedLine, index: ProductIndex): SaidWord[] {
  const pairs = words
    .slice(1)
    .map(({ keys }, at) => index.productsWith((words[at]?.keys.latin ?? "") + keys.latin));
  return words.map(({ keys, isFiller }, at) => {
    const { products, brands } = index.fitsOf(keys);
    const ofPairs = [pairs[at - 1], pairs[at]].flatMap((pair) => [...(pair ?? [])]);
    if (ofPairs.length === 0) return { isFiller, products, brands };
    const exact = ofPairs.map((product) => [product, FIT.exact] as const);
    return { isFiller, brands, products: new Map<number, Fit>([...products, ...exact]) };
  });
}

/** Returns the line with a number that is glued to a word apart from it, unless a name has both as one. */
function unglued(line: RequestedLine, index: ProductIndex): RequestedLine {
  const glued = line.words.filter((word) => word.parts !== null && !index.has(word));
  if (glued.length === 0) return line;
  const words = line.words.map((word) =>
    word.parts !== null && !index.has(word) ? { ...word, keys: word.parts.keys } : word,
  );
  const numbers = glued.flatMap(({ parts }) => (parts === null ? [] : [parts.value]));
  return { ...line, words, bareNumbers: [...line.bareNumbers, ...numbers], isDoubtful: true };
}

/** Returns the sizes of one product of which a large or a small one was asked for; several where it is not clear which. */
function ofSizeWord(found: readonly Comparison[], isLarge: boolean | null): readonly Comparison[] {
  if (isLarge === null) return found;
  const sizes = found.map(({ indexed }) => indexed.sizes[0]);
  const values = new Set(sizes.map((size) => size?.value ?? 0));
  const isOneKind = new Set(found.map(({ indexed }) => indexed.kind)).size === 1;
  const meant = isLarge ? Math.max(...values) : Math.min(...values);
  const sorted = found.filter(({ indexed }) => indexed.sizes[0]?.value === meant);
  return isOneKind && values.size === 2
    ? sorted
    : [...sorted, ...found.filter((each) => !sorted.includes(each))];
}

/** Returns those of the products that a line may mean, narrowed as far as it says. */
function meantOf(comparisons: readonly Comparison[], line: RequestedLine): readonly Comparison[] {
  const whole = comparisons.filter(({ isWhole, isOfSize }) => isWhole && isOfSize);
  const exact = whole.filter(({ isExact }) => isExact);
  return ofSizeWord(exact.length > 0 ? exact : whole, line.isLarge);
}

/** Returns the one product that is meant, or undefined. */
function theOne(meant: readonly Comparison[], isComplete: boolean): Comparison | undefined {
  const [first, ...others] = meant;
  if (first === undefined || (!isComplete && !meant.some(isUsual))) return undefined;
  if (others.length === 0) {
    const { isExact, hasBrand, fittingWords } = first;
    return isExact || hasBrand || fittingWords > 1 || isUsual(first) ? first : undefined;
  }
  const usual = meant.filter(isUsual);
  const isOneBrand =
    first.hasBrand && meant.every(({ indexed }) => indexed.brand === first.indexed.brand);
  const isOneName = meant.every(
    ({ indexed }) => indexed.product.name === first.indexed.product.name,
  );
  return (isOneBrand || isOneName) && usual.length === 1 ? usual[0] : undefined;
}

/** True if a number that is taken for the quantity is part of the name of a product that may be meant as well. */
function isAmbiguousNumber(line: RequestedLine, meant: readonly Comparison[]): boolean {
  const [number, ...others] = line.bareNumbers;
  return (
    line.counts.length === 0 &&
    number !== undefined &&
    others.length === 0 &&
    meant.some(({ indexed }) => isNamed(number, line, indexed))
  );
}

/** Returns the words by which a choice for a line is remembered: its names and sizes without quantities. */
export function learnedKey({ words, sizes, namedNumbers, isLarge }: RequestedLine): string {
  const said = words.filter(({ isFiller }) => !isFiller).map(({ keys }) => keys.letters);
  const named = sizes.map(({ value, measure }) => `${value}${measure}`);
  const size = isLarge === null ? [] : [isLarge ? "large" : "small"];
  const all = said.length === 0 ? [] : [...said, ...named, ...namedNumbers.map(String), ...size];
  return wordsOf(all.join(" ")).join(" ");
}

function questionOf(
  line: RequestedLine,
  one: Comparison | undefined,
  isAmbiguous: boolean,
): Question | null {
  if (line.isDoubtful || line.isNegated) return "meaning";
  if (one === undefined) return "product";
  return isAmbiguous ? "quantity" : one.quantity.question;
}

function toCandidate({ indexed, quantity }: Comparison): TextCandidate {
  return { productId: indexed.product.id, quantity: quantity.value };
}

type Reading = {
  readonly line: RequestedLine;
  readonly meant: readonly Comparison[];
  /** The product that is meant beyond doubt. */
  readonly one: Comparison | undefined;
  /** All products that it may mean, the likeliest first. */
  readonly ranked: readonly Comparison[];
};

/** Returns the places of the products that fit the words well enough to be compared with the whole line. */
function likeliest(words: readonly SaidWord[]): number[] {
  const scores = new Map<number, number>();
  for (const { products, isFiller } of words)
    if (!isFiller)
      for (const [at, fit] of products) scores.set(at, (scores.get(at) ?? 0) + FIT_SCORE[fit]);
  let best = 0;
  for (const score of scores.values()) best = Math.max(best, score);
  const scoreMin = best * SCORE_SHARE_MIN * OTHER_SIZE;
  return [...scores].flatMap(([at, score]) => (score >= scoreMin ? [at] : []));
}

function compareAll(
  sent: RequestedLine,
  { index, learned, isComplete }: OrderTextContext,
): Reading {
  const line = unglued(sent, index);
  const words = saidWords(line, index);
  const compareAt = (at: number) => {
    const indexed = index.products[at];
    return indexed === undefined ? [] : [compare(line, words, indexed, at)];
  };
  const comparisons = likeliest(words).flatMap(compareAt).sort(byRank);
  const scoreMin = Math.max(SCORE_MIN, (comparisons[0]?.score ?? 0) * SCORE_SHARE_MIN);
  const meant = meantOf(comparisons, line);
  const chosen = index.placeOf(learned?.(learnedKey(line)));
  const ofLearned =
    chosen === undefined ? [] : compareAt(chosen).filter(({ isOfSize }) => isOfSize);
  const one = ofLearned[0] ?? theOne(meant, isComplete);
  const others = comparisons.filter(
    ({ indexed, score }) =>
      score >= scoreMin && ![...ofLearned, ...meant].some((each) => each.indexed === indexed),
  );
  const first = one === undefined || one === ofLearned[0] ? ofLearned : [one];
  const rest = meant.filter(({ indexed }) => !first.some((each) => each.indexed === indexed));
  return { line, meant, one, ranked: [...first, ...rest, ...others] };
}

/** Returns the quantity of a product in the latest order, where that is what the line asks for. */
function latestQuantity(productId: string, latest: readonly LatestLine[]): number | null {
  return latest.find((line) => line.productId === productId)?.quantity ?? null;
}

/** Returns what one product's line means. */
function understandProduct(sent: RequestedLine, context: OrderTextContext): UnderstoodLine {
  const { line, meant, one, ranked } = compareAll(sent, context);
  const { text, isLatest } = line;
  if (ranked.length === 0) return { text, candidates: [], question: "unknown" };
  const isAmbiguous = isAmbiguousNumber(line, meant);
  const candidates = ranked.slice(0, CANDIDATES_MAX).map((each) => {
    const { productId, quantity } = toCandidate(each);
    if (isLatest) return { productId, quantity: latestQuantity(productId, context.latest) };
    return { productId, quantity: isAmbiguous ? null : quantity };
  });
  const question = questionOf(line, one, isAmbiguous);
  if (!isLatest || question === "meaning" || question === "product")
    return { text, candidates, question };
  const isSaidTwice = line.counts.length + line.bareNumbers.length > 0;
  const isKnown = candidates[0]?.quantity !== null && !isSaidTwice;
  return { text, candidates, question: isKnown ? null : "quantity" };
}

/** Returns what a part of an order means: one line, or those of the latest order. Nobody writes so long a line that it is not looked at. */
export function understandLine(text: string, context: OrderTextContext): UnderstoodLine[] {
  if (text.length > ORDER_TEXT_LINE_MAX) return [{ text, candidates: [], question: "unknown" }];
  const line = readLine(text);
  const isWholeOrder =
    line.isLatest &&
    line.words.every(({ isFiller }) => isFiller) &&
    line.counts.length + line.bareNumbers.length + line.sizes.length === 0;
  if (!isWholeOrder || line.isNegated || line.isDoubtful || context.latest.length === 0)
    return [understandProduct(line, context)];
  return context.latest.map((candidate) => ({ text, candidates: [candidate], question: null }));
}

/**
 * Returns the lines of a text with what only the whole of it says: a product that is in two lines is asked about, and nothing of the
 * latest order is repeated in silence where something is to be left out.
 */
export function settledLines(lines: readonly UnderstoodLine[]): UnderstoodLine[] {
  const isNegated = lines.some(({ text }) => readLine(text).isNegated);
  const counts = new Map<string, number>();
  for (const { candidates } of lines) {
    const [first] = candidates;
    if (first !== undefined) counts.set(first.productId, (counts.get(first.productId) ?? 0) + 1);
  }
  return lines.map((line) => {
    const [first] = line.candidates;
    const isTwice = first !== undefined && (counts.get(first.productId) ?? 0) > 1;
    const isRepeated = isNegated && readLine(line.text).isLatest;
    return line.question === null && (isTwice || isRepeated)
      ? { ...line, question: "meaning" }
      : line;
  });
}
