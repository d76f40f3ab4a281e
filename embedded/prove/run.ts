/** Runs proofs and prints what they found: what `npm run embedded:prove` does. `--short`, `--long`, `--only NAME`, `--seed N`. */
import { parseArgs } from "node:util";
import type { Attempt, Finding, Form, Proof } from "./proof";

async function proven(proof: Proof, attempt: Attempt): Promise<number> {
  console.log(`\n── ${proof.name}: ${proof.title}`);
  const startedAt = Date.now();
  const findings: readonly Finding[] = await proof.run(attempt);
  for (const { what, figure, target, holds } of findings) {
    const wanted = target === undefined ? "" : ` (should be ${target})`;
    console.log(`${holds ? "ok    " : "MISSED"} ${what}: ${figure}${wanted}`);
  }
  if (findings.length === 0) console.log("MISSED nothing was found out");
  console.log(`       ${((Date.now() - startedAt) / 1000).toFixed(0)} s`);
  return findings.length === 0 ? 1 : findings.filter(({ holds }) => !holds).length;
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
  const chosen = proofs.filter(({ name }) => values.only === undefined || name === values.only);
  if (chosen.length === 0) {
    console.error(`Choose --only from: ${proofs.map(({ name }) => name).join(", ")}.`);
    process.exit(1);
  }
  const attempt: Attempt = {
    form,
    seed: Number(values.seed),
    say: (line) => console.log(`       ${line}`),
  };
  console.log(`${form} form, seed ${attempt.seed}`);
  let missed = 0;
  for (const proof of chosen) {
    const its = await proven(proof, attempt);
    if (its > 0) {
      const flags = `--${form} --only ${proof.name} --seed ${attempt.seed}`;
      console.log(`       again: npm run ${command} -- ${flags}`);
    }
    missed += its;
  }
  console.log(`\n${missed === 0 ? "Everything holds." : `${missed} missed.`}`);
  process.exit(missed === 0 ? 0 : 1);
}
