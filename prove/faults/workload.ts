/** Some people in a market who order, accept, talk and complain without end, and a ledger of what they were told. */
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import type { Market } from "../../testkit/market";
import { flakyClient } from "../../embedded/testkit/flakyClient";
import { booksOf, faultsIn } from "./consistency";
import { type Deed, Ledger, accepting, complaining, ordering, rejecting, saying } from "./operations";
import { type Trader, connect, joinTraders, listProduct } from "../../testkit/traders";

const STOCK = 100_000;
/** Deeds that one client does without waiting for the answers. */
const BURST = 3;
/** A call that takes longer was forgotten. */
const PATIENCE_MS = 30_000;

type Below = (limit: number) => number;

export class Scene {
  readonly ledger = new Ledger();
  isOver = false;
  /** Answers after which the doer's own screens were looked at. */
  looks = 0;
  readonly retailers: Trader[] = [];
  readonly distributors: Trader[] = [];
  /** Of each distributor. */
  readonly products: Id<"products">[][] = [];
  /** Orders that somebody is about to answer. */
  readonly taken = new Set<string>();
  readonly market: Market;
  readonly below: Below;
  /** How many pieces there were of each product. */
  readonly listed = new Map<Id<"products">, number>();
  readonly #stock: number;
  #gate: Promise<void> = Promise.resolve();

  constructor(market: Market, below: Below, stock = STOCK) {
    this.market = market;
    this.below = below;
    this.#stock = stock;
  }

  /** Everybody knows everybody, and has greeted them. */
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

  /** Puts one more product on the market. */
  async list(seller: Trader): Promise<Id<"products">> {
    const productId = await listProduct(this.market, seller, { stock: this.#stock });
    this.listed.set(productId, this.#stock);
    return productId;
  }

  /** Whoever is about to do something waits for this while the books are read. */
  get gate(): Promise<void> {
    return this.#gate;
  }

  /** What is wrong in the books now, while everybody holds their breath, with what they were told until just before. */
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

  /** A retailer's life through one client. @param url of the market, or of what stands before it. */
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

/** A list on a screen; called, it is closed. */
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

/** Convex's own client and what is on its screens. Its connection comes back as fast as it goes. */
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

  /** Puts on the screens what the person is about to change. */
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
   * The end of a live page stays where it was: what comes makes it longer and longer, until a screen splits it, or is opened
   * another time. Not to be called while an answer is awaited.
   */
  openLongListsAnew(): void {
    for (const openAnew of this.#openAnew) openAnew();
  }

  /** An order on the list that nobody has answered yet. */
  takeOrder(): Id<"orders"> | undefined {
    const { taken } = this.#scene;
    const order = this.#pending().find(({ _id }) => !taken.has(_id));
    if (order !== undefined) taken.add(order._id);
    return order?._id;
  }

  /** I-10: once it is answered, the screens show it. */
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
        ledger.faults.push(`[I-10] answered, and not shown: ${words}`);
    } catch (error) {
      ledger.faults.push(`${words}: ${String(error)}`);
    } finally {
      close();
    }
  }

  /** The page of an order that is about to be answered. */
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

/** In milliseconds: a backend that starts again is not to be kept busy by those who wait for it. */
const BACK_MS = 50;
