/** One user's live client, which records every state it receives, and further connections for concurrent mutations. */
import { getFunctionName } from "convex/server";
import type { Market } from "../../testkit/market";
import { type Change, LeanClient } from "../../embedded/testkit/leanClient";
import type { WatchedQuery } from "./chatViews";
import type { Trader } from "../../testkit/traders";

type Read = (key: string, value: unknown) => unknown;

/** All results of a client at one timestamp, as JSON by the key of the query. */
export type State = { readonly ts: number; readonly results: ReadonlyMap<string, string> };

export class ChatClient {
  /** The states that are not compared yet. */
  readonly states: State[] = [];
  /** The timestamp of the last compared state. */
  comparedTs = 0;
  #results: ReadonlyMap<string, string> = new Map();
  readonly #queries: WatchedQuery[] = [];
  /** Connections by number, opened on first use. */
  readonly #connections = new Map<number, Promise<LeanClient>>();
  readonly #market: Market;
  readonly #trader: Trader;

  constructor(market: Market, trader: Trader) {
    this.#market = market;
    this.#trader = trader;
  }

  /** @param read - Converts a query's result to the form that is compared. */
  async watch(queries: readonly WatchedQuery[], read: Read): Promise<void> {
    const connection = await this.connection(0);
    connection.onTransition = (ts, changes) => {
      const results = new Map(this.#results);
      for (const change of changes) results.set(...this.#resultOf(change, read));
      this.#results = results;
      this.states.push({ ts, results });
    };
    this.#subscribe(connection, queries);
  }

  /** Subscribes to one more query on the connection of the others. */
  async watchAlso(query: WatchedQuery): Promise<void> {
    this.#subscribe(await this.connection(0), [query]);
  }

  connection(n: number): Promise<LeanClient> {
    let connection = this.#connections.get(n);
    if (connection === undefined) {
      connection = LeanClient.open(this.#market.url).then((client) => {
        client.authenticate(this.#trader.token);
        return client;
      });
      this.#connections.set(n, connection);
    }
    return connection;
  }

  get newestResults(): ReadonlyMap<string, string> {
    return this.#results;
  }

  get isLoaded(): boolean {
    return this.#queries.every(({ key }) => this.#results.has(key));
  }

  async close(): Promise<void> {
    for (const connection of await Promise.all(this.#connections.values())) connection.close();
  }

  #subscribe(connection: LeanClient, queries: readonly WatchedQuery[]): void {
    const from = this.#queries.length;
    this.#queries.push(...queries);
    connection.watch(
      queries.map(({ query, args }, n) => ({
        ...{ queryId: from + n, path: getFunctionName(query), args },
      })),
    );
  }

  #resultOf({ queryId, value, errorData }: Change, read: Read): [key: string, text: string] {
    const { key } = this.#queries[queryId]!;
    const code = (errorData as { code?: unknown } | undefined)?.code;
    return [key, JSON.stringify(value === undefined ? code : read(key, value))];
  }
}
