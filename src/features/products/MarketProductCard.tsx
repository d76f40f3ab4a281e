/** A product as a retailer meets it: to look at closer, to order, or to put into the basket. */
import { Info } from "lucide-react";
import { BasketButton } from "../../lib/BasketButton";
import { Button, LinkButton } from "../../ui/Button";
import { Money } from "../../ui/Money";
import { Fact } from "../../ui/Fact";
import { ProductCard } from "./ProductCard";
import type { CatalogueCard } from "./productRow";

export type MarketProductCardProps = {
  product: CatalogueCard;
  arriving: boolean;
  onMoreInfo: (product: CatalogueCard) => void;
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
          <div className="flex gap-2">
            <Button size="sm" className="flex-1" onClick={() => onMoreInfo(product)}>
              <Info aria-hidden />
              More Info
            </Button>
            <LinkButton
              variant="primary"
              size="sm"
              className="flex-1"
              to={`/orderinfo/${product._id}`}
            >
              Order
            </LinkButton>
          </div>
          <BasketButton product={product} compact />
        </div>
      }
    >
      <Fact label="Quantity" align="right">
        {product.packSize.toLocaleString("en-IN")}
      </Fact>
      <Fact label="Price" align="right">
        <Money paise={product.pricePaise} className="font-semibold" />
      </Fact>
    </ProductCard>
  );
}
