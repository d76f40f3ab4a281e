/** Formats the costs of pages as Markdown tables, with missed targets marked. */
import type { Arrival } from "./arrival";
import type { Landing } from "./landing";
import type { PageCost } from "./pageCost";
import type { RouteChange } from "./routeChange";

const TARGETS = {
  routeChangeMs: 100,
  landingPaintMs: 1_500,
  landingTaskMs: 100,
  arrivalMs: 16,
};

export interface WebResults {
  readonly pages: readonly PageCost[];
  readonly changes: readonly RouteChange[];
  readonly landing: Landing | null;
  readonly arrivals: readonly Arrival[];
}

type Cell = string | number;

function table(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const line = (cells: readonly Cell[]) => `| ${cells.join(" | ")} |`;
  const ruler = head.map((_, at) => (typeof rows[0]?.[at] === "number" ? "--:" : "---"));
  return [line(head), line(ruler), ...rows.map(line)].join("\n");
}

function rounded(value: number, digits = 0): number {
  return Number(value.toFixed(digits));
}

/** Returns "met", or "missed" in bold. */
function verdict(value: number, most: number): string {
  return value <= most ? "met" : "**missed**";
}

function pagesTable(pages: readonly PageCost[]): string {
  const head = ["who", "page", "JS kB", "JS kB unpacked", "requests"];
  const times = ["layout shift", "tasks > 50 ms", "longest ms", "LCP ms"];
  const rows = pages.map((page) => [
    ...[page.who, page.address, rounded(page.scriptKb), rounded(page.unpackedKb), page.requests],
    ...[rounded(page.layoutShift, 3), page.longTasks],
    ...[rounded(page.longestTaskMs), rounded(page.largestPaintMs)],
  ]);
  return table([...head, ...times], rows);
}

function changesTable(changes: readonly RouteChange[]): string {
  const { routeChangeMs } = TARGETS;
  const rows = changes.map(({ who, to, clicks, medianMs, worstMs }) => [
    ...[who, to, clicks, rounded(medianMs), rounded(worstMs), verdict(medianMs, routeChangeMs)],
  ]);
  return table(["who", "to", "clicks", "median ms", "worst ms", `≤ ${routeChangeMs} ms`], rows);
}

function landingTable(landing: Landing): string {
  const { landingPaintMs, landingTaskMs } = TARGETS;
  const { largestPaintMs, longestTaskMs, blockedMs, performance, machine } = landing;
  const judged = (name: string, value: number, most: number) => [
    ...[name, rounded(value), `≤ ${most}`, verdict(value, most)],
  ];
  return table(
    ["figure", "value", "target", ""],
    [
      judged("largest contentful paint, ms", largestPaintMs, landingPaintMs),
      judged("longest task, ms", longestTaskMs, landingTaskMs),
      ["total blocking time, ms", rounded(blockedMs), "", ""],
      ["performance, of 100", performance, "", ""],
      ["this machine (an idle laptop: 1,500 to 3,000)", rounded(machine), "", ""],
    ],
  );
}

function arrivalsTable(arrivals: readonly Arrival[]): string {
  const { arrivalMs } = TARGETS;
  const rows = arrivals.map(({ what, medianMs, p95Ms, scriptMs, layoutMs }) => [
    ...[what, rounded(medianMs, 1), rounded(p95Ms, 1), rounded(scriptMs, 1), rounded(layoutMs, 1)],
    verdict(medianMs, arrivalMs),
  ]);
  const head = ["list", "median ms", "p95 ms", "scripts", "styles and layout", `≤ ${arrivalMs} ms`];
  return table(head, rows);
}

/** @param machine Describes the measuring machine. */
export function webReport(results: WebResults, machine: string): string {
  const { pages, changes, landing, arrivals } = results;
  return `# The cost of a page

The last run of \`npm run bench:web\`: ${new Date().toISOString().slice(0, 10)}, on ${machine}. What is measured, and how: \`bench/README.md\`.

## Landing, as a phone sees it (Lighthouse's mobile throttling)

${landing === null ? "Not measured." : landingTable(landing)}

## An order arrives on a list of 1,000 rows

${arrivalsTable(arrivals)}

## From the click on a link to the next page's heading

${changesTable(changes)}

## Every page, opened with an empty cache

${pagesTable(pages)}
`;
}
