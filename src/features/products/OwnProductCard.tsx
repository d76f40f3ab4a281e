/** One of the distributor's own products, to edit or delete. */
import { Pencil, Trash2 } from "lucide-react";
import { Button } from "../../ui/Button";
import { Money } from "../../ui/Money";
import { Fact } from "../../ui/Fact";
import { ProductCard } from "./ProductCard";
import type { OwnCard, StockedProduct } from "./productRow";
import type { EditedProduct } from "./useEditProduct";
import { StockFigure } from "./StockFigure";

/** The dialog that a card opens. */
export type ProductTask =
  | { readonly kind: "edit"; readonly product: EditedProduct }
  | { readonly kind: "delete"; readonly product: OwnCard };

export type OwnProductCardProps = {
  product: StockedProduct;
  arriving: boolean;
  onStart: (task: ProductTask) => void;
};

export function OwnProductCard({ product, arriving, onStart }: OwnProductCardProps) {
  const { stock } = product;
  return (
    <ProductCard
      shape="ledger"
      name={product.name}
      type={product.type}
      imageUrl={product.picture}
      description={product.description}
      arriving={arriving}
      actions={
        <>
          <Button
            size="sm"
            className="flex-1"
            // The form starts with the stock, and saves a new one against it.
            disabled={stock === undefined}
            onClick={() => {
              if (stock !== undefined) onStart({ kind: "edit", product: { ...product, stock } });
            }}
          >
            <Pencil aria-hidden />
            Edit
          </Button>
          <Button
            size="sm"
            variant="danger"
            className="flex-1"
            onClick={() => onStart({ kind: "delete", product })}
          >
            <Trash2 aria-hidden />
            Delete
          </Button>
        </>
      }
    >
      <Fact label="Quantity" align="right">
        {product.packSize.toLocaleString("en-IN")}
      </Fact>
      <Fact label="Price" align="right">
        <Money paise={product.pricePaise} className="font-semibold" />
      </Fact>
      <Fact label="Stock" align="right">
        <StockFigure stock={stock} />
      </Fact>
    </ProductCard>
  );
}
