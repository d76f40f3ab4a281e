/** One product on the landing page: picture, price, name, the fixed rating, type, quantity, Details. */
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Price } from "../../ui/Money";
import { ProductPicture } from "../../ui/ProductPicture";
import { Stars } from "../../ui/Stars";
import type { LandingProduct } from "./RateBoard";
import { t } from "../../../domain/language/texts";
import { productTypeName } from "../../../domain/productTypes";
import { rich } from "../../lib/rich";

/** Fixed on the landing page: products are not rated. */
const RATING = 4.5;

export type FeaturedCardProps = { product: LandingProduct; onDetails: () => void };

export function FeaturedCard({ product, onDetails }: FeaturedCardProps) {
  return (
    <Card as="article" aria-label={product.name} className="flex flex-col overflow-hidden">
      <ProductPicture src={product.picture} alt={product.name} />
      <div className="flex flex-1 flex-col gap-1 p-4">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span>
            <Price of={product} className="text-lg font-semibold" />
          </span>
          <Stars rating={RATING} />
        </div>
        <h3 className="line-clamp-2 text-md font-medium">{product.name}</h3>
        <p className="text-sm text-muted">
          {productTypeName(product.type)} · {t("Quantity {size}", { size: product.packSize })}
        </p>
        <Button className="mt-3" wide onClick={onDetails}>
          {rich("Details {product}", {
            product: (
              <span className="sr-only">{t("of {product}", { product: product.name })}</span>
            ),
          })}
        </Button>
      </div>
    </Card>
  );
}
