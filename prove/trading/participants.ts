/** The people of the market's model in a market that runs, each with a live client, and the goods that they trade in a run. */
import type { ConvexClient } from "convex/browser";
import { api } from "../../convex/_generated/api";
import type { Doc, Id } from "../../convex/_generated/dataModel";
import { type Model, PRICE_PAISE, type Who, keyOf, nameAt } from "../../convex/orders/model.setup";
import { DISTRIBUTORS, RETAILERS, STOCKS, ownerOf } from "../../convex/orders/steps.setup";
import type { Trader as Actor, World } from "../../convex/orders/world.setup";
import type { TradeRole } from "../../domain/roles";
import { logIn, operatorOf } from "../../testkit/clients";
import type { Market } from "../../testkit/market";
import { holdStock, restoreStock } from "./stockCalls";
import {
  PASSWORD,
  type Trader,
  joinTrader,
  openClient,
  uploadPicture,
} from "../../testkit/traders";
import type { Player } from "./watcher";

const ADMIN = { email: "head@example.test", password: PASSWORD, role: "admin" } as const;

type ConnectionRow = Pick<Doc<"connections">, "retailerId" | "status" | "refusals" | "answeredAt">;

type Member = Player & {
  readonly who: Who;
  readonly actor: Actor;
  readonly email: string;
  /** Of whatever a distributor sells. */
  readonly picture: Id<"_storage"> | null;
};

function actorOf(market: Market, id: Id<"users">, live: ConvexClient, token: string): Actor {
  return {
    id,
    query: (query, args) => live.query(query, args),
    mutation: (mutation, args) => live.mutation(mutation, args),
    hold: (productId, quantity) => holdStock(market, token, productId, quantity),
    restore: (productId, increment) => restoreStock(market, token, productId, increment),
  };
}

export class Cast {
  readonly #market: Market;
  readonly #members = new Map<string, Member>();
  readonly #visitor: Player;
  /** Whose accounts were closed, by `keyOf`. */
  readonly closed = new Set<string>();
  /** Accounts ever opened. */
  #joined = 0;

  private constructor(market: Market) {
    this.#market = market;
    this.#visitor = { who: "visitor", live: openClient(market.url) };
  }

  static async open(market: Market): Promise<Cast> {
    const cast = new Cast(market);
    const many = (role: TradeRole, count: number) =>
      Array.from({ length: count }, (_, n) => cast.#join(role, n));
    await Promise.all([...many("retailer", RETAILERS), ...many("distributor", DISTRIBUTORS)]);
    await operatorOf(market).action(
      "admin:upsertAdmin" as never,
      { email: ADMIN.email, name: "Head", password: ADMIN.password } as never,
    );
    const { http, token } = await logIn(market, ADMIN);
    const me = await http.query(api.users.me, {});
    const live = openClient(market.url, token);
    const who = { role: "admin", n: 0 } as const;
    const actor = actorOf(market, me!._id, live, token);
    cast.#members.set(keyOf(who), { who, live, actor, email: ADMIN.email, picture: null });
    return cast;
  }

  async #join(role: TradeRole, n: number): Promise<void> {
    this.#joined += 1;
    const trader: Trader = await joinTrader(this.#market, role, this.#joined);
    const live = trader.open();
    // The model knows which of the two takes any order: the first.
    if (role === "distributor" && n !== 0)
      await trader.http.mutation(api.orders.saveTerms, { terms: null });
    this.#members.set(keyOf({ role, n }), {
      ...{ who: { role, n }, live, email: trader.person.email },
      actor: actorOf(this.#market, trader.id, live, trader.token),
      picture: role === "distributor" ? await uploadPicture(this.#market, trader) : null,
    });
  }

  get players(): Player[] {
    return [...this.#members.values(), this.#visitor];
  }

  /** By `keyOf`. */
  get emails(): ReadonlyMap<string, string> {
    return new Map([...this.#members].map(([key, { email }]) => [key, email]));
  }

  /** Others come in the place of those whose accounts were closed; answers how many. */
  async replaceTheClosed(): Promise<number> {
    const gone = [...this.closed].map((key) => this.#members.get(key)!);
    this.closed.clear();
    for (const { who, live } of gone) {
      await live.close();
      if (who.role !== "admin") await this.#join(who.role, who.n);
    }
    return gone.length;
  }

  /** A world with goods that nobody has seen before. */
  async openWorld(): Promise<World> {
    const people = new Map([...this.#members].map(([key, { actor }]) => [key, actor]));
    const products: Id<"products">[] = [];
    for (const [index, stock] of STOCKS.entries()) {
      const { actor, picture } = this.#members.get(`distributor ${ownerOf(index)}`)!;
      const { productId } = await actor.mutation(api.products.add, {
        ...{ stock, pricePaise: PRICE_PAISE, name: nameAt(PRICE_PAISE), type: "Furniture" },
        ...{ description: "Burns.", packSize: 6, imageId: picture! },
      });
      products.push(productId);
    }
    const wait = () => Promise.reject(new Error("The clock of a market that runs can't be moved."));
    return { people, products, orders: [], last: [], wait };
  }

  /** As earlier runs left them. */
  async network(): Promise<Pick<Model, "connections" | "refusals">> {
    const known: Model["connections"] = new Map();
    const refusals: Model["refusals"] = new Map();
    for (const { who, actor } of this.#members.values()) {
      if (who.role !== "distributor") continue;
      const { page } = await actor.query(api.account.records, {
        section: "connections",
        paginationOpts: { numItems: 1_000, cursor: null },
      });
      for (const row of page as ConnectionRow[]) {
        const other = [...this.#members.values()].find(
          ({ actor: { id } }) => id === row.retailerId,
        );
        if (other === undefined) continue;
        const pair = `${other.who.n} ${who.n}`;
        known.set(pair, row.status);
        if (row.refusals !== undefined)
          refusals.set(pair, { count: row.refusals, at: row.answeredAt ?? 0 });
      }
    }
    return { connections: known, refusals };
  }

  async close(): Promise<void> {
    await Promise.all(this.players.map(({ live }) => live.close()));
  }
}
