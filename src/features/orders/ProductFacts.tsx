/** The product of an order page. Price and stock are live, and are highlighted when they change. */
import { TriangleAlert } from "lucide-react";
import { LOW_STOCK_MAX } from "../../../domain/limits";
import { cx } from "../../lib/cx";
import { Badge } from "../../ui/Badge";
import { Money } from "../../ui/Money";
import { FlashOnChange } from "../../ui/FlashOnChange";
import type { OrderedProduct } from "./orderRow";
import { mailtoHref } from "../../lib/mailtoHref";
import { TermFacts } from "./TermFacts";

export function ProductHeading({ product }: { product: OrderedProduct }) {
  return (
    <div className="flex min-w-0 flex-col gap-2 md:gap-3">
      <h1 tabIndex={-1} className="text-lg font-semibold md:text-xl">
        {product.name}
      </h1>
      <Badge className="max-w-full truncate">{product.type}</Badge>
      <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <FlashOnChange value={product.pricePaise}>
          <Money paise={product.pricePaise} className="text-xl font-semibold" />
        </FlashOnChange>
        {product.stock !== undefined && <LiveStock stock={product.stock} />}
      </p>
    </div>
  );
}

function stockText(stock: number): string {
  const pieces = `${stock.toLocaleString("en-IN")} Pcs`;
  if (stock === 0) return `Out of stock, ${pieces}`;
  return stock <= LOW_STOCK_MAX ? `Only ${pieces} in stock` : `${pieces} in stock`;
}

function LiveStock({ stock }: { stock: number }) {
  const low = stock <= LOW_STOCK_MAX;
  return (
    <FlashOnChange value={stock}>
      <span
        data-testid="stock"
        className={cx(
          "inline-flex items-center gap-1 tabular-nums",
          low ? "font-medium text-negative" : "text-muted",
        )}
      >
        {low && <TriangleAlert aria-hidden className="size-4" />}
        {stockText(stock)}
      </span>
    </FlashOnChange>
  );
}

export function ProductFacts({ product }: { product: OrderedProduct }) {
  const { description, packSize, distributorName, distributorEmail } = product;
  return (
    <div className="col-span-2 flex min-w-0 flex-col gap-4 md:col-span-1">
      <p className="max-w-prose whitespace-pre-line">{description}</p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-6 gap-y-1.5">
        <dt className="text-muted">Pack size</dt>
        <dd className="tabular-nums">{packSize.toLocaleString("en-IN")}</dd>
        <TermFacts product={product} />
        <dt className="text-muted">Distributor</dt>
        <dd>{distributorName}</dd>
        {distributorEmail !== undefined && (
          <>
            <dt className="text-muted">E-mail</dt>
            <dd>
              <a href={mailtoHref(distributorEmail)} className="underline underline-offset-2">
                {distributorEmail}
              </a>
            </dd>
          </>
        )}
      </dl>
    </div>
  );
}
