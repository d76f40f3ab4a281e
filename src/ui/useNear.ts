/** Whether the end of what is loaded is near: in sight, or, once the reader scrolls, within a few screens. */
import { type RefObject, useEffect, useState } from "react";

/** Further than the fastest wheel gets while a page is on its way. */
const AHEAD = "0px 0px 400% 0px";

/** Who only looks at the top of a list pays for no more than that. */
function useHasScrolled(): boolean {
  const [hasScrolled, setScrolled] = useState(false);
  useEffect(() => {
    // Once is enough: asking at every scroll where the page stands makes the browser lay it out to answer.
    const scrolled = () => setScrolled(true);
    window.addEventListener("scroll", scrolled, { passive: true, once: true });
    return () => window.removeEventListener("scroll", scrolled);
  }, []);
  return hasScrolled;
}

export function useNear(ref: RefObject<Element | null>, isWanted: boolean): boolean {
  const hasScrolled = useHasScrolled();
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (element === null || !isWanted) return;
    const observer = new IntersectionObserver(
      (entries) => setNear(entries.at(-1)?.isIntersecting === true),
      { rootMargin: hasScrolled ? AHEAD : "0px" },
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      setNear(false);
    };
  }, [ref, isWanted, hasScrolled]);
  return isNear;
}
