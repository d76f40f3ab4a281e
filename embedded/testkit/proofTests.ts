/** Proofs as tests. A failure says what was missed, and names the command and the seed that repeat it. */
import { expect, test } from "vitest";
import type { Form, Proof } from "./proof";

const TIMEOUT_MS = { short: 300_000, long: 600_000 } as const satisfies Record<Form, number>;
/** A figure may hold whole snapshots; the command repeats it in full. */
const FIGURE_MAX = 300;

/** Returns the error with its cause first: reports print no causes, and `fetch` says why it failed only there. */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause, stack = String(error) } = error;
  return cause instanceof Error ? `${cause.message}\n${stack}` : stack;
}

/** @param command - The npm script that runs one proof by name. */
export function testProofs(command: string, proofs: readonly Proof[], form: Form = "short"): void {
  test.each(proofs.map((proof) => [proof.title, proof] as const))(
    "%s",
    async (_title, proof) => {
      const seed = Date.now() % 1_000_000;
      const again = `again: npm run ${command} -- --${form} --only ${proof.name} --seed ${seed}`;
      const findings = await proof
        .run({ form, seed, say: () => undefined })
        .catch((error: unknown) => {
          throw new Error(`${again}\n${textOf(error)}`);
        });
      for (const { what, figure } of findings) console.log(`${proof.name}: ${what}: ${figure}`);
      const missed = findings
        .filter(({ holds, isTime = false }) => !holds && !isTime)
        .map(({ what, figure, target }) => {
          const shown = figure.length > FIGURE_MAX ? `${figure.slice(0, FIGURE_MAX)}…` : figure;
          return `missed ${what}: ${shown}${target === undefined ? "" : ` (should be ${target})`}`;
        });
      // A thrown text is printed whole, a difference of objects only in outline.
      if (missed.length > 0) throw new Error([...missed, again].join("\n"));
      expect(findings.length).toBeGreaterThan(0);
    },
    TIMEOUT_MS[form],
  );
}
