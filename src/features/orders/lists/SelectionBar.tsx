/** The actions on the chosen orders. It takes the place of the page's heading, so that no card moves, and stays in view. */
import { X } from "lucide-react";
import { formatRupees } from "../../../../domain/money";
import { Button } from "../../../ui/Button";
import { useOrderActs } from "../orderActs";
import { type IncomingOrder, totalOf } from "../orderRow";
import { useSelected, useSelection } from "./selection";

const LABELS = { accept: "Accept", reject: "Reject", complete: "Complete" } as const;

/** The actions on several orders at once. */
type BulkKind = keyof typeof LABELS;

export type SelectionBarProps = {
  orders: readonly IncomingOrder[];
  /** The actions on them; the last of the buttons is the main one. */
  kinds: readonly BulkKind[];
};

export function SelectionBar({ orders, kinds }: SelectionBarProps) {
  const selection = useSelection();
  const { show } = useOrderActs();
  const selected = useSelected(selection, orders);
  if (selected.length === 0) return null;
  const total = selected.reduce((sum, order) => sum + totalOf(order), 0);
  return (
    <div className="sticky top-31 z-20 h-0 print:hidden touch:top-32">
      <div
        role="region"
        aria-label="Selected orders"
        className="absolute inset-x-0 bottom-2 flex min-h-12 animate-fade items-center gap-3 rounded-md border border-line bg-raised py-1.5 pr-1.5 pl-4 shadow-high"
      >
        <p role="status" className="min-w-0 flex-1 truncate font-medium">
          {selected.length}
          <span className="max-sm:sr-only"> selected</span>
          <span className="text-muted tabular-nums max-sm:hidden"> · {formatRupees(total)}</span>
        </p>
        {kinds.map((each, at) => (
          <Button
            key={each}
            variant={at === kinds.length - 1 ? "primary" : "secondary"}
            onClick={() => show({ kind: `${each}Many`, orders: selected })}
          >
            {LABELS[each]} {selected.length}
          </Button>
        ))}
        <Button
          size="icon"
          variant="quiet"
          aria-label="Clear the selection"
          onClick={() => selection.clear()}
        >
          <X aria-hidden />
        </Button>
      </div>
    </div>
  );
}
