/** Places the list of a Combobox: in the browser's top layer, so that neither a dialog nor a scrolling box cuts it off. */
import { useLayoutEffect, useRef, type RefObject } from "react";
import { placeOf } from "./comboboxMoves";

/** Opens the list in the top layer and keeps it at the control while anything scrolls or the window changes. */
export function useListPlace(
  control: RefObject<HTMLElement | null>,
): RefObject<HTMLDivElement | null> {
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
