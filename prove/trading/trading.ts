/**
 * Random trading over sockets, in a market that runs: seven people hold live clients that watch everything they may see, and every
 * state that any of them is shown must be one that the model went through, in its order. Some steps are sent at once; then there
 * must be an order of them that explains every answer and every state that anybody saw meanwhile.
 */
import fc from "fast-check";
import {
  type Action,
  type Model,
  actionOf,
  isOpen,
  keyOf,
  openModel,
  predict,
} from "../../convex/orders/model.setup";
import { EVENTFUL_DAYS, type Step, ownerOf, step } from "../../convex/orders/steps.setup";
import { type Done, type World, act, historyOf, personOf } from "../../convex/orders/world.setup";
import { api } from "../../convex/_generated/api";
import {
  ORDER_MOVES,
  ORDER_STATUSES,
  type OrderMove,
  type OrderStatus,
} from "../../domain/orderLifecycle";
import type { Attempt, Finding, Proof } from "../../embedded/testkit/proof";
import { startMarket } from "../../testkit/market";
import { Cast } from "./participants";
import { type Sight, expectedPicture, newRows, pictureOf } from "./snapshot";
import { Watcher } from "./watcher";

const SIZES = {
  short: { runs: 24, markets: 1 },
  long: { runs: 300, markets: 2 },
} as const;
/** Half of it on average. */
const MOST_STEPS = 80;
const MOVES = Object.keys(ORDER_MOVES) as OrderMove[];
/** What was not shown by then never will be. */
const SHOWN_MS = 5_000;
/** For so long a simpler failure is looked for. */
const SHRINKING_MS = 30_000;

class Tally {
  runs = 0;
  steps = 0;
  sights = 0;
  rows = 0;
  bursts = 0;
  decided = 0;
  closed = 0;
  invoices = 0;
  readonly met = new Map<string, number>();
}

/** What stands open while one run lasts. */
type Run = {
  readonly world: World;
  readonly watchers: readonly Watcher[];
  readonly cast: Cast;
  readonly tally: Tally;
};

/** Each step, and whether it is sent together with the one before. */
type Script = readonly { readonly step: Step; readonly together: boolean }[];

// The clock of a market that runs can't be moved.
const possible = step.filter(({ kind }) => kind !== "wait");
/** Both parties want something of one order. */
const race = fc
  .record({ order: fc.nat(24), moves: fc.shuffledSubarray(MOVES, { minLength: 2, maxLength: 3 }) })
  .map(({ order, moves }) =>
    moves.map((move, at) => ({
      ...{ step: { kind: "move", move, order, actor: "party" } as const, together: at > 0 },
    })),
  );
const scriptOf = (steps: fc.Arbitrary<Step>): fc.Arbitrary<Script> => {
  const one = fc.record({ step: steps, together: fc.constantFrom(false, false, true) });
  const some = fc.oneof(
    { weight: 6, arbitrary: one.map((each) => [each]) },
    { weight: 1, arbitrary: race },
  );
  return fc.array(some, { maxLength: MOST_STEPS, size: "max" }).map((all) => all.flat());
};
/** It takes a while to open an account instead of one that was closed. */
const script = fc.oneof(
  { weight: 3, arbitrary: scriptOf(possible.filter(({ kind }) => kind !== "close")) },
  { weight: 1, arbitrary: scriptOf(possible) },
);

const EVENTFUL: Script = EVENTFUL_DAYS.filter(({ kind }) => kind !== "wait").map((each) => ({
  ...{ step: each, together: false },
}));

function burstsOf(some: Script): Step[][] {
  const bursts: Step[][] = [];
  for (const { step: next, together } of some) {
    const last = bursts.at(-1);
    // More would have more orders than can be tried.
    if (together && last !== undefined && last.length < 5) last.push(next);
    else bursts.push([next]);
  }
  return bursts;
}

/** Whether the table of `domain/` leads from one status to the other, in however many moves. */
function leadsTo(from: OrderStatus, to: OrderStatus): boolean {
  return (
    from === to ||
    Object.values(ORDER_MOVES).some((move) => move.from === from && leadsTo(move.to, to))
  );
}

/** What is wrong with a sight by itself, whatever the model says. */
function faultsOf(
  watcher: Watcher,
  sight: Sight,
  earlier: Sight | "closed",
  products: World["products"],
  states: readonly Model[],
): string[] {
  const faults: string[] = [];
  const orders = newRows(sight.orders, watcher.before.orders);
  const known = new Map(orders.map(({ _id, status }) => [_id, status]));
  for (const { _id, status } of earlier === "closed" ? [] : earlier.orders) {
    const now = known.get(_id);
    if (now !== undefined && !leadsTo(status, now)) faults.push(`[I-14] from ${status} to ${now}`);
  }
  for (const order of orders)
    if (order.totalPaise !== order.quantity * order.pricePaise) faults.push("[I-15] a sum");
  const isKept = ({ status }: { status: OrderStatus }) =>
    status === "accepted" || status === "completed";
  const isOut = ({ status }: { status: OrderStatus }) =>
    status === "rejected" || status === "cancelled";
  if (watcher.role === "distributor") {
    const sums = orders.filter(isKept).map(({ totalPaise }) => totalPaise);
    const due = newRows(sight.invoices, watcher.before.invoices).map((row) => row.netAmountPaise);
    if (sums.sort().join() !== due.sort().join())
      faults.push(`[I-15] [I-16] accepted for ${sums.join()}, invoices for ${due.join()}`);
    for (const [index, productId] of products.entries()) {
      const shown = sight.products.find(({ _id }) => _id === productId);
      if (shown?.stock === undefined) continue;
      const ordered = orders.filter((order) => order.productId === productId && !isOut(order));
      const total = ordered.reduce((sum, { quantity }) => sum + quantity, shown.stock);
      const right = states.map((state) => state.products[index]!.put - heldOf(state, index));
      if (shown.stock < 0 || !right.includes(total))
        faults.push(`[I-01] ${total} pieces of product ${index}, and not ${right.join(" or ")}`);
    }
  }
  if (watcher.role === "admin") {
    const figure = (name: string) =>
      (sight.figures.get(name) ?? 0) - (watcher.before.figures.get(name) ?? 0);
    for (const status of ORDER_STATUSES) {
      const count = orders.filter((order) => order.status === status).length;
      if (figure(status) !== count) faults.push(`[I-27] ${figure(status)} ${status}, not ${count}`);
    }
    if (figure("placed") !== orders.length) faults.push("[I-27] placed today");
  }
  return faults;
}

function heldOf({ holds }: Model, product: number): number {
  const held = [...holds].filter(([pair]) => pair.endsWith(` ${product}`));
  return held.reduce((sum, [, quantity]) => sum + quantity, 0);
}

/** The watchers' sights as states of the model, one after the other; what could not be explained, or null if everything was. */
function unexplained(
  { world, watchers, cast }: Run,
  states: readonly Model[],
  order: readonly Done[],
): string | null {
  const orders = [...world.orders, ...order.flatMap(({ orderIds }) => orderIds)];
  for (const { who, before, seen } of watchers) {
    const right = states.map((state) => JSON.stringify(expectedPicture(state, who, cast.emails)));
    let at = 0;
    for (const sight of seen) {
      const shown = JSON.stringify(pictureOf(sight, { products: world.products, orders, before }));
      while (at < right.length && right[at] !== shown) at += 1;
      if (at === right.length)
        return `${JSON.stringify(who)} saw\n${shown} and not\n${right.join("\nor\n")}`;
    }
    const last = pictureOf(seen.at(-1)!, { products: world.products, orders, before });
    if (JSON.stringify(last) !== right.at(-1))
      return `${JSON.stringify(who)} last saw\n${JSON.stringify(last)} and not\n${right.at(-1)}`;
  }
  return null;
}

async function burst(run: Run, model: Model, actions: readonly Action[]): Promise<Model> {
  const { world, watchers, cast, tally } = run;
  const done = await Promise.all(actions.map((action) => act(world, action)));
  for (const { action, answer } of done)
    if (action.kind === "close" && answer === "done") cast.closed.add(keyOf(action));
  // Of one step it is known what must be shown at last; of several, it is what tells in which order they took effect.
  if (actions.length > 1) await Promise.all(watchers.map((watcher) => watcher.catchUp()));
  const deadline = Date.now() + SHOWN_MS;
  let why = "no order gives these answers";
  let history: ReturnType<typeof historyOf>;
  for (;;) {
    const sights = Watcher.count;
    history = historyOf(model, done, (states, order) => {
      const wrong = unexplained(run, states, order);
      if (wrong !== null) why = wrong;
      return wrong === null;
    });
    // Whoever is slow has not been shown the end yet.
    if (history !== null || !(await Watcher.more(sights, deadline))) break;
  }
  if (history === null) {
    const told = done.map(({ action, answer }) => ({
      ...{ action, answer, alone: predict(model, action).answer },
    }));
    throw new Error(`${JSON.stringify(told)}: ${why}`);
  }
  const { states, order } = history;
  for (const watcher of watchers) {
    const faults = watcher.settle((sight, earlier) =>
      faultsOf(watcher, sight, earlier, world.products, states),
    );
    if (faults.length > 0) throw new Error(`${JSON.stringify(watcher.who)}: ${faults.join("; ")}`);
  }
  world.orders.push(...order.flatMap(({ orderIds }) => orderIds));
  tally.steps += actions.length;
  if (actions.length > 1) tally.bursts += 1;
  if (done.some(({ action, answer }) => predict(model, action).answer !== answer))
    tally.decided += 1;
  for (const { action, answer } of done) {
    const name = `${action.kind === "move" ? action.move : action.kind} ${answer}`;
    tally.met.set(name, (tally.met.get(name) ?? 0) + 1);
  }
  return states.at(-1)!;
}

/** [I-16] Every accepted order has its date, its invoice, and on it what it is paid with. */
async function readInvoices({ world, tally }: Run, model: Model): Promise<void> {
  for (const { role, n } of [0, 1].map((at) => ({ role: "distributor", n: at }) as const)) {
    if (!isOpen(model, role, n)) continue;
    const trader = personOf(world, { role, n });
    const own = model.invoices.filter((each) => ownerOf(model.orders[each.order]!.product) === n);
    const paginationOpts = { numItems: own.length, cursor: null };
    const { page } = await trader.query(api.invoices.mine, { paginationOpts });
    for (const [at, { order, netAmountPaise }] of own.reverse().entries()) {
      const invoiceId = page[at]!._id;
      const invoice = await trader.query(api.invoices.one, { invoiceId });
      const { deliveryBefore, status, quantity, pricePaise, productName } = model.orders[order]!;
      const right =
        invoice !== null &&
        invoice.orderId === world.orders[order] &&
        invoice.deliveryBefore === deliveryBefore &&
        invoice.orderStatus === status &&
        invoice.netAmountPaise === netAmountPaise &&
        invoice.lines.length === 1 &&
        invoice.lines[0]?.quantity === quantity &&
        invoice.lines[0].pricePaise === pricePaise &&
        invoice.lines[0].productName === productName &&
        invoice.upiLink?.includes(`am=${(netAmountPaise / 100).toFixed(2)}&`) === true;
      if (!right) throw new Error(`[I-16] order ${order}: ${JSON.stringify(invoice)}`);
      tally.invoices += 1;
    }
  }
}

/** What stands open would end with an account that is closed in a later run, and be in the way of what is held then. */
async function tidyUp({ world }: Run, model: Model): Promise<void> {
  const retailer = (n: number) => personOf(world, { role: "retailer", n });
  for (const [pair, quantity] of model.holds) {
    const [n, product] = pair.split(" ").map(Number);
    await retailer(n!).restore(world.products[product!]!, quantity);
  }
  for (const [at, orderId] of world.orders.entries()) {
    const { status, retailer: n } = model.orders[at]!;
    const asked = { orderId, reason: "The run is over." };
    if (status === "pending") await retailer(n).mutation(api.orders.cancel, asked);
  }
}

async function trade(cast: Cast, some: Script, tally: Tally): Promise<void> {
  tally.closed += await cast.replaceTheClosed();
  const world = await cast.openWorld();
  const watchers = cast.players.map((player) => new Watcher(player, tally.runs));
  const run: Run = { world, watchers, cast, tally };
  tally.runs += 1;
  try {
    const deadline = Date.now() + SHOWN_MS;
    await Promise.all(watchers.map((watcher) => watcher.opened(deadline)));
    const { connections, refusals } = await cast.network();
    let model = await burst(run, openModel(connections, refusals), []);
    for (const steps of burstsOf(some)) {
      const actions = steps
        .map((each) => actionOf(model, each, Date.now()))
        .filter((action) => action !== null);
      if (actions.length > 0) model = await burst(run, model, actions);
    }
    await readInvoices(run, model);
    await tidyUp(run, model);
  } finally {
    for (const watcher of watchers) {
      tally.sights += watcher.sights;
      tally.rows += watcher.rows;
      watcher.stop();
    }
  }
}

/** What trading is about, and would be worth nothing without having met. */
const MUST_MEET = [
  ...["place done", "place INSUFFICIENT_STOCK", "place PRICE_CHANGED", "place NOT_FOUND"],
  ...["place again done", "place again KEY_REUSED", "accept done", "reject done", "cancel done"],
  ...["complete done", "accept ILLEGAL_MOVE", "cancel ILLEGAL_MOVE", "accept NOT_FOUND"],
  ...["accept FORBIDDEN", "hide done", "reword done", "restock done", "restock STALE_STOCK"],
  ...["reprice done", "archive done", "hold done", "give back done", "add done", "close done"],
];

function findings({ runs }: { runs: number }, tally: Tally, failure: string | null): Finding[] {
  const missing = MUST_MEET.filter((what) => !tally.met.has(what));
  const atLeastOne = (what: string, count: number): Finding => ({
    ...{ what, figure: String(count), target: "more than 0", holds: count > 0 },
  });
  return [
    {
      what: "runs in which somebody was answered or shown what the rules do not say",
      figure: failure ?? `0 of ${tally.runs}`,
      target: "0",
      holds: failure === null && tally.runs >= runs,
    },
    atLeastOne("steps made", tally.steps),
    atLeastOne("states of subscriptions compared", tally.sights),
    atLeastOne("rows of orders in them", tally.rows),
    atLeastOne("bursts of steps sent at once", tally.bursts),
    atLeastOne(
      "bursts in which a step was answered otherwise than it would have been alone",
      tally.decided,
    ),
    atLeastOne("accounts closed", tally.closed),
    atLeastOne("invoices read", tally.invoices),
    {
      what: "answers that must have come and did not",
      figure: missing.length === 0 ? "0" : missing.join(", "),
      target: "0",
      holds: missing.length === 0,
    },
  ];
}

/** Answers what went wrong, or null. */
async function runIn({ form, seed, say }: Attempt, tally: Tally): Promise<string | null> {
  const { runs, markets } = SIZES[form];
  const market = await startMarket(["--empty"]);
  try {
    const cast = await Cast.open(market);
    let shrunkUntil = Number.POSITIVE_INFINITY;
    const property = fc.asyncProperty(script, async (some) => {
      // What is not tried any more counts as right, so that shrinking ends.
      if (Date.now() > shrunkUntil) return;
      await trade(cast, some, tally).catch((error: unknown) => {
        shrunkUntil = Math.min(shrunkUntil, Date.now() + SHRINKING_MS);
        throw error;
      });
      if (tally.runs % 25 === 0)
        say(`${tally.runs} runs, ${tally.steps} steps, ${tally.sights} states`);
    });
    const asked = { seed, numRuns: runs / markets, examples: [[EVENTFUL] as [Script]] };
    const details = await fc.check(property, asked);
    await cast.close();
    if (!details.failed) return null;
    say(
      `seed ${seed}, path ${details.counterexamplePath}: ${JSON.stringify(details.counterexample)}`,
    );
    return String(details.errorInstance instanceof Error && details.errorInstance.message);
  } finally {
    await market.stop();
  }
}

async function run(attempt: Attempt): Promise<Finding[]> {
  const size = SIZES[attempt.form];
  const tally = new Tally();
  const failures = await Promise.all(
    Array.from({ length: size.markets }, (_, at) =>
      runIn({ ...attempt, seed: attempt.seed + at }, tally),
    ),
  );
  return findings(size, tally, failures.find((failure) => failure !== null) ?? null);
}

export const trading: Proof = {
  name: "trading",
  title:
    "[I-01] [I-14] [I-16] [I-17] [I-27] [I-30] whatever people do in a market that runs, everybody is shown just what the rules say, at every moment",
  run,
};
