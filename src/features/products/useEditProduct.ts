/**
 * Editing a product against what the editor saw: only changed fields are sent, and a new stock says which stock
 * it replaces. If orders moved the stock meanwhile the server refuses, and the editor decides with both figures in sight.
 */
import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { refusalOf } from "../../lib/convexError";
import { useLiveQuery } from "../../lib/useLiveQuery";
import { useToast } from "../../ui/Toast";
import {
  changesSince,
  draftOf,
  readDraft,
  type DraftErrors,
  type ProductDraft,
  type ProductFigures,
} from "./productForm";
import type { ProductRow } from "./productRow";
import { saveFailureText, useSendPicture } from "../../lib/useSendPicture";

type EditProductState = {
  readonly draft: ProductDraft;
  /** The product as the draft was made from it; its stock moves on when the editor has seen a newer one. */
  readonly seen: ProductFigures;
  readonly picture: File | null;
  readonly pictureError: string | null;
  readonly errors: DraftErrors;
  readonly failure: string | null;
  /** The stock that the server has, when it refused the typed one because of it. */
  readonly refusedStock: number | null;
  readonly busy: boolean;
};

export type EditProduct = EditProductState & {
  /** What can be ordered right now. */
  readonly liveStock: number;
  /** The product was deleted while it was edited. */
  readonly gone: boolean;
  readonly change: (part: Partial<ProductDraft>) => void;
  readonly choose: (picture: File | null, pictureError: string | null) => void;
  readonly submit: () => Promise<void>;
  /** Sets the typed stock although the live one moved: the editor has seen both. */
  readonly keepTypedStock: () => Promise<void>;
  readonly takeLiveStock: () => void;
};

function figuresOf(product: ProductRow): ProductFigures {
  const { name, type, description, packSize, pricePaise, stock } = product;
  return { name, type, description, packSize, pricePaise, stock };
}

function startOf(product: ProductRow): EditProductState {
  const seen = figuresOf(product);
  return {
    draft: draftOf(seen),
    seen,
    picture: null,
    pictureError: null,
    errors: {},
    failure: null,
    refusedStock: null,
    busy: false,
  };
}

/** The live stock of a STALE_STOCK refusal; null for any other failure. */
function staleStockOf(error: unknown): number | null {
  const refusal = refusalOf(error);
  if (refusal?.code !== "STALE_STOCK") return null;
  const stock = refusal["stock"];
  return typeof stock === "number" ? stock : null;
}

function failureOf(error: unknown): string {
  const fallback = "An error occurred while updating the product.";
  // The server's words for a bad field speak of adding.
  return refusalOf(error)?.code === "BAD_PRODUCT" ? fallback : saveFailureText(error, fallback);
}

type Edit = {
  readonly product: ProductRow;
  readonly seen: ProductFigures;
  readonly wanted: ProductFigures;
  readonly picture: File | null;
};

/** Sends what changed; the server's message, or null if nothing did. */
function useSave(): (edit: Edit) => Promise<string | null> {
  const sendPicture = useSendPicture();
  const edit = useMutation(api.products.edit);
  return async ({ product, seen, wanted, picture }) => {
    const changes = changesSince(seen, wanted);
    const imageId = picture === null ? undefined : await sendPicture(picture);
    if (imageId === undefined && Object.keys(changes).length === 0) return null;
    const { message } = await edit({
      productId: product._id,
      changes: { ...changes, ...(imageId !== undefined && { imageId }) },
      ...(changes.stock !== undefined && { stockSeen: seen.stock }),
    });
    return message;
  };
}

export function useEditProduct(product: ProductRow, onDone: () => void): EditProduct {
  const [state, setState] = useState(() => startOf(product));
  const { value: live } = useLiveQuery(api.products.one, { productId: product._id });
  const save = useSave();
  const toast = useToast();
  const liveStock = live?.stock ?? state.refusedStock ?? product.stock;
  const patch = (part: Partial<EditProductState>) => setState((now) => ({ ...now, ...part }));

  async function submitAgainst(seen: ProductFigures): Promise<void> {
    const { draft, picture, pictureError } = state;
    const verdict = readDraft(draft);
    if (!verdict.ok || pictureError !== null) {
      const errors = verdict.ok ? {} : verdict.errors;
      patch({ errors, failure: null });
      return;
    }
    patch({ seen, busy: true, errors: {}, failure: null, refusedStock: null });
    try {
      const message = await save({ product, seen, wanted: verdict.product, picture });
      if (message !== null) toast({ kind: "success", message });
      onDone();
    } catch (error) {
      const refusedStock = staleStockOf(error);
      patch({
        busy: false,
        refusedStock,
        failure: refusedStock === null ? failureOf(error) : null,
      });
    }
  }

  const seenNow = { ...state.seen, stock: liveStock };
  return {
    ...state,
    liveStock,
    gone: live === null,
    change: (part) => {
      const mended = Object.fromEntries(Object.keys(part).map((field) => [field, undefined]));
      patch({ draft: { ...state.draft, ...part }, errors: { ...state.errors, ...mended } });
    },
    choose: (picture, pictureError) => patch({ picture, pictureError }),
    submit: () => submitAgainst(state.seen),
    keepTypedStock: () => submitAgainst(seenNow),
    takeLiveStock: () =>
      patch({
        draft: { ...state.draft, stock: String(liveStock) },
        seen: seenNow,
        refusedStock: null,
      }),
  };
}
