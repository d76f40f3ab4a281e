/**
 * Six users chat, connect and disconnect at random and concurrently. Their mutations reach the model in commit order: every state
 * that a client receives must be the model's at the state's timestamp, and a refusal must be right at one of the timestamps at
 * which it can have been decided.
 */
import { type FunctionReference, getFunctionName } from "convex/server";
import { api } from "../../convex/_generated/api";
import { LeanClient } from "../../embedded/testkit/leanClient";
import { type Attempt, type Finding, type Proof, chance } from "../../embedded/testkit/proof";
import { type Market, inMarket, until } from "../../testkit/market";
import { type Trader, codeIn, joinTraders } from "../../testkit/traders";
import { least, none } from "../../embedded/testkit/findings";
import {
  EMPTY,
  type Model,
  PAIRS,
  PER_ROLE,
  ROWS,
  type Step,
  USERS,
  after,
  expected,
  isRetailer,
  pairKey,
  randomStep,
} from "./chatModel";

/** The most random steps that are sent concurrently. */
const CONCURRENT_MAX = 4;
const REQUESTS = 20;
const STEPS = 40;
/** Each of the `groups` has six users and goes through `runs` in sequence; `races` counts removals during sends. */
const SIZES = {
  short: { groups: 1, runs: 12, races: 40 },
  long: { groups: 6, runs: 25, races: 504 },
} as const;
/** Longer than any update takes, on a busy machine too. */
const SETTLED_MS = 30_000;
const PAGE = { paginationOpts: { numItems: ROWS, cursor: null } };

class Tally {
  steps = 0;
  concurrent = 0;
  /** Compared states of clients. */
  states = 0;
  sentBeforeRemoval = 0;
  refusedAfterRemoval = 0;
  readonly outcomes = new Set<string>();
  readonly faults: string[] = [];
}

type Query = { readonly key: string; readonly query: FunctionReference<"query">; args: object };
type Row = Readonly<Record<string, unknown>>;

/** One user's live queries, with the states that are not compared yet. */
class Watcher {
  readonly states: { ts: number; results: ReadonlyMap<string, string> }[] = [];
  comparedTs = 0;
  results: ReadonlyMap<string, string> = new Map();
  readonly #queries: Query[] = [];
  readonly #client: LeanClient;

  constructor(client: LeanClient, read: (key: string, value: unknown) => unknown) {
    this.#client = client;
    client.onTransition = (ts, changes) => {
      const results = new Map(this.results);
      for (const { queryId, value, errorData } of changes) {
        const { key } = this.#queries[queryId]!;
        const code = (errorData as { code?: unknown } | undefined)?.code;
        results.set(key, JSON.stringify(value === undefined ? code : read(key, value)));
      }
      this.results = results;
      this.states.push({ ts, results });
    };
  }

  watch(queries: readonly Query[]): void {
    const from = this.#queries.length;
    this.#queries.push(...queries);
    this.#client.watch(
      queries.map(({ query, args }, n) => ({
        ...{ queryId: from + n, path: getFunctionName(query), args },
      })),
    );
  }

  get isLoaded(): boolean {
    return this.#queries.every(({ key }) => this.results.has(key));
  }
}

class Chat {
  readonly #traders: readonly Trader[];
  readonly #market: Market;
  readonly #tally: Tally;
  readonly #watchers: Watcher[] = [];
  /** Connections by user and number, because the calls of one connection are not concurrent. */
  readonly #clients = new Map<string, Promise<LeanClient>>();
  readonly #ids = {
    connections: new Map<string, string>(),
    conversations: new Map<string, string>(),
  };
  /** The states since the last time that all clients were up to date. */
  #history: { ts: number; model: Model }[] = [{ ts: 0, model: EMPTY }];

  /** @param traders - Three retailers, then three distributors, without connections. */
  constructor(market: Market, traders: readonly Trader[], tally: Tally) {
    this.#market = market;
    this.#traders = traders;
    this.#tally = tally;
  }

  async open(): Promise<void> {
    const { chat, network } = api;
    for (const me of USERS) {
      const watcher = new Watcher(await this.#client(me, -1), (key, value) =>
        this.#read(me, key, value),
      );
      this.#watchers.push(watcher);
      const own = isRetailer(me)
        ? [{ key: "accepted", query: network.ofRetailer, args: PAGE }]
        : [
            { key: "accepted", query: network.ofDistributor, args: PAGE },
            { key: "pending", query: network.pending, args: PAGE },
          ];
      const others = USERS.filter((other) => pairKey(me, other) !== null).map((other) => {
        const args = { with: this.#traders[other]!.person.email };
        return { key: `with ${other}`, query: chat.conversation, args };
      });
      watcher.watch([
        ...[...own, ...others, { key: "unread", query: chat.unreadCount, args: {} }],
        { key: "undelivered", query: chat.undelivered, args: {} },
      ]);
    }
    await this.settle();
  }

  /** Sends all steps concurrently, each on its own connection, and returns their outcomes. */
  async burst(steps: readonly Step[]): Promise<readonly string[]> {
    this.#tally.steps += steps.length;
    if (steps.length > 1) this.#tally.concurrent += steps.length;
    const sent = await Promise.all(
      steps.map(async (step, n) => {
        const { actor, mutation, args } = this.#callOf(step);
        const call = (await this.#client(actor, n)).mutate(getFunctionName(mutation), args);
        return call.then(
          ({ ts }) => ({ step, code: "done", ts }),
          (error: unknown) => ({ step, code: codeIn(error), ts: null }),
        );
      }),
    );
    const before = this.#history.length - 1;
    const done = sent.flatMap(({ step, ts }) => (ts === null ? [] : [{ step, ts }]));
    for (const { step, ts } of done.sort((a, b) => a.ts - b.ts)) {
      const next = after(this.#model, step);
      if (typeof next === "string") this.#fault(`${JSON.stringify(step)} was done, not ${next}`);
      else this.#history.push({ ts, model: next });
    }
    for (const { step, code } of sent) {
      this.#tally.outcomes.add(`${step.kind} ${code}`);
      const codes = this.#history.slice(before).map(({ model }) => after(model, step));
      if (code !== "done" && !codes.includes(code))
        this.#fault(`${JSON.stringify(step)} was ${code}, never allowed since`);
    }
    await this.#learnIds();
    this.#compare();
    return sent.map(({ code }) => code);
  }

  /** Waits until every client shows the last commit. */
  async settle(): Promise<void> {
    const faults = () =>
      this.#watchers.flatMap(({ isLoaded, results }, me) =>
        isLoaded ? (this.#faultIn(me, results, this.#model) ?? []) : `${me} is loading`,
      );
    const areCurrent = () => Promise.resolve(faults().length === 0);
    await until("all clients show the last commit", areCurrent, SETTLED_MS).catch(() =>
      this.#fault(`after the last commit: ${faults()[0]}`),
    );
    this.#compare();
    this.#history = this.#history.slice(-1);
  }

  async close(): Promise<void> {
    for (const client of await Promise.all(this.#clients.values())) client.close();
  }

  get #model(): Model {
    return this.#history.at(-1)!.model;
  }

  #client(user: number, n: number): Promise<LeanClient> {
    const key = `${user} ${n}`;
    let client = this.#clients.get(key);
    client ??= LeanClient.open(this.#market.url).then((opened) => {
      opened.authenticate(this.#traders[user]!.token);
      return opened;
    });
    this.#clients.set(key, client);
    return client;
  }

  /** Returns the mutation of a step, with its arguments and its caller. */
  #callOf(step: Step): { actor: number; mutation: FunctionReference<"mutation">; args: object } {
    const { chat, network } = api;
    if (step.kind === "send") {
      const { from, to, key: sendKey, content } = step;
      const args = { to: this.#traders[to]!.person.email, content, sendKey };
      return { actor: from, mutation: chat.send, args };
    }
    if (step.kind === "deliver") return { actor: step.actor, mutation: chat.delivered, args: {} };
    const pair = `${step.retailer} ${step.distributor}`;
    const connectionId = this.#ids.connections.get(pair) ?? "none";
    switch (step.kind) {
      case "request": {
        const args = { distributorId: this.#traders[step.distributor]!.id };
        return { actor: step.retailer, mutation: network.request, args };
      }
      case "answer": {
        const args = { connectionId, status: step.status };
        return { actor: step.actor, mutation: network.answer, args };
      }
      case "remove":
        return { actor: step.actor, mutation: network.remove, args: { connectionId } };
      case "read": {
        const args = { conversationId: this.#ids.conversations.get(pair) ?? "none" };
        return { actor: step.actor, mutation: chat.markRead, args };
      }
    }
  }

  /** Looks up the ids of new rows, and subscribes all users to each new conversation. */
  async #learnIds(): Promise<void> {
    const { connections, conversations } = this.#ids;
    for (const { retailer, distributor } of PAIRS) {
      const pair = `${retailer} ${distributor}`;
      const [{ person }, { http }] = [this.#traders[retailer]!, this.#traders[distributor]!];
      if (this.#model.connections.has(pair) && !connections.has(pair)) {
        const { page } = await http.query(api.network.pending, PAGE);
        const row = page.find(({ userEmail }) => userEmail === person.email);
        connections.set(pair, row?._id ?? "none");
      }
      if (!this.#model.conversations.has(pair) || conversations.has(pair)) continue;
      const found = await http.query(api.chat.conversation, { with: person.email });
      const conversationId = found?.conversationId ?? "none";
      conversations.set(pair, conversationId);
      const args = { conversationId, ...PAGE };
      for (const watcher of this.#watchers)
        watcher.watch([{ key: `thread ${pair}`, query: api.chat.messages, args }]);
    }
  }

  /** Converts a query's result to the form of `expected`. */
  #read(me: number, key: string, value: unknown): unknown {
    if (key === "unread") return value;
    if (key === "undelivered") return value !== null;
    if (key.startsWith("with ")) {
      if (value === null) return null;
      const { conversationId, mayWrite, unread, last } = value as Row;
      return [conversationId, mayWrite, unread, (last as Row | undefined)?.["content"] ?? null];
    }
    const { page } = value as { page: readonly Row[] };
    if (key.startsWith("thread "))
      return page.map(({ content, status, sendKey }) => [content, status, sendKey ?? null]);
    const emails = page.map((row) => row[isRetailer(me) ? "distributorEmail" : "userEmail"]);
    return emails
      .map((email) => this.#traders.findIndex(({ person }) => person.email === email))
      .sort();
  }

  /** Compares all new states with the model. No mutation is in flight, so the model of each timestamp is known. */
  #compare(): void {
    for (const [me, watcher] of this.#watchers.entries()) {
      for (const { ts, results } of watcher.states.splice(0)) {
        if (ts < watcher.comparedTs) this.#fault(`the timestamp of ${me} went back`);
        watcher.comparedTs = ts;
        this.#tally.states += 1;
        const at = this.#history.findLastIndex((each) => each.ts <= ts);
        const fault = this.#faultIn(me, results, this.#history[Math.max(0, at)]!.model);
        if (fault !== null) this.#fault(fault);
      }
    }
  }

  #faultIn(me: number, results: ReadonlyMap<string, string>, model: Model): string | null {
    const wanted = expected(model, me, this.#ids.conversations);
    for (const [key, value] of results)
      if (value !== wanted.get(key))
        return `"${key}" of ${me} is ${value}, expected ${wanted.get(key)}`;
    return null;
  }

  /** Ends the run, because afterwards model and market are not comparable. */
  #fault(fault: string): never {
    this.#tally.faults.push(fault);
    throw new Error(fault);
  }
}

/** Returns the items in random order. */
export function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  const ranked = items.map((item) => [random(), item] as const);
  return ranked.sort(([a], [b]) => a - b).map(([, item]) => item);
}

/** Runs all scenarios for one group of six users. */
async function runGroup(chat: Chat, { form, seed }: Attempt, tally: Tally): Promise<void> {
  const { groups, runs, races } = SIZES[form];
  const random = chance(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  await chat.open();
  for (const pair of PAIRS) {
    const by = { actor: pair.distributor, ...pair };
    const [accept, reject] = (["accepted", "rejected"] as const).map((status): Step => ({
      kind: "answer",
      ...by,
      status,
    }));
    const requests = Array.from({ length: REQUESTS }, (): Step => ({ kind: "request", ...pair }));
    await chat.burst(requests);
    await chat.burst([reject!]);
    await chat.burst(requests);
    const wrong = pair.distributor === PER_ROLE ? PER_ROLE + 1 : PER_ROLE;
    const stranger: Step = { kind: "answer", ...by, actor: wrong, status: "accepted" };
    await chat.burst(shuffled([accept!, reject!, stranger, { kind: "remove", ...by }], random));
  }
  for (let n = 0; n < races / groups; n += 1) {
    const { retailer, distributor } = PAIRS[n % PAIRS.length]!;
    const by = { actor: distributor, retailer, distributor };
    await chat.burst([{ kind: "request", retailer, distributor }]);
    await chat.burst([{ kind: "answer", ...by, status: "accepted" }]);
    const sends = Array.from({ length: 4 }, (_, each): Step => {
      const [from, to] = each % 2 === 0 ? [retailer, distributor] : [distributor, retailer];
      return { kind: "send", from, to, key: `race-${n}-${each}`, content: "Wait!" };
    });
    const steps = shuffled<Step>([...sends, { kind: "remove", ...by }], random);
    const codes = await chat.burst(steps);
    const sent = codes.filter((code, at) => steps[at]!.kind === "send" && code === "done").length;
    tally.sentBeforeRemoval += sent;
    tally.refusedAfterRemoval += sends.length - sent;
  }
  for (let run = 0; run < runs; run += 1) {
    for (let left = STEPS; left > 0;) {
      const count = Math.min(left, below(2) === 0 ? 1 : 2 + below(CONCURRENT_MAX - 1));
      await chat.burst(Array.from({ length: count }, () => randomStep(below)));
      left -= count;
    }
    await chat.settle();
  }
}

/** Outcomes that the proof must meet; without them it would show nothing about the rules. */
const OUTCOMES = [
  ...["request done", "answer done", "answer ALREADY_ANSWERED", "answer NOT_FOUND", "remove done"],
  ...["send done", "send NOT_FOUND", "send NOT_CONNECTED", "send KEY_REUSED", "deliver done"],
  ...["read done", "read NOT_FOUND"],
];

async function run(attempt: Attempt): Promise<readonly Finding[]> {
  const { groups, runs } = SIZES[attempt.form];
  const tally = new Tally();
  await inMarket(["--empty"], async (market) => {
    for (let group = 0; group < groups && tally.faults.length === 0; group += 1) {
      const from = group * PER_ROLE;
      const joined = await joinTraders(market, PER_ROLE, PER_ROLE, from);
      const chat = new Chat(market, [...joined.retailers, ...joined.distributors], tally);
      await runGroup(chat, { ...attempt, seed: attempt.seed + group }, tally).catch(
        (error: unknown) => {
          if (tally.faults.length === 0) throw error;
        },
      );
      await chat.close();
      attempt.say(`group ${group + 1}: ${tally.steps} steps, ${tally.states} states`);
    }
  });
  const missing = OUTCOMES.filter((outcome) => !tally.outcomes.has(outcome));
  return [
    none(
      "outcomes and states of live clients that differ from the model",
      tally.faults,
      tally.states,
    ),
    least("steps over sockets", tally.steps, groups * runs * STEPS),
    least("steps sent concurrently with others", tally.concurrent, groups * runs),
    least("messages sent before a concurrent removal", tally.sentBeforeRemoval),
    least("messages refused after it", tally.refusedAfterRemoval),
    none("required outcomes that never occurred", missing, OUTCOMES.length),
  ];
}

export const chat: Proof = {
  name: "chat",
  title:
    "[I-18] [I-19] [I-20] only its two parties receive a message, once, in one order, with correct status and unread counts; sending needs a connection; a pair has one connection",
  run,
};
