/**
 * `npm run bench`: ours and the baselines, alternating; writes medians and ratios as tables and a picture to `bench/results/`.
 * `--only NAME` (repeatable), `--baseline full|lean` (repeatable; full), `--rounds N` (3), `--seconds N` for each rate (4), `--dry` writes
 * nothing, `--large` includes slow workloads, `--note TEXT` goes into the report.
 */
import { fork } from "node:child_process";
import path from "node:path";
import { parseArgs } from "node:util";
import { startBaseline } from "./baseline/start";
import { requireEqual } from "./conformance";
import type { LoadRequest, LoadMessage } from "./load";
import { startOurs } from "./ours/start";
import { type Beside, type Measured, judged, medianOf, writeResults } from "./report";
import type { Kind, Running } from "./deployment";
import { type Granted, wrongFacts } from "./facts";
import type { Figures, Workload } from "./workload";
import { WORKLOADS } from "./workloads";

const LOAD = path.join(import.meta.dirname, "load.ts");
const RETAILERS = 16;
const PRODUCTS = 200;
const BASELINES = ["full", "lean"] as const;

const { values } = parseArgs({
  options: {
    only: { type: "string", multiple: true },
    baseline: { type: "string", multiple: true, default: ["full"] },
    rounds: { type: "string", default: "3" },
    seconds: { type: "string", default: "4" },
    dry: { type: "boolean", default: false },
    large: { type: "boolean", default: false },
    note: { type: "string", default: "" },
  },
});

function perform(running: Running, { asked }: LoadRequest): Promise<number | string> {
  switch (asked.call) {
    case "addProduct":
      return running.addProduct(asked.stock);
    case "stockOf":
      return running.stockOf(asked.productId);
    case "queryRuns":
      return running.queryRuns();
    case "memoryMib":
      return Promise.resolve(running.memoryMib());
    case "processorMs":
      return Promise.resolve(running.processorMs());
    case "restart":
      return running.restart();
  }
}

interface Run {
  readonly figures: Figures;
  readonly granted: Granted;
  /** Pieces of the products that the load added. */
  readonly addedStock: number;
}

/** Runs one workload once, in a process of its own. */
function runLoad(running: Running, { name }: Workload): Promise<Run> {
  const child = fork(LOAD, [], { execArgv: ["--import", "tsx"] });
  let addedStock = 0;
  return new Promise<Run>((resolve, reject) => {
    child.on("exit", () => reject(new Error(`The load of ${name} ended early.`)));
    child.on("message", (message: LoadMessage) => {
      if (message.type === "done")
        resolve({ figures: message.figures, granted: message.granted, addedStock });
      else if (message.type === "failed")
        reject(new Error(`${running.deployment.kind}, ${name}: ${message.text}`));
      else {
        if (message.asked.call === "addProduct") addedStock += message.asked.stock;
        void perform(running, message).then((answer) => child.send({ id: message.id, answer }));
      }
    });
    const seconds = Number(values.seconds);
    child.send({ deployment: running.deployment, name, seconds });
  }).finally(() => child.kill());
}

/** Catalogues of more products are only read. */
const VERIFIED_PRODUCTS_MAX = 1_000;

/** Runs one workload once. @throws Error unless the market's facts changed by what it granted. */
async function verifiedRun(running: Running, workload: Workload): Promise<Figures> {
  const { kind, catalogue } = running.deployment;
  if (catalogue > VERIFIED_PRODUCTS_MAX) return (await runLoad(running, workload)).figures;
  const before = await running.facts();
  const { figures, granted, addedStock } = await runLoad(running, workload);
  const wrong = wrongFacts(before, await running.facts(), granted, addedStock);
  if (wrong.length > 0) throw new Error(`${kind}, ${workload.name}: ${wrong.join(" ")}`);
  return figures;
}

/** The figures beside ours: the baselines', or those of an earlier workload. */
function besideOf({ beside }: Workload, figures: ReadonlyMap<Kind, Figures[]>): Beside[] {
  const earlier = results.find(({ workload }) => workload.name === beside);
  if (earlier !== undefined) return [{ name: earlier.workload.name, figures: earlier.ours }];
  return BASELINES.flatMap((name) => {
    const rounds = figures.get(name);
    return rounds === undefined ? [] : { name, figures: medianOf(rounds) };
  });
}

function isFor({ isOursAlone = false, isFullOnly = false }: Workload, kind: Kind): boolean {
  return kind === "ours" || (!isOursAlone && (kind === "full" || !isFullOnly));
}

async function measured(workload: Workload, systems: readonly Running[]): Promise<Measured> {
  const figures = new Map<Kind, Figures[]>();
  for (let round = 0; round < Number(values.rounds); round += 1) {
    // The order alternates, so that other load on the machine affects all alike.
    const order = round % 2 === 0 ? systems : systems.toReversed();
    for (const running of order) {
      const { kind } = running.deployment;
      const found = await verifiedRun(running, workload);
      figures.set(kind, [...(figures.get(kind) ?? []), found]);
    }
  }
  const ours = medianOf(figures.get("ours") ?? []);
  const result: Measured = { workload, ours, beside: besideOf(workload, figures) };
  for (const line of judged(result)) console.log(`  ${line.text}`);
  return result;
}

const baselines = BASELINES.filter((name) => values.baseline.includes(name));
const chosen = WORKLOADS.filter(
  ({ name, isLarge = false }) => values.only?.includes(name) ?? (!isLarge || values.large),
);
if (chosen.length === 0 || baselines.length < values.baseline.length) {
  console.error(`Choose --only from: ${WORKLOADS.map(({ name }) => name).join(", ")}.`);
  console.error(`Choose --baseline from: ${BASELINES.join(", ")}.`);
  process.exit(1);
}

const results: Measured[] = [];
const scaleOf = ({ products = PRODUCTS, orders = 0 }: Workload) =>
  `${products.toLocaleString("en")} products, ${orders.toLocaleString("en")} orders before`;
for (const scale of new Set(chosen.map(scaleOf))) {
  console.log(`\n${scale}`);
  const those = chosen.filter((each) => scaleOf(each) === scale);
  const [{ products = PRODUCTS, orders = 0, hasBounds = false }] = those as [Workload];
  const start = { retailers: RETAILERS, products, orders, hasBounds };
  const systems = [await startOurs(start)];
  try {
    for (const name of baselines)
      if (those.some((each) => isFor(each, name))) systems.push(await startBaseline(name, start));
    const [ours, full] = systems;
    if (full?.fixtures !== undefined && ours !== undefined && !hasBounds)
      await requireEqual(ours, full);
    for (const workload of those) {
      console.log(`${workload.name}: ${workload.title}`);
      const beside = systems.filter(({ deployment }) => isFor(workload, deployment.kind));
      results.push(await measured(workload, beside));
    }
  } finally {
    for (const running of systems) await running.stop();
  }
}
if (!values.dry) writeResults(results, values.note);
