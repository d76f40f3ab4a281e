/** One thing that is measured, the same way of ours and of the baseline. */
import type { Customers } from "./customers";
import type { Site } from "./site";

/** By name, with its unit in the name: `orders/s`, `p50 ms`. */
export type Figures = Readonly<Record<string, number>>;

/** What a workload wants of a market besides its site; answered by the process that started it. */
export interface Desk {
  addProduct(stock: number): Promise<string>;
  stockOf(productId: string): Promise<number>;
  memoryMib(): Promise<number>;
  servingMb(): Promise<number>;
  restart(): Promise<number>;
}

export interface Goal {
  readonly figure: string;
  /** "more" is better for rates, "less" for times. */
  readonly better: "more" | "less";
  /** Ours against the baseline's: at least, or at most, so many times. */
  readonly ratio?: number;
  /** Ours alone: at most, or at least. */
  readonly absolute?: number;
}

export interface Workload {
  /** One word or two, for `--only`. */
  readonly name: string;
  readonly title: string;
  /** Products of the catalogue; 200 unless said. */
  readonly products?: number;
  /** Orders that were placed before; none unless said, and only of ours. */
  readonly orders?: number;
  readonly goals: readonly Goal[];
  /** Only ours: there is no baseline for it. */
  readonly isOursAlone?: boolean;
  /** Where there is no baseline: what ours did in the workload of this name, earlier in the same run, stands in its place. */
  readonly beside?: string;
  /** Takes so long that it is to be asked for: `--large`. */
  readonly isLarge?: boolean;
  run(customers: Customers, site: Site, desk: Desk): Promise<Figures>;
}

/** The value below which the given share of all values lies (nearest rank); share from 0 to 1. */
export { percentile } from "../embedded/prove/proof";

/** Does `work` again and again until the time is over, `count` of them side by side; answers each one's milliseconds. */
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

/** So many at once, by number. */
export function many<T>(count: number, one: (n: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, n) => one(n)));
}

/** The n-th, round and round. */
export function pick<T>(from: readonly T[], n: number): T {
  const picked = from[n % from.length];
  if (picked === undefined) throw new Error("There is nothing to pick from.");
  return picked;
}
