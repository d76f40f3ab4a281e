/** A word on a coloured background, with an icon where the colour has a meaning. */
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "../lib/cx";

export type Tone = "neutral" | "accent" | "positive" | "caution" | "negative" | "info";

export const TONES = {
  neutral: "bg-pill text-muted",
  accent: "bg-accent-soft text-accent-ink",
  positive: "bg-positive-soft text-positive",
  caution: "bg-caution-soft text-caution",
  negative: "bg-negative-soft text-negative",
  info: "bg-info-soft text-info",
} as const satisfies Record<Tone, string>;

export type BadgeProps = {
  tone?: Tone;
  icon?: LucideIcon;
  className?: string;
  children: ReactNode;
};

export function Badge({ tone = "neutral", icon: Icon, className, children }: BadgeProps) {
  return (
    <span
      className={cx(
        "inline-flex min-h-6 w-fit max-w-full shrink-0 items-center gap-1 rounded-sm px-2 text-xs font-medium rows:in-[td]:whitespace-nowrap",
        TONES[tone],
        className,
      )}
    >
      {Icon !== undefined && <Icon aria-hidden className="size-3.5 shrink-0" />}
      {children}
    </span>
  );
}
