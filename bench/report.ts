/** Formats a run: lines for the terminal, a table in Markdown, bars in SVG. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, release } from "node:os";
import path from "node:path";
import { percentile } from "../embedded/testkit/proof";
import type { Figures, Goal, Workload } from "./workload";

const RESULTS = path.join(import.meta.dirname, "results");

export interface Measured {
  readonly workload: Workload;
  readonly ours: Figures;
  readonly baseline: Figures | null;
}

interface Judged {
  readonly figure: string;
  readonly ours: number;
  readonly baseline: number | undefined;
  readonly goal: Goal | undefined;
  /** Returns the ratio to the baseline, above 1 when ours is better, for rates and for times. */
  readonly times: number | undefined;
  readonly holds: boolean | undefined;
  readonly text: string;
}

/** Returns each figure's median over the rounds. */
export function medianOf(rounds: readonly Figures[]): Figures {
  const names = Object.keys(rounds[0] ?? {});
  return Object.fromEntries(
    names.map((name) => [
      name,
      percentile(
        rounds.map((each) => each[name] ?? Number.NaN),
        0.5,
      ),
    ]),
  );
}

function shortly(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

function wanted({ better, ratio, absolute }: Goal): string {
  if (ratio !== undefined) {
    const times = `${Number(ratio.toFixed(2))} ×`;
    return better === "more" ? `≥ ${times}` : `≤ ${times} its time`;
  }
  return `${better === "more" ? "≥" : "≤"} ${absolute}`;
}

function holds({ better, ratio, absolute }: Goal, ours: number, baseline = Number.NaN): boolean {
  const limit = ratio === undefined ? (absolute ?? Number.NaN) : ratio * baseline;
  return better === "more" ? ours >= limit : ours <= limit;
}

export function judged({ workload, ours, baseline }: Measured): Judged[] {
  return Object.entries(ours).map(([figure, value]) => {
    const goal = workload.goals.find((each) => each.figure === figure);
    const other = baseline?.[figure];
    const isRate = goal?.better === "more" || figure.endsWith("/s");
    const times =
      other === undefined
        ? undefined
        : value === other
          ? 1
          : isRate
            ? value / other
            : other / value;
    // Without the other workload in this run there is no ratio.
    const isJudged = goal !== undefined && (goal.ratio === undefined || other !== undefined);
    const verdict = isJudged ? holds(goal, value, other) : undefined;
    const beside =
      other === undefined ? "" : ` against ${shortly(other)}: ${shortly(times ?? 0)} ×`;
    const target = goal === undefined ? "" : ` (${wanted(goal)})`;
    const mark = verdict === undefined ? "      " : verdict ? "ok    " : "MISSED";
    const text = `${mark} ${figure}: ${shortly(value)}${beside}${target}`;
    return { figure, ours: value, baseline: other, goal, times, holds: verdict, text };
  });
}

/** The figures of the baseline's column: the baseline's, or those of an earlier workload. */
function besideWords({ beside }: Workload): string {
  return beside === undefined ? "" : ` (${beside})`;
}

function table(results: readonly Measured[]): string {
  const rows = results.flatMap((result) =>
    judged(result).map(({ figure, ours, baseline, goal, times, holds: verdict }) => {
      const cells = [
        result.workload.title,
        figure,
        shortly(ours),
        baseline === undefined ? "" : `${shortly(baseline)}${besideWords(result.workload)}`,
        times === undefined ? "" : `${shortly(times)} ×`,
        goal === undefined ? "" : wanted(goal),
        verdict === undefined ? "" : verdict ? "met" : "**missed**",
      ];
      return `| ${cells.join(" | ")} |`;
    }),
  );
  const head = "| workload | figure | ours | baseline | as good as the baseline | target | |";
  return [head, "| --- | --- | --: | --: | --: | --- | --- |", ...rows].join("\n");
}

const BAR = { height: 18, gap: 10, left: 330, width: 420, most: 8 };

/** Draws one bar per figure with a goal; the line marks the baseline. */
function picture(results: readonly Measured[]): string {
  // Only figures with a baseline.
  const compared = results.filter(({ workload }) => workload.beside === undefined);
  const bars = compared.flatMap((result) =>
    judged(result)
      .filter(({ goal, times }) => goal?.ratio !== undefined && times !== undefined)
      .map((each) => ({ ...each, title: `${result.workload.name}, ${each.figure}` })),
  );
  const height = bars.length * (BAR.height + BAR.gap) + 40;
  const x = (times: number) => BAR.left + (Math.min(times, BAR.most) / BAR.most) * BAR.width;
  const rows = bars.map(({ title, times = 0, holds: verdict }, at) => {
    const y = 30 + at * (BAR.height + BAR.gap);
    const fill = verdict === true ? "#0f766e" : "#b45309";
    return [
      `<text x="${BAR.left - 10}" y="${y + 13}" text-anchor="end">${title}</text>`,
      `<rect x="${BAR.left}" y="${y}" width="${(x(times) - BAR.left).toFixed(1)}" height="${BAR.height}" rx="3" fill="${fill}"/>`,
      `<text x="${(x(times) + 8).toFixed(1)}" y="${y + 13}">${shortly(times)} ×</text>`,
    ].join("\n");
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 840 ${height}" font-family="system-ui, sans-serif" font-size="13">
<title>How many times as good as the baseline: teal where the target is met, amber where it is missed</title>
<rect width="840" height="${height}" fill="#ffffff"/>
${rows.join("\n")}
<line x1="${x(1)}" x2="${x(1)}" y1="20" y2="${height - 10}" stroke="#57534e" stroke-dasharray="4 3"/>
<text x="${x(1)}" y="14" text-anchor="middle" fill="#57534e">baseline</text>
</svg>
`;
}

export function machine(): string {
  const [cpu] = cpus();
  const memory = /^MemTotal:\s+(\d+)/m.exec(readFileSync("/proc/meminfo", "utf8"))?.[1] ?? "0";
  const gib = (Number(memory) / 2 ** 20).toFixed(0);
  return `${cpus().length} cores (${cpu?.model ?? "unknown"}), ${gib} GiB, Linux ${release()}, Node ${process.version}`;
}

/** Overwrites the results of the last run. */
export function writeResults(results: readonly Measured[]): void {
  mkdirSync(RESULTS, { recursive: true });
  const words = `# The last run of \`npm run bench\`

${new Date().toISOString().slice(0, 10)}, on ${machine()}. Medians of rounds in which ours and the baseline took turns. "As good as the baseline" is above 1
where ours is better, for rates and for times alike. What the workloads are, and what the baseline is: \`bench/README.md\`.

![How many times as good as the baseline](results.svg)

${table(results)}
`;
  writeFileSync(path.join(RESULTS, "results.md"), words);
  writeFileSync(path.join(RESULTS, "results.svg"), picture(results));
  console.log(`\nWritten to ${path.relative(process.cwd(), RESULTS)}/results.md and results.svg.`);
}
