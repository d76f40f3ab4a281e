/**
 * The six on the running market, each with a live client that asks for everything it can name. Whatever a client shows at any
 * moment must be what the model says after exactly the commits up to that moment. Steps that are sent at once reach the model in
 * the order of their commits; a refusal must be right at one of the moments at which it can have been judged.
 */
import { getFunctionName } from "convex/server";
import { type Market, until } from "../../testkit/market";
import type { Done } from "../../embedded/testkit/leanClient";
import { type Model, type Step, copyOf, openModel, predict } from "./chatModel";
import { Ids, Reader, callOf, expected, questionsOf, threadOf } from "./chatViews";
import { Seat } from "./chatClient";
import { type Trader, codeIn } from "../../testkit/traders";

const SETTLED_MS = 5_000;
/** Commits whose models are kept: a client may be that far behind. */
const REMEMBERED = 100;

/** What every proof of the talk counts. */
export class Counts {
  steps = 0;
  /** States of clients that were compared, and the answers in them. */
  states = 0;
  answers = 0;
  /** Steps that were sent beside others. */
  raced = 0;
  readonly outcomes = new Map<string, number>();
  readonly faults: string[] = [];

  met(outcome: string): void {
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1);
  }
}

/** Thrown at the first fault: from there on the model is about another market. */
export class Parted extends Error {}

type Told = { readonly step: Step; readonly code: string; readonly done?: Done };

export class Talk {
  readonly ids = new Ids();
  readonly #seats: Seat[];
  readonly #cast: { email: string; id: string }[];
  readonly #threads = new Set<string>();
  readonly #history: { ts: number; model: Model }[] = [{ ts: 0, model: openModel() }];
  readonly #counts: Counts;
  /** By the place in the history and the person, what is to be shown; the last few. */
  readonly #expected = new Map<string, ReadonlyMap<string, string>>();

  private constructor(market: Market, traders: readonly Trader[], counts: Counts) {
    this.#seats = traders.map((trader) => new Seat(market, trader));
    this.#cast = traders.map(({ id, person }) => ({ id, email: person.email }));
    this.#counts = counts;
  }

  /** @param traders three retailers, then three distributors, who never met. */
  static async open(market: Market, traders: readonly Trader[], counts: Counts): Promise<Talk> {
    const talk = new Talk(market, traders, counts);
    const reader = new Reader(talk.#cast, talk.ids);
    const read = (me: number) => (key: string, value: unknown) => {
      try {
        return reader.shown(me, key, value);
      } catch (error) {
        return String(error);
      }
    };
    await Promise.all(
      talk.#seats.map((seat, me) => seat.watch(questionsOf(me, talk.#cast), read(me))),
    );
    await talk.settle();
    return talk;
  }

  get model(): Model {
    return this.#history.at(-1)!.model;
  }

  /**
   * Sends all of them at once, each on a socket of its own, and answers what came of each.
   * @throws Parted
   */
  async burst(steps: readonly Step[]): Promise<readonly string[]> {
    this.#counts.steps += steps.length;
    if (steps.length > 1) this.#counts.raced += steps.length;
    const told = await Promise.all(steps.map((step, n) => this.#do(step, n)));
    this.#judge(told);
    for (const { step, code } of told) this.#counts.met(`${step.does} ${code}`);
    await this.#learnIds();
    this.#look();
    this.#stopAtFault();
    return told.map(({ code }) => code);
  }

  /**
   * Waits until every client shows the end.
   * @throws Parted
   */
  async settle(): Promise<void> {
    const at = this.#history.length - 1;
    const faults = () =>
      this.#seats.flatMap((seat, me) =>
        seat.isAnswered ? (this.#faultIn(me, seat.newest, at) ?? []) : `${me} waits for an answer`,
      );
    const areRight = () => Promise.resolve(faults().length === 0);
    await until("all see the end", areRight, SETTLED_MS).catch(() =>
      faults().forEach((fault) => this.#fault(`at the end ${fault}`)),
    );
    this.#look();
    this.#stopAtFault();
    this.#history.splice(0, this.#history.length - REMEMBERED);
    this.#expected.clear();
  }

  async close(): Promise<void> {
    await Promise.all(this.#seats.map((seat) => seat.close()));
  }

  async #do(step: Step, n: number): Promise<Told> {
    const { who, mutation, args } = callOf(step, this.#cast, this.ids);
    const mouth = await this.#seats[who]!.mouth(n);
    try {
      return { step, code: "done", done: await mouth.mutate(getFunctionName(mutation), args) };
    } catch (error) {
      return { step, code: codeIn(error) };
    }
  }

  #judge(told: readonly Told[]): void {
    const before = this.#history.length - 1;
    const done = told.flatMap(({ step, done }) => (done === undefined ? [] : [{ step, ...done }]));
    for (const { step, ts, result } of done.sort((a, b) => a.ts - b.ts)) {
      const model = copyOf(this.model);
      const code = predict(model, step);
      if (code !== "done") this.#fault(`${JSON.stringify(step)} was done, and should be ${code}`);
      if (ts <= this.#history.at(-1)!.ts) this.#fault("two commits have one time");
      this.#history.push({ ts, model });
      if (step.does === "say") this.#noteMessage(`${step.from} ${step.key}`, result);
    }
    for (const { step, code } of told) {
      if (code === "done") continue;
      const codes = this.#history.slice(before).map(({ model }) => predict(copyOf(model), step));
      if (!codes.includes(code))
        this.#fault(`${JSON.stringify(step)} was ${code}, and should be ${codes.join(" or ")}`);
    }
  }

  #noteMessage(name: string, result: unknown): void {
    const { _id } = result as { _id: string };
    const known = this.ids.messages.get(name);
    if (known !== undefined && known !== _id) this.#fault(`message ${name} is there twice`);
    this.ids.messages.set(name, _id);
  }

  /** New links and threads have ids that the next steps need, and all six ask for each new thread. */
  async #learnIds(): Promise<void> {
    const { connections, conversations } = this.ids;
    const { links, opened: threads } = this.model;
    const areSeen = () =>
      [...links.keys()].every((link) => connections.has(link)) &&
      [...threads].every((link) => conversations.has(link));
    await until("both parties see it", () => Promise.resolve(areSeen()), SETTLED_MS).catch(() =>
      this.#fault("a new connection or conversation is seen by nobody"),
    );
    for (const link of threads) {
      if (this.#threads.has(link)) continue;
      this.#threads.add(link);
      await Promise.all(this.#seats.map((seat) => seat.askAlso(threadOf(link, this.ids))));
    }
  }

  /** Compares every state that came since the last look. Nothing is under way, so the model of each is known. */
  #look(): void {
    for (const [me, seat] of this.#seats.entries()) {
      for (const { ts, shown } of seat.states.splice(0)) {
        if (ts < seat.lookedAt) this.#fault(`the clock of ${me} went back`);
        seat.lookedAt = ts;
        const at = Math.max(
          0,
          this.#history.findLastIndex((each) => each.ts <= ts),
        );
        this.#counts.states += 1;
        this.#counts.answers += shown.size;
        const fault = this.#faultIn(me, shown, at);
        if (fault !== null) this.#fault(fault);
      }
    }
  }

  #fault(fault: string): void {
    this.#counts.faults.push(fault);
  }

  #stopAtFault(): void {
    const [first] = this.#counts.faults;
    if (first !== undefined) throw new Parted(first);
  }

  #faultIn(me: number, shown: ReadonlyMap<string, string>, at: number): string | null {
    const name = `${at} ${me}`;
    const wanted = this.#expected.get(name) ?? expected(this.#history[at]!.model, me, this.ids);
    this.#expected.set(name, wanted);
    for (const [key, value] of shown)
      if (value !== wanted.get(key))
        return `${me} sees "${key}" as ${value}, and should ${wanted.get(key)}`;
    return null;
  }
}
