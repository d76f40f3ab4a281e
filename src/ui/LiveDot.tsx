/** Shows the connection status: a dot while live, else an icon of another shape, each with its word. */
import { LoaderCircle, WifiOff } from "lucide-react";
import { cx } from "../lib/cx";
import { t } from "../../domain/language/texts";

type LiveState = "live" | "reconnecting" | "offline";

const LOOKS = {
  live: { word: t("Live"), text: "text-muted" },
  reconnecting: { word: t("Reconnecting"), text: "text-caution" },
  offline: { word: t("Offline"), text: "text-negative" },
} as const satisfies Record<LiveState, { word: string; text: string }>;

function Sign({ state }: { state: LiveState }) {
  if (state === "offline") return <WifiOff aria-hidden className="size-3.5" />;
  if (state === "reconnecting")
    return <LoaderCircle aria-hidden className="size-3.5 animate-spin" />;
  return <span aria-hidden className="size-2 animate-beat rounded-full bg-positive" />;
}

type LiveDotProps = {
  state: LiveState;
  /** False where there is room for the sign alone; screen readers have the word all the same. */
  hasWord?: boolean;
  className?: string;
};

export function LiveDot({ state, hasWord = true, className }: LiveDotProps) {
  const { word, text } = LOOKS[state];
  return (
    <span
      title={hasWord ? undefined : word}
      className={cx("inline-flex items-center gap-1.5 text-xs font-medium", text, className)}
    >
      {/* As wide in every state, so that a change of state moves nothing. */}
      <span className="grid size-3.5 place-items-center">
        <Sign state={state} />
      </span>
      <span className={cx(!hasWord && "sr-only")}>{word}</span>
    </span>
  );
}
