/**
 * Sets a product's stock against the figure that was seen when the change began: a sale in between refuses it, and the owner decides
 * with both figures in view.
 */
import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { refusalOf } from "../../live/convexError";
import { useServerAction } from "../../forms/useServerAction";
import { pieces } from "./stock";
import { t } from "../../../domain/language/texts";

export type StockChange = {
  /** The figure that is to be set. */
  readonly input: number;
  /** The figure that it replaces. */
  readonly baseStock: number;
  /** The stock of the server when it refused, because it was no longer the one seen. */
  readonly refused: number | null;
};

type Setting = { readonly input: number; readonly baseStock: number };

/** Returns the live stock of a STALE_STOCK refusal; null for any other failure. */
export function staleStockOf(error: unknown): number | null {
  const refusal = refusalOf(error);
  return refusal?.code === "STALE_STOCK" ? refusal.stock : null;
}

export function useSetStock({ _id: productId, name }: { _id: string; name: string }) {
  const [change, setChange] = useState<StockChange | null>(null);
  const [hasEnded, setEnded] = useState(false);
  const end = () => {
    setChange(null);
    setEnded(true);
  };
  const edit = useMutation(api.products.edit);
  const set = async ({ input, baseStock }: Setting): Promise<number | null> => {
    try {
      await edit({ productId, changes: { stock: input }, stockSeen: baseStock });
      return null;
    } catch (error) {
      const stale = staleStockOf(error);
      if (stale === null) throw error;
      return stale;
    }
  };
  const { run, isBusy } = useServerAction(set, {
    failure: t("The stock could not be saved. Please try again."),
    onFailure: "toast",
    success: (stale, { input }) =>
      stale === null
        ? t("{product}: {pieces} in stock.", { product: name, pieces: pieces(input) })
        : null,
    onSuccess: (refused, setting) => {
      if (refused === null) end();
      else setChange({ ...setting, refused });
    },
  });
  return {
    change,
    isBusy,
    begin: (stock: number) => setChange({ input: stock, baseStock: stock, refused: null }),
    type: (input: number) => setChange((now) => now && { ...now, input }),
    /** Its base is the figure that the owner sees now. */
    save: (setting: Setting) => void run(setting),
    end,
    /** A change was begun and is over: the focus goes back to where it began. */
    hasEnded,
  };
}

export type StockSetter = ReturnType<typeof useSetStock>;
