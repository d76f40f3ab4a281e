/** Runs proofs and prints what they found: what `npm run embedded:prove` does. `--short`, `--long`, `--only NAME`, `--seed N`. */
import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import type { Attempt, Finding, Form, Proof } from "./proof";

/** Returns the number of findings that do not hold. */
async function missedBy(proof: Proof, attempt: Attempt): Promise<number> {
  console.log(`\n── ${proof.name}, ${attempt.form} form, seed ${attempt.seed}: ${proof.title}`);
  const startedAt = Date.now();
  const findings: readonly Finding[] = await proof.run(attempt);
  for (const { what, figure, target, holds } of findings) {
    const targetText = target === undefined ? "" : ` (should be ${target})`;
    console.log(`${holds ? "ok    " : "MISSED"} ${what}: ${figure}${targetText}`);
  }
  if (findings.length === 0) console.log("MISSED nothing was found out");
  console.log(`       ${((Date.now() - startedAt) / 1000).toFixed(0)} s`);
  return findings.length === 0 ? 1 : findings.filter(({ holds }) => !holds).length;
}

/** One proof in a process of its own, by this very program. What it prints is printed when it ends, so that it stays together. */
async function holdsApart(proof: Proof, { form, seed }: Attempt): Promise<boolean> {
  const flags = [`--${form}`, "--only", proof.name, "--seed", String(seed)];
  const child = spawn(process.execPath, [...process.execArgv, process.argv[1]!, ...flags], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const stop = () => child.kill();
  process.once("exit", stop);
  const printed: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => printed.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => printed.push(chunk));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  process.off("exit", stop);
  process.stdout.write(Buffer.concat(printed));
  return code === 0;
}

/** Those whose times are judged one by one; before them the others, as many at once as there are processors. */
async function namesOfMissed(proofs: readonly Proof[], attempt: Attempt): Promise<string[]> {
  const missed: string[] = [];
  const runOneByOne = async (waiting: Proof[]): Promise<void> => {
    for (let proof = waiting.shift(); proof !== undefined; proof = waiting.shift())
      if (!(await holdsApart(proof, attempt))) missed.push(proof.name);
  };
  const others = proofs.filter(({ isTimed = false }) => !isTimed);
  await Promise.all(Array.from({ length: availableParallelism() }, () => runOneByOne(others)));
  await runOneByOne(proofs.filter(({ isTimed = false }) => isTimed));
  return missed;
}

/**
 * Ends the process: with 1 if anything was missed.
 * @param command - The npm script that got here, to say how a miss is repeated.
 * @param usual - The form when none is asked for.
 */
export async function runProofs(
  command: string,
  proofs: readonly Proof[],
  usual: Form,
): Promise<never> {
  const { values } = parseArgs({
    options: {
      short: { type: "boolean", default: false },
      long: { type: "boolean", default: false },
      only: { type: "string" },
      seed: { type: "string", default: String(Date.now() % 1_000_000) },
    },
  });
  const form = values.long ? "long" : values.short ? "short" : usual;
  const attempt: Attempt = {
    form,
    seed: Number(values.seed),
    say: (line) => console.log(`       ${line}`),
  };
  if (values.only !== undefined) {
    const proof = proofs.find(({ name }) => name === values.only);
    if (proof === undefined) {
      console.error(`Choose --only from: ${proofs.map(({ name }) => name).join(", ")}.`);
      process.exit(1);
    }
    const missed = await missedBy(proof, attempt);
    const again = `npm run ${command} -- --${form} --only ${proof.name} --seed ${attempt.seed}`;
    if (missed > 0) console.log(`       again: ${again}`);
    process.exit(missed === 0 ? 0 : 1);
  }
  // A signal ends nobody's children by itself.
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
  const startedAt = Date.now();
  const missed = await namesOfMissed(proofs, attempt);
  const took = `after ${((Date.now() - startedAt) / 60_000).toFixed(1)} minutes`;
  console.log(
    `\n${missed.length === 0 ? "Everything holds" : `Missed: ${missed.join(", ")}`} ${took}.`,
  );
  process.exit(missed.length === 0 ? 0 : 1);
}
