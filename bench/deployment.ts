/** A running market as the workloads see it, the same for ours and the baselines. */
import type { OrderTerms } from "../domain/orderTerms";
import type { Facts } from "./facts";

export interface Account {
  readonly id: string;
  readonly email: string;
  readonly token: string;
}

/** Ours, and the two forms of the baseline. */
export type Kind = "ours" | "full" | "lean";

/** Plain data, sent from the process that started the market to the load processes. */
export interface Deployment {
  readonly kind: Kind;
  readonly url: string;
  readonly retailers: readonly Account[];
  /** Sells all products and is connected to the first retailer. */
  readonly distributor: Account;
  readonly admin: Account;
  /** Ids of the newest products of the catalogue, the newest first. */
  readonly products: readonly string[];
  /** Products of the catalogue: the newest of them is the last of `goods.ts`. */
  readonly catalogue: number;
}

/** The terms of a distributor, for comparing refusals; retailers go by number. */
export interface Fixtures {
  terms(terms: OrderTerms): Promise<unknown>;
  limit(retailer: number, paise: number | undefined): Promise<unknown>;
  hold(retailer: number, productId: string, quantity: number): Promise<unknown>;
  basket(retailer: number, productId: string, quantity: number): Promise<unknown>;
  block(retailer: number, isBlocked: boolean): Promise<unknown>;
}

export interface Running {
  readonly deployment: Deployment;
  /** The memory of all its processes, in MiB. */
  memoryMib(): number;
  /** The processor time that all its processes have used so far, in milliseconds. */
  processorMs(): number;
  /** Restarts the market on its data; returns the milliseconds until first page and health are answered. */
  restart(): Promise<number>;
  /** Adds a product with this stock and returns its id. */
  addProduct(stock: number): Promise<string>;
  /** Runs of live queries since the start; NaN for the baselines, which have none. */
  queryRuns(): Promise<number>;
  stockOf(productId: string): Promise<number>;
  /** The facts once its figures are added up. */
  facts(): Promise<Facts>;
  /** Absent from the lean baseline. */
  readonly fixtures?: Fixtures;
  stop(): Promise<void>;
}

/** Rows that are there before. */
export interface Scale {
  readonly retailers: number;
  /** Products of the catalogue. */
  readonly products: number;
  /** Pending orders of all retailers; none if absent. */
  readonly orders?: number;
  /** Set: bounds of pieces and lines that wait, a credit limit, and dues that are not overdue. */
  readonly hasBounds?: boolean;
}

/** The bounds of `hasBounds`: none of them refuses an order, and each is asked. */
export const BOUNDS = {
  sharePercent: 50,
  lines: 1_000,
  limitPaise: 100_000_000_000,
  blockOverdueDays: 30,
  /** Open dues of each pair, and paise of each. */
  dues: 10,
  duePaise: 500_000,
} as const;

/** @throws Error unless the web origin returns a page. */
export async function firstPage(url: string): Promise<void> {
  const answer = await fetch(`${url}/`);
  if (!answer.ok || !(await answer.text()).includes("<html")) throw new Error("There is no page.");
}
