/** The market's model against `convex-test`, more often than `npm test` does: `convex/orders/model.test.ts`, as many processes at once as there are cores. */
import { spawn } from "node:child_process";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { Finding, Proof } from "../../embedded/testkit/proof";

const ROOT = path.resolve(import.meta.dirname, "../..");
const VITEST = path.join(ROOT, "node_modules/vitest/vitest.mjs");
const CORES = 2;
const RUNS = { short: 40, long: 5_000 };

type Tried = { readonly code: number | null; readonly output: string };

function tried(title: string, runs: number, seed: number): Promise<Tried> {
  const args = ["run", "--project", "server", "convex/orders/model.test.ts", "-t", title];
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
  title: "[I-01] random trading does what the model says, one step at a time and in bursts",
  async run({ form, seed, say }) {
    const runs = RUNS[form];
    const all = await Promise.all([
      ...Array.from({ length: CORES }, (_, at) => tried("exactly", runs / CORES, seed + at)),
      tried("at once", runs / 10, seed),
    ]);
    const counts = all.map(({ output }) =>
      /tried: (\d+) runs, (\d+) steps, (\d+) looks/.exec(output),
    );
    const sum = (at: number) =>
      counts.reduce((total, found) => total + Number(found?.[at] ?? 0), 0);
    const failed = all.filter(({ code }) => code !== 0);
    for (const { output } of failed) say(output);
    const wanted = runs + runs / 10;
    const findings: Finding[] = [
      {
        what: "processes in which the market and the model differed",
        figure: `${failed.length} of ${all.length}`,
        target: "0",
        holds: failed.length === 0,
      },
      {
        what: "runs of at most 100 steps",
        figure: `${sum(1)}, ${sum(2)} steps, all rows looked at ${sum(3)} times`,
        target: `${wanted} runs`,
        holds: sum(1) >= wanted,
      },
    ];
    return findings;
  },
};
