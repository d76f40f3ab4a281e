/** What the workloads need to know of a market that is running: the same of ours and of the baseline. */

export interface Account {
  readonly id: string;
  readonly email: string;
  readonly token: string;
}

/** Goes from the process that started it to those that put load on it: plain data. */
export interface Site {
  readonly kind: "ours" | "baseline";
  readonly url: string;
  readonly retailers: readonly Account[];
  /** Sells all products. Connected to the first retailer. */
  readonly distributor: Account;
  readonly admin: Account;
  /** Ids of products that are for sale, each with more stock than is ever ordered. */
  readonly products: readonly string[];
}

export interface Running {
  readonly site: Site;
  /** Of all its processes together, in MiB. */
  memoryMib(): number;
  /** Of the process that answers, all that it has in memory, in MB. */
  servingMb(): number;
  /** Stops the market and starts it again on its data; answers the milliseconds until its first page and its health are there. */
  restart(): Promise<number>;
  /** One more product with so much stock; answers its id. */
  addProduct(stock: number): Promise<string>;
  stockOf(productId: string): Promise<number>;
  stop(): Promise<void>;
}

export interface Scale {
  readonly retailers: number;
  /** Products of the catalogue. */
  readonly products: number;
  /** That were placed before; none if absent. Ours alone has them. */
  readonly orders?: number;
}

/** @throws Error unless the web origin gives a page. */
export async function firstPage(url: string): Promise<void> {
  const answer = await fetch(`${url}/`);
  if (!answer.ok || !(await answer.text()).includes("<html")) throw new Error("There is no page.");
}

const MAKERS = ["Amber", "Banyan", "Coral", "Dhara", "Ember", "Falak", "Gulmohar", "Heera"];
const KINDS = ["Lamp", "Kettle", "Basket", "Tumbler", "Shelf", "Blanket", "Lantern", "Ladle"];

/** The n-th product's name: every search of the workloads finds some of these. */
export function productName(n: number): string {
  return `${MAKERS[n % 8]} ${KINDS[Math.floor(n / 8) % 8]} ${n}`;
}
