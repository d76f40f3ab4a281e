/** Gives the focus to the page's heading: where what had it is gone, the keyboard goes on from there and not from nowhere. */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>("main h1[tabindex]");
  (heading ?? document.querySelector<HTMLElement>("main"))?.focus({ preventScroll: true });
}

/** For a menu that gives the focus back as it closes: the page that its link led to may have come first, and keeps it. */
export function leaveFocusInPage(event: Event): void {
  if (document.activeElement?.closest("main") != null) event.preventDefault();
}
