/** Functions that run in the page: they record layout shifts, and find buttons whose text is cut off. */

declare global {
  var layoutShifts: { total: number; worst: string[] } | undefined;
}

type LayoutShift = PerformanceEntry & {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null }[];
};

/** Runs before the page's scripts: records the layout shifts from then on, with what moved. */
export function recordShifts(): void {
  const shifts = { total: 0, worst: [] as string[] };
  globalThis.layoutShifts = shifts;
  const nameOf = ({ node }: { node: Node | null }) =>
    node instanceof Element ? `${node.tagName} "${node.textContent.slice(0, 40)}"` : "?";
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as LayoutShift[]) {
      if (entry.hadRecentInput) continue;
      shifts.total += entry.value;
      shifts.worst.push(`${entry.value.toFixed(4)}: ${entry.sources.map(nameOf).join(", ")}`);
    }
  }).observe({ type: "layout-shift", buffered: true });
}

/** Returns the buttons, and links that look like one, whose text goes beyond their box or, where nothing scrolls, beyond the page. */
export function cutButtons(): string[] {
  // Observed by more than a rounding.
  const SLACK_PX = 1;
  const scrolls = (element: Element) => {
    for (let at = element.parentElement; at !== null; at = at.parentElement)
      if (getComputedStyle(at).overflowX !== "visible") return true;
    return false;
  };
  const isCut = (button: Element) => {
    const box = button.getBoundingClientRect();
    const pageEnd = scrolls(button) ? Infinity : document.documentElement.clientWidth;
    const texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      // For screen readers.
      if ((text.parentElement?.getBoundingClientRect().width ?? 0) <= 1) continue;
      range.selectNodeContents(text);
      const { left, right, top, bottom, width } = range.getBoundingClientRect();
      if (width === 0) continue;
      const isOut =
        left < box.left - SLACK_PX ||
        top < box.top - SLACK_PX ||
        right > Math.min(box.right, pageEnd) + SLACK_PX ||
        bottom > box.bottom + SLACK_PX;
      if (isOut) return true;
    }
    return false;
  };
  // What a list to choose from shows is a value of any length, and ends in an ellipsis.
  return [...document.querySelectorAll("button:not([role=combobox]), a.inline-flex")]
    .filter((button) => button.checkVisibility({ visibilityProperty: true }) && isCut(button))
    .map((button) => button.textContent);
}
