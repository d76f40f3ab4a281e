/** A line of an order's card: a sign with its name, and the text beside it. */
import type { ReactNode } from "react";
import { cx } from "../../lib/cx";
import "./glyphs.css";

export type CardFactProps = {
  /** One of glyphs.css. */
  glyph: "person" | "phone" | "mail" | "place" | "words" | "day" | "stop";
  label: string;
  /** Shares its row with the next one. */
  half?: boolean;
  children: ReactNode;
};

export function CardFact({ glyph, label, half = false, children }: CardFactProps) {
  return (
    <div className={cx("flex min-w-0 gap-1.5", half ? "touch:items-center" : "col-span-2")}>
      <dt className={cx("pt-0.5 text-muted", half && "touch:pt-0")}>
        <span role="img" aria-label={label} className={`glyph glyph-${glyph}`} />
      </dt>
      <dd className="min-w-0 flex-1">{children}</dd>
    </div>
  );
}
