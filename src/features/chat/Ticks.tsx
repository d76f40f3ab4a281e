/** The delivery status of one's own message: icon, colour and text. */
import { Check, CheckCheck, CircleAlert, Clock, type LucideIcon } from "lucide-react";
import { cx } from "../../lib/cx";
import type { Tick } from "./thread";
import { t } from "../../../domain/language/texts";

type TickLook = { icon: LucideIcon; word: string; className?: string; stroke?: number };

const LOOKS: Record<Tick, TickLook> = {
  waiting: { icon: Clock, word: t("Waiting") },
  sending: { icon: Clock, word: t("Sending") },
  refused: { icon: CircleAlert, word: t("Not sent"), className: "text-negative" },
  sent: { icon: Check, word: t("Sent") },
  delivered: { icon: CheckCheck, word: t("Delivered") },
  read: { icon: CheckCheck, word: t("Read"), className: "text-positive", stroke: 3 },
};

export type TicksProps = {
  tick: Tick;
  /** The word beside the icon: on the newest of one's own messages. */
  showWord?: boolean;
};

export function Ticks({ tick, showWord = false }: TicksProps) {
  const { icon: Icon, word, className, stroke = 2 } = LOOKS[tick];
  return (
    <span
      role="img"
      aria-label={word}
      title={word}
      className={cx("inline-flex items-center gap-1 text-muted", className)}
    >
      <Icon aria-hidden className="size-4 shrink-0" strokeWidth={stroke} />
      {showWord && word}
    </span>
  );
}
