/** The Details window of a landing page product. The description comes when it is opened; the rest is the card's own. */
import * as links from "../../../domain/links";
import { api } from "../../../convex/_generated/api";
import { countryName } from "../../../domain/countryName";
import { useLiveQuery } from "../../live/useLiveQuery";
import { Button, LinkButton } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Fact } from "../../ui/Fact";
import { LateText } from "../../ui/LateText";
import { Price } from "../../ui/Money";
import { Notice } from "../../ui/Notice";
import { ProductPicture } from "../../ui/ProductPicture";
import type { LandingProduct } from "./RateBoard";
import { t } from "../../../domain/language/texts";
import { productTypeName } from "../../../domain/productTypes";

export type FeaturedDialogProps = { card: LandingProduct; onClose: () => void };

export function FeaturedDialog({ card, onClose }: FeaturedDialogProps) {
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
      description={t("Product details")}
      hideDescription
      footer={
        <>
          <Button onClick={onClose}>{t("Close")}</Button>
          {!isGone && (
            <LinkButton to={links.orderForm(card._id)} variant="primary">
              {t("Order")}
            </LinkButton>
          )}
        </>
      }
    >
      {error !== null && (
        <ErrorNotice message={t("Failed to load product")} onRetry={retry} className="mb-4" />
      )}
      {isGone && (
        <Notice kind="warning" message={t("This product is no longer sold.")} className="mb-4" />
      )}
      <ProductPicture
        src={details === undefined ? card.picture : details.imageUrl}
        alt={product.name}
        eager
        className="mb-4 rounded-sm"
      />
      <dl className="grid grid-cols-[fit-content(50%)_minmax(0,1fr)] gap-x-6 gap-y-2">
        <Fact label={t("Distributor")}>{product.distributorName}</Fact>
        <Fact label={t("Type")}>{productTypeName(product.type)}</Fact>
        <Fact label={t("Price")}>
          <Price of={product} />
        </Fact>
        <Fact label={t("Quantity")}>{product.packSize}</Fact>
        {details?.countryOfOrigin !== undefined && (
          <Fact label={t("Country of origin")}>{countryName(details.countryOfOrigin)}</Fact>
        )}
        {!isGone && (
          <Fact label={t("Description")}>
            <LateText text={details?.description} room="min-h-[4lh] sm:min-h-[3lh]" />
          </Fact>
        )}
      </dl>
    </Dialog>
  );
}
