/** The product of an order page. Price and stock are live, and are highlighted when they change. */
import { TriangleAlert } from "lucide-react";
import { useEffect, useState } from "react";
import { countryName } from "../../../../domain/countryName";
import { LOW_STOCK_MAX } from "../../../../domain/limits";
import { gstText } from "../../../../domain/price";
import { cx } from "../../../lib/cx";
import { Badge } from "../../../ui/Badge";
import { Fact } from "../../../ui/Fact";
import { Money } from "../../../ui/Money";
import { FlashOnChange } from "../../../ui/FlashOnChange";
import { mailtoHref } from "../../../device/contactLinks";
import type { OrderedProduct } from "../orderRow";
import { TermFacts } from "./TermFacts";
import { t } from "../../../../domain/language/texts";
import { productTypeName } from "../../../../domain/productTypes";

/** As long as the old price can be read. */
const STRUCK_MS = 4_000;

export function ProductHeading({ product }: { product: OrderedProduct }) {
  return (
    <div className="@container flex min-w-0 flex-col gap-2 md:gap-3">
      <h1 tabIndex={-1} className="text-lg font-semibold md:text-xl">
        {product.name}
      </h1>
      <Badge className="max-w-full truncate">{productTypeName(product.type)}</Badge>
      <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <LivePrice paise={product.pricePaise} />
        <span className="text-sm text-muted">{t("each{gst}", { gst: gstText(product) })}</span>
        {product.stock !== undefined && <LiveStock stock={product.stock} />}
      </p>
    </div>
  );
}

/** The price; for a while after a change the old one stands beside it, struck out. */
function LivePrice({ paise }: { paise: number }) {
  const before = useBefore(paise, STRUCK_MS);
  return (
    <FlashOnChange
      value={paise}
      className="flex max-w-full min-w-0 flex-wrap items-baseline gap-x-2"
    >
      {before !== null && (
        <del className="text-muted">
          <span className="sr-only">{t("Was")} </span>
          <Money paise={before} />
        </del>
      )}
      {/* The largest price has room also where letters are of twice the size. */}
      <Money paise={paise} className="text-[min(var(--text-xl),11cqi)] font-semibold" />
    </FlashOnChange>
  );
}

function stockText(stock: number): string {
  if (stock === 0) return t("Sold out, 0 Pcs");
  const pieces = stock.toLocaleString("en-IN");
  return stock <= LOW_STOCK_MAX
    ? t("Few left, {pieces} Pcs", { pieces })
    : t("{pieces} Pcs in stock", { pieces });
}

function LiveStock({ stock }: { stock: number }) {
  const low = stock <= LOW_STOCK_MAX;
  return (
    <FlashOnChange value={stock}>
      <span
        data-testid="stock"
        className={cx(
          "inline-flex items-center gap-1 tabular-nums",
          low ? "font-medium" : "text-muted",
          low && (stock === 0 ? "text-negative" : "text-caution"),
        )}
      >
        {low && <TriangleAlert aria-hidden className="size-4" />}
        {stockText(stock)}
      </span>
    </FlashOnChange>
  );
}

export function ProductFacts({ product }: { product: OrderedProduct }) {
  const { description, packSize, countryOfOrigin, distributorName, distributorEmail } = product;
  return (
    <div className="@container col-span-2 flex min-w-0 flex-col gap-4 md:col-span-1">
      <p className="max-w-prose whitespace-pre-line">{description}</p>
      <dl className="grid grid-cols-[fit-content(50%)_minmax(0,1fr)] items-baseline gap-x-6 gap-y-1.5 tabular-nums @max-[15em]:grid-cols-1">
        <Fact label={t("Pack size")}>{packSize.toLocaleString("en-IN")}</Fact>
        {countryOfOrigin !== undefined && (
          <Fact label={t("Country of origin")}>{countryName(countryOfOrigin)}</Fact>
        )}
        <TermFacts product={product} />
        <Fact label={t("Distributor")}>{distributorName}</Fact>
        {distributorEmail !== undefined && (
          <Fact label={t("E-mail")}>
            <a href={mailtoHref(distributorEmail)} className="underline underline-offset-2">
              {distributorEmail}
            </a>
          </Fact>
        )}
      </dl>
    </div>
  );
}

/** Remembers the value before the last change for a while; null before the first change and when the time is over. */
function useBefore(value: number, stayMs: number): number | null {
  const [shown, setShown] = useState<{ value: number; before: number | null }>({
    value,
    before: null,
  });
  if (shown.value !== value) setShown({ value, before: shown.value });
  const { before } = shown;
  useEffect(() => {
    if (before === null) return;
    const timer = window.setTimeout(() => setShown({ value, before: null }), stayMs);
    return () => window.clearTimeout(timer);
  }, [before, value, stayMs]);
  return before;
}
