/** Traders who order, accept, chat and submit feedback until they are stopped, with a log of the acknowledged operations. */
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import type { Market } from "../../testkit/market";
import { flakyClient } from "../../embedded/testkit/flakyClient";
import { booksOf, faultsIn } from "./consistency";
import { type Deed, Ledger, accepting, complaining, ordering, rejecting, saying } from "./operations";
import { type Trader, connect, joinTraders, listProduct } from "../../testkit/traders";

const STOCK = 100_000;
/** Maximum number of operations that a client sends without waiting for answers. */
const BURST = 3;
/** A call without an answer for longer counts as lost. */
const PATIENCE_MS = 30_000;

type Below = (limit: number) => number;

export class Scene {
  readonly ledger = new Ledger();
  isOver = false;
  /** Number of answers that were checked against the client's queries. */
  looks = 0;
  readonly retailers: Trader[] = [];
  readonly distributors: Trader[] = [];
  /** Products by distributor. */
  readonly products: Id<"products">[][] = [];
  /** Orders that a distributor's client is about to accept or reject. */
  readonly taken = new Set<string>();
  readonly market: Market;
  readonly below: Below;
  /** Initial stock of each product. */
  readonly listed = new Map<Id<"products">, number>();
  readonly #stock: number;
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
        const words = `${person.name} greets ${seller.person.name}`;
        const { call, args } = saying(words, seller.person.email);
        this.ledger.tried.add(words);
        return http.mutation(call, args);
      });
      await Promise.all(greetings);
    }
  }

  /** Lists a new product. */
  async list(seller: Trader): Promise<Id<"products">> {
    const productId = await listProduct(this.market, seller, { stock: this.#stock });
    this.listed.set(productId, this.#stock);
    return productId;
  }

  /** Clients await this before their next operations, so that an export can run without new ones. */
  get gate(): Promise<void> {
    return this.#gate;
  }

  /** Exports the market without new operations and returns every violation, also of what was acknowledged before. */
  async audit(): Promise<string[]> {
    let letGo: () => void = () => undefined;
    this.#gate = new Promise((resolve) => (letGo = resolve));
    const told = new Set(this.ledger.acknowledged);
    try {
      const books = await booksOf(this.market);
      return [...this.ledger.compare(books, told), ...faultsIn(books, this.listed)];
    } finally {
      letGo();
    }
  }

  /** Runs a retailer's client until the end. @param url - The market, or a proxy in front of it. */
  retail(who: Trader, name: string, url = this.market.url): Promise<void> {
    let count = 0;
    return this.#act(new Client(url, who, this), () => {
      const words = `${name}, ${(count += 1)}`;
      const seller = this.below(this.distributors.length);
      const dice = this.below(6);
      if (dice < 3) return ordering(words, this.products[seller]!);
      return dice < 5 ? saying(words, this.distributors[seller]!.person.email) : complaining(words);
    });
  }

  distribute(who: Trader, name: string, url = this.market.url): Promise<void> {
    let count = 0;
    return this.#act(new Client(url, who, this), (client) => {
      const dice = this.below(6);
      const order = dice < 5 ? client.takeOrder() : undefined;
      if (order !== undefined) return dice === 0 ? rejecting(order) : accepting(order);
      const retailer = this.retailers[this.below(this.retailers.length)]!;
      return saying(`${name}, ${(count += 1)}`, retailer.person.email);
    });
  }

  async #act(client: Client, next: (client: Client) => Deed): Promise<void> {
    try {
      await client.open();
      while (!this.isOver) {
        await this.#gate;
        const deeds = Array.from({ length: 1 + this.below(BURST) }, () => next(client));
        await Promise.all(deeds.map((deed) => client.do(deed)));
        client.openLongListsAnew();
      }
    } finally {
      await client.close();
    }
  }
}

const LONGEST_LIST = 40;
const LISTS = ["pending", "accepted", "rejected"] as const;
const newest = (numItems: number) => ({ numItems, cursor: null });
interface Shown {
  readonly _id: string;
  readonly status: string;
}

/** A subscribed list. Calling it unsubscribes. */
interface LiveList {
  (): void;
  getCurrentValue(): { readonly page: readonly Shown[] } | undefined;
}

function patiently<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("no answer")), PATIENCE_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Convex's own client with the queries that a trader's pages would have. It reconnects without backoff. */
class Client {
  readonly #flaky;
  readonly #who: Trader;
  readonly #scene: Scene;
  readonly #lists: (() => readonly Shown[])[] = [];
  readonly #openAnew: (() => void)[] = [];
  #pending: () => readonly { _id: Id<"orders"> }[] = () => [];

  constructor(url: string, who: Trader, scene: Scene) {
    this.#flaky = flakyClient(url, BACK_MS);
    this.#flaky.client.setAuth(() => Promise.resolve(who.token));
    this.#who = who;
    this.#scene = scene;
  }

  /** Subscribes to the queries that the trader's operations change. */
  async open(): Promise<void> {
    const { client } = this.#flaky;
    const ignore = () => undefined;
    const { person, http } = this.#who;
    const isSeller = person.role === "distributor";
    if (isSeller) {
      const asked = { list: "pending" as const, paginationOpts: newest(10) };
      const shown = client.onUpdate(api.orders.incoming, asked, ignore, ignore);
      this.#pending = () => shown.getCurrentValue()?.page ?? [];
    } else {
      for (const list of LISTS) {
        const asked = { list, paginationOpts: newest(10) };
        this.#show(() => client.onUpdate(api.orders.outgoing, asked, ignore, ignore));
      }
    }
    for (const other of isSeller ? this.#scene.retailers : this.#scene.distributors) {
      const about = await http.query(api.chat.conversation, { with: other.person.email });
      const asked = { conversationId: about!.conversationId!, paginationOpts: newest(20) };
      this.#show(() => client.onUpdate(api.chat.messages, asked, ignore, ignore));
    }
  }

  #show(open: () => LiveList): void {
    let list = open();
    const rows = () => list.getCurrentValue()?.page ?? [];
    this.#lists.push(rows);
    this.#openAnew.push(() => {
      if (rows().length <= LONGEST_LIST) return;
      list();
      list = open();
    });
  }

  /**
   * Subscribes again to lists that have grown long: a live page keeps its end, so new rows make it longer. Must not run while an
   * answer is awaited.
   */
  openLongListsAnew(): void {
    for (const openAnew of this.#openAnew) openAnew();
  }

  /** Claims a pending order that no other client has claimed. */
  takeOrder(): Id<"orders"> | undefined {
    const { taken } = this.#scene;
    const order = this.#pending().find(({ _id }) => !taken.has(_id));
    if (order !== undefined) taken.add(order._id);
    return order?._id;
  }

  /** I-10: runs an operation and checks that its effect is visible when it is answered. */
  async do(deed: Deed): Promise<void> {
    const { ledger } = this.#scene;
    const { words, call, args, isShown } = deed;
    const close = this.#openOrder(args["orderId"]);
    ledger.tried.add(words);
    try {
      const answer: unknown = await patiently(this.#flaky.client.mutation(call, args));
      ledger.acknowledged.add(words);
      if (isShown === undefined) return;
      this.#scene.looks += 1;
      if (!isShown((id) => this.#statusOf(id), answer))
        ledger.faults.push(`[I-10] answered before its effect was visible: ${words}`);
    } catch (error) {
      ledger.faults.push(`${words}: ${String(error)}`);
    } finally {
      close();
    }
  }

  /** Subscribes to the order that an operation is about to change. */
  #openOrder(orderId: unknown): () => void {
    if (typeof orderId !== "string") return () => undefined;
    const ignore = () => undefined;
    const shown = this.#flaky.client.onUpdate(api.orders.one, { orderId }, ignore, ignore);
    const list = () => [shown.getCurrentValue()].filter((order) => order != null);
    this.#lists.push(list);
    return () => {
      shown();
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
const BACK_MS = 50;
