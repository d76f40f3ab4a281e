/** The palette's text, its rows, the row that the keys have reached, and what happens with it. */
import { useState, type KeyboardEvent } from "react";
import { useNavigate } from "react-router-dom";
import { ORDER_QUANTITY_MAX } from "../../../domain/limits";
import { firstQuantity } from "../../../domain/productTerms";
import type { Role } from "../../../domain/roles";
import { isComposing } from "../../lib/isComposing";
import { useQuantities, useSetQuantity } from "../../market/useBasket";
import { useToast } from "../../ui/Toast";
import type { Item, ProductHit } from "./items";
import { useResults } from "./useResults";
import { t } from "../../../domain/language/texts";

/** Puts the smallest order of a product into the basket, or one pack more. */
function useAddToBasket() {
  const quantities = useQuantities();
  const { run } = useSetQuantity();
  const toast = useToast();
  return async (product: ProductHit) => {
    if (quantities === undefined) return;
    const inBasket = quantities.find(({ productId }) => productId === product._id)?.quantity;
    const more =
      inBasket === undefined ? firstQuantity(product) : inBasket + (product.multiple ?? 1);
    const quantity = Math.min(more, ORDER_QUANTITY_MAX);
    const message = t("{product}: {quantity, plural, other {# in the basket.}}", {
      product: product.name,
      quantity,
    });
    if (await run({ productId: product._id, quantity })) toast({ kind: "success", message });
  };
}

export function usePalette(role: Role, onGo: () => void) {
  const navigate = useNavigate();
  const addToBasket = useAddToBasket();
  const [text, setText] = useState("");
  // Null until an arrow or the pointer reaches a row: then Enter takes the first one.
  const [reached, setReached] = useState<string | null>(null);
  const { shown, isCurrent, hasFailed, retry } = useResults(role, text, reached !== null);
  const items = shown?.groups.flatMap((group) => group.items) ?? [];
  const active =
    items.find(({ key }) => key === reached) ?? (isCurrent ? items[0] : undefined) ?? null;

  function type(next: string) {
    setText(next);
    setReached(null);
  }
  function go({ to }: Item) {
    onGo();
    void navigate(to);
  }
  function move(step: number) {
    if (items.length === 0) return;
    const at = active === null ? -1 : items.indexOf(active);
    const next = at === -1 && step < 0 ? items.length - 1 : at + step;
    setReached(items[(next + items.length) % items.length]?.key ?? null);
  }
  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === "ArrowDown") move(1);
    else if (event.key === "ArrowUp") move(-1);
    else if (event.key === "Enter" && active !== null) {
      if (!event.shiftKey) go(active);
      else if (active.product !== undefined) void addToBasket(active.product);
    } else return;
    event.preventDefault();
  }
  return {
    text,
    type,
    shown,
    active,
    hasFailed,
    retry,
    go,
    onKeyDown,
    reach: (item: Item) => setReached(item.key),
    add: (product: ProductHit) => void addToBasket(product),
  };
}
