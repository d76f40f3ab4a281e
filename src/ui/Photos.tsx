/** A short row of pictures of what stands together, such as the products of an order. It is one picture for screen readers, with their names. */
import { PHOTOS_MAX } from "../../domain/limits";
import { ProductPicture } from "./ProductPicture";
import { cx } from "../lib/cx";
import { listText } from "../lib/rich";
import { t } from "../../domain/language/texts";

type Photo = { readonly name: string; readonly imageUrl: string | null };

export type PhotosProps = {
  /** The first of them, at least one; the first `most` are drawn. */
  photos: readonly Photo[];
  /** The number of all; those without a picture here are "+3". */
  total?: number;
  most?: number;
  className?: string;
};

/** Names that are said before "and 3 more". */
const NAMES_MAX = 2;

/** Returns, for example, "5 products: Rice, Oil and 3 more". */
function wordsFor(photos: readonly Photo[], total: number): string {
  const said = photos.length === total && total <= NAMES_MAX + 1 ? total : NAMES_MAX;
  const parts = photos.slice(0, said).map(({ name }) => name);
  const rest = total - parts.length;
  if (rest > 0) parts.push(t("{count, plural, other {# more}}", { count: rest }));
  return t("{count, plural, one {# product} other {# products}}: {names}", {
    count: total,
    names: listText(parts),
  });
}

export function Photos({
  photos,
  total = photos.length,
  most = PHOTOS_MAX,
  className,
}: PhotosProps) {
  const drawn = photos.slice(0, most);
  const rest = total - drawn.length;
  return (
    <span
      role="img"
      aria-label={wordsFor(photos, total)}
      className={cx("flex shrink-0 items-center gap-0.5", className)}
    >
      {drawn.map(({ name, imageUrl }, index) => (
        <ProductPicture
          key={index}
          src={imageUrl}
          alt={name}
          className="w-10 shrink-0 rounded-sm"
        />
      ))}
      {rest > 0 && (
        <span className="grid h-7.5 min-w-10 place-items-center rounded-sm bg-pill px-1 text-xs font-medium text-muted tabular-nums">
          +{rest.toLocaleString("en-IN")}
        </span>
      )}
    </span>
  );
}
