/** One of the distributor's own products, to edit or delete. */
import { Boxes, Pencil, Trash2 } from "lucide-react";
import { Button } from "../../ui/Button";
import { Money } from "../../ui/Money";
import { Fact } from "../../ui/Fact";
import { ProductCard } from "./ProductCard";
import type { OwnCard, StockedProduct } from "./productList";
import type { EditedProduct } from "./useEditProduct";
import { StockEditor } from "./StockEditor";
import { StockFigure } from "./StockFigure";
import { type StockSetter, useSetStock } from "./useSetStock";

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
  const { stock, name } = product;
  const setter = useSetStock(product);
  const { change } = setter;
  return (
    <ProductCard
      shape="ledger"
      name={product.name}
      type={product.type}
      imageUrl={product.picture}
      description={product.description}
      arriving={arriving}
      actions={
        change !== null && stock !== undefined ? (
          <StockEditor name={name} stock={stock} change={change} setter={setter} />
        ) : (
          <Actions product={product} onStart={onStart} setter={setter} />
        )
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

type ActionsProps = Pick<OwnProductCardProps, "product" | "onStart"> & {
  setter: StockSetter;
};

/** Changes of the stock wait for it: a new figure is saved against the one that was seen. */
function Actions({ product, onStart, setter }: ActionsProps) {
  const { stock, name } = product;
  return (
    <>
      <Button
        size="sm"
        className="flex-1"
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
        className="flex-1"
        autoFocus={setter.hasEnded}
        disabled={stock === undefined}
        onClick={() => {
          if (stock !== undefined) setter.begin(stock);
        }}
      >
        <Boxes aria-hidden />
        <span>
          Stock<span className="sr-only"> of {name}: change</span>
        </span>
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
  );
}
