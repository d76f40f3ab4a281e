/** The list that a Select opens, in the browser's top layer, at the control and following it. It never has the focus. */
import { Check } from "lucide-react";
import { useEffect, useLayoutEffect, useRef, type RefObject } from "react";
import { cx } from "../lib/cx";
import { placeOf } from "./selectMoves";

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

/** Opens the list in the top layer and keeps it at the control while anything scrolls or the window changes. */
function usePlace(control: RefObject<HTMLElement | null>) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const place = () => {
      const [shown, owner] = [list.current, control.current];
      if (shown === null || owner === null) return;
      const box = owner.getBoundingClientRect();
      shown.style.maxHeight = "";
      shown.style.minWidth = `${box.width}px`;
      const { clientWidth: width, clientHeight: height } = document.documentElement;
      const size = { width: shown.offsetWidth, height: shown.offsetHeight };
      const { top, left, maxHeight } = placeOf(box, size, { width, height });
      Object.assign(shown.style, { top: `${top}px`, left: `${left}px` });
      if (size.height > maxHeight) shown.style.maxHeight = `${maxHeight}px`;
    };
    const follow = (event: Event) => {
      if (event.target !== list.current) place();
    };
    list.current?.showPopover();
    place();
    window.addEventListener("scroll", follow, { capture: true, passive: true });
    window.addEventListener("resize", follow);
    return () => {
      window.removeEventListener("scroll", follow, { capture: true });
      window.removeEventListener("resize", follow);
    };
  }, [control]);
  return list;
}

export function SelectList(props: SelectListProps) {
  const { id, labelledBy, control, options, chosen, active, onReach, onChoose, className } = props;
  const list = usePlace(control);
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
