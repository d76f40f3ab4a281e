/** Puts a product into the basket; once it is there, its quantity. For retailers only. */
import * as links from "../../domain/links";
import { Plus, ShoppingBasket } from "lucide-react";
import { ORDER_QUANTITY_MAX } from "../../domain/limits";
import { type ProductTerms, firstQuantity } from "../../domain/productTerms";
import { Button, LinkButton } from "../ui/Button";
import { QuantityStepper } from "../ui/QuantityStepper";
import { useQuantities, useSetQuantity } from "./useBasket";
import { useSession } from "../live/useSession";
import { t } from "../../domain/language/texts";

export type BasketButtonProps = {
  product: ProductTerms & { readonly _id: string; readonly name: string };
  /** The quantity that the button adds; the smallest that is sold if absent or too small. */
  quantity?: number;
  /** A “+” and a narrow stepper without a link to the basket, where many products stand side by side. */
  compact?: boolean;
};

export function BasketButton(props: BasketButtonProps) {
  const session = useSession();
  const isRetailer = session.state === "signedIn" && session.me.role === "retailer";
  return isRetailer ? <RetailersButton {...props} /> : null;
}

function RetailersButton({ product, quantity = 0, compact = false }: BasketButtonProps) {
  const quantities = useQuantities();
  const { run } = useSetQuantity();
  const { _id: productId, name } = product;
  const basketLine = quantities?.find((line) => line.productId === productId);
  const first = firstQuantity(product);
  if (basketLine === undefined) {
    const add = {
      disabled: quantities === undefined,
      onClick: () => void run({ productId, quantity: Math.max(first, quantity) }),
    };
    return compact ? (
      // Screen readers go from card to card, and hear of which product the button is.
      <Button
        {...add}
        size="low"
        className="min-w-8 touch:min-w-11"
        title={t("Add to basket")}
        aria-label={t("Add to basket: {product}", { product: name })}
      >
        <Plus aria-hidden />
      </Button>
    ) : (
      <Button {...add} wide>
        <ShoppingBasket aria-hidden />
        {t("Add to basket")}
      </Button>
    );
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <QuantityStepper
        label={t("{product} in the basket", { product: name })}
        value={basketLine.quantity}
        step={product.multiple ?? 1}
        min={first}
        max={ORDER_QUANTITY_MAX}
        isLow={compact}
        onChange={(next) => void run({ productId, quantity: next })}
      />
      {!compact && (
        <LinkButton to={links.BASKET}>
          <ShoppingBasket aria-hidden />
          {t("In the basket")}
        </LinkButton>
      )}
    </div>
  );
}
