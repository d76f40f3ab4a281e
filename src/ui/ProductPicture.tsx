/**
 * A product's picture in a fixed 4:3 frame; a quiet crate stands in while it loads, and for good if there is none. Lists draw it
 * hundreds of times a second while they are scrolled, so it is no more than one element.
 */
import { cx } from "../lib/cx";
import { imageUrl, useFailedPicture } from "../live/pictures";
import { t } from "../../domain/language/texts";

export type ProductPictureProps = {
  src: string | null | undefined;
  alt: string;
  /** The first pictures of a page load at once; the rest when they come near. */
  eager?: boolean;
  className?: string;
};

const FRAME = "crate block aspect-4/3 w-full max-w-none object-cover dark:brightness-[.86]";

export function ProductPicture({ src, alt, eager = false, className }: ProductPictureProps) {
  const url = imageUrl(src);
  // The address that failed, not a flag: a new picture gets a new chance.
  const [failed, noteFailed] = useFailedPicture();
  if (url === null || failed === url) {
    return (
      <div className={cx(FRAME, className)}>
        {alt !== "" && (
          <span className="sr-only">{t("{product}: no picture", { product: alt })}</span>
        )}
      </div>
    );
  }
  return (
    <img
      src={url}
      alt={alt}
      loading={eager ? "eager" : "lazy"}
      decoding="async"
      onError={() => noteFailed(url)}
      className={cx(FRAME, className)}
    />
  );
}
