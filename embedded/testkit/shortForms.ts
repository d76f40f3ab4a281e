/** The short forms as tests. A failure says the seed that repeats it, and the command. */
import { expect, test } from "vitest";
import type { Proof } from "./proof";

const MOST_MS = 300_000;

/** @param command - The npm script that runs one proof by name. */
export function testShortForms(command: string, proofs: readonly Proof[]): void {
  test.each(proofs.map((proof) => [proof.title, proof] as const))(
    "%s",
    async (_title, proof) => {
      const seed = Date.now() % 1_000_000;
      const again = `npm run ${command} -- --short --only ${proof.name} --seed ${seed}`;
      const findings = await proof.run({ form: "short", seed, say: () => undefined });
      for (const { what, figure } of findings) console.log(`${proof.name}: ${what}: ${figure}`);
      const missed = findings.filter(({ holds, isTime = false }) => !holds && !isTime);
      expect({ again, missed }).toEqual({ again, missed: [] });
      expect(findings.length).toBeGreaterThan(0);
    },
    MOST_MS,
  );
}
