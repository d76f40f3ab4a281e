/** Detects when an element is on the screen, and calls a function then. */
import { useEffect, useEffectEvent, useState, type RefCallback } from "react";
import { useTabVisible } from "../../device/useTabVisible";

/** Calls `onView` when the element comes into view while `isActive`; once per time it becomes active. */
export function useWhenSeen(isActive: boolean, onView: () => void): RefCallback<HTMLElement> {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const onSeen = useEffectEvent(onView);
  useEffect(() => {
    if (!isActive || element === null) return;
    // A new observer speaks at once: what is still in view after one page asks for the next.
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) onSeen();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [isActive, element]);
  return setElement;
}

/** Returns true while the element is rendered in a visible tab. */
export function useIsInView(element: HTMLElement | null): boolean {
  const [isDrawn, setDrawn] = useState(false);
  const isTabVisible = useTabVisible();
  useEffect(() => {
    if (element === null) return;
    const observer = new IntersectionObserver((entries) => {
      setDrawn(entries.at(-1)?.isIntersecting ?? false);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return isDrawn && isTabVisible;
}
