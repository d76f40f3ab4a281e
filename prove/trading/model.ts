/** Runs the models of the orders and of the khata with far more random runs than `npm test` does, in several processes. */
import { spawn } from "node:child_process";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { Finding, Proof } from "../../embedded/testkit/proof";

const ROOT = path.resolve(import.meta.dirname, "../..");
const VITEST = path.join(ROOT, "node_modules/vitest/vitest.mjs");
const [ORDERS, KHATA] = ["convex/orders/model.test.ts", "convex/khata/model.test.ts"];
const CORES = 2;
const RUNS = { short: 40, long: 5_000 };

type TestRun = { readonly code: number | null; readonly output: string };

function runTest(file: string, title: string, runs: number, seed: number): Promise<TestRun> {
  const args = ["run", "--project", "server", file, "-t", title];
  const env = { ...process.env, MODEL_RUNS: String(runs), MODEL_SEED: String(seed) };
  const child = spawn(process.execPath, [VITEST, ...args], { cwd: ROOT, env });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) =>
    child.once("exit", (code) => resolve({ code, output: stripVTControlCharacters(output) })),
  );
}

export const model: Proof = {
  name: "model",
  title:
    "[I-01] [I-41] [I-44] random trading, credit and payments match their models, one step at a time and in concurrent bursts",
  async run({ form, seed, say }) {
    const runs = RUNS[form];
    const all = await Promise.all([
      ...Array.from({ length: CORES }, (_, at) =>
        runTest(ORDERS, "exactly", runs / CORES, seed + at),
      ),
      ...[ORDERS, KHATA].map((file) => runTest(file, "at once", runs / 10, seed)),
      runTest(KHATA, "exactly", runs / 10, seed),
    ]);
    const counts = all.map(({ output }) =>
      /tried: (\d+) runs, (\d+) steps, (\d+) looks/.exec(output),
    );
    const sum = (at: number) =>
      counts.reduce((total, found) => total + Number(found?.[at] ?? 0), 0);
    const failed = all.filter(({ code }) => code !== 0);
    for (const { output } of failed) say(output);
    const wanted = runs + (3 * runs) / 10;
    const findings: Finding[] = [
      {
        what: "test processes in which market and model differed",
        figure: `${failed.length} of ${all.length}`,
        target: "0",
        holds: failed.length === 0,
      },
      {
        what: "runs of at most 100 steps",
        figure: `${sum(1)}, ${sum(2)} steps, all rows compared ${sum(3)} times`,
        target: `${wanted} runs`,
        holds: sum(1) >= wanted,
      },
    ];
    return findings;
  },
};
