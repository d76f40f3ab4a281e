/** A workload: one measurement, run the same way on ours and on the baseline. */
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
  /** Of all server processes since they started. */
  processorMs(): Promise<number>;
  servingMb(): Promise<number>;
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
  /** Past orders; none by default, and only of ours. */
  readonly orders?: number;
  readonly goals: readonly Goal[];
  /** Measured without a baseline. */
  readonly isOursAlone?: boolean;
  /** The workload whose earlier figures of the same run replace the baseline. */
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
  work: (worker: number, turn: number) => Promise<unknown>,
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

const WARM_SECONDS = 1;
const SECONDS = 4;

/**
 * Repeats `work` for some seconds, `count` in parallel, after a second that is not counted: the rate and the median, and the
 * processor time of all server processes for each operation.
 *
 * @param plural - names the operations in the figure of their rate, such as `orders`.
 */
export async function sustained(
  control: MarketControl,
  { count, plural }: { readonly count: number; readonly plural: string },
  work: (worker: number, turn: number) => Promise<unknown>,
): Promise<Figures> {
  await keepAt(count, WARM_SECONDS, work);
  const before = await control.processorMs();
  const { times, perSecond } = await keepAt(count, SECONDS, work);
  const processorMs = (await control.processorMs()) - before;
  return {
    [`${plural}/s`]: perSecond,
    "p50 ms": percentile(times, 0.5),
    "p99 ms": percentile(times, 0.99),
    [PROCESSOR]: processorMs / times.length,
  };
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
