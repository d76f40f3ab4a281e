/** Whether what is on the screen is live. The word goes with the colour. */
import { cx } from "../lib/cx";

export type LiveState = "live" | "reconnecting" | "offline";

const LOOKS = {
  live: { word: "Live", dot: "bg-positive", text: "text-muted" },
  reconnecting: { word: "Connecting", dot: "animate-pulse-soft bg-caution", text: "text-caution" },
  offline: { word: "Offline", dot: "bg-negative", text: "text-negative" },
} as const satisfies Record<LiveState, { word: string; dot: string; text: string }>;

export function LiveDot({ state, className }: { state: LiveState; className?: string }) {
  const { word, dot, text } = LOOKS[state];
  return (
    <span className={cx("inline-flex items-center gap-1.5 text-xs font-medium", text, className)}>
      <span aria-hidden className={cx("size-2 rounded-full", dot)} />
      {word}
    </span>
  );
}
