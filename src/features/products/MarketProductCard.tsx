/** A product as a retailer meets it: to look at closer, to order, or to put into the basket. Phones show it as a row of two lines. */
import { formatDate } from "../../../domain/dates";
import * as links from "../../../domain/links";
import { useId } from "react";
import { useLocation } from "react-router-dom";
import { BasketButton } from "../../market/BasketButton";
import { cx } from "../../lib/cx";
import { searchState } from "../../lib/searchState";
import { Button, LinkButton } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { DateText } from "../../ui/DateText";
import { ProductPicture } from "../../ui/ProductPicture";
import { PriceEach } from "./PriceEach";
import { Availability } from "./StockFigure";
import type { StockedCard } from "./productList";
import { t } from "../../../domain/language/texts";
import { productTypeName } from "../../../domain/productTypes";

export type MarketProductCardProps = {
  product: StockedCard;
  /** Names the company, for a list of several sellers. */
  hasCompany: boolean;
  /** Says since when the product is there, for a list of the newest. */
  hasDay: boolean;
  arriving: boolean;
  onMoreInfo: (product: StockedCard) => void;
};

export function MarketProductCard(props: MarketProductCardProps) {
  const { product, hasCompany, hasDay, arriving, onMoreInfo } = props;
  const { name, type, companyName, createdAt } = product;
  const titleId = useId();
  return (
    <Card
      as="article"
      arriving={arriving}
      aria-labelledby={titleId}
      className="grid grid-cols-[min(4.5rem,25%)_minmax(0,1fr)] grid-rows-[1fr_auto] gap-x-3 px-2 pt-1.5 pb-1.25 sm:flex sm:flex-col sm:overflow-hidden sm:p-0"
    >
      <ProductPicture
        src={product.picture}
        alt={name}
        className="aspect-3/2 shrink-0 self-start rounded-sm sm:aspect-4/3 sm:max-h-40 sm:rounded-none"
      />
      <div className="flex min-w-0 flex-col text-xs text-muted sm:flex-1 sm:gap-1 sm:px-3 sm:pt-3">
        <h2
          id={titleId}
          className="line-clamp-2 text-base leading-4.5 font-semibold text-ink sm:leading-5"
          title={name}
        >
          {name}
        </h2>
        {hasCompany && (
          <p className="line-clamp-2 wrap-anywhere" title={companyName}>
            {companyName}
          </p>
        )}
        {/* On phones the company takes the line of the type. */}
        <p className={cx(hasCompany && !hasDay && "sr-only sm:not-sr-only")}>
          {hasDay ? (
            <>
              <span className="sr-only">
                {t("{category}, added on {day}", {
                  category: productTypeName(type),
                  day: formatDate(createdAt),
                })}
              </span>
              <span aria-hidden>
                {productTypeName(type)} · <DateText date={createdAt} />
              </span>
            </>
          ) : (
            productTypeName(type)
          )}
        </p>
        <Availability packSize={product.packSize} stock={product.stock} />
      </div>
      <div className="col-span-2 flex flex-wrap items-center gap-1.5 pt-0.5 sm:p-3 sm:pt-2">
        <p className="min-w-min flex-1 leading-4.5">
          <span className="sr-only">{t("Price")}</span>
          <PriceEach of={product} className="font-semibold" />
        </p>
        <div className="ml-auto flex flex-wrap gap-1.5 sm:w-full sm:[&>:not(:last-child)]:flex-1">
          <Button size="low" onClick={() => onMoreInfo(product)}>
            {t("More Info")}
          </Button>
          <OrderLink productId={product._id} />
          <BasketButton product={product} compact />
        </div>
      </div>
    </Card>
  );
}

/** Remembers the list, with its filters, for the way back. */
function OrderLink({ productId }: { productId: string }) {
  const { pathname, search } = useLocation();
  return (
    <LinkButton
      variant="each"
      size="low"
      to={links.orderForm(productId)}
      state={searchState(pathname + search)}
    >
      {t("Order")}
    </LinkButton>
  );
}
