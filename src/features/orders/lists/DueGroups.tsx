/** The groups of accepted orders, late, today and later: the sign on a card, and the choice of one of them. */
import { CalendarDays, Clock, TriangleAlert, type LucideIcon } from "lucide-react";
import { useToday } from "../../../lib/useNow";
import { Badge, type Tone } from "../../../ui/Badge";
import { Button } from "../../../ui/Button";
import {
  DUE_GROUPS,
  DUE_LABELS,
  dueCount,
  type DueGroup,
  groupOf,
  type LoadedOrders,
} from "../filters/dueGroups";
import type { Order } from "../orderRow";
import { t } from "../../../../domain/language/texts";

const LOOKS = {
  late: { tone: "negative", icon: TriangleAlert },
  today: { tone: "caution", icon: Clock },
  later: { tone: "neutral", icon: CalendarDays },
} as const satisfies Record<DueGroup, { tone: Tone; icon: LucideIcon }>;

export function DueBadge({ order }: { order: Order }) {
  const group = groupOf(order, useToday());
  return <Badge {...LOOKS[group]}>{DUE_LABELS[group]}</Badge>;
}

export type DueChipsProps = LoadedOrders & {
  due: DueGroup | null;
  onChange: (due: DueGroup | null) => void;
};

/** Narrows the list down to one group. */
export function DueChips({ due, onChange, ...list }: DueChipsProps) {
  const today = useToday();
  return (
    <div role="group" aria-label={t("Delivery")} className="flex w-full flex-wrap gap-2 sm:w-auto">
      {DUE_GROUPS.map((group) => (
        <Button
          key={group}
          aria-pressed={due === group}
          variant="chip"
          className="px-3.5"
          onClick={() => onChange(due === group ? null : group)}
        >
          {DUE_LABELS[group]} <Count text={dueCount(group, list, today)} />
        </Button>
      ))}
    </div>
  );
}

function Count({ text }: { text: string }) {
  return text !== "" && <span className="text-sm text-muted tabular-nums">{text}</span>;
}
