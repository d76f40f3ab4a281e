/** The short form of every proof. A failure prints the seed that repeats it: `npm run embedded:prove -- --only NAME --seed N`. */
import { expect, test } from "vitest";
import { PROOFS } from "./all";

const MOST_MS = 180_000;

test.each(PROOFS.map((proof) => [proof.title, proof] as const))(
  "%s",
  async (_title, proof) => {
    const seed = Date.now() % 1_000_000;
    const findings = await proof.run({ form: "short", seed, say: () => undefined });
    for (const { what, figure } of findings) console.log(`${proof.name}: ${what}: ${figure}`);
    const missed = findings.filter(({ holds, isTime = false }) => !holds && !isTime);
    expect({ seed, missed }).toEqual({ seed, missed: [] });
    expect(findings.length).toBeGreaterThan(0);
  },
  MOST_MS,
);
