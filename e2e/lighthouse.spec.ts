/** What Lighthouse says of landing, login and the two homes, on a phone. `npm run lighthouse` prints the figures. */
import { expect, test } from "@playwright/test";
import { AUDITED, TARGETS, openAuditor, shortfalls, slowdownFor } from "./lighthouse";
import { type Market, startMarket } from "./market";

/**
 * The mark for performance is the best of so many runs: it is worked out from how long this machine took, and a machine that
 * does something else at the same time makes it worse, never better. The first run is Lighthouse's own; before the others a
 * machine that turned out to be slow is slowed down less. The other two marks do not depend on time, and must be right in
 * every run.
 */
const MOST_RUNS = 3;
/** The promise is judged where nothing else runs: by `npm run lighthouse`, or here with STRICT_TIMES=1. A shared machine may miss it. */
const SHARED_PERFORMANCE = 60;
const targets =
  process.env["STRICT_TIMES"] === "1" ? TARGETS : { ...TARGETS, performance: SHARED_PERFORMANCE };

let market: Market;
test.beforeAll(async () => {
  market = await startMarket();
});
test.afterAll(() => market.stop());

for (const { who, address } of AUDITED) {
  test(`${address} has full marks for accessibility and best practices, and is fast`, async () => {
    test.setTimeout(180_000);
    const auditor = await openAuditor(market, who);
    try {
      let short = ["never run"];
      let slowdown: number | undefined;
      for (let run = 1; run <= MOST_RUNS && short.length > 0; run += 1) {
        const marks = await auditor.audit(address, slowdown);
        const { performance, accessibility, bestPractices, complaints } = marks;
        console.log(
          `${address}: performance ${performance}, accessibility ${accessibility}, best practices ${bestPractices}`,
        );
        expect(complaints).toEqual([]);
        short = shortfalls(marks, targets);
        slowdown = slowdownFor(marks.machine);
      }
      expect(short).toEqual([]);
    } finally {
      await auditor.close();
    }
  });
}
