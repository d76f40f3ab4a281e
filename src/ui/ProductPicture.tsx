/** A product's picture in a fixed 4:3 frame; a quiet crate stands in while it loads, and for good if there is none. */
import { Package } from "lucide-react";
import { useState } from "react";
import { cx } from "../lib/cx";
import { imageUrl } from "../lib/imageUrl";

export type ProductPictureProps = {
  src: string | null | undefined;
  alt: string;
  /** The first pictures of a page load at once; the rest when they come near. */
  eager?: boolean;
  className?: string;
};

export function ProductPicture({ src, alt, eager = false, className }: ProductPictureProps) {
  const url = imageUrl(src);
  // The address that failed, not a flag: a new picture gets a new chance.
  const [failed, setFailed] = useState<string | null>(null);
  const missing = url === null || failed === url;
  return (
    <div
      className={cx(
        "relative grid aspect-4/3 place-items-center overflow-hidden bg-sunken text-edge",
        className,
      )}
    >
      <Package aria-hidden strokeWidth={1.25} className="size-1/4 max-h-10 max-w-10" />
      {missing ? (
        <span className="sr-only">{alt}: no picture</span>
      ) : (
        <img
          src={url}
          alt={alt}
          loading={eager ? "eager" : "lazy"}
          decoding="async"
          onError={() => setFailed(url)}
          className="absolute inset-0 size-full object-cover"
        />
      )}
    </div>
  );
}
