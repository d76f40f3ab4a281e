/** More Info of a product: who sells it, what it is, and how much there is right now. The card's own facts stand there at once. */
import * as links from "../../../domain/links";
import { api } from "../../../convex/_generated/api";
import { countryName } from "../../../domain/countryName";
import { mailtoHref } from "../../device/contactLinks";
import { useLiveQuery } from "../../live/useLiveQuery";
import { Button, LinkButton } from "../../ui/Button";
import { DateText } from "../../ui/DateText";
import { Dialog } from "../../ui/Dialog";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Fact } from "../../ui/Fact";
import { LateText } from "../../ui/LateText";
import { Notice } from "../../ui/Notice";
import { ProductPicture } from "../../ui/ProductPicture";
import { Skeleton } from "../../ui/Skeleton";
import { PriceEach } from "./PriceEach";
import type { CatalogueCard } from "./productList";
import { StockFigure } from "./StockFigure";
import { t } from "../../../domain/language/texts";
import { productTypeName } from "../../../domain/productTypes";

export type ProductInfoDialogProps = { card: CatalogueCard; onClose: () => void };

export function ProductInfoDialog({ card, onClose }: ProductInfoDialogProps) {
  const { value, error, retry } = useLiveQuery(
    api.products.one,
    { productId: card._id },
    { isKeptOffline: true },
  );
  const isGone = value === null;
  const details = value ?? undefined;
  const product = details ?? card;
  return (
    <Dialog
      onClose={onClose}
      title={product.name}
      description={productTypeName(product.type)}
      footer={
        <>
          <Button onClick={onClose}>{t("Close")}</Button>
          {!isGone && (
            <LinkButton variant="primary" to={links.orderForm(card._id)}>
              {t("Order")}
            </LinkButton>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {error !== null && (
          <ErrorNotice
            message={t("An error occurred while fetching product details.")}
            onRetry={retry}
          />
        )}
        {isGone && <Notice kind="warning" message={t("This product is no longer sold.")} />}
        <ProductPicture
          src={details === undefined ? card.picture : details.imageUrl}
          alt={product.name}
          eager
          className="rounded-sm"
        />
        {!isGone && <LateText text={details?.description} room="min-h-[3lh]" />}
        <dl className="grid grid-cols-[fit-content(50%)_minmax(0,1fr)] items-baseline gap-x-4 gap-y-2">
          {!isGone && <Seller {...details} />}
          <Fact label={t("Price")} align="right">
            <PriceEach of={product} className="font-semibold" />
          </Fact>
          <Fact label={t("Quantity")} align="right">
            {t("Pack of {count}", { count: product.packSize.toLocaleString("en-IN") })}
          </Fact>
          {details?.countryOfOrigin !== undefined && (
            <Fact label={t("Country of origin")} align="right">
              {countryName(details.countryOfOrigin)}
            </Fact>
          )}
          <Fact label={t("Registered on")} align="right">
            <DateText date={product.createdAt} />
          </Fact>
        </dl>
      </div>
    </Dialog>
  );
}

type SellerProps = { distributorName?: string; distributorEmail?: string; stock?: number };

/** The facts that come with the details. */
function Seller({ distributorName, distributorEmail, stock }: SellerProps) {
  return (
    <>
      <Fact label={t("Distributor")} align="right">
        {distributorName ?? <LateWord />}
      </Fact>
      <Fact label={t("Email")} align="right">
        {distributorEmail === undefined ? (
          // As high as the link, which fingers press.
          <span className="tap">
            <LateWord />
          </span>
        ) : (
          <a className="underline" href={mailtoHref(distributorEmail)}>
            {distributorEmail}
          </a>
        )}
      </Fact>
      <Fact label={t("Stock")} align="right">
        <StockFigure stock={stock} />
      </Fact>
    </>
  );
}

function LateWord() {
  return <Skeleton className="inline-block h-3.5 w-28 align-middle" />;
}
