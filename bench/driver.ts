/** The operations of all workloads, implemented once for ours and once for the baselines, each with its own client library. */
import type { WebSocket } from "ws";

export interface Driver {
  /** A signed-in retailer, by number. */
  buyer(n: number): Promise<Buyer>;
  /** The same, through the REST interface, for orders of one line. */
  restBuyer(n: number): Promise<Buyer>;
  /** The distributor, who sells all products. */
  seller(): Promise<Seller>;
  /** Another open list of the distributor's incoming orders. */
  orderList(): Promise<OrderList>;
  /** The same many times over, in clients that only read the text. */
  orderLists(count: number): Promise<Screens>;
  /** Opens this many pages of the newest 24 products with their stock, each on its own connection, as browsers do: with equal arguments. */
  catalogues(count: number): Promise<Screens>;
  /** Lists without their stock, with arguments of its own for each, so that no answer can be shared. */
  plainLists(count: number): Promise<void>;
  /** The admin's open dashboard. */
  dashboard(): Promise<Dashboard>;
  /** A signed-in client that reads the catalogue. */
  reader(n: number): Promise<Reader>;
  /** The first retailer or the distributor, with their conversation open. */
  chatClient(role: "retailer" | "distributor"): Promise<ChatClient>;
  close(): Promise<void>;
}

export interface NewOrder {
  readonly lines: readonly {
    readonly productId: string;
    readonly quantity: number;
    /** The price that was seen. */
    readonly pricePaise?: number;
    readonly addedTaxBp?: number;
  }[];
  readonly msg: string;
  readonly fromBasket?: boolean;
  /** A new one if absent. */
  readonly orderKey?: string;
}

/** Null for an order that is durable, or the refusal. */
export type Outcome = null | { readonly code: string };

export interface Buyer {
  /** Rejects on anything that is no refusal. */
  place(order: NewOrder): Promise<Outcome>;
}

interface Seller {
  setPrice(productId: string, pricePaise: number): Promise<unknown>;
}

export interface OrderList {
  /** Called with the message of each new order once this client has received it. */
  onOrder: (msg: string) => void;
}

/** Open pages in clients that only search the text of what they receive: parsing it many times over would be what is measured. */
export interface Screens {
  /** Returns for each client when it got a message with this text. */
  shows(text: string): Promise<number[]>;
  /** Opens pages anew that grow with what was added to them. */
  renew(): Promise<void>;
}

export interface Dashboard {
  /** The orders of all statuses that the tiles show. */
  orders(): number;
  close(): void;
}

export interface Reader {
  /** Reads the newest 24 products with all fields of a list; returns their number. */
  newest(): Promise<number>;
  /** The same, of no cache: no other request has the same arguments. */
  newestOfItsOwn(): Promise<number>;
  /** Reads the newest 24 products whose name contains the text; returns their number. */
  search(text: string): Promise<number>;
  /** The newest 24 products as a list shows them. */
  cards(): Promise<readonly object[]>;
}

export interface ChatClient {
  send(content: string): void;
  /** Called with each message when it is shown, own ones included. */
  onMessage: (content: string) => void;
}

/** Returns when each of these sockets got a message with the text. */
export function textIn(
  sockets: readonly Pick<WebSocket, "on" | "off">[],
  text: string,
): Promise<number[]> {
  return Promise.all(
    sockets.map(
      (socket) =>
        new Promise<number>((resolve) => {
          const hear = (data: Buffer) => {
            if (!data.includes(text)) return;
            socket.off("message", hear);
            resolve(performance.now());
          };
          socket.on("message", hear);
        }),
    ),
  );
}
