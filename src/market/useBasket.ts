/** The basket's quantities, and setting them: shown at once, and taken back with the reason if the server refuses. */
import { useMutation } from "convex/react";
import type { OptimisticLocalStore } from "convex/browser";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { unitPrice } from "../../domain/productTerms";
import { useLiveQuery } from "../live/useLiveQuery";
import { type ServerAction, useServerAction } from "../forms/useServerAction";
import { useSession } from "../live/useSession";
import { t } from "../../domain/language/texts";

type Setting = { readonly productId: string; readonly quantity: number };
type Quantity = { productId: Id<"products">; quantity: number };

/** A product that is new comes last, 0 removes it. */
function withQuantity(
  quantities: readonly Quantity[],
  { productId, quantity }: Setting,
): Quantity[] {
  const isKnown = quantities.some((line) => line.productId === productId);
  const changed = quantities.map((line) =>
    line.productId === productId ? { ...line, quantity } : line,
  );
  const added = { productId: productId as Id<"products">, quantity };
  return (isKnown ? changed : [...changed, added]).filter((line) => line.quantity > 0);
}

function showQuantity(store: OptimisticLocalStore, setting: Setting): void {
  const quantities = store.getQuery(api.basket.quantities, {});
  if (quantities !== undefined)
    store.setQuery(api.basket.quantities, {}, withQuantity(quantities, setting));
  const basket = store.getQuery(api.basket.lines, {});
  if (basket === undefined) return;
  const { productId, quantity } = setting;
  const lines = basket.lines
    .map((line) =>
      line.productId === productId
        ? { ...line, quantity, seenPricePaise: unitPrice(line, quantity) }
        : line,
    )
    .filter((line) => line.quantity > 0);
  store.setQuery(api.basket.lines, {}, { ...basket, lines });
}

export function useSetQuantity(): ServerAction<Setting> {
  const set = useMutation(api.basket.set).withOptimisticUpdate(showQuantity);
  return useServerAction((setting: Setting) => set(setting), {
    failure: t("The basket could not be changed. Please try again."),
    onFailure: "toast",
  });
}

/** The quantities in the caller's basket; undefined for whoever has none, and until they have been received. */
export function useQuantities(): readonly Quantity[] | undefined {
  const session = useSession();
  const isRetailer = session.state === "signedIn" && session.me.role === "retailer";
  // Badge and buttons are extras: pages work without them, so errors are ignored.
  return useLiveQuery(api.basket.quantities, isRetailer ? {} : "skip", { isKeptOffline: true })
    .value;
}
