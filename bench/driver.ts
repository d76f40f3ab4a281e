/** The operations of all workloads, implemented once for ours and once for the baseline, each with its own client library. */

export interface Driver {
  /** A signed-in retailer, by number. */
  buyer(n: number): Promise<Buyer>;
  /** The same, through the REST interface. */
  restBuyer(n: number): Promise<Buyer>;
  /** Another open list of the distributor's incoming orders. */
  orderList(): Promise<OrderList>;
  /** Opens this many lists of the newest 24 products, each on its own connection and with arguments of its own. */
  lists(count: number): Promise<Lists>;
  /** The same lists without their stock. */
  plainLists(count: number): Promise<void>;
  /** The admin's open dashboard. */
  dashboard(): Promise<Dashboard>;
  /** A signed-in client that reads the catalogue. */
  reader(n: number): Promise<Reader>;
  /** The first retailer or the distributor, with their conversation open. */
  chatClient(role: "retailer" | "distributor"): Promise<ChatClient>;
  close(): Promise<void>;
}

export interface Buyer {
  /** Resolves once the order is durable: true, or false when the stock was too small. Rejects on any other answer. */
  place(productId: string, quantity: number, msg: string): Promise<boolean>;
}

export interface OrderList {
  /** Called with the message of each new order once this client has received it. */
  onOrder: (msg: string) => void;
}

export interface Lists {
  /** Resolves once every list shows a product with exactly this stock. */
  allShow(stock: number): Promise<void>;
}

export interface Dashboard {
  /** The orders of all statuses that the tiles show. */
  orders(): number;
  close(): void;
}

export interface Reader {
  /** Reads the newest 24 products with all fields of a list; returns their number. */
  newest(): Promise<number>;
  /** The same with arguments that no other request has, so that no result can be shared. */
  newestOfItsOwn(): Promise<number>;
  /** Reads the newest 24 products whose name contains the text; returns their number. */
  search(text: string): Promise<number>;
}

export interface ChatClient {
  send(content: string): void;
  /** Called with each message when it is shown, own ones included. */
  onMessage: (content: string) => void;
}
