/** A product as a retailer meets it: to look at closer, to order, or to put into the basket. */
import * as links from "../../../domain/links";
import { Info } from "lucide-react";
import { useLocation } from "react-router-dom";
import { BasketButton } from "../../market/BasketButton";
import { searchState } from "../../lib/searchState";
import { Button, LinkButton } from "../../ui/Button";
import { Price } from "../../ui/Money";
import { Fact } from "../../ui/Fact";
import { Availability } from "./StockFigure";
import { ProductCard } from "./ProductCard";
import type { StockedCard } from "./productList";

export type MarketProductCardProps = {
  product: StockedCard;
  arriving: boolean;
  onMoreInfo: (product: StockedCard) => void;
};

export function MarketProductCard({ product, arriving, onMoreInfo }: MarketProductCardProps) {
  return (
    <ProductCard
      shape="shelf"
      name={product.name}
      type={product.type}
      imageUrl={product.picture}
      arriving={arriving}
      actions={
        <div className="flex w-full flex-col gap-2">
          <div className="flex flex-wrap gap-2">
            <Button size="sm" className="flex-1" onClick={() => onMoreInfo(product)}>
              <Info aria-hidden />
              More Info
            </Button>
            <OrderLink productId={product._id} />
          </div>
          <BasketButton product={product} compact />
        </div>
      }
    >
      <Fact label="Quantity" align="right">
        {product.packSize.toLocaleString("en-IN")}
      </Fact>
      <Availability packSize={product.packSize} stock={product.stock} />
      <Fact label="Price" align="right">
        <Price of={product} className="font-semibold" />
      </Fact>
    </ProductCard>
  );
}

/** Remembers the list, with its filters, for the way back. */
function OrderLink({ productId }: { productId: string }) {
  const { pathname, search } = useLocation();
  return (
    <LinkButton
      variant="each"
      size="sm"
      className="flex-1"
      to={links.orderForm(productId)}
      state={searchState(pathname + search)}
    >
      Order
    </LinkButton>
  );
}
