/** The cost of a calculation, for tests that bound it. */

type CpuUsage = { readonly user: number; readonly system: number };
declare const process: { cpuUsage: (before?: CpuUsage) => CpuUsage };

/** The compiler is done after ten or so. */
const RUNS_MAX = 50;

/**
 * Returns the milliseconds of processor time that the quickest of up to fifty runs takes: other processes make each run longer, and none
 * shorter. The first that is below `enough` is the last.
 */
export function quickestMs(run: () => unknown, enough: number): number {
  let quickest = Infinity;
  for (let n = 0; n < RUNS_MAX && quickest >= enough; n += 1) {
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    quickest = Math.min(quickest, (user + system) / 1000);
  }
  return quickest;
}
