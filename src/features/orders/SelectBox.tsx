/** The box of a card with which its placement is chosen for an action on several. */
import { contentOf, customerOf, type IncomingPlacement } from "./placements";
import { useIsSelected, useSelection } from "./selection";

export function SelectBox({ placement }: { placement: IncomingPlacement }) {
  const selection = useSelection();
  const isSelected = useIsSelected(selection, placement._id);
  const [first] = placement.lines;
  return (
    <label className="grid size-8 shrink-0 cursor-pointer place-items-center rounded-sm hover:bg-hover touch:size-11">
      <input
        type="checkbox"
        aria-label={`Select ${contentOf(placement)} of ${customerOf(first)}`}
        checked={isSelected}
        onChange={({ target }) => selection.set(placement._id, target.checked)}
        className="size-4 accent-accent"
      />
    </label>
  );
}
