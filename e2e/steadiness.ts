/** Records layout shifts, inside the page. */

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
