/** One person's live client, which keeps every state it shows, and sockets enough to say several things at once. */
import { getFunctionName } from "convex/server";
import type { Market } from "../../testkit/market";
import { type Change, LeanClient } from "../../embedded/testkit/leanClient";
import type { Question } from "./chatViews";
import type { Trader } from "../../testkit/traders";

type Read = (key: string, value: unknown) => unknown;

/** All that a client shows at one moment, by the key of the question, as JSON. */
export type State = { readonly ts: number; readonly shown: ReadonlyMap<string, string> };

export class Seat {
  /** Those that nobody looked at yet, and the moment of the last one that somebody did. */
  readonly states: State[] = [];
  lookedAt = 0;
  #shown: ReadonlyMap<string, string> = new Map();
  readonly #questions: Question[] = [];
  /** Who never was the second to speak at once, but the third, has no second one. */
  readonly #mouths = new Map<number, Promise<LeanClient>>();
  readonly #market: Market;
  readonly #trader: Trader;

  constructor(market: Market, trader: Trader) {
    this.#market = market;
    this.#trader = trader;
  }

  /** @param read makes of a query's value what is to be compared. */
  async watch(questions: readonly Question[], read: Read): Promise<void> {
    const eyes = await this.mouth(0);
    eyes.onTransition = (ts, changes) => {
      const shown = new Map(this.#shown);
      for (const change of changes) shown.set(...this.#shownIn(change, read));
      this.#shown = shown;
      this.states.push({ ts, shown });
    };
    this.#ask(eyes, questions);
  }

  /** One more question, on the same socket. */
  async askAlso(question: Question): Promise<void> {
    this.#ask(await this.mouth(0), [question]);
  }

  mouth(n: number): Promise<LeanClient> {
    let mouth = this.#mouths.get(n);
    if (mouth === undefined) {
      mouth = LeanClient.open(this.#market.url).then((client) => {
        client.authenticate(this.#trader.token);
        return client;
      });
      this.#mouths.set(n, mouth);
    }
    return mouth;
  }

  get newest(): ReadonlyMap<string, string> {
    return this.#shown;
  }

  get isAnswered(): boolean {
    return this.#questions.every(({ key }) => this.#shown.has(key));
  }

  async close(): Promise<void> {
    for (const mouth of await Promise.all(this.#mouths.values())) mouth.close();
  }

  #ask(eyes: LeanClient, questions: readonly Question[]): void {
    const from = this.#questions.length;
    this.#questions.push(...questions);
    eyes.watch(
      questions.map(({ query, args }, n) => ({
        ...{ queryId: from + n, path: getFunctionName(query), args },
      })),
    );
  }

  #shownIn({ queryId, value, errorData }: Change, read: Read): [key: string, text: string] {
    const { key } = this.#questions[queryId]!;
    const code = (errorData as { code?: unknown } | undefined)?.code;
    return [key, JSON.stringify(value === undefined ? code : read(key, value))];
  }
}
