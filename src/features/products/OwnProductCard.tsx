/** One of the distributor's own products, to edit or delete. */
import { Pencil, Trash2 } from "lucide-react";
import { Button } from "../../ui/Button";
import { Money } from "../../ui/Money";
import { Fact } from "./Fact";
import { ProductCard } from "./ProductCard";
import type { ProductRow } from "./productRow";
import { StockFigure } from "./StockFigure";

export type OwnProductCardProps = {
  product: ProductRow;
  arriving: boolean;
  onEdit: () => void;
  onDelete: () => void;
};

export function OwnProductCard({ product, arriving, onEdit, onDelete }: OwnProductCardProps) {
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
          <Button size="sm" className="flex-1" onClick={onEdit}>
            <Pencil aria-hidden />
            Edit
          </Button>
          <Button size="sm" variant="danger" className="flex-1" onClick={onDelete}>
            <Trash2 aria-hidden />
            Delete
          </Button>
        </>
      }
    >
      <Fact label="Quantity">{product.packSize.toLocaleString("en-IN")}</Fact>
      <Fact label="Price">
        <Money paise={product.pricePaise} className="font-semibold" />
      </Fact>
      <Fact label="Stock">
        <StockFigure stock={product.stock} />
      </Fact>
    </ProductCard>
  );
}
