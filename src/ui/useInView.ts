/** Returns true while the element is in view or, once the user has scrolled, within a few screens of it. */
import { type RefObject, useEffect, useState } from "react";

/** Further than the fastest wheel scrolls while a page is loading. */
const AHEAD = "0px 0px 400% 0px";

/** Nothing is loaded ahead for users who only look at the top of a list. */
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

export function useInView(ref: RefObject<Element | null>, isWanted: boolean): boolean {
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
