/**
 * Random trading over sockets in a running market. Seven live clients subscribe to everything they may query; every snapshot must
 * equal a state of the model, in the model's order. For steps sent concurrently, one order of them must explain every response
 * and every snapshot.
 */
import fc from "fast-check";
import {
  type Action,
  type Model,
  actionOf,
  keyOf,
  openModel,
  predict,
} from "../../convex/orders/model.setup";
import { EVENTFUL_DAYS, LINES, OFFERS, type Step, step } from "../../convex/orders/steps.setup";
import {
  type Done,
  type World,
  act,
  historiesOf,
  historyOf,
  keepDone,
  personOf,
} from "../../convex/orders/world.setup";
import { api } from "../../convex/_generated/api";
import { ORDER_MOVES, type OrderMove } from "../../domain/orderLifecycle";
import type { Attempt, Finding, Proof } from "../../embedded/testkit/proof";
import { untilFolded } from "../../testkit/clients";
import { type Market, inMarket } from "../../testkit/market";
import { exportTables, violationsIn } from "../faults/consistency";
import { least } from "../../embedded/testkit/findings";
import { Participants } from "./participants";
import { expectedView, figuresIn, viewOf, withoutFigures } from "./snapshot";
import { Watcher } from "./watcher";

const SIZES = {
  short: { runs: 24, markets: 1 },
  long: { runs: 300, markets: 2 },
} as const;
/** A run has half as many on average. */
const STEPS_MAX = 80;
const MOVES = Object.keys(ORDER_MOVES) as OrderMove[];
/** An update that has not arrived by then counts as missing. */
const UPDATE_MS = 30_000;
/** Limits the search for a smaller counterexample. */
const SHRINKING_MS = 30_000;

class Tally {
  runs = 0;
  steps = 0;
  snapshots = 0;
  rows = 0;
  bursts = 0;
  orderDependent = 0;
  closed = 0;
  invoices = 0;
  readonly outcomes = new Map<string, number>();
}

/** The state of one run. */
type Run = {
  readonly world: World;
  readonly watchers: readonly Watcher[];
  readonly participants: Participants;
  readonly tally: Tally;
  readonly market: Market;
  /**
   * The states that figures may be of: after each step those of every order of concurrent steps that the responses allow. The fold
   * adds up changes in the order in which their transactions began, and snapshots show the order in which they were committed.
   */
  readonly states: (readonly Model[])[];
  /** The states of which each watcher last showed the figures, by their place in `states`. */
  readonly folded: Map<Watcher, number>;
};

/** The steps of a run; one marked `together` is sent concurrently with the step before it. */
type Script = readonly { readonly step: Step; readonly together: boolean }[];

// The clock of a running market can't be moved.
const possible = step.filter(({ kind }) => kind !== "wait");
/** Moves of one order, and refusals of its lines, by both parties. */
function rivalsOf(order: number): Step[] {
  const ofParty = { order, actor: "party" } as const;
  const refusals = (["reject", "cancel"] as const).flatMap((move) =>
    [0, 1].map((at): Step => ({ kind: "refuse", move, lines: [at], reason: "r", ...ofParty })),
  );
  return [
    ...MOVES.map((move): Step => ({ kind: "move", move, ...ofParty })),
    ...refusals,
    { kind: "accept lines", order, parts: [50, 100, 0, 25] },
  ];
}

/** Two or three of them at once. */
const race = fc
  .nat(24)
  .chain((order) => fc.shuffledSubarray(rivalsOf(order), { minLength: 2, maxLength: 3 }))
  .map((steps) => steps.map((each, at) => ({ step: each, together: at > 0 })));
const scriptOf = (steps: fc.Arbitrary<Step>): fc.Arbitrary<Script> => {
  const single = fc.record({ step: steps, together: fc.constantFrom(false, false, true) });
  const part = fc.oneof(
    { weight: 6, arbitrary: single.map((each) => [each]) },
    { weight: 1, arbitrary: race },
  );
  return fc.array(part, { maxLength: STEPS_MAX, size: "max" }).map((parts) => parts.flat());
};
/** Most scripts close no account, because registering its replacement is slow. */
const anyScript = fc.oneof(
  { weight: 3, arbitrary: scriptOf(possible.filter(({ kind }) => kind !== "close")) },
  { weight: 1, arbitrary: scriptOf(possible) },
);

const FIXED_SCRIPTS: readonly Script[] = [EVENTFUL_DAYS, LINES, OFFERS].map((steps) =>
  steps
    .filter(({ kind }) => kind !== "wait")
    .map((each) => ({ ...{ step: each, together: false } })),
);

function burstsOf(script: Script): Step[][] {
  const bursts: Step[][] = [];
  for (const { step: next, together } of script) {
    const last = bursts.at(-1);
    // Longer bursts have too many permutations to try.
    if (together && last !== undefined && last.length < 5) last.push(next);
    else bursts.push([next]);
  }
  return bursts;
}

/**
 * [I-27] Figures may be late: those of each snapshot must be those of a state, none older than the snapshot's before.
 *
 * @returns The first fault, or null.
 */
function findFigureFault({ world, watchers, participants, states, folded }: Run): string | null {
  for (const watcher of watchers) {
    const { who, before, recorded } = watcher;
    let at = folded.get(watcher) ?? 0;
    for (const snapshot of recorded) {
      if (snapshot === "closed") continue;
      const shown = figuresIn(viewOf(snapshot, { ...world, before }));
      const isShown = (state: Model) =>
        figuresIn(expectedView(state, who, participants.emails)) === shown;
      while (at < states.length && !states[at]!.some(isShown)) at += 1;
      if (at === states.length)
        return `[I-27] ${JSON.stringify(who)} received the figures ${shown}, which never were since the last`;
    }
    folded.set(watcher, at);
  }
  return null;
}

/** [I-27] Waits until nothing is left to fold; then the figures that each client shows must be those of the model. */
async function checkFigures(run: Run, model: Model): Promise<void> {
  await untilFolded(run.market);
  await Promise.all(run.watchers.map((watcher) => watcher.catchUp()));
  const { world, participants } = run;
  for (const { who, before, recorded } of run.watchers) {
    const last = recorded.at(-1)!;
    if (last === "closed") continue;
    const shown = figuresIn(viewOf(last, { ...world, before }));
    const expected = figuresIn(expectedView(model, who, participants.emails));
    if (shown !== expected)
      throw new Error(`[I-27] ${JSON.stringify(who)} shows ${shown}, expected ${expected}`);
  }
}

/** Matches each watcher's snapshots to the model's states in order; returns the first mismatch, or null. */
function findMismatch(
  { world, watchers, participants }: Run,
  states: readonly Model[],
  order: readonly Done[],
): string | null {
  const orders = [...world.orders, ...order.flatMap(({ orderIds }) => orderIds)];
  for (const { who, before, recorded } of watchers) {
    const expected = states.map((state) =>
      JSON.stringify(withoutFigures(expectedView(state, who, participants.emails))),
    );
    let at = 0;
    for (const snapshot of recorded) {
      const view = viewOf(snapshot, { products: world.products, orders, before });
      const shown = JSON.stringify(withoutFigures(view));
      while (at < expected.length && expected[at] !== shown) at += 1;
      if (at === expected.length)
        return `${JSON.stringify(who)} received\n${shown}\nexpected\n${expected.join("\nor\n")}`;
    }
    const view = viewOf(recorded.at(-1)!, { products: world.products, orders, before });
    const last = withoutFigures(view);
    if (JSON.stringify(last) !== expected.at(-1))
      return `${JSON.stringify(who)} last received\n${JSON.stringify(last)}\nexpected\n${expected.at(-1)}`;
  }
  return null;
}

async function runBurst(run: Run, model: Model, actions: readonly Action[]): Promise<Model> {
  const { world, watchers, participants, tally } = run;
  const done = await Promise.all(actions.map((action) => act(world, action)));
  for (const { action, answer } of done)
    if (action.kind === "close" && answer === "done") participants.closed.add(keyOf(action));
  // After one step the final state is known; after several, the snapshots reveal the order of the commits.
  if (actions.length > 1) await Promise.all(watchers.map((watcher) => watcher.catchUp()));
  const deadline = Date.now() + UPDATE_MS;
  let mismatch = "no order gives these responses";
  let history: ReturnType<typeof historyOf>;
  for (;;) {
    const count = Watcher.total;
    history = historyOf(model, done, (states, order) => {
      const found = findMismatch(run, states, order);
      if (found !== null) mismatch = found;
      return found === null;
    });
    // A slow client may not show the last commit yet.
    if (history !== null || !(await Watcher.waitForSnapshot(count, deadline))) break;
  }
  if (history === null) {
    const responses = done.map(({ action, answer }) => ({
      ...{ action, answer, alone: predict(model, action).answer },
    }));
    throw new Error(`${JSON.stringify(responses)}: ${mismatch}`);
  }
  const { states, order } = history;
  const histories = [...historiesOf(model, done)];
  run.states.push(
    ...states.slice(0, -1).map((_, at) => histories.map((possible) => possible.states[at]!)),
    [states.at(-1)!],
  );
  const figureFault = findFigureFault(run);
  if (figureFault !== null) throw new Error(figureFault);
  keepDone(world, order);
  for (const watcher of watchers) watcher.keepLast();
  tally.steps += actions.length;
  if (actions.length > 1) tally.bursts += 1;
  if (done.some(({ action, answer }) => predict(model, action).answer !== answer))
    tally.orderDependent += 1;
  for (const { action, answer } of done) {
    const name = `${action.kind === "move" ? action.move : action.kind} ${answer}`;
    tally.outcomes.set(name, (tally.outcomes.get(name) ?? 0) + 1);
  }
  return states.at(-1)!;
}

/** Checks all rows, invoices among them: live lists show only parts of them. */
async function checkRows({ market, world, tally }: Run, { products }: Model): Promise<void> {
  const tables = await exportTables(market);
  const put = new Map(world.products.map((id, at) => [id, products[at]!.put]));
  const [violation] = violationsIn(tables, put);
  if (violation !== undefined) throw new Error(violation);
  tally.invoices = tables.invoices.length;
}

/** Releases all reservations and cancels pending orders, which would otherwise affect later runs. */
async function cleanUp({ world }: Run, model: Model): Promise<void> {
  const retailer = (n: number) => personOf(world, { role: "retailer", n });
  for (const [pair, quantity] of model.holds) {
    const [n, product] = pair.split(" ").map(Number);
    await retailer(n!).restore(world.products[product!]!, quantity);
  }
  for (const [at, orderId] of world.orders.entries()) {
    const { status, retailer: n } = model.orders[at]!;
    const args = { orderIds: [orderId], reason: "The run is over." };
    if (status === "pending") await retailer(n).mutation(api.orders.cancel, args);
  }
}

async function runScript(
  market: Market,
  participants: Participants,
  script: Script,
  tally: Tally,
): Promise<void> {
  tally.closed += await participants.replaceClosed();
  await untilFolded(market);
  const world = await participants.openWorld();
  const of = { run: tally.runs, productIds: world.products };
  const watchers = participants.viewers.map((viewer) => new Watcher(viewer, of));
  const run: Run = {
    ...{ world, watchers, participants, tally, market, states: [], folded: new Map() },
  };
  tally.runs += 1;
  try {
    const deadline = Date.now() + UPDATE_MS;
    await Promise.all(watchers.map((watcher) => watcher.waitUntilLoaded(deadline)));
    const { connections, refusals } = await participants.network();
    let model = await runBurst(run, openModel(connections, refusals), []);
    for (const steps of burstsOf(script)) {
      const actions = steps
        .map((each) => actionOf(model, each, Date.now()))
        .filter((action) => action !== null);
      if (actions.length > 0) model = await runBurst(run, model, actions);
    }
    await checkRows(run, model);
    await checkFigures(run, model);
    await cleanUp(run, model);
  } finally {
    for (const watcher of watchers) {
      tally.snapshots += watcher.snapshotCount;
      tally.rows += watcher.rowCount;
      watcher.stop();
    }
  }
}

/** Steps with their responses; a proof that never meets one of them would show nothing about it. */
const REQUIRED_OUTCOMES = [
  ...["place done", "place INSUFFICIENT_STOCK", "place PRICE_CHANGED", "place NOT_FOUND"],
  ...["place again done", "place again KEY_REUSED", "accept done", "reject done", "cancel done"],
  ...["complete done", "accept ILLEGAL_MOVE", "cancel ILLEGAL_MOVE", "accept NOT_FOUND"],
  ...["accept FORBIDDEN", "hide done", "reword done", "restock done", "restock STALE_STOCK"],
  ...["place LINES_REFUSED", "accept WHOLE_ORDER", "complete WHOLE_ORDER", "accept lines done"],
  ...["refuse done", "refuse ILLEGAL_MOVE", "refuse NOT_FOUND", "refuse FORBIDDEN"],
  ...["reprice done", "archive done", "hold done", "give back done", "add done", "close done"],
];

function findings({ runs }: { runs: number }, tally: Tally, failure: string | null): Finding[] {
  const missing = REQUIRED_OUTCOMES.filter((what) => !tally.outcomes.has(what));
  return [
    {
      what: "runs with a response or snapshot that differs from the model",
      figure: failure ?? `0 of ${tally.runs}`,
      target: "0",
      holds: failure === null && tally.runs >= runs,
    },
    least("steps run", tally.steps),
    least("snapshots compared", tally.snapshots),
    least("order rows in them", tally.rows),
    least("concurrent bursts of steps", tally.bursts),
    least(
      "bursts in which a concurrent step changed another step's response",
      tally.orderDependent,
    ),
    least("accounts closed", tally.closed),
    least("invoices checked", tally.invoices),
    {
      what: "required outcomes that never occurred",
      figure: missing.length === 0 ? "0" : missing.join(", "),
      target: "0",
      holds: missing.length === 0,
    },
  ];
}

/** Returns the first failure, or null. */
async function runInMarket({ form, seed, say }: Attempt, tally: Tally): Promise<string | null> {
  const { runs, markets } = SIZES[form];
  return inMarket(["--empty"], async (market) => {
    const participants = await Participants.open(market);
    let shrunkUntil = Number.POSITIVE_INFINITY;
    const property = fc.asyncProperty(anyScript, async (script) => {
      // Scripts after the deadline count as passed, so that shrinking ends.
      if (Date.now() > shrunkUntil) return;
      await runScript(market, participants, script, tally).catch((error: unknown) => {
        shrunkUntil = Math.min(shrunkUntil, Date.now() + SHRINKING_MS);
        throw error;
      });
      if (tally.runs % 25 === 0)
        say(`${tally.runs} runs, ${tally.steps} steps, ${tally.snapshots} snapshots`);
    });
    const parameters = {
      seed,
      numRuns: runs / markets,
      examples: FIXED_SCRIPTS.map((script) => [script] as [Script]),
    };
    const details = await fc.check(property, parameters);
    await participants.close();
    if (!details.failed) return null;
    say(
      `seed ${seed}, path ${details.counterexamplePath}: ${JSON.stringify(details.counterexample)}`,
    );
    return String(details.errorInstance instanceof Error && details.errorInstance.message);
  });
}

async function run(attempt: Attempt): Promise<Finding[]> {
  const size = SIZES[attempt.form];
  const tally = new Tally();
  const failures = await Promise.all(
    Array.from({ length: size.markets }, (_, at) =>
      runInMarket({ ...attempt, seed: attempt.seed + at }, tally),
    ),
  );
  return findings(size, tally, failures.find((failure) => failure !== null) ?? null);
}

export const trading: Proof = {
  name: "trading",
  title:
    "[I-01] [I-03] [I-05] [I-06] [I-14] [I-16] [I-17] [I-27] [I-30] [I-37] [I-38] [I-39] [I-40] in random trading, one order of the steps explains every response and every snapshot of every client",
  run,
};
