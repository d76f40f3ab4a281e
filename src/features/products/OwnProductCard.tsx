/** One of the distributor's own products, to edit or delete. */
import { Pencil, Trash2 } from "lucide-react";
import { Button } from "../../ui/Button";
import { Money } from "../../ui/Money";
import { Fact } from "../../ui/Fact";
import { ProductCard } from "./ProductCard";
import type { ProductRow } from "./productRow";
import { StockFigure } from "./StockFigure";

/** The dialog that a card opens. */
export type ProductTask = { readonly kind: "edit" | "delete"; readonly product: ProductRow };

export type OwnProductCardProps = {
  product: ProductRow;
  arriving: boolean;
  onStart: (task: ProductTask) => void;
};

export function OwnProductCard({ product, arriving, onStart }: OwnProductCardProps) {
  return (
    <ProductCard
      shape="ledger"
      name={product.name}
      type={product.type}
      imageUrl={product.imageUrl}
      description={product.description}
      arriving={arriving}
      actions={
        <>
          <Button size="sm" className="flex-1" onClick={() => onStart({ kind: "edit", product })}>
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
        <StockFigure stock={product.stock} />
      </Fact>
    </ProductCard>
  );
}
