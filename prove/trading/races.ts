/**
 * Races two calls about one order of two lines, in every ordered pair of those that move it, refuse a line of it, restore its stock, or end an offer. The
 * second call follows after a few milliseconds, or after the first response; some calls are sent twice. One order of the calls must
 * explain every answer, and the order, its invoice and the stock afterwards (`convex/orders/model.setup.ts`).
 */
import { setTimeout as pause } from "node:timers/promises";
import { api } from "../../convex/_generated/api";
import {
  type Model,
  PRICE_PAISE,
  actionOf,
  nameAt,
  openModel,
  predict,
} from "../../convex/orders/model.setup";
import type { Step } from "../../convex/orders/steps.setup";
import { type Done, type World, act, historyOf, keepDone } from "../../convex/orders/world.setup";
import type { TradeRole } from "../../domain/roles";
import { least, none } from "../../embedded/testkit/findings";
import { type Finding, type Proof, chance } from "../../embedded/testkit/proof";
import { type Market, inMarket } from "../../testkit/market";
import { type Trader, joinTraders, listProduct } from "../../testkit/traders";
import { actorOf } from "./participants";

/** Calls about an order that waits, without and with an offer. */
const ALONE = [
  ...(["accept", "reject", "cancel", "reject a line", "cancel a line"] as const),
  ...(["give back", "add"] as const),
] as const;
const RIVALS = [
  ...(["cancel", "reject", "reject a line", "cancel a line"] as const),
  ...(["decline", "withdraw", "another offer"] as const),
] as const;
type Call = (typeof ALONE)[number] | (typeof RIVALS)[number] | "agree";
type Pair = readonly [Call, Call];
const PAIRS: readonly Pair[] = [
  ...ALONE.flatMap((first) => ALONE.map((second): Pair => [first, second])),
  ...RIVALS.flatMap((rival): Pair[] => [
    ["agree", rival],
    [rival, "agree"],
  ]),
];

const RACES = { short: 6, long: 120 };
const STOCK = 500_000;
/** Pieces of each line in a pair's first race. Each further race has one more, which tells its returned stock from that of others. */
const LEAST_PIECES = 4;
/** The longest delay of the second call, about the time of one response. */
const DELAY_MAX_MS = 6;
/** Pairs that run concurrently. */
const WORKERS = 4;

class Tally {
  races = 0;
  overlapping = 0;
  doubled = 0;
  repeatedRestores = 0;
  /** The status, and who refused lines, after each pair of different moves or answers, in either order. */
  readonly ends = new Map<string, Set<string>>();
  readonly faults: string[] = [];
}

function stepOf(call: Call, about: { order: number; offer: number; quantity: number }): Step {
  const { order, offer, quantity } = about;
  switch (call) {
    case "accept":
    case "reject":
    case "cancel":
      return { kind: "move", move: call, order, actor: "party" };
    case "reject a line":
    case "cancel a line": {
      // The line of the product that is given back.
      const move = call === "reject a line" ? "reject" : "cancel";
      return { kind: "refuse", move, order, lines: [0], reason: "r", actor: "party" };
    }
    case "give back":
      return { kind: call, retailer: 0, product: 0, quantity };
    case "add":
      return { kind: call, product: 0, quantity };
    case "agree":
    case "decline":
    case "withdraw":
      return { kind: "offer", as: call, offer, actor: "party" };
    case "another offer":
      return { kind: "accept lines", order, parts: [25, 100] };
  }
}

type Picture = {
  readonly status: string;
  readonly lines: readonly { quantity: number; by: TradeRole | undefined }[];
  readonly events: number;
  readonly hasInvoice: boolean;
  readonly stock: readonly (number | undefined)[];
};

type PicturedLine = { readonly quantity: number; readonly refused?: { readonly by: TradeRole } };

function pictureOf(lines: readonly PicturedLine[]): Picture["lines"] {
  return lines.map(({ quantity, refused }) => ({ quantity, by: refused?.by }));
}

function picture(model: Model, at: number): Picture {
  const { status, lines, events, invoice } = model.orders[at]!;
  return {
    ...{ status, lines: pictureOf(lines), events, hasInvoice: invoice !== undefined },
    stock: model.products.slice(0, 2).map(({ stock }) => stock),
  };
}

async function shownTo(
  { http }: Trader,
  { orders, products }: World,
  at: number,
): Promise<Picture> {
  const orderId = orders[at]!;
  const [order, events, ...levels] = await Promise.all([
    http.query(api.orders.one, { orderId }),
    http.query(api.orders.timeline, { orderId }),
    ...products.map((productId) => http.query(api.products.one, { productId })),
  ]);
  const { status, lines, invoiceId } = order!;
  return {
    ...{ status, lines: pictureOf(lines), events: events.length },
    hasInvoice: invoiceId !== undefined,
    stock: levels.map((product) => product?.stock),
  };
}

/** The same market through two tabs of each party: one makes the first call of a race, the other the second. */
type Tabs = readonly [World, World];

/** Returns the model after the race. @throws Error if no order of its calls explains what came of it. */
async function race(
  { tabs, retailer, random, tally }: Setup & { tabs: Tabs },
  pair: Pair,
  quantity: number,
  model: Model,
): Promise<Model> {
  const [world] = tabs;
  const order = model.orders.length;
  const make = async (now: Model, step: Step): Promise<Model> => {
    const action = actionOf(now, step, Date.now())!;
    const done = await act(world, action);
    keepDone(world, [done]);
    return predict(now, action).after;
  };
  const lines = [0, 1].map((product) => ({ product, quantity, price: "none" as const }));
  let before = await make(model, { kind: "place", retailer: 0, lines });
  if (pair.includes("agree"))
    before = await make(before, { kind: "accept lines", order, parts: [50, 100] });
  const about = { order, offer: before.offers.length - 1, quantity };
  const send = (at: 0 | 1) => {
    const action = actionOf(before, stepOf(pair[at], about), Date.now())!;
    const times = random() < 0.3 ? 2 : 1;
    tally.doubled += times - 1;
    return Promise.all(Array.from({ length: times }, () => act(tabs[at], action)));
  };
  let isAnswered = false as boolean;
  const first = send(0).finally(() => (isAnswered = true));
  // A call that fails is a fault below, not the end of the process.
  first.catch(() => undefined);
  await (random() < 0.2 ? first : pause(Math.floor(random() * (DELAY_MAX_MS + 1))));
  const isLate = isAnswered;
  tally.overlapping += isLate ? 0 : 1;
  const [earlier, others] = await Promise.all([first, send(1)]);
  const done = [...earlier, ...others];
  // What is called after a response comes after it.
  const isPossible = (sequence: readonly Done[]) =>
    !isLate || sequence.slice(0, earlier.length).every((each) => earlier.includes(each));
  const shown = await shownTo(retailer, world, order);
  const history = historyOf(
    before,
    done,
    (states, sequence) =>
      isPossible(sequence) &&
      JSON.stringify(picture(states.at(-1)!, order)) === JSON.stringify(shown),
  );
  const answers = done.map(({ answer }) => answer);
  if (history === null)
    throw new Error(`${pair.join(", ")}: ${JSON.stringify({ answers, shown })}`);
  keepDone(world, history.order);
  tally.races += 1;
  tally.repeatedRestores += done.filter(
    ({ action, answer }) => action.kind === "give back" && answer === "done",
  ).length;
  const name = [...pair].sort().join(" and ");
  const ends = tally.ends.get(name) ?? new Set();
  const end = [shown.status, ...shown.lines.map(({ by = "nobody" }) => by)].join();
  tally.ends.set(name, ends.add(end));
  return history.states.at(-1)!;
}

type Setup = {
  readonly market: Market;
  readonly retailer: Trader;
  readonly distributor: Trader;
  readonly people: readonly [World["people"], World["people"]];
  readonly random: () => number;
  readonly tally: Tally;
};

/** Runs a pair's races one after another, with products of their own, until one has a fault. */
async function runPair(setup: Setup, pair: Pair, races: number): Promise<void> {
  const { market, distributor, people, tally } = setup;
  const goods = { stock: STOCK, pricePaise: PRICE_PAISE, name: nameAt(PRICE_PAISE) };
  const product = () => listProduct(market, distributor, goods);
  const products = [await product(), await product()];
  const wait = () => Promise.reject(new Error("The clock of a running market can't be moved."));
  const world: World = { people: people[0], products, orders: [], offers: [], last: [], wait };
  const tabs: Tabs = [world, { ...world, people: people[1] }];
  let model = openModel();
  for (const each of model.products) each.stock = each.put = STOCK;
  try {
    for (let n = 0; n < races; n += 1)
      model = await race({ ...setup, tabs }, pair, LEAST_PIECES + n, model);
  } catch (error) {
    tally.faults.push(String(error));
  }
}

function findings(tally: Tally, wanted: number): Finding[] {
  const moves = [...tally.ends].filter(([name]) => {
    const [one = "", other = ""] = name.split(" and ");
    return one !== other && ![one, other].some((call) => call === "add" || call === "give back");
  });
  const oneSided = moves.filter(([, ends]) => ends.size < 2).map(([name]) => name);
  return [
    none("races that no order of their calls explains", tally.faults, tally.races),
    least("races", tally.races, wanted),
    least("races whose second call was sent before the first response", tally.overlapping),
    least("calls sent twice", tally.doubled),
    least("repeated restores of returned stock, which change nothing", tally.repeatedRestores),
    none("pairs of different calls of which one always won", oneSided, moves.length),
  ];
}

export const races: Proof = {
  name: "races",
  title:
    "[I-04] [I-38] [I-40] when two calls about one order race, in all ordered pairs, it ends as after one of their orders, and its stock returns exactly once",
  async run({ form, seed, say }) {
    const tally = new Tally();
    await inMarket(["--empty"], async (market) => {
      const { retailers, distributors } = await joinTraders(market, 1, 1);
      const [retailer, distributor] = [retailers[0]!, distributors[0]!];
      const parties = { "retailer 0": retailer, "distributor 0": distributor };
      const live = [retailer.open(), distributor.open(), retailer.open(), distributor.open()];
      const tab = (from: number): World["people"] =>
        new Map(
          Object.entries(parties).map(([key, { id, token }], n) => [
            key,
            actorOf(market, id, live[from + n]!, token),
          ]),
        );
      const people = [tab(0), tab(2)] as const;
      const setup = { market, retailer, distributor, people, tally };
      const queue = [...PAIRS.entries()];
      const worker = async () => {
        for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
          const [at, pair] = next;
          const random = chance(seed * PAIRS.length + at);
          await runPair({ ...setup, random }, pair, RACES[form]);
          say(`${pair.join(", then ")}: ${RACES[form]} races`);
        }
      };
      await Promise.all(Array.from({ length: WORKERS }, worker));
      await Promise.all(live.map((client) => client.close()));
    });
    return findings(tally, PAIRS.length * RACES[form]);
  },
};
