/** More Info of a product: who sells it, what it is, and how much there is right now. */
import { DateText } from "../../ui/DateText";
import { Dialog } from "../../ui/Dialog";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Button, LinkButton } from "../../ui/Button";
import { Money } from "../../ui/Money";
import { ProductPicture } from "../../ui/ProductPicture";
import { Fact } from "../../ui/Fact";
import type { ProductRow } from "./productRow";
import { StockFigure } from "./StockFigure";
import { useStockLevels } from "./useStockLevels";
import { mailtoHref } from "../../lib/mailtoHref";

export function ProductInfoDialog({
  product,
  onClose,
}: {
  product: ProductRow;
  onClose: () => void;
}) {
  const { levels, error, retry } = useStockLevels([product._id]);
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={product.name}
      description={product.type}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <LinkButton variant="primary" to={`/orderinfo/${product._id}`}>
            Order
          </LinkButton>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {error !== null && (
          <ErrorNotice
            message="An error occurred while fetching product details."
            onRetry={retry}
          />
        )}
        <ProductPicture src={product.imageUrl} alt={product.name} eager className="rounded-sm" />
        <p className="wrap-anywhere whitespace-pre-line">{product.description}</p>
        <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-2">
          <Fact label="Distributor" align="right">
            {product.distributorName}
          </Fact>
          <Fact label="Email" align="right">
            <a className="underline" href={mailtoHref(product.distributorEmail)}>
              {product.distributorEmail}
            </a>
          </Fact>
          <Fact label="Stock" align="right">
            <StockFigure stock={levels.get(product._id)} />
          </Fact>
          <Fact label="Price" align="right">
            <Money paise={product.pricePaise} className="font-semibold" />
          </Fact>
          <Fact label="Registered on" align="right">
            <DateText date={product.createdAt} />
          </Fact>
        </dl>
      </div>
    </Dialog>
  );
}
