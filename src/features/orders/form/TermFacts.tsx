/** Terms on which a product is sold, on its order page. */
import { nearestText, nextBreak, wrongQuantity } from "../../../../domain/productTerms";
import { Fact } from "../../../ui/Fact";
import { Money } from "../../../ui/Money";
import type { OrderedProduct } from "../orderRow";
import { breakText } from "../quickOrder/quickOrder";
import { t } from "../../../../domain/language/texts";
import { rich } from "../../../lib/rich";

function pieces(count: number): string {
  return count.toLocaleString("en-IN");
}

/** Rows of the order page's list of facts. */
export function TermFacts({ product }: { product: OrderedProduct }) {
  const { sku, minQuantity, multiple, priceBreaks, minOrderPaise } = product;
  return (
    <>
      {sku !== undefined && <Fact label={t("SKU")}>{sku}</Fact>}
      {minQuantity !== undefined && (
        <Fact label={t("Minimum")}>{t("{pieces} Pcs", { pieces: pieces(minQuantity) })}</Fact>
      )}
      {multiple !== undefined && (
        <Fact label={t("Sold in multiples of")}>
          {t("{pieces} Pcs", { pieces: pieces(multiple) })}
        </Fact>
      )}
      {priceBreaks !== undefined && (
        <Fact label={t("Larger orders")}>
          <ul>
            {priceBreaks.map(({ from, pricePaise }) => (
              <li key={from}>
                {rich("From {pieces}: {price} each", {
                  pieces: pieces(from),
                  price: <Money paise={pricePaise} />,
                })}
              </li>
            ))}
          </ul>
        </Fact>
      )}
      {minOrderPaise !== undefined && (
        <Fact label={t("Minimum order")}>
          <Money paise={minOrderPaise} />
        </Fact>
      )}
    </>
  );
}

/** Returns the line below the quantity: what is wrong with it, else how near the next price break is; null if there is nothing to say. */
export function quantityHint(product: OrderedProduct, quantity: number): string | null {
  if (quantity === 0) return null;
  const nearest = wrongQuantity(product, quantity);
  if (nearest !== null) return nearestText(nearest);
  const next = nextBreak(product, quantity);
  return next && breakText(next);
}
