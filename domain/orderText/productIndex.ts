/** The products that an order may mean, by the words of their names. */
import { tradeGroupOf } from "../heardTerms";
import { wordKeys } from "../wordKeys";
import { readLine, type Size, type Word } from "./lines";
import type { OrderTextProduct } from "./product";
import { FIT, type Fit, fitOf, heardWord, type HeardWord } from "./similarity";
import { tokensOf, type SpelledWord, type Token } from "./tokens";

export type IndexedProduct = {
  readonly product: OrderTextProduct;
  readonly sizes: readonly Size[];
  /** The numbers of the sizes, as they are written. */
  readonly sizeNumbers: ReadonlySet<number>;
  /** The name's other numbers: Cadbury 5 Star. */
  readonly otherNumbers: ReadonlySet<number>;
  /** The words by which it is found, in Latin letters. */
  readonly words: readonly string[];
  /** The number of words that the name has beside sizes and common words. */
  readonly nameWords: number;
  /** The name's first word, which is mostly the brand. */
  readonly brand: string;
  /** The name without its sizes: equal for the sizes of one product. */
  readonly kind: string;
};

export type WordFits = {
  /** The likeness of the word to the names, by the products' places. */
  readonly products: ReadonlyMap<number, Fit>;
  /** The words of names that it fits well. */
  readonly brands: ReadonlySet<string>;
};

const NO_PRODUCTS: ReadonlySet<number> = new Set();

type NameWord = HeardWord & { readonly group: string | undefined; readonly products: Set<number> };

/** Returns each two words of a name as one, as they are also written: "goodknight", "5star". */
function joinedWords(tokens: readonly Token[]): string[] {
  const parts = tokens.flatMap((token) => {
    if (token.kind === "mark") return [];
    return [token.kind === "number" ? String(token.value) : token.keys.latin];
  });
  return parts.slice(1).map((part, at) => (parts[at] ?? "") + part);
}

function toIndexed(product: OrderTextProduct): IndexedProduct {
  const { words, sizes, bareNumbers, counts } = readLine(product.name);
  const otherNumbers = new Set([...bareNumbers, ...counts.map(({ value }) => value)]);
  const tokens = tokensOf(product.name);
  const numbers = tokens.flatMap((token) => (token.kind === "number" ? [token.value] : []));
  const latin = words.map(({ keys }) => keys.latin);
  return {
    product,
    sizes,
    sizeNumbers: new Set(numbers.filter((number) => !otherNumbers.has(number))),
    otherNumbers,
    words: [...latin, ...joinedWords(tokens)],
    nameWords: words.filter(({ isFiller }) => !isFiller).length,
    brand: latin[0] ?? "",
    kind: latin.join(" "),
  };
}

function appendTo<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

export class ProductIndex {
  readonly products: readonly IndexedProduct[];
  readonly #words = new Map<string, NameWord>();
  /** The words by the first letter of their sound. */
  readonly #bySound = new Map<string, NameWord[]>();
  readonly #byGroup = new Map<string, NameWord[]>();
  readonly #fits = new Map<string, WordFits>();

  constructor(products: readonly OrderTextProduct[]) {
    this.products = products.map(toIndexed);
    for (const [at, { words }] of this.products.entries())
      for (const word of words) this.#add(word, at);
  }

  #add(latin: string, product: number): void {
    const entry = this.#words.get(latin);
    if (entry !== undefined) {
      entry.products.add(product);
      return;
    }
    const word = heardWord(wordKeys(latin));
    const group = tradeGroupOf([word.letters]);
    const added = { ...word, group, products: new Set([product]) };
    this.#words.set(word.latin, added);
    appendTo(this.#bySound, word.folded.charAt(0), added);
    if (group !== undefined) appendTo(this.#byGroup, group, added);
  }

  /** True if a name has the word as it is written. */
  has(word: Word): boolean {
    return this.#words.has(word.keys.latin);
  }

  /** Returns the products that have a word in their names as it is written, or two words as this one. */
  productsWith(latin: string): ReadonlySet<number> {
    return this.#words.get(latin)?.products ?? NO_PRODUCTS;
  }

  /** Returns the place of a product; undefined if it is none of these. */
  placeOf(productId: string | undefined): number | undefined {
    if (productId === undefined) return undefined;
    const at = this.products.findIndex(({ product }) => product.id === productId);
    return at === -1 ? undefined : at;
  }

  /** Returns what a word fits. */
  fitsOf({ letters, latin }: SpelledWord): WordFits {
    const earlier = this.#fits.get(latin);
    if (earlier !== undefined) return earlier;
    const word = heardWord(wordKeys(latin));
    const products = new Map<number, Fit>();
    const brands = new Set<string>();
    const note = (name: NameWord, fit: Fit) => {
      if (fit >= FIT.strong) brands.add(name.latin);
      for (const at of fit === FIT.none ? [] : name.products)
        if ((products.get(at) ?? FIT.none) < fit) products.set(at, fit);
    };
    for (const name of this.#bySound.get(word.folded.charAt(0)) ?? [])
      note(name, fitOf(word, name));
    const group = tradeGroupOf([letters]);
    for (const name of group === undefined ? [] : (this.#byGroup.get(group) ?? []))
      note(name, FIT.exact);
    const fits = { products, brands };
    this.#fits.set(latin, fits);
    return fits;
  }
}
