/**
 * Compares chat on the running market with the model. Six live clients subscribe to all their queries; every state must match the
 * model after exactly the commits up to the state's timestamp. Concurrent steps reach the model in commit order, and a refusal must
 * be right at one of the timestamps at which it can have been decided.
 */
import { getFunctionName } from "convex/server";
import { type Market, until } from "../../testkit/market";
import type { Done } from "../../embedded/testkit/leanClient";
import { type Model, type Step, copyOf, openModel, predict } from "./chatModel";
import { Ids, LATE, Reader, callOf, expected, queriesOf, threadQuery } from "./chatViews";
import { ChatClient } from "./chatClient";
import { type Trader, codeIn } from "../../testkit/traders";

const SETTLED_MS = 5_000;
/** Commits whose models are kept; a client may lag that far behind. */
const HISTORY_MAX = 100;

/** Counts what the proof has tried and found. */
export class Counts {
  steps = 0;
  /** Compared states of clients. */
  states = 0;
  /** Query results in the compared states. */
  results = 0;
  /** Steps sent concurrently with others. */
  concurrent = 0;
  readonly outcomes = new Map<string, number>();
  readonly faults: string[] = [];

  addOutcome(outcome: string): void {
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1);
  }
}

/** Thrown at the first fault, after which the model and the market are no longer comparable. */
export class Mismatch extends Error {}

type Outcome = { readonly step: Step; readonly code: string; readonly done?: Done };

export class MarketChat {
  readonly ids = new Ids();
  readonly #clients: ChatClient[];
  readonly #accounts: { email: string; id: string }[];
  readonly #threads = new Set<string>();
  readonly #history: { ts: number; model: Model }[] = [{ ts: 0, model: openModel() }];
  readonly #counts: Counts;
  /** Caches the expected results by index in the history and user. */
  readonly #expected = new Map<string, ReadonlyMap<string, string>>();

  private constructor(market: Market, traders: readonly Trader[], counts: Counts) {
    this.#clients = traders.map((trader) => new ChatClient(market, trader));
    this.#accounts = traders.map(({ id, person }) => ({ id, email: person.email }));
    this.#counts = counts;
  }

  /** @param traders - Three retailers, then three distributors, without connections. */
  static async open(
    market: Market,
    traders: readonly Trader[],
    counts: Counts,
  ): Promise<MarketChat> {
    const chat = new MarketChat(market, traders, counts);
    const reader = new Reader(chat.#accounts, chat.ids);
    const read = (me: number) => (key: string, value: unknown) => {
      try {
        return reader.read(me, key, value);
      } catch (error) {
        return String(error);
      }
    };
    await Promise.all(
      chat.#clients.map((client, me) => client.watch(queriesOf(me, chat.#accounts), read(me))),
    );
    await chat.settle();
    return chat;
  }

  get model(): Model {
    return this.#history.at(-1)!.model;
  }

  /**
   * Sends all steps concurrently, each on its own connection, and returns their outcomes.
   * @throws Mismatch
   */
  async burst(steps: readonly Step[]): Promise<readonly string[]> {
    this.#counts.steps += steps.length;
    if (steps.length > 1) this.#counts.concurrent += steps.length;
    const outcomes = await Promise.all(steps.map((step, n) => this.#send(step, n)));
    this.#applyToModel(outcomes);
    for (const { step, code } of outcomes) this.#counts.addOutcome(`${step.kind} ${code}`);
    await this.#learnIds();
    this.#compareStates();
    this.#stopAtFault();
    return outcomes.map(({ code }) => code);
  }

  /**
   * Waits until every client shows the last commit.
   * @throws Mismatch
   */
  async settle(): Promise<void> {
    const at = this.#history.length - 1;
    const faults = () =>
      this.#clients.flatMap((client, me) =>
        client.isLoaded
          ? (this.#faultIn(me, client.newestResults, at) ?? [])
          : `a query of ${me} is loading`,
      );
    const areCurrent = () => Promise.resolve(faults().length === 0);
    await until("all clients show the last commit", areCurrent, SETTLED_MS).catch(() =>
      faults().forEach((fault) => this.#fault(`after the last commit: ${fault}`)),
    );
    this.#compareStates();
    this.#stopAtFault();
    this.#history.splice(0, this.#history.length - HISTORY_MAX);
    this.#expected.clear();
  }

  async close(): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.close()));
  }

  async #send(step: Step, n: number): Promise<Outcome> {
    const { actor, mutation, args } = callOf(step, this.#accounts, this.ids);
    const connection = await this.#clients[actor]!.connection(n);
    try {
      return { step, code: "done", done: await connection.mutate(getFunctionName(mutation), args) };
    } catch (error) {
      return { step, code: codeIn(error) };
    }
  }

  #applyToModel(outcomes: readonly Outcome[]): void {
    const before = this.#history.length - 1;
    const done = outcomes.flatMap(({ step, done }) =>
      done === undefined ? [] : [{ step, ...done }],
    );
    for (const { step, ts, result } of done.sort((a, b) => a.ts - b.ts)) {
      const model = copyOf(this.model);
      const code = predict(model, step);
      if (code !== "done") this.#fault(`${JSON.stringify(step)} was done, expected ${code}`);
      if (ts <= this.#history.at(-1)!.ts) this.#fault("two commits have the same timestamp");
      this.#history.push({ ts, model });
      if (step.kind === "send") this.#noteMessage(`${step.from} ${step.key}`, result);
    }
    for (const { step, code } of outcomes) {
      if (code === "done") continue;
      const codes = this.#history.slice(before).map(({ model }) => predict(copyOf(model), step));
      if (!codes.includes(code))
        this.#fault(`${JSON.stringify(step)} was ${code}, expected ${codes.join(" or ")}`);
    }
  }

  #noteMessage(name: string, result: unknown): void {
    const { _id } = result as { _id: string };
    const known = this.ids.messages.get(name);
    if (known !== undefined && known !== _id) this.#fault(`message ${name} exists twice`);
    this.ids.messages.set(name, _id);
  }

  /** Waits for the ids of new rows, which later steps need, and subscribes all clients to each new conversation. */
  async #learnIds(): Promise<void> {
    const { connections, conversations } = this.ids;
    const model = this.model;
    const areKnown = () =>
      [...model.connections.keys()].every((pair) => connections.has(pair)) &&
      [...model.conversations].every((pair) => conversations.has(pair));
    await until("all ids are known", () => Promise.resolve(areKnown()), SETTLED_MS).catch(() =>
      this.#fault("no client shows a new connection or conversation"),
    );
    for (const pair of model.conversations) {
      if (this.#threads.has(pair)) continue;
      this.#threads.add(pair);
      const query = threadQuery(pair, this.ids);
      await Promise.all(this.#clients.map((client) => client.watchAlso(query)));
    }
  }

  /** Compares all new states with the model. No mutation is in flight, so the model of each timestamp is known. */
  #compareStates(): void {
    for (const [me, client] of this.#clients.entries()) {
      for (const { ts, results } of client.states.splice(0)) {
        if (ts < client.comparedTs) this.#fault(`the timestamp of ${me} went back`);
        client.comparedTs = ts;
        const at = Math.max(
          0,
          this.#history.findLastIndex((each) => each.ts <= ts),
        );
        this.#counts.states += 1;
        this.#counts.results += results.size;
        const exact = new Map([...results].filter(([key]) => key !== LATE));
        const fault = this.#faultIn(me, exact, at);
        if (fault !== null) this.#fault(fault);
      }
    }
  }

  #fault(fault: string): void {
    this.#counts.faults.push(fault);
  }

  #stopAtFault(): void {
    const [first] = this.#counts.faults;
    if (first !== undefined) throw new Mismatch(first);
  }

  #faultIn(me: number, results: ReadonlyMap<string, string>, at: number): string | null {
    const cacheKey = `${at} ${me}`;
    const wanted = this.#expected.get(cacheKey) ?? expected(this.#history[at]!.model, me, this.ids);
    this.#expected.set(cacheKey, wanted);
    for (const [key, value] of results)
      if (value !== wanted.get(key))
        return `query "${key}" of ${me} returned ${value}, expected ${wanted.get(key)}`;
    return null;
  }
}
