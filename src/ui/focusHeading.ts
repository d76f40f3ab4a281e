/** Returns the page's heading, or in its place the control at which the page begins. */
function heading(): HTMLElement | null {
  return (
    document.querySelector<HTMLElement>("main [data-initial-focus]") ??
    document.querySelector("main h1[tabindex]")
  );
}

/** Focuses the page's heading after the focused element was removed, so that keyboard users continue from there. */
export function focusHeading(): void {
  (heading() ?? document.querySelector<HTMLElement>("main"))?.focus({ preventScroll: true });
}

/** Focuses the heading as soon as the page has one, unless the focus was moved meanwhile. Returns the function that stops waiting. */
export function focusHeadingOnceThere(): () => void {
  focusHeading();
  const main = document.querySelector("main");
  if (main === null || heading() !== null) return () => undefined;
  const observer = new MutationObserver(() => {
    if (heading() === null) return;
    observer.disconnect();
    // What was focused in a skeleton is gone with it: then the body has the focus.
    if (document.activeElement === main || document.activeElement === document.body) focusHeading();
  });
  observer.observe(main, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/** Keeps the focus in the page that a link of a closing menu opened. */
export function leaveFocusInPage(event: Event): void {
  if (document.activeElement?.closest("main") != null) event.preventDefault();
}
