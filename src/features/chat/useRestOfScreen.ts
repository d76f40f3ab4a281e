/** Sets `--top` of an element to its offset from the top of the page, so that it can fill the rest of the screen. */
import { useLayoutEffect, type RefObject } from "react";

export function useRestOfScreen(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const measure = () => {
      const top = element.getBoundingClientRect().top + window.scrollY;
      element.style.setProperty("--top", `${Math.round(top)}px`);
    };
    measure();
    // A banner that comes pushes the page longer; one that goes leaves the parent room to grow.
    const observer = new ResizeObserver(measure);
    observer.observe(document.documentElement);
    if (element.parentElement !== null) observer.observe(element.parentElement);
    return () => observer.disconnect();
  }, [ref]);
}
