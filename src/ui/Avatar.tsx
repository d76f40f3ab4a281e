/** A user's picture, else the first letter of the name, else "?". Decorative: the name stands beside it. */
import { cx } from "../lib/cx";
import { imageUrl, useFailedPicture } from "../live/pictures";

export type AvatarProps = {
  src?: string | null | undefined;
  name?: string | undefined;
  className?: string;
};

const letters = new Intl.Segmenter("en-IN", { granularity: "grapheme" });

/** Returns the first letter as people count letters: a Devanagari syllable or an emoji is one. */
function initialOf(name: string | undefined): string {
  for (const { segment } of letters.segment(name?.trim() ?? ""))
    return segment.toLocaleUpperCase("en-IN");
  return "?";
}

export function Avatar({ src, name, className }: AvatarProps) {
  const url = imageUrl(src);
  const [failed, noteFailed] = useFailedPicture();
  return (
    <span
      aria-hidden
      className={cx(
        "grid size-9 shrink-0 place-items-center overflow-hidden rounded-full bg-accent-soft text-base font-semibold text-accent-ink",
        className,
      )}
    >
      {url === null || failed === url ? (
        initialOf(name)
      ) : (
        <img
          src={url}
          alt=""
          loading="lazy"
          onError={() => noteFailed(url)}
          className="size-full object-cover"
        />
      )}
    </span>
  );
}
