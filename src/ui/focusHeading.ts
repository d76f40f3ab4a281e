/** Focuses the page's heading after the focused element was removed, so that keyboard users continue from there. */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>("main h1[tabindex]");
  (heading ?? document.querySelector<HTMLElement>("main"))?.focus({ preventScroll: true });
}

/** For a menu that gives the focus back as it closes: the page that its link led to may have come first, and keeps it. */
export function leaveFocusInPage(event: Event): void {
  if (document.activeElement?.closest("main") != null) event.preventDefault();
}
