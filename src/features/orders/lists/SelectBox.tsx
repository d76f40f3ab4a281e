/** The box of a card with which its order is chosen for an action on several. */
import { Check } from "lucide-react";
import { contentOf, customerOf, type IncomingOrder } from "../orderRow";
import { useIsSelected, useSelection } from "./selection";

export function SelectBox({ order }: { order: IncomingOrder }) {
  const selection = useSelection();
  const isSelected = useIsSelected(selection, order._id);
  return (
    <span className="relative grid size-8 shrink-0 place-items-center rounded-sm focus-within:outline-2 focus-within:outline-accent-ink hover:bg-hover touch:size-11">
      <input
        type="checkbox"
        aria-label={`Select ${contentOf(order)} of ${customerOf(order)}`}
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
