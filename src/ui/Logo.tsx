/** The mark, a stall under its awning, and the word. */
import { cx } from "../lib/cx";
import { t } from "../../domain/language/texts";

const SCALLOPS = [6, 11, 16, 21];

function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden className={cx("size-8", className)}>
      <rect width="32" height="32" rx="8" fill="#f6a81c" />
      <path d="M8 15h2.4v10H8zM21.6 15H24v10h-2.4zM6 19.2h20v3.2H6z" fill="#231a08" />
      {SCALLOPS.map((x, index) => (
        <path
          key={x}
          d={`M${x} 7.5h5v6.2a2.5 2.5 0 0 1-5 0z`}
          fill={index % 2 === 0 ? "#231a08" : "#fff8e8"}
        />
      ))}
    </svg>
  );
}

export type LogoProps = {
  /** Below which width it is the mark alone: where a bar has no room for the word. */
  markBelow?: "sm" | "lg";
  className?: string;
};

const WORD_HIDDEN = { sm: "max-sm:sr-only", lg: "max-lg:sr-only" } as const;

export function Logo({ markBelow, className }: LogoProps) {
  return (
    <span className={cx("inline-flex items-center gap-2.5", className)}>
      <LogoMark />
      <span className={cx("text-lg font-bold tracking-tight", markBelow && WORD_HIDDEN[markBelow])}>
        {t("Mandi")}
      </span>
    </span>
  );
}
