/**
 * Edits a product against the version that the editor saw: only changed fields are sent, and a new stock names the stock that it
 * replaces. If orders changed the stock meanwhile, the server refuses, and the editor decides with both figures in view.
 */
import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { todayIst } from "../../../domain/dates";
import { invariant } from "../../../domain/invariant";
import { refusalOf } from "../../live/convexError";
import { gstChoices } from "../../market/gstChoice";
import { type FormState, useForm } from "../../forms/useForm";
import { useLiveQuery } from "../../live/useLiveQuery";
import { saveFailureText, useUploadOnce } from "../../files/useUploadOnce";
import { useServerAction } from "../../forms/useServerAction";
import { pictureProblem } from "../../files/upload";
import {
  changesSince,
  draftErrors,
  draftOf,
  figuresOf,
  type ProductFigures,
  type ProductValues,
  readDraft,
} from "./productForm";
import type { OwnCard } from "./productList";
import { staleStockOf } from "./useSetStock";
import { t } from "../../../domain/language/texts";

/** A product with the stock that was shown when editing began. */
export type EditedProduct = OwnCard & { readonly stock: number };

export type EditProduct = {
  readonly form: FormState<ProductValues>;
  /** The product that the draft was made from; its stock changes when the editor has seen a newer one. */
  readonly baseline: ProductFigures;
  /** The text of the last failure, or null. */
  readonly failure: string | null;
  /** The server's stock, when it refused the typed one because of it. */
  readonly refusedStock: number | null;
  readonly isBusy: boolean;
  /** The stock that can be ordered right now. */
  readonly liveStock: number;
  /** True when the product was deleted while it was edited. */
  readonly isGone: boolean;
  readonly submit: () => void;
  /** Sets the typed stock although the live one changed, because the editor has seen both. */
  readonly keepTypedStock: () => void;
  readonly takeLiveStock: () => void;
};

function failureOf(error: unknown): string {
  const fallback = t("An error occurred while updating the product.");
  // The server's words for a bad field speak of adding.
  return refusalOf(error)?.code === "BAD_PRODUCT" ? fallback : saveFailureText(error, fallback);
}

type Edit = { readonly baseline: ProductFigures; readonly values: ProductValues };
type Saved = { readonly isChanged: boolean; readonly staleStock: number | null };

/** Sends the changed fields, if there are any. */
function useSave(product: EditedProduct): (edit: Edit) => Promise<Saved> {
  const upload = useUploadOnce();
  const edit = useMutation(api.products.edit);
  return async ({ baseline, values: { picture, ...draft } }) => {
    const verdict = readDraft(draft);
    invariant(verdict.ok, "The form was submitted invalid.");
    const changes = changesSince(baseline, verdict.product);
    const imageId = picture === null ? undefined : await upload(picture);
    if (imageId === undefined && Object.keys(changes).length === 0) {
      return { isChanged: false, staleStock: null };
    }
    try {
      await edit({
        productId: product._id,
        changes: { ...changes, ...(imageId !== undefined && { imageId }) },
        ...(changes.stock !== undefined && { stockSeen: baseline.stock }),
      });
      return { isChanged: true, staleStock: null };
    } catch (error) {
      const staleStock = staleStockOf(error);
      if (staleStock === null) throw error;
      return { isChanged: false, staleStock };
    }
  };
}

export function useEditProduct(product: EditedProduct, onDone: () => void): EditProduct {
  const [baseline, setBaseline] = useState(() =>
    figuresOf(
      product,
      gstChoices(todayIst(Date.now())).map(({ value }) => value),
    ),
  );
  const [refusedStock, setRefusedStock] = useState<number | null>(null);
  const { value: live } = useLiveQuery(
    api.products.one,
    { productId: product._id },
    { isKeptOffline: true },
  );
  const liveStock = live?.stock ?? refusedStock ?? product.stock;
  const form = useForm<ProductValues>({
    initial: { ...draftOf(baseline), picture: null },
    revalidateOn: "submit",
    validate: (values) => ({
      ...draftErrors(values),
      picture: values.picture === null ? null : pictureProblem(values.picture),
    }),
  });
  const save = useServerAction(useSave(product), {
    failure: failureOf,
    success: ({ isChanged }) => (isChanged ? t("Product updated successfully.") : null),
    onDone: ({ staleStock }) => {
      if (staleStock === null) onDone();
      else setRefusedStock(staleStock);
    },
  });

  function submitAgainst(against: ProductFigures): void {
    save.clearError();
    form.submit((values) => {
      setBaseline(against);
      setRefusedStock(null);
      return save.run({ baseline: against, values });
    });
  }
  const liveBaseline = { ...baseline, stock: liveStock };
  return {
    form,
    baseline,
    failure: save.error,
    refusedStock,
    isBusy: save.isBusy,
    liveStock,
    isGone: live === null,
    submit: () => submitAgainst(baseline),
    keepTypedStock: () => submitAgainst(liveBaseline),
    takeLiveStock: () => {
      form.change({ stock: String(liveStock) });
      setBaseline(liveBaseline);
      setRefusedStock(null);
    },
  };
}
