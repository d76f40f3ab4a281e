/** Puts a product into the basket; once it is there, its quantity. For retailers only. */
import { ShoppingBasket } from "lucide-react";
import { ORDER_QUANTITY_MAX } from "../../../domain/limits";
import { type ProductTerms, firstQuantity } from "../../../domain/productTerms";
import { Button, LinkButton } from "../../ui/Button";
import { QuantityStepper } from "../../ui/QuantityStepper";
import { useQuantities, useSetQuantity } from "../../lib/useBasket";

export type BasketButtonProps = {
  product: ProductTerms & { readonly _id: string; readonly name: string };
  /** The quantity that the button adds; the smallest that is sold if absent or too small. */
  quantity?: number;
};

export function BasketButton({ product, quantity = 0 }: BasketButtonProps) {
  const quantities = useQuantities();
  const { run } = useSetQuantity();
  if (quantities === undefined) return null;
  const { _id: productId, name } = product;
  const known = quantities.find((line) => line.productId === productId);
  const first = firstQuantity(product);
  if (known === undefined) {
    return (
      <Button wide onClick={() => void run({ productId, quantity: Math.max(first, quantity) })}>
        <ShoppingBasket aria-hidden />
        Add to basket
      </Button>
    );
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <QuantityStepper
        label={`${name} in the basket`}
        value={known.quantity}
        step={product.multiple ?? 1}
        min={first}
        max={ORDER_QUANTITY_MAX}
        onChange={(next) => void run({ productId, quantity: next })}
      />
      <LinkButton to="/basket">
        <ShoppingBasket aria-hidden />
        In the basket
      </LinkButton>
    </div>
  );
}
