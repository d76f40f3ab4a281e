/**
 * Sends valid and invalid values in every field, over HTTP and over sockets. A refused one writes nothing. The server never fails,
 * never stalls, and is not restarted.
 */
import type { ConvexClient } from "convex/browser";
import { SURFACE } from "../../convex/publicSurface.setup";
import { type Request, requestFor } from "../../convex/rest/requests.setup";
import { type Persona, ROWS, type Row } from "../../convex/rest/rightsTable.setup";
import { operatorOf } from "../../testkit/clients";
import { inMarket } from "../../testkit/market";
import { type Attempt, type Form, type Proof, chance } from "../../embedded/testkit/proof";
import { type PublicFunction, argumentsFor, fieldsOf, publicFunctionsOf } from "./arguments";
import { Canaries } from "./canaries";
import { type BadValue, COSTLY, corpusOf } from "./corpus";
import { none } from "../../embedded/testkit/findings";
import { MarketState, changesBetween } from "./marketState";
import { HealthMonitor } from "./healthMonitor";
import { type Tenants, joinTenants, parametersFor, tokenOf } from "./tenants";
import { type Args, type Outcome, callFunction, openRecordedClient, sendRequest } from "./clients";
import { fixturesFor } from "./fixtures";

const MORE = { short: 10, long: 45 } as const satisfies Record<Form, number>;
/** Number of random fields in which each value is tried. */
const FIELDS = { short: 2, long: 5 } as const satisfies Record<Form, number>;
/** Number of costly values for each field, besides the first, which every field gets. */
const COSTLY_TRIES = { short: 1, long: COSTLY.length } as const satisfies Record<Form, number>;
/** Quadratic work on these lengths takes seconds of the processor, whatever else the machine does. */
const COSTLY_WORK_MS = 1_000;

/** Excluded calls: they end sessions or accounts, or delete the data that the other calls need. */
const EXCLUDED = /signOut|close|archive|delete|remove|logout|DELETE/;

type TestedField =
  | { readonly fn: PublicFunction; readonly field: string }
  | { readonly row: Row; readonly field: string; readonly isInPath: boolean };

/** Returns a persona with access to the function, so that the tested field decides the outcome. */
function callerOf(who: string, path: string): Persona {
  if (who === "distributor") return "distributorA";
  if (who === "admin") return "admin";
  return who === "anyone" && !/^(account|developers):/.test(path) ? "anonymous" : "retailerA";
}

function callerOfRow(row: Row): Persona {
  if (row.retailer !== "deny") return "retailerA";
  return row.distributor === "deny" ? "admin" : "distributorA";
}

/** Copies the arguments with one value replaced. Dots in the field's path lead into objects and lists. */
function withValue(args: Args, field: string, value: unknown): Args {
  const copy = structuredClone(args);
  const steps = field.split(".");
  const last = steps.pop() ?? field;
  let inner: Args = copy;
  for (const step of steps) inner = (inner[step] ??= {}) as Args;
  Object.defineProperty(inner, last, { value, enumerable: true });
  return copy;
}

/** A registration without a valid ticket. */
const NEWCOMER = {
  name: "New",
  phone: "+919876543210",
  address: "1 Road",
  shopName: "Corner",
  password: "nobody guesses this one",
  role: "retailer",
  image: "",
  ticket: "none",
};

function abbreviated(value: unknown): string {
  const text = typeof value === "bigint" ? `${value}n` : JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 40)}… (${text.length})` : text;
}

class InputTests {
  readonly sent = { values: 0, costly: 0 };
  readonly outcomes = { accepted: 0, refused: 0 };
  readonly changed = new Set<string>();
  readonly failures = new Set<string>();
  readonly stalls = new Set<string>();

  readonly #tenants: Tenants;
  readonly #functions: ReadonlyMap<string, PublicFunction>;
  readonly #clients = new Map<Persona, ConvexClient>();
  readonly #state: MarketState;
  readonly #random: () => number;
  readonly #form: Form;

  constructor(tenants: Tenants, functions: readonly PublicFunction[], { seed, form }: Attempt) {
    this.#tenants = tenants;
    this.#functions = new Map(functions.map((fn) => [fn.path, fn]));
    this.#state = new MarketState(tenants.market);
    this.#random = chance(seed);
    this.#form = form;
    for (const persona of ["anonymous", "retailerA", "distributorA", "admin"] as const) {
      const client = openRecordedClient(
        tenants.market.url,
        tokenOf(tenants, persona),
        () => undefined,
      );
      this.#clients.set(persona, client);
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#clients.values()].map((client) => client.close()));
  }

  /** Sends every value in random fields of random calls and functions. */
  async tryValues(corpus: readonly BadValue[], say: (line: string) => void): Promise<void> {
    const allFields = await this.#fields();
    let current = await this.#state.read();
    for (const [n, { value, class: of }] of corpus.entries()) {
      for (let tries = 0; tries < FIELDS[this.#form]; tries += 1) {
        const tested = allFields[Math.floor(this.#random() * allFields.length)]!;
        const isAccepted =
          "fn" in tested
            ? await this.#tryArgument(tested.fn, tested.field, value)
            : of !== "not JSON" && (await this.#tryField(tested, value));
        this.outcomes[isAccepted ? "accepted" : "refused"] += 1;
        this.sent.values += 1;
        const after = await this.#state.read();
        const name = "fn" in tested ? tested.fn.path : `${tested.row.method} ${tested.row.path}`;
        if (!isAccepted)
          this.#compare(current, after, `${name} ${tested.field} ${abbreviated(value)}`);
        current = after;
      }
      if (n % 100 === 99) say(`${n + 1} of ${corpus.length} values`);
    }
  }

  /** Sends large values in every field of every function and call. None may keep the market's processor for long. */
  async tryCostly(monitor: HealthMonitor): Promise<void> {
    await monitor.workedMs();
    for (const [n, tested] of (await this.#fields()).entries()) {
      const others = Array.from({ length: COSTLY_TRIES[this.#form] }, (_, k) => n + k);
      const chosen = new Set([0, ...others.map((at) => at % COSTLY.length)]);
      for (const at of chosen) {
        const value = COSTLY[at];
        // A message over the socket's limit closes it, and the client would send it again after each reconnect.
        if ("fn" in tested && typeof value !== "string") continue;
        if ("fn" in tested) await this.#tryArgument(tested.fn, tested.field, value);
        else await this.#tryField(tested, value);
        this.sent.costly += 1;
        const name = "fn" in tested ? tested.fn.path : `${tested.row.method} ${tested.row.path}`;
        if ((await monitor.workedMs()) > COSTLY_WORK_MS)
          this.stalls.add(`${name} ${tested.field} ${abbreviated(value)}`);
      }
    }
  }

  /** Collects unexpected errors from the log. Failed argument validation is expected here. */
  readLog(log: string): void {
    for (const line of log.split("\n").filter((each) => each.startsWith("{"))) {
      const { level, error, function: name } = JSON.parse(line) as Record<string, string>;
      const isExpected = /^(ArgumentValidationError|Arguments for \S+ are invalid)/.test(
        error ?? "",
      );
      if (level === "error" && !isExpected) this.failures.add(`${name}: ${error?.slice(0, 200)}`);
    }
  }

  async #fields(): Promise<TestedField[]> {
    const functions = [...this.#functions.values()].filter(({ path }) => !EXCLUDED.test(path));
    const ofFunctions = functions.flatMap((fn) =>
      Object.keys(fieldsOf(fn)).map((field) => ({ fn, field })),
    );
    const rows = ROWS.filter(({ method, path }) => !EXCLUDED.test(`${method} ${path}`));
    const ofRows = await Promise.all(
      rows.map(async (row) => {
        const { body = {} } = await this.#request(row);
        const inPath = Array.from(row.path.matchAll(/\{(\w+)\}/g), ([, field = ""]) => field);
        return [
          ...inPath.map((field) => ({ row, field, isInPath: true })),
          ...Object.keys(body).map((field) => ({ row, field, isInPath: false })),
        ];
      }),
    );
    return [...ofFunctions, ...ofRows.flat()];
  }

  async #tryArgument(fn: PublicFunction, field: string, value: unknown): Promise<boolean> {
    const { kind } = await this.#call(fn, withValue(this.#validArguments(fn), field, value));
    return kind === "answered";
  }

  async #tryField(tested: Extract<TestedField, { row: Row }>, value: unknown): Promise<boolean> {
    const { row, field, isInPath } = tested;
    const good = await this.#request(row);
    const text = typeof value === "string" ? value : JSON.stringify(value);
    const put = encodeURIComponent(text.replaceAll(/\p{Cs}/gu, "\ufffd")).slice(0, 8_000);
    const path = isInPath
      ? row.path.replace(`{${field}}`, put).replaceAll(/\{\w+\}/g, "x")
      : good.path;
    const request: Request = {
      ...good,
      path,
      ...(good.body !== undefined &&
        !isInPath && { body: withValue(good.body as Args, field, value) }),
    };
    const { status } = await sendRequest(
      this.#tenants.market.url,
      `${row.method} ${path}`,
      request,
      {
        token: tokenOf(this.#tenants, callerOfRow(row)),
      },
    );
    if (status >= 500)
      this.failures.add(`${row.method} ${row.path} ${field} ${abbreviated(value)}: ${status}`);
    return status < 400;
  }

  #request(row: Row): Promise<Request> | Request {
    const call = `${row.method} ${row.path}`;
    return requestFor(call, {
      ...parametersFor(this.#tenants, callerOfRow(row)),
      // A real code for every value would take too long.
      code: () => Promise.resolve("000000"),
      newcomer: (email) => Promise.resolve({ ...NEWCOMER, email }),
    });
  }

  #validArguments(fn: PublicFunction): Args {
    const persona = callerOf(SURFACE[fn.path]![0], fn.path);
    const fixtures = fixturesFor(this.#tenants, fn, { persona, of: "A", random: this.#random });
    const { upload, orders } = this.#tenants.trades.A;
    const [orderId, imageId] = [orders.pending, upload.imageId];
    return argumentsFor(fn, {
      choose: (items) => items[0]!,
      values: { ...fixtures.values, orderId, imageId, changes: { stock: 5 }, current: "not mine" },
    });
  }

  #call(fn: PublicFunction, args: Args): Promise<Outcome> {
    const persona = callerOf(SURFACE[fn.path]![0], fn.path);
    return callFunction(this.#clients.get(persona)!, fn.path, fn.kind, args);
  }

  #compare(
    before: ReadonlyMap<string, string>,
    after: ReadonlyMap<string, string>,
    what: string,
  ): void {
    for (const table of changesBetween(before, after)) this.changed.add(`${what} changed ${table}`);
  }
}

export const inputs: Proof = {
  name: "inputs",
  isTimed: true,
  title:
    "[I-24] [I-23] every value in every field is accepted, or refused without a write; the server neither fails nor stalls",
  async run(attempt) {
    const { form, seed, say } = attempt;
    return inMarket(["--empty", "--log-format", "json"], async (market) => {
      const tenants = await joinTenants(market, new Canaries());
      // An import that a value begins would have them drawn later, in the time of another value.
      await operatorOf(market).action("imports/internal:draw" as never);
      const tests = new InputTests(tenants, await publicFunctionsOf(market), attempt);
      const monitor = new HealthMonitor(market);
      const corpus = corpusOf(seed, MORE[form]);
      await tests.tryValues(corpus, say);
      const healthFindings = await monitor.stop();
      const costlyMonitor = new HealthMonitor(market);
      await tests.tryCostly(costlyMonitor);
      say(`${tests.sent.costly} costly values`);
      await costlyMonitor.stop();
      await tests.close();
      tests.readLog(market.output());
      const { values, costly } = tests.sent;
      const { accepted, refused } = tests.outcomes;
      return [
        {
          what: "values, tries in a field, accepted and refused; costly values",
          figure: `${corpus.length}, ${values}, ${accepted} and ${refused}; ${costly}`,
          target: "all of them",
          holds: Math.min(accepted, refused, costly) > 0,
        },
        none("refused values that changed the database", tests.changed),
        none("failures of the server", tests.failures),
        none("costly values that took a second of the processor", tests.stalls),
        ...healthFindings,
      ];
    });
  },
};
