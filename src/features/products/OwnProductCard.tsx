/** One of the distributor's own products, to edit or delete. */
import { Boxes, Pencil, Trash2 } from "lucide-react";
import { useId } from "react";
import { cx } from "../../lib/cx";
import { Badge } from "../../ui/Badge";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Money } from "../../ui/Money";
import { Fact } from "../../ui/Fact";
import { ProductPicture } from "../../ui/ProductPicture";
import { Sparkline } from "../../ui/Sparkline";
import { daysLeft, pieces } from "./stock";
import type { OwnCard, SoldLately, StockedProduct } from "./productList";
import type { EditedProduct } from "./useEditProduct";
import { StockEditor } from "./StockEditor";
import { StockFigure } from "./StockFigure";
import { type StockSetter, useSetStock } from "./useSetStock";
import { t } from "../../../domain/language/texts";
import { productTypeName } from "../../../domain/productTypes";

/** The dialog that a card opens. */
export type ProductTask =
  | { readonly kind: "edit"; readonly product: EditedProduct }
  | { readonly kind: "delete"; readonly product: OwnCard };

export type OwnProductCardProps = {
  product: StockedProduct;
  /** Absent for one that was not sold lately. */
  sold: SoldLately | undefined;
  arriving: boolean;
  onStart: (task: ProductTask) => void;
};

export function OwnProductCard({ product, sold, arriving, onStart }: OwnProductCardProps) {
  const { stock, name, description } = product;
  const titleId = useId();
  const setter = useSetStock(product);
  const { change } = setter;
  const left = stock === undefined ? null : daysLeft(stock, sold?.pieces ?? 0);
  return (
    <Card
      as="article"
      arriving={arriving}
      aria-labelledby={titleId}
      className="grid grid-cols-[auto_1fr] grid-rows-[1fr_auto] gap-3 overflow-hidden p-3"
    >
      <div className="flex w-20 flex-col gap-3 sm:w-28">
        <ProductPicture src={product.picture} alt={name} className="w-full shrink-0 rounded-sm" />
        {/* It comes later, where it moves nothing. */}
        {sold !== undefined && (
          <Sparkline weeks={sold.weeks} toWords={pieces} className="h-auto w-full" />
        )}
      </div>
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <h2 id={titleId} className="line-clamp-2 text-base leading-5 font-semibold" title={name}>
          {name}
        </h2>
        <Badge className="max-w-full truncate">{productTypeName(product.type)}</Badge>
        <p className="line-clamp-2 text-sm text-muted" title={description}>
          {description}
        </p>
        <dl className="mt-auto grid grid-cols-[fit-content(50%)_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
          <Fact label={t("Quantity")} align="right">
            {product.packSize.toLocaleString("en-IN")}
          </Fact>
          <Fact label={t("Price")} align="right">
            <Money paise={product.pricePaise} className="font-semibold" />
            <span className="text-muted"> {t("each")}</span>
          </Fact>
          <Fact label={t("Stock")} align="right">
            <StockFigure stock={stock} />
            {left !== null && <span className={cx("block text-xs", left.tone)}>{left.text}</span>}
          </Fact>
        </dl>
      </div>
      <div className="col-span-2 flex flex-wrap gap-2">
        {change !== null && stock !== undefined ? (
          <StockEditor name={name} stock={stock} change={change} setter={setter} />
        ) : (
          <Actions product={product} onStart={onStart} setter={setter} />
        )}
      </div>
    </Card>
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
        {t("Edit")}
      </Button>
      <Button
        size="sm"
        className="flex-1"
        aria-label={t("Stock of {product}: change", { product: name })}
        autoFocus={setter.hasEnded}
        disabled={stock === undefined}
        onClick={() => {
          if (stock !== undefined) setter.begin(stock);
        }}
      >
        <Boxes aria-hidden />
        {t("Stock")}
      </Button>
      <Button
        size="sm"
        variant="danger"
        className="flex-1"
        onClick={() => onStart({ kind: "delete", product })}
      >
        <Trash2 aria-hidden />
        {t("Delete")}
      </Button>
    </>
  );
}
