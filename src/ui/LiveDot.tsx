/** Shows the connection status: a dot while live, else an icon of another shape, each with its word. */
import { LoaderCircle, WifiOff } from "lucide-react";
import { cx } from "../lib/cx";

export type LiveState = "live" | "reconnecting" | "offline";

const LOOKS = {
  live: { word: "Live", text: "text-muted" },
  reconnecting: { word: "Connecting", text: "text-caution" },
  offline: { word: "Offline", text: "text-negative" },
} as const satisfies Record<LiveState, { word: string; text: string }>;

function Sign({ state }: { state: LiveState }) {
  if (state === "offline") return <WifiOff aria-hidden className="size-3.5" />;
  if (state === "reconnecting")
    return <LoaderCircle aria-hidden className="size-3.5 animate-spin" />;
  return <span aria-hidden className="size-2 rounded-full bg-positive" />;
}

export function LiveDot({ state, className }: { state: LiveState; className?: string }) {
  const { word, text } = LOOKS[state];
  return (
    <span className={cx("inline-flex items-center gap-1.5 text-xs font-medium", text, className)}>
      <Sign state={state} />
      {/* Between phone and desktop the bar has room for the sign alone. */}
      <span className={cx(state === "live" && "md:max-lg:sr-only")}>{word}</span>
    </span>
  );
}
