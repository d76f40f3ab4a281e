/** A line of an order's card: a sign with its name, and the text beside it. */
import type { ReactNode } from "react";
import "./glyphs.css";

export type CardFactProps = {
  /** One of glyphs.css. */
  glyph: "person" | "phone" | "mail" | "place" | "words" | "day" | "stop";
  label: string;
  children: ReactNode;
};

export function CardFact({ glyph, label, children }: CardFactProps) {
  return (
    <div className="col-span-2 flex min-w-0 gap-1.5">
      <dt className="pt-0.5 text-muted">
        <span role="img" aria-label={label} className={`glyph glyph-${glyph}`} />
      </dt>
      <dd className="min-w-0 flex-1">{children}</dd>
    </div>
  );
}
