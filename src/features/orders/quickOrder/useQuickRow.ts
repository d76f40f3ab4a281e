/** The row of quick order: a text, the product that it means, and a quantity that is added to what the basket has. */
import { type RefObject, useRef, useState } from "react";
import { api } from "../../../../convex/_generated/api";
import { firstQuantity, type NearestQuantities } from "../../../../domain/productTerms";
import { useQuantities, useSetQuantity } from "../../../market/useBasket";
import { useMarketClient } from "../../../live/useMarketClient";
import { nearestTo, type ProductHit, productMeant } from "./quickOrder";
import { t } from "../../../../domain/language/texts";

/** Digits alone: a sheet may have others, a keyboard has not. */
function quantityIn(text: string): number {
  return /^\d{1,7}$/.test(text.trim()) ? Number(text) : 0;
}

/** Pieces of a product in the basket; undefined until it is known. */
function useInBasket(product: ProductHit | null): number | undefined {
  const quantities = useQuantities();
  if (quantities === undefined || product === null) return undefined;
  return quantities.find(({ productId }) => productId === product._id)?.quantity ?? 0;
}

/** Quantities that the product is sold in, beside a total that it is not; before a quantity is typed, the first one. */
function nearestFor(
  product: ProductHit,
  quantity: number,
  total: number,
): NearestQuantities | null {
  return quantity === 0
    ? { lower: null, upper: firstQuantity(product) }
    : nearestTo(product, total);
}

/** Says why a text means no product. */
function noteOn(searchText: string, hits: readonly ProductHit[] | null): string {
  if (hits === null) return t("The products could not be searched. Please try again.");
  if (hits.length === 0) return t("No product matches “{text}”.", { text: searchText });
  return t("Several products match: choose one of them.");
}

export type QuickRow = ReturnType<typeof useQuickRow>;

export type RowBoxes = {
  readonly nameBox: RefObject<HTMLInputElement | null>;
  readonly quantityBox: RefObject<HTMLInputElement | null>;
};

export function useQuickRow({ nameBox, quantityBox }: RowBoxes) {
  const client = useMarketClient();
  const newestText = useRef("");
  const [text, setText] = useState("");
  const [product, setProduct] = useState<ProductHit | null>(null);
  const [quantity, setQuantity] = useState("");
  const [note, setNote] = useState<string | null>(null);
  const [isRefused, setRefused] = useState(false);
  const { run } = useSetQuantity();
  const inBasket = useInBasket(product);
  const total = (inBasket ?? 0) + quantityIn(quantity);

  function type(next: string) {
    newestText.current = next;
    setText(next);
    setProduct(null);
    setNote(null);
    setRefused(false);
  }
  function choose(hit: ProductHit) {
    type(hit.name);
    setProduct(hit);
    setQuantity(String(firstQuantity(hit)));
    // The quantity is in the box with the next frame, where typing replaces it.
    requestAnimationFrame(() => quantityBox.current?.select());
  }
  /** Enter takes what the text means, also before the suggestions are there: scanners don't wait. */
  async function take() {
    const searchText = text.trim();
    if (searchText === "") return;
    if (product !== null) {
      quantityBox.current?.select();
      return;
    }
    setNote(t("Looking for it…"));
    const hits = await client.query(api.search.products, { text: searchText }).catch(() => null);
    if (newestText.current.trim() !== searchText) return;
    const meant = hits === null ? null : productMeant(searchText, hits);
    if (meant !== null) choose(meant);
    else setNote(noteOn(searchText, hits));
  }
  function add(count = quantityIn(quantity)) {
    if (product === null || inBasket === undefined) return;
    const isWrong = count === 0 || nearestTo(product, inBasket + count) !== null;
    setRefused(isWrong);
    if (isWrong) return;
    void run({ productId: product._id, quantity: inBasket + count });
    const pieces = count.toLocaleString("en-IN");
    const { name } = product;
    type("");
    setQuantity("");
    setNote(t("Added {pieces} × {product}.", { pieces, product: name }));
    nameBox.current?.focus();
  }
  return {
    text,
    product,
    quantity,
    note,
    inBasket,
    total,
    nearest: product === null ? null : nearestFor(product, quantityIn(quantity), total),
    isRefused,
    type,
    choose,
    take,
    add,
    changeQuantity: (next: string) => {
      setQuantity(next);
      setRefused(false);
    },
  };
}
