/** A running market as the workloads see it, the same for ours and the baseline. */

export interface Account {
  readonly id: string;
  readonly email: string;
  readonly token: string;
}

/** Plain data, sent from the process that started the market to the load processes. */
export interface Deployment {
  readonly kind: "ours" | "baseline";
  readonly url: string;
  readonly retailers: readonly Account[];
  /** Sells all products and is connected to the first retailer. */
  readonly distributor: Account;
  readonly admin: Account;
  /** Ids of products on sale, each with more stock than the workloads order. */
  readonly products: readonly string[];
}

export interface Running {
  readonly deployment: Deployment;
  /** The memory of all its processes, in MiB. */
  memoryMib(): number;
  /** The processor time that all its processes have used so far, in milliseconds. */
  processorMs(): number;
  /** The resident set of the serving process, in MB. */
  servingMb(): number;
  /** Restarts the market on its data; returns the milliseconds until first page and health are answered. */
  restart(): Promise<number>;
  /** Adds a product with this stock and returns its id. */
  addProduct(stock: number): Promise<string>;
  /** Runs of live queries since the start; NaN for the baseline, which has none. */
  queryRuns(): Promise<number>;
  stockOf(productId: string): Promise<number>;
  stop(): Promise<void>;
}

export interface Scale {
  readonly retailers: number;
  /** Products of the catalogue. */
  readonly products: number;
  /** Past orders, none if absent; only ours has them. */
  readonly orders?: number;
}

/** @throws Error unless the web origin returns a page. */
export async function firstPage(url: string): Promise<void> {
  const answer = await fetch(`${url}/`);
  if (!answer.ok || !(await answer.text()).includes("<html")) throw new Error("There is no page.");
}

const MAKERS = ["Amber", "Banyan", "Coral", "Dhara", "Ember", "Falak", "Gulmohar", "Heera"];
const KINDS = ["Lamp", "Kettle", "Basket", "Tumbler", "Shelf", "Blanket", "Lantern", "Ladle"];

/** The n-th product's name; the workloads' searches match some of them. */
export function productName(n: number): string {
  return `${MAKERS[n % 8]} ${KINDS[Math.floor(n / 8) % 8]} ${n}`;
}
