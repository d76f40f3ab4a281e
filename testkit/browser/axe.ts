/** Accessibility violations of a page as it is, found by axe within the page. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type { run } from "axe-core";

declare global {
  var axe: { run: typeof run } | undefined;
}

const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * Returns what violates axe's default rules, or those named: impact, rule, and the first element of each with axe's advice. It runs without the library
 * for Playwright, which prepares for frames of other origins, of which there are none, in six times the time.
 * @param options - `without`: a selector of elements that it leaves out; `off`: default rules that it leaves out.
 */
export async function violationsOf(
  page: Page,
  rules?: readonly string[],
  { without, off = [] }: { without?: string; off?: readonly string[] } = {},
): Promise<string[]> {
  if (!(await page.evaluate(() => globalThis.axe !== undefined))) await page.evaluate(SOURCE);
  return page.evaluate(
    async ({ runOnly, exclude, off }) => {
      // Colours that are still fading have another contrast; what repeats without end never stands still. An inherited colour
      // fades again wherever its own has faded.
      const fading = () =>
        document
          .getAnimations()
          .filter(
            ({ effect, playState }) =>
              playState === "running" && Number.isFinite(effect?.getComputedTiming().endTime),
          );
      // Looked at for five seconds at most: the promise of an animation's end is sometimes never kept.
      for (let frame = 0; frame < 300 && fading().length > 0; frame += 1)
        await new Promise(requestAnimationFrame);
      const { violations } = await globalThis.axe!.run(
        { include: [["html"]], exclude },
        {
          resultTypes: ["violations"],
          rules: Object.fromEntries(off.map((rule) => [rule, { enabled: false }])),
          ...(runOnly !== null && { runOnly }),
        },
      );
      return violations.map(
        ({ id, impact, nodes: [first] }) =>
          `${impact ?? "minor"}: ${id}: ${first?.html ?? ""} ${first?.failureSummary ?? ""}`,
      );
    },
    {
      runOnly: rules === undefined ? null : [...rules],
      exclude: without === undefined ? [] : [[without]],
      off: [...off],
    },
  );
}
