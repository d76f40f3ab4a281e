/** The lines of an order by text as a screen shows them, and what is left to decide about them. Pure. */
import {
  learnedKey,
  quantityIn,
  type Question,
  type UnderstoodLine,
} from "../../../../domain/orderText/understand";
import { readLine } from "../../../../domain/orderText/lines";
import { nearestTo, type ProductHit } from "../quickOrder/quickOrder";
import { t } from "../../../../domain/language/texts";

export type TextCandidate = { readonly product: ProductHit; readonly quantity: number | null };

export type TextRow = {
  /** The number of the row, from 1. */
  readonly id: number;
  /** The line in the shop's own words. */
  readonly text: string;
  readonly question: Question | null;
  readonly candidates: readonly TextCandidate[];
  /** Null until it is chosen. */
  readonly product: ProductHit | null;
  readonly quantity: number | null;
};

/** The product is beyond doubt where only its quantity is asked for. */
function isProductKnown(question: Question | null): boolean {
  return question === null || question === "quantity" || question === "carton";
}

/** Returns a row for each line. Products that are no longer on sale are left out. */
export function toTextRows(
  lines: readonly UnderstoodLine[],
  hits: ReadonlyMap<string, ProductHit>,
): TextRow[] {
  return lines.map(({ text, question: asked, candidates: found }, at) => {
    const candidates = found.flatMap(({ productId, quantity }) => {
      const product = hits.get(productId);
      return product === undefined ? [] : [{ product, quantity }];
    });
    const [first] = candidates;
    const isGone = first?.product._id !== found[0]?.productId;
    const question = isGone ? (first === undefined ? "unknown" : "product") : asked;
    const meant = isProductKnown(question) ? first : undefined;
    return {
      id: at + 1,
      text,
      question,
      candidates,
      product: meant?.product ?? null,
      quantity: meant?.quantity ?? null,
    };
  });
}

/** True if the row can go into the basket. */
export function isRowReady({ product, quantity }: TextRow): boolean {
  return (
    product !== null && quantity !== null && quantity > 0 && nearestTo(product, quantity) === null
  );
}

/** Returns the rows that were asked about, which stay first once they are answered, and the others. */
export function textSections(rows: readonly TextRow[]) {
  return {
    asked: rows.filter(({ question }) => question !== null),
    clear: rows.filter(({ question }) => question === null),
    ready: rows.filter(isRowReady),
  };
}

/** Returns the row with a product that was chosen for it, in the quantity that the line means of it. */
export function withProduct(row: TextRow, product: ProductHit): TextRow {
  const candidate = row.candidates.find((each) => each.product._id === product._id);
  if (candidate !== undefined) return { ...row, product, quantity: candidate.quantity };
  const { _id: id, name, minQuantity, multiple } = product;
  const terms = { minQuantity, multiple };
  const sold = { id, name, terms, isLoose: false, usual: null };
  return { ...row, product, quantity: quantityIn(row.text, sold) };
}

export function textLines(
  rows: readonly TextRow[],
): { productId: ProductHit["_id"]; quantity: number }[] {
  return rows.flatMap(({ product, quantity }) =>
    product === null || quantity === null ? [] : [{ productId: product._id, quantity }],
  );
}

/** Returns the words of the rows whose products were chosen for them, to be understood the next time. */
export function chosenWords(rows: readonly TextRow[]): { productId: string; words: string }[] {
  return rows.flatMap(({ product, question, text }) =>
    product === null || isProductKnown(question)
      ? []
      : [{ productId: product._id, words: learnedKey(readLine(text)) }].filter(
          ({ words }) => words !== "",
        ),
  );
}

/** Returns the question about a row as people read it. */
export function questionText({ question, product, quantity }: TextRow): string | null {
  if (product !== null) return quantity === null || quantity === 0 ? t("How many pieces?") : null;
  switch (question) {
    case "unknown":
      return t("Not understood. Search for the product, or leave the line out.");
    case "meaning":
      return t("This can be read in two ways. Choose what you mean.");
    case "product":
    case "quantity":
    case "carton":
    case null:
      return t("Which product?");
    default:
      return question satisfies never;
  }
}
