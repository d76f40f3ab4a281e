/** What the people of a market do, said once for ours and once for the baseline: each as its own programs would. */

export interface Customers {
  /** A retailer, signed in, by number. */
  buyer(n: number): Promise<Buyer>;
  /** Another screen of the distributor's incoming orders. */
  screen(): Promise<Screen>;
  /** So many lists of the newest 24 products, each on a connection of its own and by a question that nobody else asks. */
  lists(count: number): Promise<Lists>;
  /** The admin's dashboard, open. */
  dashboard(): Promise<Dashboard>;
  /** A program or page that asks for products; signed in. */
  reader(n: number): Promise<Reader>;
  /** The first retailer, or the distributor, with their common chat open. */
  talker(role: "retailer" | "distributor"): Promise<Talker>;
  close(): Promise<void>;
}

export interface Buyer {
  /** Resolves once the order is durable: with false when there was not enough. Rejects for anything else. */
  place(productId: string, quantity: number, msg: string): Promise<boolean>;
}

export interface Screen {
  /** Called with the message of each order that newly appears, when this screen has it. */
  onOrder: (msg: string) => void;
}

export interface Lists {
  /** Resolves once every list shows a product with just so much stock. */
  allShow(stock: number): Promise<void>;
}

export interface Dashboard {
  /** Orders of every status together, as the tiles say now. */
  orders(): number;
  close(): void;
}

export interface Reader {
  /** The newest 24, with everything a list shows; answers how many came. */
  newest(): Promise<number>;
  /** The newest 24 whose name contains the text; answers how many came. */
  search(text: string): Promise<number>;
}

export interface Talker {
  say(content: string): void;
  /** Called with each message, one's own too, when it is shown. */
  onMessage: (content: string) => void;
}
