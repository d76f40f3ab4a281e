/** Traders who order, accept, pay, chat and submit feedback until they are stopped, with a log of the acknowledged operations. */
import { setTimeout } from "node:timers/promises";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { lineStatus } from "../../domain/orderLines";
import { type Market, readAgain, until } from "../../testkit/market";
import { flakyClient, withTimeout } from "../../embedded/testkit/flakyClient";
import { exportTables, violationsIn } from "./consistency";
import {
  type Operation,
  OperationLog,
  type PlacedLine,
  type WaitingOrder,
  acceptance,
  chatMessage,
  confirmation,
  feedback,
  lineRefusal,
  newOrder,
  payment,
  rejection,
} from "./operations";
import { type Trader, connect, joinTraders, listProduct } from "../../testkit/traders";

const STOCK = 100_000;
const LINES_MAX = 4;
const PIECES_MAX = 3;
/** Maximum number of operations that a client sends without waiting for answers. */
const BURST_MAX = 3;
/** Payments that may wait for one distributor, as far as a retailer knows: fewer than the server lets wait. */
const CLAIMS_MAX = 10;
/** A call without an answer counts as lost when no kill is less long ago. */
const TIMEOUT_MS = 30_000;
const START_MS = 30_000;

type Below = (limit: number) => number;

export class Workload {
  readonly log = new OperationLog();
  isOver = false;
  /** Number of answers that were checked against the client's queries. */
  visibilityChecks = 0;
  readonly retailers: Trader[] = [];
  readonly distributors: Trader[] = [];
  /** Products by distributor. */
  readonly products: Id<"products">[][] = [];
  /** Orders that a distributor's client is about to answer, or has answered as a whole. */
  readonly claimed = new Set<string>();
  readonly market: Market;
  readonly below: Below;
  readonly initialStock = new Map<Id<"products">, number>();
  readonly #stock: number;
  #listed = 0;
  #restarts = 0;
  #gate: Promise<void> = Promise.resolve();

  constructor(market: Market, below: Below, stock = STOCK) {
    this.market = market;
    this.below = below;
    this.#stock = stock;
  }

  /** Registers the traders, lists products, and connects every retailer with every distributor by a first message. */
  async open(retailers: number, distributors: number): Promise<void> {
    const joined = await joinTraders(this.market, retailers, distributors);
    this.retailers.push(...joined.retailers);
    this.distributors.push(...joined.distributors);
    for (const seller of this.distributors) {
      this.products.push([await this.list(seller), await this.list(seller)]);
      await connect(this.retailers, seller);
      const greetings = this.retailers.map(({ http, person }) => {
        const marker = `${person.name} greets ${seller.person.name}`;
        const { call, args } = chatMessage(marker, seller.person.email);
        this.log.tried.add(marker);
        return http.mutation(call, args);
      });
      await Promise.all(greetings);
    }
  }

  /** Lists a new product. */
  async list(seller: Trader): Promise<Id<"products">> {
    this.#listed += 1;
    // Orders on lists are told apart by the product's name.
    const product = { stock: this.#stock, name: `Lamp ${this.#listed}` };
    const productId = await listProduct(this.market, seller, product);
    this.initialStock.set(productId, this.#stock);
    return productId;
  }

  /** Kills the market's process, and resolves when its successor serves. */
  async kill(): Promise<void> {
    await this.market.killBackend();
    await until("the market serves again", () => this.market.isReady(), START_MS);
    this.#restarts += 1;
  }

  /** Resolves with the answer of a call. @throws Error if there is none, though the market has served for `TIMEOUT_MS`. */
  async untilAnswered<Answer>(call: Promise<Answer>): Promise<Answer> {
    for (;;) {
      const restarts = this.#restarts;
      try {
        return await withTimeout(call, TIMEOUT_MS);
      } catch (error) {
        if (restarts === this.#restarts) throw error;
      }
    }
  }

  /** Clients await this before their next operations, so that an export can run without new ones. */
  get gate(): Promise<void> {
    return this.#gate;
  }

  /** Exports the market without new operations and returns every violation, also of what was acknowledged before. */
  async check(): Promise<string[]> {
    let release: () => void = () => undefined;
    this.#gate = new Promise((resolve) => (release = resolve));
    const acknowledged = new Set(this.log.acknowledged);
    try {
      const tables = await exportTables(this.market);
      return [
        ...this.log.compare(tables, acknowledged),
        ...violationsIn(tables, this.initialStock),
      ];
    } finally {
      release();
    }
  }

  /** Runs a retailer's client until the end. @param url - The market, or a proxy in front of it. */
  runRetailer(trader: Trader, name: string, url = this.market.url): Promise<void> {
    let count = 0;
    return this.#run(new Client(url, trader, this), (client) => {
      const marker = `${name}, ${(count += 1)}`;
      const seller = this.below(this.distributors.length);
      const dice = this.below(7);
      if (dice === 6 && client.claims().length < CLAIMS_MAX)
        return payment(marker, { as: "claim", partnerId: this.distributors[seller]!.id });
      if (dice < 3) return newOrder(marker, this.#lines(seller));
      return dice < 5
        ? chatMessage(marker, this.distributors[seller]!.person.email)
        : feedback(marker);
    });
  }

  #lines(seller: number): PlacedLine[] {
    const products = this.products[seller]!;
    return Array.from({ length: 1 + this.below(LINES_MAX) }, () => ({
      productId: products[this.below(products.length)]!,
      quantity: 1 + this.below(PIECES_MAX),
    }));
  }

  /** Accepts a waiting order with all or fewer pieces, or refuses it, or one line of it. */
  #answer(order: WaitingOrder, dice: number): Operation {
    if (dice === 0) return rejection(order);
    const refusal = dice === 1 ? lineRefusal(order) : null;
    return refusal ?? acceptance(order, (quantity) => this.below(quantity + 1));
  }

  runDistributor(trader: Trader, name: string, url = this.market.url): Promise<void> {
    let count = 0;
    return this.#run(new Client(url, trader, this), (client) => {
      const dice = this.below(8);
      const retailer = this.retailers[this.below(this.retailers.length)]!;
      const claims = client.claims();
      if (dice === 7 && claims.length > 0)
        return confirmation(claims[this.below(claims.length)]!._id);
      if (dice === 6)
        return payment(`${name}, ${(count += 1)}`, { as: "record", partnerId: retailer.id });
      const order = dice < 5 ? client.claimOrder() : undefined;
      if (order !== undefined) return this.#answer(order, dice);
      return chatMessage(`${name}, ${(count += 1)}`, retailer.person.email);
    });
  }

  async #run(client: Client, next: (client: Client) => Operation): Promise<void> {
    try {
      await client.open();
      while (!this.isOver) {
        await this.#gate;
        const operations = Array.from({ length: 1 + this.below(BURST_MAX) }, () => next(client));
        await Promise.all(operations.map((operation) => client.run(operation)));
        await client.resubscribeLongLists();
      }
    } finally {
      await client.close();
    }
  }
}

const LIST_ROWS_MAX = 40;
const LOAD_POLL_MS = 10;
const LISTS = ["pending", "accepted", "rejected"] as const;
const newest = (numItems: number) => ({ numItems, cursor: null });
interface ListedRow {
  readonly _id: string;
  readonly status?: string;
  /** Of payments. */
  readonly state?: string;
}

/** A subscribed list. Calling it unsubscribes. */
interface LiveList {
  (): void;
  getCurrentValue(): { readonly page: readonly ListedRow[] } | undefined;
}

/** Convex's own client with the queries that a trader's pages would have. It reconnects without backoff. */
class Client {
  readonly #flaky;
  readonly #trader: Trader;
  readonly #workload: Workload;
  readonly #lists: (() => readonly ListedRow[])[] = [];
  /** Each returns a test of the new page, or nothing if the list is short. */
  readonly #resubscribe: (() => (() => boolean) | undefined)[] = [];
  readonly #payments: (() => readonly ListedRow[])[] = [];
  #pending: () => readonly WaitingOrder[] = () => [];
  /** Claimed orders of which this client has refused a line. Others may not see that yet. */
  readonly #stillWaiting = new Set<string>();

  constructor(url: string, trader: Trader, workload: Workload) {
    this.#flaky = flakyClient(url, RECONNECT_MS);
    this.#flaky.client.setAuth(() => Promise.resolve(trader.token));
    this.#trader = trader;
    this.#workload = workload;
  }

  /** Subscribes to the queries that the trader's operations change. */
  async open(): Promise<void> {
    const { client } = this.#flaky;
    const ignore = () => undefined;
    const { person, http } = this.#trader;
    const isSeller = person.role === "distributor";
    if (isSeller) {
      const args = { list: "pending" as const, paginationOpts: newest(10) };
      const subscribed = client.onUpdate(api.orders.incoming, args, ignore, ignore);
      this.#pending = () => subscribed.getCurrentValue()?.page ?? [];
    } else {
      for (const list of LISTS) {
        const args = { list, paginationOpts: newest(10) };
        this.#subscribe(() => client.onUpdate(api.orders.outgoing, args, ignore, ignore));
      }
    }
    for (const other of isSeller ? this.#workload.retailers : this.#workload.distributors) {
      const partner = { with: other.person.email };
      const conversation = await readAgain(() => http.query(api.chat.conversation, partner));
      const args = { conversationId: conversation!.conversationId!, paginationOpts: newest(20) };
      this.#subscribe(() => client.onUpdate(api.chat.messages, args, ignore, ignore));
      const asked = { partnerId: other.id, paginationOpts: newest(20) };
      const payments = () => client.onUpdate(api.payments.withPartner, asked, ignore, ignore);
      this.#payments.push(this.#subscribe(payments));
    }
  }

  /** Returns a function that reads the list's rows. */
  #subscribe(open: () => LiveList): () => readonly ListedRow[] {
    let list = open();
    const rows = () =>
      (list.getCurrentValue()?.page ?? []).map(({ _id, status, state = status }) => ({
        ...{ _id, status: state },
      }));
    this.#lists.push(rows);
    this.#resubscribe.push(() => {
      if (rows().length <= LIST_ROWS_MAX) return undefined;
      const before = list.getCurrentValue();
      list();
      list = open();
      // Until the new page is here, the client answers with the old one, or with none once other queries have changed.
      return () => {
        const page = list.getCurrentValue();
        return page !== undefined && page !== before;
      };
    });
    return rows;
  }

  /** Returns the payments that wait for the distributor's word. */
  claims(): readonly ListedRow[] {
    return this.#payments.flatMap((rows) => rows()).filter(({ status }) => status === "claimed");
  }

  /**
   * Subscribes again to lists that have grown long: a live page keeps its end, so new rows make it longer. Must not run while an
   * answer is awaited. Waits for the new pages: one that is read only after the next answer may begin behind its row, when the
   * flood has sent a page of rows since.
   */
  async resubscribeLongLists(): Promise<void> {
    const waiting = this.#resubscribe.flatMap((resubscribe) => resubscribe() ?? []);
    while (!this.#workload.isOver && !waiting.every((isLoaded) => isLoaded()))
      await setTimeout(LOAD_POLL_MS);
  }

  /** Claims a pending order that no other client has claimed, or this one before, if there is one. */
  claimOrder(): WaitingOrder | undefined {
    const { claimed } = this.#workload;
    const isFree = ({ _id }: WaitingOrder) => !claimed.has(_id) || this.#stillWaiting.has(_id);
    const order = this.#pending().find(isFree);
    if (order === undefined) return undefined;
    this.#stillWaiting.delete(order._id);
    claimed.add(order._id);
    return order;
  }

  /** I-10: runs an operation and checks that its effect is visible when it is answered. */
  async run(operation: Operation): Promise<void> {
    const { log } = this.#workload;
    const { marker, call, args, orderId, isShown } = operation;
    const close = orderId === undefined ? undefined : this.#openOrder(orderId);
    log.tried.add(marker);
    try {
      const answer: unknown = await this.#workload.untilAnswered(
        this.#flaky.client.mutation(call, args),
      );
      log.acknowledged.add(marker);
      if (orderId !== undefined && this.#statusOf(orderId) === "pending")
        this.#stillWaiting.add(orderId);
      if (isShown === undefined) return;
      this.#workload.visibilityChecks += 1;
      if (!isShown((id) => this.#statusOf(id), answer))
        log.faults.push(
          `[I-10] answered before its effect was visible: ${marker}, ${JSON.stringify(answer)}`,
        );
    } catch (error) {
      log.faults.push(`${marker}: ${String(error)}`);
    } finally {
      close?.();
    }
  }

  /** Subscribes to an order that an operation is about to change. */
  #openOrder(orderId: Id<"orders">): () => void {
    const ignore = () => undefined;
    const subscribed = this.#flaky.client.onUpdate(api.orders.one, { orderId }, ignore, ignore);
    const list = () => {
      const order = subscribed.getCurrentValue();
      if (order == null) return [];
      const { status, lines } = order;
      const ofLines = lines.map((line) => ({ _id: line.lineId, status: lineStatus(status, line) }));
      // The id of a single line is the order's.
      return [order, ...ofLines];
    };
    this.#lists.push(list);
    return () => {
      subscribed();
      this.#lists.splice(this.#lists.indexOf(list), 1);
    };
  }

  #statusOf(id: string): string | undefined {
    for (const list of this.#lists) {
      const found = list().find(({ _id }) => _id === id);
      if (found !== undefined) return found.status;
    }
    return undefined;
  }

  close(): Promise<void> {
    return this.#flaky.client.close();
  }
}

/** The delay before a reconnect. It keeps clients from overloading a backend that restarts. */
const RECONNECT_MS = 50;
