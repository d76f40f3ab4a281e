/** The actions on the chosen orders. It takes the place of the page's heading, so that no card moves, and stays in view. */
import { X, Check } from "lucide-react";
import { formatRupees } from "../../../../domain/money";
import { Button } from "../../../ui/Button";
import { useOrderActs } from "../orderActs";
import { type IncomingOrder, totalOf, contentOf, customerOf } from "../orderRow";
import { useSelected, useSelection, useIsSelected } from "./selection";
import { t } from "../../../../domain/language/texts";

const LABELS = {
  accept: (count: number) => t("Accept {count}", { count }),
  reject: (count: number) => t("Reject {count}", { count }),
  complete: (count: number) => t("Complete {count}", { count }),
} as const;

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
        aria-label={t("Selected orders")}
        className="absolute inset-x-0 bottom-2 flex min-h-12 animate-fade items-center gap-3 rounded-md border border-line bg-raised py-1.5 pr-1.5 pl-4 shadow-high"
      >
        <p role="status" className="truncate min-w-0 flex-1 font-medium">
          {selected.length}
          <span className="max-sm:sr-only"> {t("selected")}</span>
          <span className="text-muted tabular-nums max-sm:hidden"> · {formatRupees(total)}</span>
        </p>
        {kinds.map((each, at) => (
          <Button
            key={each}
            variant={at === kinds.length - 1 ? "primary" : "secondary"}
            onClick={() => show({ kind: `${each}Many`, orders: selected })}
          >
            {LABELS[each](selected.length)}
          </Button>
        ))}
        <Button
          size="icon"
          variant="quiet"
          aria-label={t("Clear the selection")}
          onClick={() => selection.clear()}
        >
          <X aria-hidden />
        </Button>
      </div>
    </div>
  );
}

/** The box of a card with which its order is chosen for an action on several. */
export function SelectBox({ order }: { order: IncomingOrder }) {
  const selection = useSelection();
  const isSelected = useIsSelected(selection, order._id);
  return (
    <span className="relative grid size-8 shrink-0 place-items-center rounded-sm focus-within:outline-2 focus-within:outline-accent-ink hover:bg-hover touch:size-11">
      <input
        type="checkbox"
        aria-label={t("Select {content} of {customer}", {
          content: contentOf(order),
          customer: customerOf(order),
        })}
        checked={isSelected}
        onChange={({ target }) => selection.set(order._id, target.checked)}
        // As large as a finger; the box below is what is seen.
        className="peer absolute inset-0 size-full cursor-pointer opacity-0"
      />
      <span
        aria-hidden
        className="pointer-events-none grid size-4 place-items-center rounded-[3px] border border-edge bg-raised peer-checked:border-accent peer-checked:bg-accent peer-checked:text-on-accent"
      >
        {isSelected && <Check className="size-3.5" strokeWidth={3} />}
      </span>
    </span>
  );
}
