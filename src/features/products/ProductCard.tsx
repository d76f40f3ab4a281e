/**
 * One product of a grid: picture, name, type, facts, and what can be done with it. On phones the picture always stands beside
 * the words, so that several products fit a screen.
 */
import { useId, type ReactNode } from "react";
import { cx } from "../../lib/cx";
import { Badge } from "../../ui/Badge";
import { Card } from "../../ui/Card";
import { ProductPicture } from "../../ui/ProductPicture";

/** shelf: a large picture over the words, for buyers · ledger: a small one beside them, for the owner. */
export type ProductCardShape = "shelf" | "ledger";

/** As many columns of a shelf as fit the size of its text: 3 at 640 px, 5 at 1280 px, 7 at 1680 px. */
export const PRODUCT_GRIDS = {
  shelf: "grid grid-cols-1 gap-3 sm:grid-cols-[repeat(auto-fill,minmax(12.1rem,1fr))]",
  ledger: "grid grid-cols-1 gap-3 md:grid-cols-2 xl:grid-cols-3 wide:grid-cols-4",
} as const satisfies Record<ProductCardShape, string>;

const CARDS = {
  shelf: "sm:flex sm:flex-col sm:gap-0 sm:p-0",
  ledger: "",
} as const satisfies Record<ProductCardShape, string>;

const PICTURES = {
  shelf: "w-28 sm:max-h-40 sm:w-full sm:rounded-none",
  ledger: "w-20 sm:w-28",
} as const satisfies Record<ProductCardShape, string>;

export type ProductCardProps = {
  shape: ProductCardShape;
  name: string;
  type: string;
  imageUrl: string | null;
  description?: string;
  /** Came while the page was open. */
  arriving?: boolean;
  /** `Fact`s. */
  children: ReactNode;
  actions: ReactNode;
};

export function ProductCard(props: ProductCardProps) {
  const { shape, name, type, imageUrl, description, arriving = false, children, actions } = props;
  const titleId = useId();
  return (
    <Card
      as="article"
      arriving={arriving}
      aria-labelledby={titleId}
      className={cx(
        "grid grid-cols-[auto_1fr] grid-rows-[1fr_auto] gap-3 overflow-hidden p-3",
        CARDS[shape],
      )}
    >
      <ProductPicture
        src={imageUrl}
        alt={name}
        className={cx("shrink-0 self-start rounded-sm", PICTURES[shape])}
      />
      <div
        className={cx(
          "flex min-w-0 flex-1 flex-col gap-1.5",
          shape === "shelf" && "sm:p-3 sm:pb-0",
        )}
      >
        <h2 id={titleId} className="line-clamp-2 text-base leading-5 font-semibold" title={name}>
          {name}
        </h2>
        <Badge className="max-w-full truncate">{type}</Badge>
        {description !== undefined && (
          <p className="line-clamp-2 text-sm text-muted" title={description}>
            {description}
          </p>
        )}
        <dl className="mt-auto grid grid-cols-[fit-content(50%)_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
          {children}
        </dl>
      </div>
      <div className={cx("col-span-2 flex flex-wrap gap-2", shape === "shelf" && "sm:p-3")}>
        {actions}
      </div>
    </Card>
  );
}
