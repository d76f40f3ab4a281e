/** Registers the model's users in a running market, each with a live client, and lists the products that each run trades. */
import type { ConvexClient } from "convex/browser";
import { api } from "../../convex/_generated/api";
import type { Doc, Id } from "../../convex/_generated/dataModel";
import { type Model, PRICE_PAISE, type Who, keyOf, nameAt } from "../../convex/orders/model.setup";
import { DISTRIBUTORS, RETAILERS, STOCKS, ownerOf } from "../../convex/orders/steps.setup";
import type { Trader as Actor, World } from "../../convex/orders/world.setup";
import type { TradeRole } from "../../domain/roles";
import type { Market } from "../../testkit/market";
import { holdStock, restoreStock } from "./stockCalls";
import {
  type Trader,
  joinAdmin,
  joinTrader,
  openClient,
  uploadPicture,
} from "../../testkit/traders";
import type { Viewer } from "./watcher";

type ConnectionRow = Pick<Doc<"connections">, "retailerId" | "status" | "refusals" | "answeredAt">;

type Participant = Viewer & {
  readonly who: Who;
  readonly actor: Actor;
  readonly email: string;
  /** The image of all products of a distributor; null for other roles. */
  readonly picture: Id<"_storage"> | null;
};

export function actorOf(market: Market, id: Id<"users">, live: ConvexClient, token: string): Actor {
  return {
    id,
    query: (query, args) => live.query(query, args),
    mutation: (mutation, args) => live.mutation(mutation, args),
    hold: (productId, quantity) => holdStock(market, token, productId, quantity),
    restore: (productId, increment) => restoreStock(market, token, productId, increment),
  };
}

export class Participants {
  readonly #market: Market;
  readonly #byKey = new Map<string, Participant>();
  readonly #visitor: Viewer;
  /** The `keyOf` of each user whose account was closed in the current run. */
  readonly closed = new Set<string>();
  /** The number of accounts registered so far; it numbers the next one. */
  #registered = 0;

  private constructor(market: Market) {
    this.#market = market;
    this.#visitor = { who: "visitor", live: openClient(market.url) };
  }

  static async open(market: Market): Promise<Participants> {
    const participants = new Participants(market);
    const joinAll = (role: TradeRole, count: number) =>
      Array.from({ length: count }, (_, n) => participants.#join(role, n));
    await Promise.all([...joinAll("retailer", RETAILERS), ...joinAll("distributor", DISTRIBUTORS)]);
    const { id, token, open } = await joinAdmin(market);
    const live = open();
    const who = { role: "admin", n: 0 } as const;
    const actor = actorOf(market, id, live, token);
    // No list names an administrator.
    participants.#byKey.set(keyOf(who), { who, live, actor, email: "", picture: null });
    return participants;
  }

  async #join(role: TradeRole, n: number): Promise<void> {
    this.#registered += 1;
    const trader: Trader = await joinTrader(this.#market, role, this.#registered);
    const live = trader.open();
    // The model expects only the first distributor to accept orders of any size.
    if (role === "distributor" && n !== 0)
      await trader.http.mutation(api.orders.saveTerms, { terms: null });
    this.#byKey.set(keyOf({ role, n }), {
      ...{ who: { role, n }, live, email: trader.person.email },
      actor: actorOf(this.#market, trader.id, live, trader.token),
      picture: role === "distributor" ? await uploadPicture(this.#market, trader) : null,
    });
  }

  get viewers(): Viewer[] {
    return [...this.#byKey.values(), this.#visitor];
  }

  /** Returns e-mail addresses by `keyOf`. */
  get emails(): ReadonlyMap<string, string> {
    return new Map([...this.#byKey].map(([key, { email }]) => [key, email]));
  }

  /** Registers a new user for each closed account and returns their number. */
  async replaceClosed(): Promise<number> {
    const replaced = [...this.closed].map((key) => this.#byKey.get(key)!);
    this.closed.clear();
    for (const { who, live } of replaced) {
      await live.close();
      if (who.role !== "admin") await this.#join(who.role, who.n);
    }
    return replaced.length;
  }

  /** Lists new products for one run. */
  async openWorld(): Promise<World> {
    const people = new Map([...this.#byKey].map(([key, { actor }]) => [key, actor]));
    const products: Id<"products">[] = [];
    for (const [index, stock] of STOCKS.entries()) {
      const { actor, picture } = this.#byKey.get(`distributor ${ownerOf(index)}`)!;
      const { productId } = await actor.mutation(api.products.add, {
        ...{ stock, pricePaise: PRICE_PAISE, name: nameAt(PRICE_PAISE), type: "Furniture" },
        ...{ description: "Burns.", packSize: 6, imageId: picture! },
      });
      products.push(productId);
    }
    const wait = () => Promise.reject(new Error("The clock of a running market can't be moved."));
    return { people, products, orders: [], offers: [], last: [], wait };
  }

  /** Returns the connections and refusals that earlier runs left. */
  async network(): Promise<Pick<Model, "connections" | "refusals">> {
    const connections: Model["connections"] = new Map();
    const refusals: Model["refusals"] = new Map();
    for (const { who, actor } of this.#byKey.values()) {
      if (who.role !== "distributor") continue;
      const { page } = await actor.query(api.account.records, {
        section: "connections",
        paginationOpts: { numItems: 1_000, cursor: null },
      });
      for (const row of page as ConnectionRow[]) {
        const retailer = [...this.#byKey.values()].find(
          ({ actor: { id } }) => id === row.retailerId,
        );
        if (retailer === undefined) continue;
        const pair = `${retailer.who.n} ${who.n}`;
        connections.set(pair, row.status);
        if (row.refusals !== undefined)
          refusals.set(pair, { count: row.refusals, at: row.answeredAt ?? 0 });
      }
    }
    return { connections, refusals };
  }

  async close(): Promise<void> {
    await Promise.all(this.viewers.map(({ live }) => live.close()));
  }
}
