/**
 * One product of a grid: picture, name, type, facts, and what can be done with it. On phones the picture stands beside the
 * words, so that four products fit a screen.
 */
import { useId, type ReactNode } from "react";
import { Badge } from "../../ui/Badge";
import { Card } from "../../ui/Card";
import { ProductPicture } from "../../ui/ProductPicture";

export type ProductCardProps = {
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
  const { name, type, imageUrl, description, arriving = false, children, actions } = props;
  const titleId = useId();
  return (
    <Card
      as="article"
      arriving={arriving}
      aria-labelledby={titleId}
      className="flex flex-wrap gap-x-3 overflow-hidden p-3 sm:flex-col sm:flex-nowrap sm:p-0"
    >
      <ProductPicture
        src={imageUrl}
        alt={name}
        className="w-28 shrink-0 self-start rounded-sm sm:w-full sm:rounded-none"
      />
      <div className="flex min-w-0 flex-1 flex-col gap-2 sm:p-4 sm:pb-0">
        <h2 id={titleId} className="line-clamp-2 text-base leading-5 font-semibold" title={name}>
          {name}
        </h2>
        <Badge className="max-w-full truncate">{type}</Badge>
        {description !== undefined && (
          <p className="line-clamp-2 text-sm text-muted" title={description}>
            {description}
          </p>
        )}
        <dl className="mt-auto grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-sm">{children}</dl>
      </div>
      <div className="mt-3 flex w-full gap-2 sm:p-4 sm:pt-0">{actions}</div>
    </Card>
  );
}

/** A labelled figure of a product; the figure stands at the right. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0 text-right tabular-nums">{children}</dd>
    </>
  );
}
