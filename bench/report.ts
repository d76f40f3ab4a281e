/** Formats a run: lines for the terminal, tables in Markdown, bars in SVG. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, release } from "node:os";
import path from "node:path";
import { percentile } from "../embedded/testkit/proof";
import { type Figures, type Goal, PROCESSOR, type Workload } from "./workload";

const RESULTS = path.join(import.meta.dirname, "results");

/** Figures to compare with: those of a baseline, or of another workload. */
export interface Beside {
  readonly name: string;
  readonly figures: Figures;
}

export interface Measured {
  readonly workload: Workload;
  readonly ours: Figures;
  /** Goals are about the first of them. */
  readonly beside: readonly Beside[];
}

interface Judged {
  readonly figure: string;
  readonly ours: number;
  readonly beside: readonly Compared[];
  readonly goal: Goal | undefined;
  readonly holds: boolean | undefined;
  readonly text: string;
}

interface Compared {
  readonly name: string;
  readonly value: number;
  /** The ratio to it, above 1 when ours is better, for rates and for times. */
  readonly times: number;
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

function isRate(figure: string): boolean {
  return figure.endsWith("/s");
}

/** Rates are those of this machine's cores. */
function nameOf(figure: string): string {
  return isRate(figure) ? `${figure} on ${cpus().length} cores` : figure;
}

function wanted({ better, ratio, absolute }: Goal): string {
  if (ratio === undefined) return `${better === "more" ? "≥" : "≤"} ${absolute}`;
  return `≥ ${Number((better === "more" ? ratio : 1 / ratio).toFixed(2))} ×`;
}

function holds({ better, ratio, absolute }: Goal, ours: number, beside = Number.NaN): boolean {
  const limit = ratio === undefined ? (absolute ?? Number.NaN) : ratio * beside;
  return better === "more" ? ours >= limit : ours <= limit;
}

export function judged({ workload, ours, beside }: Measured): Judged[] {
  return Object.entries(ours).map(([figure, value]) => {
    const goal = workload.goals.find((each) => each.figure === figure);
    const isMore = goal?.better === "more" || isRate(figure);
    const compared = beside.flatMap(({ name, figures }) => {
      const other = figures[figure];
      if (other === undefined) return [];
      const ratio = isMore ? value / other : other / value;
      return { name, value: other, times: value === other ? 1 : ratio };
    });
    const [first] = compared;
    // Without the others in this run there is no ratio.
    const isJudged = goal !== undefined && (goal.ratio === undefined || first !== undefined);
    const verdict = isJudged ? holds(goal, value, first?.value) : undefined;
    const others = compared.map(
      (other) => `, ${other.name} ${shortly(other.value)}: ${shortly(other.times)} ×`,
    );
    const target = goal === undefined ? "" : ` (${wanted(goal)})`;
    const mark = verdict === undefined ? "      " : verdict ? "ok    " : "MISSED";
    const text = `${mark} ${figure}: ${shortly(value)}${others.join("")}${target}`;
    return { figure, ours: value, beside: compared, goal, holds: verdict, text };
  });
}

function rowOf(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

/** Returns "0.53 ×", or "–" where nothing was measured. */
function ratioText(line: Judged | undefined, name: string): string {
  const other = line?.beside.find((each) => each.name === name);
  return other === undefined ? "–" : `${shortly(other.times)} ×`;
}

function goalText(line: Judged | undefined): string {
  if (line?.goal === undefined) return "–";
  return `${wanted(line.goal)}${line.holds === false ? " **missed**" : ""}`;
}

/** A row for each main figure: ratios by rate (or time) and by processor time. */
function summary(results: readonly Measured[], names: readonly string[]): string {
  const rows = results.flatMap((result) => {
    const lines = judged(result);
    const processor = lines.find(({ figure }) => figure === PROCESSOR);
    return (result.workload.main ?? []).map((name) => {
      const line = lines.find(({ figure }) => figure === name);
      const ratios = names.map(
        (other) => `${ratioText(line, other)}; ${ratioText(processor, other)}`,
      );
      const ours = `${shortly(line?.ours ?? Number.NaN)}; ${processor === undefined ? "–" : `${shortly(processor.ours)} ms`}`;
      const goals = `${goalText(line)}; ${goalText(processor)}`;
      return rowOf([result.workload.title, nameOf(name), ours, ...ratios, goals]);
    });
  });
  const head = ["workload", "figure", "ours; processor each", ...names, "aim"];
  return [rowOf(head), rowOf(head.map(() => "---")), ...rows].join("\n");
}

/** All figures. */
function table(results: readonly Measured[]): string {
  const rows = results.flatMap((result) =>
    judged(result).map(({ figure, ours, beside, goal, holds: verdict }) =>
      rowOf([
        result.workload.name,
        nameOf(figure),
        shortly(ours),
        beside
          .map(({ name, value, times }) => `${name} ${shortly(value)} (${shortly(times)} ×)`)
          .join(", "),
        goal === undefined ? "" : wanted(goal),
        verdict === undefined ? "" : verdict ? "met" : "**missed**",
      ]),
    ),
  );
  const head = "| `--only` | figure | ours | beside | aim | |";
  return [head, "| --- | --- | --: | --- | --- | --- |", ...rows].join("\n");
}

const BAR = { height: 18, gap: 10, left: 330, width: 420, most: 4 };

/** Draws one bar per main figure and per processor time, beside the first baseline, which the line marks. */
function picture(results: readonly Measured[]): string {
  const bars = results.flatMap((result) =>
    judged(result)
      .filter(({ figure }) => result.workload.main?.includes(figure) ?? false)
      .concat(judged(result).filter(({ figure }) => result.workload.main && figure === PROCESSOR))
      .flatMap(({ figure, beside: [first], holds: verdict }) =>
        first === undefined
          ? []
          : { title: `${result.workload.name}, ${figure}`, times: first.times, verdict },
      ),
  );
  const height = bars.length * (BAR.height + BAR.gap) + 40;
  const x = (times: number) => BAR.left + (Math.min(times, BAR.most) / BAR.most) * BAR.width;
  const rows = bars.map(({ title, times, verdict }, at) => {
    const y = 30 + at * (BAR.height + BAR.gap);
    const fill = verdict === false ? "#b45309" : "#0f766e";
    return [
      `<text x="${BAR.left - 10}" y="${y + 13}" text-anchor="end">${title}</text>`,
      `<rect x="${BAR.left}" y="${y}" width="${(x(times) - BAR.left).toFixed(1)}" height="${BAR.height}" rx="3" fill="${fill}"/>`,
      `<text x="${(x(times) + 8).toFixed(1)}" y="${y + 13}">${shortly(times)} ×</text>`,
    ].join("\n");
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 840 ${height}" font-family="system-ui, sans-serif" font-size="13">
<title>How many times as good as the baseline: amber where a target is missed, else teal</title>
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
export function writeResults(results: readonly Measured[], note: string): void {
  mkdirSync(RESULTS, { recursive: true });
  const names = new Set(
    results
      .filter(({ workload }) => workload.beside === undefined)
      .flatMap(({ beside }) => beside.map(({ name }) => name)),
  );
  const words = `# The last run of \`npm run bench\`

${new Date().toISOString().slice(0, 10)}, on ${machine()}. Medians of rounds in which ours and the baselines took turns. Ratios are above 1 where ours is
better, for rates, times and processor time alike. **The processor time of all server processes is the figure to believe**: rates are those of
a machine that the load shares. The facts of the orders were verified after each run. The workloads and the baselines: \`bench/README.md\`.
${note === "" ? "" : `\n${note}\n`}
Ratios by the figure; by processor time:

${summary(results, [...names])}

![How many times as good as the baseline](results.svg)

## All figures

${table(results)}
`;
  writeFileSync(path.join(RESULTS, "results.md"), words);
  writeFileSync(path.join(RESULTS, "results.svg"), picture(results));
  console.log(`\nWritten to ${path.relative(process.cwd(), RESULTS)}/results.md and results.svg.`);
}
