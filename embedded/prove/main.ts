/** `npm run embedded:prove`: runs the proofs and prints what they found. `--long`, `--only NAME`, `--seed N`. */
import { parseArgs } from "node:util";
import { PROOFS } from "./all";
import type { Attempt, Finding, Proof } from "./proof";

const { values } = parseArgs({
  options: {
    long: { type: "boolean", default: false },
    only: { type: "string" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
  },
});

async function proven(proof: Proof, attempt: Attempt): Promise<readonly Finding[]> {
  console.log(`\n── ${proof.name}: ${proof.title}`);
  const findings = await proof.run(attempt);
  for (const { what, figure, target, holds } of findings) {
    const wanted = target === undefined ? "" : ` (should be ${target})`;
    console.log(`${holds ? "ok    " : "MISSED"} ${what}: ${figure}${wanted}`);
  }
  if (findings.length === 0) console.log("MISSED nothing was found out");
  return findings;
}

const chosen = PROOFS.filter(({ name }) => values.only === undefined || name === values.only);
if (chosen.length === 0) {
  console.error(`Choose --only from: ${PROOFS.map(({ name }) => name).join(", ")}.`);
  process.exit(1);
}
const attempt: Attempt = {
  form: values.long ? "long" : "short",
  seed: Number(values.seed),
  say: (line) => console.log(`       ${line}`),
};
console.log(`${attempt.form} form, seed ${attempt.seed}`);
let missed = 0;
for (const proof of chosen) {
  const findings = await proven(proof, attempt);
  missed += findings.length === 0 ? 1 : findings.filter(({ holds }) => !holds).length;
}
console.log(`\n${missed === 0 ? "Everything holds." : `${missed} missed.`}`);
process.exit(missed === 0 ? 0 : 1);
