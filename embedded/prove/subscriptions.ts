/**
 * Stock clients subscribe to queries of every kind while all data changes. Each client also subscribes to the number of the newest
 * change: at every update all of its results must equal a model's after exactly that change. This detects stale results, and
 * results that are newer than others of the same client. Meanwhile the same queries are called over HTTP (requests.ts).
 */
import { isDeepStrictEqual } from "node:util";
import { ConvexHttpClient } from "convex/browser";
import type { ConvexClient } from "convex/browser";
import type { FunctionReference } from "convex/server";
import { makeFunctionReference } from "convex/server";
import { ConvexError } from "convex/values";
import type { JWK } from "jose";
import { SignJWT, exportJWK, generateKeyPair } from "jose";
import { runBackend } from "../backend";
import { copyProject, eventually } from "../testkit/project";
import type { FlakyClient } from "../testkit/flakyClient";
import { flakyClient } from "../testkit/flakyClient";
import type { Result, QueryCall, State, Write } from "./notesModel";
import { EMPTY, QUERIES, OWNERS, after, randomWrite } from "./notesModel";
import { Requests } from "./requests";
import { least, none } from "../testkit/findings";
import type { Attempt, Finding, Proof } from "../testkit/proof";
import { chance } from "../testkit/proof";

/** It ends with enough comparisons. Changes are bounded far above what that takes: a busy machine shows several of them at once. */
const SIZES = {
  short: { comparisons: 10_000, clients: 4, queries: 18, mostChanges: 12_000 },
  long: { comparisons: 150_000, clients: 6, queries: 30, mostChanges: 120_000 },
} as const;
const FAULTS_PRINTED = 5;
const SETTLED_MS = 20_000;

const change = makeFunctionReference<"mutation", { writes: Write[] }, number>("notes:change");
const latest = makeFunctionReference<"query", Record<string, never>, number>("notes:latest");
const whoIsIt = makeFunctionReference<"query", Record<string, never>, string | null>("notes:who");

type Below = (limit: number) => number;

/** The loaded pages of a paginated query. */
interface Loaded {
  readonly results: readonly unknown[];
  readonly isWhole: boolean;
}

interface Seen {
  readonly call: QueryCall;
  readonly got: Result | Loaded;
}

/** All results of a client after one update. */
interface View {
  readonly number: number;
  readonly who: string | null;
  readonly all: readonly Seen[];
}

class Counts {
  comparisons = 0;
  updates = 0;
  loading = 0;
  failures = 0;
  rows = 0;
  cuts = 0;
  identities = 0;
  morePages = 0;
  requests = 0;
  readonly byKind = new Map<string, number>();
  readonly faults: string[] = [];
}

/** All states so far, and the views that wait for theirs. */
class History {
  readonly #states: State[] = [EMPTY];
  readonly #changes = new Map<number, readonly Write[]>();
  readonly #waiting = new Map<number, View[]>();
  readonly #counts: Counts;

  constructor(counts: Counts) {
    this.#counts = counts;
  }

  /** The number of known changes without a gap. */
  get length(): number {
    return this.#states.length - 1;
  }

  /** By the number of the last change. */
  get states(): readonly State[] {
    return this.#states;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  add(number: number, writes: readonly Write[]): void {
    if (this.#changes.has(number)) this.#counts.faults.push(`change ${number} was made twice`);
    this.#changes.set(number, writes);
    for (;;) {
      const next = this.#changes.get(this.#states.length);
      if (next === undefined) return;
      this.#states.push(after(this.#states.at(-1) ?? EMPTY, next));
      for (const view of this.#waiting.get(this.length) ?? []) this.#check(view);
      this.#waiting.delete(this.length);
    }
  }

  /** Checks a view, or keeps it: subscribers may get a change before its response reaches its writer. */
  checkOrKeep(view: View): void {
    if (view.number <= this.length) this.#check(view);
    else this.#waiting.set(view.number, [...(this.#waiting.get(view.number) ?? []), view]);
  }

  #check({ number, who, all }: View): void {
    const state = this.#states[number] ?? EMPTY;
    const counts = this.#counts;
    for (const { call, got } of all) {
      counts.comparisons += 1;
      counts.byKind.set(call.name, (counts.byKind.get(call.name) ?? 0) + 1);
      const expected = call.expected(state, who);
      if ("error" in expected) counts.failures += 1;
      if ("results" in got) counts.rows += got.results.length;
      if (fits(expected, got)) continue;
      const detail = JSON.stringify({ ...call.args, expected, got }).slice(0, 600);
      counts.faults.push(
        `after change ${number}, for ${who ?? "an anonymous client"}: ${call.name} ${detail}`,
      );
    }
  }
}

function fits(expected: Result, got: Result | Loaded): boolean {
  if (!("results" in got)) return isDeepStrictEqual(expected, got);
  const whole = "value" in expected ? (expected.value as unknown[]) : [];
  const beginning = got.isWhole ? whole : whole.slice(0, got.results.length);
  return isDeepStrictEqual(beginning, got.results);
}

interface PagedValue {
  readonly results: readonly unknown[];
  readonly status: string;
  loadMore(count: number): boolean;
}

interface Subscription {
  readonly call: QueryCall;
  readonly current: () => unknown;
  readonly stop: () => void;
}

/** A stock client with its subscriptions. */
class SubscribedClient {
  readonly client: ConvexClient;
  readonly #flaky: FlakyClient;
  /** The requested identity; beside it all identities so far. */
  who: string | null = null;
  readonly #identities = new Set<string | null>([null]);
  #signsIn = false;
  readonly #below: Below;
  readonly #counts: Counts;
  readonly #subscriptions = new Map<string, Subscription>();
  readonly #latest: () => unknown;
  readonly #who: () => unknown;

  constructor(url: string, below: Below, history: History, counts: Counts) {
    this.#flaky = flakyClient(url);
    const { client } = this.#flaky;
    this.client = client;
    this.#below = below;
    this.#counts = counts;
    const ignore = () => undefined;
    const [newest, who] = [
      client.onUpdate(latest, {}, ignore, ignore),
      client.onUpdate(whoIsIt, {}, ignore, ignore),
    ];
    this.#latest = () => newest.getCurrentValue();
    this.#who = () => who.getCurrentValue();
    client.client.addOnTransitionHandler(() => {
      const view = this.view();
      counts.updates += 1;
      if (view === null) counts.loading += 1;
      else history.checkOrKeep(view);
    });
  }

  cut(): void {
    this.#flaky.cut();
  }

  get size(): number {
    return this.#subscriptions.size;
  }

  /** Returns null before the first results. */
  view(): View | null {
    const [number, who] = [this.#latest(), this.#who()];
    if (typeof number !== "number" || (typeof who !== "string" && who !== null)) return null;
    if (!this.#identities.has(who)) this.#counts.faults.push(`a client got the identity ${who}`);
    const all = [...this.#subscriptions.values()].flatMap(({ call, current }) => {
      const got = resultOf(call, current);
      return got === null ? [] : [{ call, got }];
    });
    return { number, who, all };
  }

  subscribe(call: QueryCall): void {
    const key = JSON.stringify([call.name, call.args]);
    if (this.#subscriptions.has(key)) return;
    const { current, stop } = this.#subscribe(call);
    this.#subscriptions.set(key, { call, current, stop });
  }

  #subscribe({ name, args, isPaged }: QueryCall): { current: () => unknown; stop: () => void } {
    const query: FunctionReference<"query"> = makeFunctionReference<"query">(`notes:${name}`);
    const ignore = () => undefined;
    if (!isPaged) {
      const stop = this.client.onUpdate(query, args, ignore, ignore);
      return { current: () => stop.getCurrentValue() as unknown, stop };
    }
    const options = { initialNumItems: 1 + this.#below(4) };
    const stop = this.client.onPaginatedUpdate_experimental(query, args, options, ignore, ignore);
    return { current: () => stop.getCurrentValue() as unknown, stop };
  }

  drop(): void {
    const [first] = this.#subscriptions;
    if (first === undefined) return;
    first[1].stop();
    this.#subscriptions.delete(first[0]);
  }

  loadMore(): void {
    for (const { call, current } of this.#subscriptions.values()) {
      if (!call.isPaged || this.#below(2) === 0) continue;
      const value = current() as PagedValue | undefined;
      if (value?.loadMore(1 + this.#below(6)) === true) this.#counts.morePages += 1;
    }
  }

  signIn(who: string, token: string): void {
    this.#identities.add(who);
    this.who = who;
    this.#signsIn = true;
    // Once a token is confirmed, the client fetches it again, and sends it if it has been signed out since.
    const confirmed = () => setTimeout(() => (this.#signsIn = this.#who() !== this.who));
    this.client.setAuth(() => Promise.resolve(token), confirmed);
    this.#counts.identities += 1;
  }

  /** Signs out, unless a sign-in is in progress, also one as the same person: the client cannot do both. */
  signOut(): void {
    if (this.#signsIn) return;
    this.who = null;
    this.client.client.clearAuth();
    this.#counts.identities += 1;
  }
}

function resultOf({ isPaged }: QueryCall, current: () => unknown): Result | Loaded | null {
  try {
    const value = current();
    if (value === undefined) return null;
    if (!isPaged) return { value };
    const { results, status } = value as PagedValue;
    return { results, isWhole: status === "Exhausted" };
  } catch (error) {
    if (error instanceof ConvexError) return { error: error.data as unknown };
    return { error: String(error) };
  }
}

interface Tokens {
  /** The public key for verification. */
  readonly keys: { keys: JWK[] };
  readonly of: ReadonlyMap<string, string>;
}

async function issueTokens(): Promise<Tokens> {
  const { privateKey, publicKey } = await generateKeyPair("RS256");
  const keys = { keys: [{ ...(await exportJWK(publicKey)), alg: "RS256", use: "sig", kid: "1" }] };
  const signed = OWNERS.map(async (owner) => {
    const token = new SignJWT({})
      .setProtectedHeader({ alg: "RS256", kid: "1" })
      .setIssuer("https://issuer.test")
      .setAudience("notes")
      .setSubject(owner)
      .setIssuedAt()
      .setExpirationTime("1d");
    return [owner, await token.sign(privateKey)] as const;
  });
  return { keys, of: new Map(await Promise.all(signed)) };
}

/** Randomly cuts the connection, changes the identity, loads a page or replaces a subscription. */
function disturb(client: SubscribedClient, below: Below, tokens: Tokens, counts: Counts): void {
  const dice = below(30);
  if (dice === 0) {
    counts.cuts += 1;
    client.cut();
  } else if (dice === 1) {
    const [who, token] = [...tokens.of][below(tokens.of.size + 1)] ?? [];
    if (who === undefined || token === undefined) client.signOut();
    else client.signIn(who, token);
  } else if (dice < 9) client.loadMore();
  else if (dice < 12) {
    client.drop();
    client.subscribe(randomQuery(below));
  }
}

function randomQuery(below: Below): QueryCall {
  const kinds = Object.values(QUERIES);
  const kind = kinds[below(kinds.length)];
  if (kind === undefined) throw new Error("There are no queries.");
  return kind(below);
}

/** Inserts the first rows: an empty list would have no second page. */
async function fill(url: string, below: Below, history: History): Promise<void> {
  const writes = Array.from({ length: 60 }, () => randomWrite(below));
  const number = await new ConvexHttpClient(url, { logger: false }).mutation(change, { writes });
  history.add(number, writes);
}

async function runClients(url: string, attempt: Attempt, tokens: Tokens): Promise<Counts> {
  const size = SIZES[attempt.form];
  const random = chance(attempt.seed);
  const below: Below = (limit) => Math.floor(random() * limit);
  const counts = new Counts();
  const history = new History(counts);
  const clients = Array.from(
    { length: size.clients },
    () => new SubscribedClient(url, below, history, counts),
  );
  const live = [flakyClient(url), flakyClient(url)];
  const http = [
    new ConvexHttpClient(url, { logger: false }),
    new ConvexHttpClient(url, { logger: false }),
  ];
  let changes = 0;
  const progress = { acknowledged: () => history.length, begun: () => changes };
  const requests = new Requests(url, tokens.of, progress);
  const isEnough = () => counts.comparisons >= size.comparisons || changes >= size.mostChanges;
  try {
    await fill(url, below, history);
    changes += 1;
    for (const client of clients) {
      for (const kind of Object.values(QUERIES)) client.subscribe(kind(below));
      while (client.size < size.queries) client.subscribe(randomQuery(below));
    }
    const make = async (by: { mutation: ConvexClient["mutation"] }) => {
      while (!isEnough()) {
        changes += 1;
        if (changes % 1_000 === 0)
          attempt.say(`${changes} changes, ${counts.comparisons} comparisons`);
        const writes = Array.from({ length: 1 + below(3) }, () => randomWrite(below));
        history.add(await by.mutation(change, { writes }), writes);
        const client = clients[below(clients.length)];
        if (client !== undefined) disturb(client, below, tokens, counts);
        const writer = live[below(40)];
        if (writer === undefined) continue;
        counts.cuts += 1;
        writer.cut();
      }
    };
    const request = async () => {
      while (!isEnough()) await requests.ask(randomQuery(below));
    };
    await Promise.all([
      request(),
      ...live.map(({ client }) => make(client)),
      ...http.map((client) => make(client as never)),
    ]);
    await eventually(() => settled(clients, history, changes), SETTLED_MS).catch((error: unknown) =>
      counts.faults.push(String(error)),
    );
    counts.requests = requests.count;
    counts.faults.push(...requests.faults(history.states));
  } finally {
    await Promise.all([...clients, ...live].map(({ client }) => client.close()));
  }
  return counts;
}

/** @throws Error while a client does not show the last change. */
function settled(clients: readonly SubscribedClient[], history: History, changes: number): void {
  if (history.length !== changes || history.waiting > 0)
    throw new Error(`${history.length} of ${changes} changes are known`);
  for (const [at, client] of clients.entries()) {
    const view = client.view();
    if (view?.number === changes && view.who === client.who && view.all.length === client.size)
      continue;
    throw new Error(
      `client ${at} has change ${view?.number} to ${view?.who} with ${view?.all.length} results, instead of ${changes} to ${client.who} with ${client.size}`,
    );
  }
}

function findingsOf(counts: Counts, attempt: Attempt): Finding[] {
  const { comparisons } = SIZES[attempt.form];
  for (const fault of counts.faults.slice(0, FAULTS_PRINTED)) attempt.say(fault);
  const rarest = Math.min(...Object.keys(QUERIES).map((kind) => counts.byKind.get(kind) ?? 0));
  return [
    none(
      "results that differ from the model after the change that their client showed",
      counts.faults,
      counts.comparisons,
    ),
    least("results compared", counts.comparisons, comparisons),
    least("results compared of the rarest query", rarest, comparisons / 100),
    least("results compared of requests over HTTP", counts.requests, comparisons / 10),
    least("results that were errors", counts.failures),
    least("rows compared in pages", counts.rows),
    least("pages added to lists", counts.morePages),
    least("connections cut", counts.cuts),
    least("changes of identity", counts.identities),
    {
      what: "updates",
      figure: `${counts.updates}, of which ${counts.loading} before the first results`,
      holds: counts.updates > counts.loading,
    },
  ];
}

export const subscriptions: Proof = {
  name: "subscriptions",
  title:
    "[SUB1] [SUB2] [SUB4] [SUB16] [ID1] all results of a client are true at one timestamp after every update, across reconnects and changes of identity",
  async run(attempt) {
    const tokens = await issueTokens();
    const project = copyProject("notes", {
      variables: { PUBLIC_KEYS: JSON.stringify(tokens.keys) },
    });
    try {
      const backend = await runBackend(project.options);
      try {
        return findingsOf(await runClients(backend.addresses.url, attempt, tokens), attempt);
      } finally {
        await backend.stop();
      }
    } finally {
      project.remove();
    }
  },
};
