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
  readonly goals: readonly Goal[];
  /** Only ours: there is no baseline for it. */
  readonly isOursAlone?: boolean;
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
