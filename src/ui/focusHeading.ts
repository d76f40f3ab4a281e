/** Focuses the page's heading after the focused element was removed, so that keyboard users continue from there. */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>("main h1[tabindex]");
  (heading ?? document.querySelector<HTMLElement>("main"))?.focus({ preventScroll: true });
}

/** For a closing menu, which must not take the focus from the page that its link opened. */
export function leaveFocusInPage(event: Event): void {
  if (document.activeElement?.closest("main") != null) event.preventDefault();
}
