/** Proofs as tests. A failure names the command and the seed that repeat it. */
import { expect, test } from "vitest";
import type { Form, Proof } from "./proof";

const TIMEOUT_MS = { short: 300_000, long: 600_000 } as const satisfies Record<Form, number>;

/** @param command - The npm script that runs one proof by name. */
export function testProofs(command: string, proofs: readonly Proof[], form: Form = "short"): void {
  test.each(proofs.map((proof) => [proof.title, proof] as const))(
    "%s",
    async (_title, proof) => {
      const seed = Date.now() % 1_000_000;
      const again = `npm run ${command} -- --${form} --only ${proof.name} --seed ${seed}`;
      const findings = await proof.run({ form, seed, say: () => undefined });
      for (const { what, figure } of findings) console.log(`${proof.name}: ${what}: ${figure}`);
      const missed = findings.filter(({ holds, isTime = false }) => !holds && !isTime);
      expect({ again, missed }).toEqual({ again, missed: [] });
      expect(findings.length).toBeGreaterThan(0);
    },
    TIMEOUT_MS[form],
  );
}
