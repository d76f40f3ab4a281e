/** The list that a Select opens, in the browser's top layer, at the control and following it. It never has the focus. */
import { Check } from "lucide-react";
import { useEffect, type RefObject } from "react";
import { cx } from "../lib/cx";
import { useListPlace } from "./useListPlace";

export type SelectOption<Value extends string> = { value: Value; label: string };

export type SelectListProps = {
  id: string;
  labelledBy: string;
  /** The control that the list belongs to and is placed at. */
  control: RefObject<HTMLElement | null>;
  options: readonly SelectOption<string>[];
  chosen: number;
  active: number;
  onReach: (index: number) => void;
  onChoose: (index: number) => void;
  className: string | undefined;
};

export function SelectList(props: SelectListProps) {
  const { id, labelledBy, control, options, chosen, active, onReach, onChoose, className } = props;
  const list = useListPlace(control);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: "nearest" });
  }, [list, active]);
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-labelledby={labelledBy}
      popover="manual"
      // The focus stays on the control, whose loss of it closes the list.
      onMouseDown={(event) => event.preventDefault()}
      className={cx(
        "fixed inset-auto m-0 animate-pop overflow-y-auto rounded-sm border border-line bg-raised p-1 text-ink shadow-high",
        className,
      )}
    >
      {options.map(({ value, label }, index) => (
        <div
          key={value}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === chosen}
          onPointerMove={() => onReach(index)}
          onClick={() => onChoose(index)}
          className={cx(
            "flex min-h-9 items-center gap-2 rounded-sm py-1.5 pr-2.5 pl-2.5 text-base select-none touch:min-h-11",
            // The ground alone is too faint a sign of where the keys are.
            index === active && "bg-hover shadow-[inset_3px_0_0_var(--color-accent-ink)]",
          )}
        >
          <span className="flex-1">{label}</span>
          <Check
            aria-hidden
            className={cx("size-4 shrink-0 text-accent-ink", index !== chosen && "invisible")}
          />
        </div>
      ))}
    </div>
  );
}
