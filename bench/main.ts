/**
 * `npm run bench`: ours and the baseline, alternating; writes medians and ratios as a table and a picture to `bench/results/`.
 * `--only NAME` (repeatable), `--rounds N` (3), `--dry` writes nothing, `--large` includes slow workloads.
 */
import { fork } from "node:child_process";
import path from "node:path";
import { parseArgs } from "node:util";
import { startBaseline } from "./baseline/start";
import type { LoadRequest, LoadMessage } from "./load";
import { startOurs } from "./ours/start";
import { type Measured, judged, medianOf, writeResults } from "./report";
import type { Running } from "./deployment";
import type { Figures, Workload } from "./workload";
import { WORKLOADS } from "./workloads";

const LOAD = path.join(import.meta.dirname, "load.ts");
const RETAILERS = 16;
const PRODUCTS = 200;

const { values } = parseArgs({
  options: {
    only: { type: "string", multiple: true },
    rounds: { type: "string", default: "3" },
    dry: { type: "boolean", default: false },
    large: { type: "boolean", default: false },
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
    case "servingMb":
      return Promise.resolve(running.servingMb());
    case "restart":
      return running.restart();
  }
}

/** Runs one workload once, in a process of its own. */
function runLoad(running: Running, { name }: Workload): Promise<Figures> {
  const child = fork(LOAD, [], { execArgv: ["--import", "tsx"] });
  return new Promise<Figures>((resolve, reject) => {
    child.on("exit", () => reject(new Error(`The load of ${name} ended early.`)));
    child.on("message", (message: LoadMessage) => {
      if (message.type === "done") resolve(message.figures);
      else if (message.type === "failed")
        reject(new Error(`${running.deployment.kind}, ${name}: ${message.text}`));
      else {
        void perform(running, message).then((answer) => child.send({ id: message.id, answer }));
      }
    });
    child.send({ deployment: running.deployment, name });
  }).finally(() => child.kill());
}

/** The figures for the baseline's column. */
function besideOf({ beside }: Workload, baseline: readonly Figures[]): Figures | null {
  if (baseline.length > 0) return medianOf(baseline);
  return results.find(({ workload }) => workload.name === beside)?.ours ?? null;
}

async function measured(workload: Workload, systems: readonly Running[]): Promise<Measured> {
  const rounds = Number(values.rounds);
  const figures = { ours: [] as Figures[], baseline: [] as Figures[] };
  for (let round = 0; round < rounds; round += 1) {
    // The order alternates, so that other load on the machine affects both alike.
    const order = round % 2 === 0 ? systems : [...systems].reverse();
    for (const running of order)
      figures[running.deployment.kind].push(await runLoad(running, workload));
  }
  const result: Measured = {
    workload,
    ours: medianOf(figures.ours),
    baseline: besideOf(workload, figures.baseline),
  };
  for (const line of judged(result)) console.log(`  ${line.text}`);
  return result;
}

const chosen = WORKLOADS.filter(
  ({ name, isLarge = false }) => values.only?.includes(name) ?? (!isLarge || values.large),
);
if (chosen.length === 0) {
  console.error(`Choose --only from: ${WORKLOADS.map(({ name }) => name).join(", ")}.`);
  process.exit(1);
}

const results: Measured[] = [];
const scaleOf = ({ products = PRODUCTS, orders = 0 }: Workload) =>
  `${products.toLocaleString("en")} products, ${orders.toLocaleString("en")} orders before`;
for (const scale of new Set(chosen.map(scaleOf))) {
  console.log(`\n${scale}`);
  const those = chosen.filter((each) => scaleOf(each) === scale);
  const [{ products = PRODUCTS, orders = 0 }] = those as [Workload];
  const systems = [await startOurs({ retailers: RETAILERS, products, orders })];
  try {
    if (those.some(({ isOursAlone = false }) => !isOursAlone))
      systems.push(await startBaseline({ retailers: RETAILERS, products }));
    for (const workload of those) {
      console.log(`${workload.name}: ${workload.title}`);
      const count = workload.isOursAlone === true ? 1 : 2;
      results.push(await measured(workload, systems.slice(0, count)));
    }
  } finally {
    for (const running of systems) await running.stop();
  }
}
if (!values.dry) writeResults(results);
