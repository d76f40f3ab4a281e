/** Terms on which a product is sold, on its order page. */
import type { ReactNode } from "react";
import { formatRupees } from "../../../../domain/money";
import { nearestText, nextBreak, wrongQuantity } from "../../../../domain/productTerms";
import type { OrderedProduct } from "../orderRow";

function pieces(count: number): string {
  return count.toLocaleString("en-IN");
}

/** Rows of the order page's list of facts. */
export function TermFacts({ product }: { product: OrderedProduct }) {
  const { sku, minQuantity, multiple, priceBreaks, minOrderPaise } = product;
  return (
    <>
      {sku !== undefined && <TermFact name="SKU">{sku}</TermFact>}
      {minQuantity !== undefined && <TermFact name="Minimum">{pieces(minQuantity)} Pcs</TermFact>}
      {multiple !== undefined && (
        <TermFact name="Sold in multiples of">{pieces(multiple)} Pcs</TermFact>
      )}
      {priceBreaks !== undefined && (
        <TermFact name="Larger orders">
          <ul>
            {priceBreaks.map(({ from, pricePaise }) => (
              <li key={from}>
                From {pieces(from)}: {formatRupees(pricePaise)} each
              </li>
            ))}
          </ul>
        </TermFact>
      )}
      {minOrderPaise !== undefined && (
        <TermFact name="Minimum order">{formatRupees(minOrderPaise)}</TermFact>
      )}
    </>
  );
}

function TermFact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="break-words tabular-nums">{children}</dd>
    </>
  );
}

/** The line below the quantity: what is wrong with it, else how near the next price break is; null if there is nothing to say. */
export function quantityHint(product: OrderedProduct, quantity: number): string | null {
  if (quantity === 0) return null;
  const nearest = wrongQuantity(product, quantity);
  if (nearest !== null) return nearestText(nearest);
  const next = nextBreak(product, quantity);
  return next && `${pieces(next.missing)} more: ${formatRupees(next.pricePaise)} each`;
}
