/**
 * Makes every REST call and function call as every persona. Calls without permission must be refused, change nothing and be
 * logged, and nobody may receive another tenant's data.
 */
import type { ConvexClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { SURFACE } from "../../convex/publicSurface.setup";
import { requestFor } from "../../convex/rest/requests.setup";
import {
  PERSONAS,
  ROWS,
  type Persona,
  type Row,
  refusalFor,
} from "../../convex/rest/rightsTable.setup";
import { inMarket } from "../../testkit/market";
import { type Attempt, type Proof, chance } from "../../embedded/testkit/proof";
import {
  type PublicFunction,
  type Fixtures,
  argumentsFor,
  fieldsOf,
  publicFunctionsOf,
} from "./arguments";
import { Canaries, roleOf } from "./canaries";
import { least, none } from "../../embedded/testkit/findings";
import { MarketState, changesBetween } from "./marketState";
import { type Enumeration, compareCalls, compareFunctions } from "./enumeration";
import { type Tenants, joinTenants, parametersFor, tokenOf } from "./tenants";
import { callFunction, openRecordedClient, sendRequest } from "./clients";
import { fixturesFor } from "./fixtures";

/** Share of all combinations that one run tries. Other seeds choose others. */
const SHARE = { short: 0.4, long: 1 };
/** Number of rounds, each with other lists, sections and statuses. */
const ROUNDS = { short: 1, long: 3 };
/** Frames in flight arrive within this time. */
const SETTLED_MS = 200;

/** Calls that end a session or account come last: after them a refusal says nothing about rights. */
const ENDS_SESSION = /signOut|deleteRetailer|removeDistributor|logout|login|DELETE \/api\/users/;

const LOGIN = "POST /api/auth/login";
/** The development mailbox shows all mail. No public deployment serves it. */
const MAILBOX = "auth:mailbox";

/** Fields with ids of A's private data. Recipients, distributors and ordered products are open to everybody. */
const PRIVATE_FIELDS = [
  "orderId",
  "orderIds",
  "offerId",
  "openingId",
  "invoiceId",
  "noteId",
  "connectionId",
  "conversationId",
  "keyId",
  "webhookId",
  "savedBasketId",
  /** Of a notification. */
  "id",
  "paymentId",
  "partnerId",
  "retailerId",
];

/** Functions for retailers and distributors only; an admin does not trade. */
const TRADERS_ONLY =
  /^(chat:|exports:(invoices|ledger|orders)$|feedback:submit|home:(unread|start|dismissStart)$|invoices:mine|khata:|offers:mine|payments:(waiting|withPartner)$|orders:hide|search:(invoices|orders)$|tax:save|developers:createWebhook|network:(block|unblock|blocked|history)$)/;
/** Actions have no access check before they run: their first step checks the caller. */
const CHECKED_INSIDE = /^(account|developers):|^users:save/;
/** Beginning of actions whose first step also checks the role. */
const DISTRIBUTORS_ONLY = "users:save";

function namesOthers(fn: PublicFunction): boolean {
  const names = Object.keys(fieldsOf(fn));
  const isSelling = SURFACE[fn.path]?.[0] === "distributor";
  return names.some((name) => PRIVATE_FIELDS.includes(name) || (isSelling && name === "productId"));
}

/** Returns the allowed refusals for a call about A's data, or null for none. Queries answer strangers as if the data did not exist. */
function refusalsOf(fn: PublicFunction, persona: Persona): readonly string[] | null {
  const [who, role] = [SURFACE[fn.path]?.[0] ?? "nobody", roleOf(persona)];
  const isOpen = (who === "anyone" && !CHECKED_INSIDE.test(fn.path)) || who === "library";
  if (!isOpen && role === "visitor") return ["UNAUTHENTICATED"];
  if (role !== "distributor" && fn.path.startsWith(DISTRIBUTORS_ONLY)) return ["FORBIDDEN"];
  if (role === "admin" && TRADERS_ONLY.test(fn.path)) return ["FORBIDDEN"];
  if (!isOpen && who !== "anyone" && who !== "member" && who !== role) return ["FORBIDDEN"];
  const isStranger = persona.endsWith("B") && namesOthers(fn) && fn.kind !== "query";
  return isStranger ? ["NOT_FOUND"] : null;
}

class RightsTests {
  readonly leaks = new Set<string>();
  readonly wrong = new Set<string>();
  readonly failures = new Set<string>();
  readonly changed = new Set<string>();
  readonly unlogged = new Set<string>();
  readonly counts = { calls: 0, callRefusals: 0, functions: 0, functionRefusals: 0 };
  receivedChars = 0;

  readonly #tenants: Tenants;
  readonly #canaries: Canaries;
  readonly #functions: readonly PublicFunction[];
  readonly #clients = new Map<Persona, ConvexClient>();
  readonly #subscribers: ConvexClient[] = [];
  readonly #state: MarketState;
  readonly #random: () => number;
  readonly #share: number;

  constructor(
    tenants: Tenants,
    canaries: Canaries,
    functions: readonly PublicFunction[],
    { seed, form }: Pick<Attempt, "seed" | "form">,
  ) {
    this.#tenants = tenants;
    this.#canaries = canaries;
    this.#functions = functions;
    this.#state = new MarketState(tenants.market);
    this.#random = chance(seed);
    this.#share = SHARE[form];
    for (const persona of PERSONAS) {
      this.#clients.set(persona, this.#open(persona));
    }
  }

  #open(persona: Persona): ConvexClient {
    const onReceived = (text: string, from: string) => this.#check(persona, text, from);
    return openRecordedClient(
      this.#tenants.market.url,
      tokenOf(this.#tenants, persona),
      onReceived,
    );
  }

  async close(): Promise<void> {
    const open = [...this.#clients.values(), ...this.#subscribers];
    await Promise.all(open.map((client) => client.close()));
  }

  /** Subscribes every persona to every query, so that all later updates are checked for leaks. */
  subscribeToAll(): void {
    for (const persona of PERSONAS) {
      // On a socket of its own, because one client deduplicates equal queries.
      const client = this.#open(persona);
      this.#subscribers.push(client);
      for (const fn of this.#functions.filter(({ kind }) => kind === "query")) {
        const args = argumentsFor(fn, this.#fixtures(fn, persona, "A"));
        const ignore = () => undefined;
        client.onUpdate(makeFunctionReference<"query">(fn.path), args, ignore, ignore);
      }
    }
  }

  /** Makes the refused or the allowed calls of all personas in random order, with those that end sessions last. */
  async tryAll(which: "refused" | "allowed"): Promise<void> {
    const calls = ROWS.map((row) => ({
      name: `${row.method} ${row.path}`,
      isRefusedTo: (persona: Persona) => refusalFor(row, persona) !== null,
      tryAs: (persona: Persona) => this.#tryCall(row, persona),
    }));
    const functions = this.#functions.map((fn) => ({
      name: fn.path,
      isRefusedTo: (persona: Persona) => refusalsOf(fn, persona) !== null,
      tryAs: (persona: Persona) => this.#tryFunction(fn, persona),
    }));
    const combinations = [...calls, ...functions].flatMap((each) =>
      PERSONAS.filter((persona) => each.isRefusedTo(persona) === (which === "refused")).map(
        (persona) => ({
          tryIt: () => each.tryAs(persona),
          rank: this.#random() + (ENDS_SESSION.test(each.name) ? 1 : 0),
        }),
      ),
    );
    const chosen = combinations.filter(() => this.#random() < this.#share);
    for (const { tryIt } of chosen.sort((a, b) => a.rank - b.rank)) await tryIt();
  }

  /** Runs all queries about A's and B's data and checks that they change nothing. */
  async runAllQueries(): Promise<void> {
    const before = await this.#state.read();
    for (const fn of this.#functions.filter(({ kind }) => kind === "query")) {
      for (const [persona, client] of this.#clients) {
        if (this.#random() >= this.#share) continue;
        for (const of of ["A", "B"] as const) {
          const args = argumentsFor(fn, this.#fixtures(fn, persona, of));
          await callFunction(client, fn.path, fn.kind, args);
          this.counts.functions += 1;
        }
      }
    }
    this.#compare(before, await this.#state.read(), "a query");
  }

  async enumerate(): Promise<Enumeration> {
    const isChosen = () => this.#random() < this.#share ** 2;
    const enumeration: Enumeration = { compared: 0, differences: new Set(), isChosen };
    await compareCalls(this.#tenants, enumeration);
    await compareFunctions(
      this.#tenants,
      this.#functions,
      enumeration,
      (fn, persona, args) => callFunction(this.#clients.get(persona)!, fn.path, fn.kind, args),
      (fn, persona) => argumentsFor(fn, this.#fixtures(fn, persona, "A")),
    );
    return enumeration;
  }

  async #tryCall(row: Row, persona: Persona): Promise<void> {
    const call = `${row.method} ${row.path}`;
    const request = await requestFor(call, parametersFor(this.#tenants, persona));
    const expected = refusalFor(row, persona);
    const before = await this.#state.read();
    const token = tokenOf(this.#tenants, persona);
    // The login with A's password returns A's data.
    const receiver = call === LOGIN ? "retailerA" : persona;
    const onReceived = (text: string, from: string) => this.#check(receiver, text, from);
    const sent = `${row.method} ${request.path}`;
    const { status, headers, text } = await sendRequest(this.#tenants.market.url, sent, request, {
      token,
      onReceived,
    });
    this.counts.calls += 1;
    if (status >= 500) this.failures.add(`${call} as ${persona}: ${status}`);
    if (expected === null) {
      const isWrong = /"code":"(UNAUTHENTICATED|FORBIDDEN)"/.test(text) && !ENDS_SESSION.test(call);
      if (isWrong) this.wrong.add(`${call} as ${persona}: ${status}`);
      return;
    }
    this.counts.callRefusals += 1;
    const body = JSON.parse(text) as Record<string, unknown>;
    const isExpected =
      status === expected.status &&
      body["error"] === expected.error &&
      body["message"] === expected.error;
    if (!isExpected) this.wrong.add(`${call} as ${persona}: ${status} ${String(body["error"])}`);
    this.#compare(before, await this.#state.read(), `${call} as ${persona}`);
    this.#refusals.push({
      what: `${call} as ${persona}`,
      id: headers.get("X-Request-Id") ?? "none",
    });
  }

  readonly #refusals: { readonly what: string; readonly id: string }[] = [];
  readonly #refusedFunctions: string[] = [];

  async #tryFunction(fn: PublicFunction, persona: Persona): Promise<void> {
    const expected = refusalsOf(fn, persona);
    const before = await this.#state.read();
    const args = argumentsFor(fn, this.#fixtures(fn, persona, "A"));
    const outcome = await callFunction(this.#clients.get(persona)!, fn.path, fn.kind, args);
    this.counts.functions += 1;
    const what = `${fn.path} as ${persona}`;
    const code = outcome.kind === "refused" ? outcome.refusal.code : "nothing";
    if (expected === null) {
      const isWrong = ["UNAUTHENTICATED", "FORBIDDEN"].includes(code) && !ENDS_SESSION.test(what);
      if (isWrong) this.wrong.add(`${what}: ${code}`);
      return;
    }
    this.counts.functionRefusals += 1;
    if (!expected.includes(code)) this.wrong.add(`${what}: ${code}, not ${expected.join(" or ")}`);
    this.#compare(before, await this.#state.read(), what);
    // An equal query may be answered from the cache, without a run and a line in the log.
    const isCached = fn.kind === "query" && this.#refusedFunctions.includes(fn.path);
    if (!isCached) this.#refusedFunctions.push(fn.path);
  }

  /** Checks that the log has each refused request by its id, and each refused function call. */
  readLog(log: string): void {
    const lines = log.split("\n").filter((line) => line.startsWith("{"));
    const events = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    const ids = new Set(events.map((event) => event["requestId"]));
    for (const { what, id } of this.#refusals) if (!ids.has(id)) this.unlogged.add(what);
    const failed = (path: string) =>
      events.filter((event) => event["function"] === path && event["outcome"] === "failure").length;
    for (const path of new Set(this.#refusedFunctions)) {
      const times = this.#refusedFunctions.filter((each) => each === path).length;
      if (failed(path) < times) this.unlogged.add(`${path}: ${failed(path)} of ${times}`);
    }
    for (const { level, function: name, error } of events) {
      if (level === "error") this.failures.add(`${String(name)}: ${String(error)}`);
    }
    for (const leak of this.#canaries.leaksIn(log)) this.leaks.add(`the log contains ${leak}`);
  }

  #check(persona: Persona, text: string, from: string): void {
    this.receivedChars += text.length;
    for (const leak of this.#canaries.leaksIn(text, persona)) {
      this.leaks.add(`${persona} received ${leak} on ${from}`);
    }
  }

  #compare(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>, what: string) {
    for (const table of changesBetween(before, after)) this.changed.add(`${what} changed ${table}`);
  }

  #fixtures(fn: PublicFunction, persona: Persona, of: "A" | "B"): Fixtures {
    return fixturesFor(this.#tenants, fn, { persona, of, random: this.#random });
  }
}

export const rights: Proof = {
  name: "rights",
  title:
    "[I-22] [I-23] [I-25] every call and function without permission is refused and logged, changes nothing and reveals nothing of another tenant",
  async run({ form, seed, say }) {
    return inMarket(["--empty", "--log-format", "json"], async (market) => {
      const canaries = new Canaries();
      const tenants = await joinTenants(market, canaries);
      const functions = (await publicFunctionsOf(market)).filter(({ path }) => path !== MAILBOX);
      const tests = new RightsTests(tenants, canaries, functions, { seed, form });
      tests.subscribeToAll();
      for (let round = 0; round < ROUNDS[form]; round += 1) {
        await tests.tryAll("refused");
        await tests.runAllQueries();
        say(`round ${round + 1}: ${JSON.stringify(tests.counts)}`);
      }
      const enumeration = await tests.enumerate();
      say(`${enumeration.compared} ids and e-mails compared`);
      await tests.tryAll("allowed");
      await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
      await tests.close();
      tests.readLog(market.output());
      const { calls, callRefusals, functions: functionCalls, functionRefusals } = tests.counts;
      const unlisted = functions.filter(({ path }) => !(path in SURFACE)).map(({ path }) => path);
      return [
        {
          what: "REST calls (refused), function calls (refused); characters searched for canaries",
          figure: `${calls} (${callRefusals}), ${functionCalls} (${functionRefusals}); ${tests.receivedChars} for ${canaries.count}`,
          target: "all of them",
          holds: callRefusals > 0 && functionRefusals > 0 && canaries.count > 0,
        },
        none("calls wrongly allowed or refused", tests.wrong),
        none("failures of the server", tests.failures),
        none("refused calls and queries that changed the database", tests.changed),
        none("refusals without a line in the log", tests.unlogged),
        none("canaries of another tenant received", tests.leaks),
        least(
          "answers about ids and e-mails of others compared with answers about missing ones",
          enumeration.compared,
        ),
        none("differences that reveal an existing id or e-mail", enumeration.differences),
        none("public functions missing from the list of public functions", new Set(unlisted)),
      ];
    });
  },
};
