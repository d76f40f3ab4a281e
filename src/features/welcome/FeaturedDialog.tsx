/** The Details window of a landing page product: distributor, type, price, quantity, description. */
import type { ReactNode } from "react";
import { Button, LinkButton } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { Money } from "../../ui/Money";
import { ProductPicture } from "../../ui/ProductPicture";
import type { LandingProduct } from "./RateBoard";

export type FeaturedDialogProps = { product: LandingProduct; onClose: () => void };

export function FeaturedDialog({ product, onClose }: FeaturedDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={product.name}
      description="Product details"
      hideDescription
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <LinkButton to={`/orderinfo/${product._id}`} variant="primary">
            Order
          </LinkButton>
        </>
      }
    >
      <Details product={product} />
    </Dialog>
  );
}

function Details({ product }: { product: LandingProduct }) {
  return (
    <>
      <ProductPicture src={product.imageUrl} alt={product.name} eager className="mb-4 rounded-sm" />
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
        <Line term="Distributor">{product.distributorName}</Line>
        <Line term="Type">{product.type}</Line>
        <Line term="Price">
          <Money paise={product.pricePaise} />
        </Line>
        <Line term="Quantity">{product.packSize}</Line>
        <Line term="Description">
          <span className="whitespace-pre-line">{product.description}</span>
        </Line>
      </dl>
    </>
  );
}

function Line({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{term}</dt>
      <dd>{children}</dd>
    </>
  );
}
