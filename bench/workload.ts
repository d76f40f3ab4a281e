/** A workload: one measurement, run the same way on ours and on the baselines. */
import { percentile } from "../embedded/testkit/proof";
import type { Driver } from "./driver";
import type { Deployment } from "./deployment";

/** Figures by name and unit: `orders/s`, `p50 ms`. */
export type Figures = Readonly<Record<string, number>>;

/** The figure of the processor time that all server processes used for one operation. */
export const PROCESSOR = "processor ms each";

/** Operations on the market that its starting process performs. */
export interface MarketControl {
  addProduct(stock: number): Promise<string>;
  stockOf(productId: string): Promise<number>;
  queryRuns(): Promise<number>;
  memoryMib(): Promise<number>;
  /** Seconds for which a rate is measured. */
  readonly seconds: number;
  /** Of all server processes since they started. */
  processorMs(): Promise<number>;
  restart(): Promise<number>;
}

export interface Goal {
  readonly figure: string;
  /** "more" is better for rates, "less" for times. */
  readonly better: "more" | "less";
  /** The least or greatest ratio of ours to the baseline. */
  readonly ratio?: number;
  /** The least or greatest value of ours alone. */
  readonly absolute?: number;
}

export interface Workload {
  /** The name for `--only`. */
  readonly name: string;
  readonly title: string;
  /** Products of the catalogue; 200 by default. */
  readonly products?: number;
  /** Pending orders of before; none by default. */
  readonly orders?: number;
  /** See `Scale`. */
  readonly hasBounds?: boolean;
  readonly goals: readonly Goal[];
  /** Measured without a baseline. */
  readonly isOursAlone?: boolean;
  /** Not measured on the lean baseline, which has no such thing. */
  readonly isFullOnly?: boolean;
  /** The figures that sum the workload up, each a row of the report beside the processor time; none of what is no comparison. */
  readonly main?: readonly string[];
  /** The workload whose earlier figures of the same run replace the baselines. */
  readonly beside?: string;
  /** Slow, and only run with `--large`. */
  readonly isLarge?: boolean;
  run(driver: Driver, deployment: Deployment, control: MarketControl): Promise<Figures>;
}

export { percentile };

/** Repeats `work` until the time is over, `count` in parallel; returns each duration in milliseconds. */
export async function keepAt(
  count: number,
  seconds: number,
  work: Work,
): Promise<{ times: number[]; perSecond: number }> {
  const times: number[] = [];
  const startedAt = performance.now();
  const until = startedAt + seconds * 1_000;
  const worker = async (n: number) => {
    for (let turn = 0; performance.now() < until; turn += 1) {
      const before = performance.now();
      await work(n, turn);
      times.push(performance.now() - before);
    }
  };
  await Promise.all(Array.from({ length: count }, (_, n) => worker(n)));
  return { times, perSecond: times.length / ((performance.now() - startedAt) / 1_000) };
}

const WINDOW_SECONDS = 1;
/** The warm-up ends when the rates of so many windows differ by no more than this, or after so many times the seconds that are measured. */
const STANDING = { windows: 3, ratio: 1.05, timesMax: 2.5 };

/** Repeats `work` until its rate stands. Returns the number of windows that it took. */
async function warmUp(count: number, seconds: number, work: Work): Promise<number> {
  const rates: number[] = [];
  while (rates.length < (seconds * STANDING.timesMax) / WINDOW_SECONDS) {
    rates.push((await keepAt(count, WINDOW_SECONDS, work)).perSecond);
    const last = rates.slice(-STANDING.windows);
    const isStanding = Math.max(...last) <= STANDING.ratio * Math.min(...last);
    if (last.length === STANDING.windows && isStanding) break;
  }
  return rates.length;
}

type Work = (worker: number, turn: number) => Promise<unknown>;

/**
 * Repeats `work`, `count` in parallel, once its rate stands: the rate and the median, and the processor time of all server processes
 * for each operation.
 *
 * @param plural - names the operations in the figure of their rate, such as `orders`.
 */
export async function sustained(
  control: MarketControl,
  { count, plural }: { readonly count: number; readonly plural: string },
  work: Work,
): Promise<Figures> {
  const turns = Array.from({ length: count }, () => 0);
  // Turns go on from one window to the next.
  const next: Work = (worker) => {
    const turn = turns[worker] ?? 0;
    turns[worker] = turn + 1;
    return work(worker, turn);
  };
  const windows = await warmUp(count, control.seconds, next);
  const before = await control.processorMs();
  const { times, perSecond } = await keepAt(count, control.seconds, next);
  const processorMs = (await control.processorMs()) - before;
  return {
    [`${plural}/s`]: perSecond,
    ...latencies(times),
    [PROCESSOR]: processorMs / times.length,
    "warm-up s": windows * WINDOW_SECONDS,
  };
}

/** Returns the median and the 99th percentile of durations in milliseconds. */
export function latencies(times: readonly number[]): Figures {
  return { "p50 ms": percentile(times, 0.5), "p99 ms": percentile(times, 0.99) };
}

/** Runs `work` for this many numbers in parallel. */
export function many<T>(count: number, one: (n: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, n) => one(n)));
}

/** Returns the n-th element, cyclically. */
export function pick<T>(from: readonly T[], n: number): T {
  const picked = from[n % from.length];
  if (picked === undefined) throw new Error("There is nothing to pick from.");
  return picked;
}
