/**
 * Two calls about one order meet, in every ordered pair of accepting, rejecting, cancelling and putting its stock back from outside:
 * the second is sent a moment after the first, or after its answer, and some are double clicks. Whatever happens, the order ends in
 * one way, which somebody was told, and its pieces are back exactly once if it came to nothing.
 */
import { setTimeout as later } from "node:timers/promises";
import type { ConvexClient } from "convex/browser";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { DAY_MS, todayIst } from "../../domain/dates";
import type { OrderStatus, OrderParty } from "../../domain/orderLifecycle";
import { type Finding, type Proof, chance } from "../../embedded/testkit/proof";
import { type Market, startMarket } from "../../testkit/market";
import { restoreStock } from "./stockCalls";
import { type Trader, joinTraders, listProduct, refusalOf } from "../../testkit/traders";

const CALLS = ["accept", "reject", "cancel", "restore"] as const;
type Call = (typeof CALLS)[number];
const PAIRS = CALLS.flatMap((first) => CALLS.map((second) => [first, second] as const));
const ENDS = { accept: "accepted", reject: "rejected", cancel: "cancelled" } as const;

const SCHEDULES = { short: 12, long: 200 };
/** More than is ever ordered: each schedule orders a quantity of its own, by which its pieces are known when they come back. */
const STOCK = 500_000;
/** The second call is sent so much later at most: about as long as the market takes to answer. */
const LATEST_MS = 6;
/** Pairs that are tried at the same time. */
const LANES = 4;

/** Both parties with their screens; the distributor sits at two. */
type Stage = {
  readonly market: Market;
  readonly retailer: Trader;
  readonly distributor: Trader;
  readonly buying: ConvexClient;
  readonly selling: readonly [ConvexClient, ConvexClient];
};

type Order = {
  readonly id: Id<"orders">;
  readonly productId: Id<"products">;
  readonly quantity: number;
};

type Schedule = {
  readonly pair: readonly [Call, Call];
  /** After how many milliseconds the second call is sent; null: after the first was answered. */
  readonly offset: number | null;
  readonly isDouble: readonly [boolean, boolean];
  /** Who puts the stock back. */
  readonly restorer: OrderParty;
};

/** "done", "nothing changed", or the code of a refusal. */
type Told = { readonly call: Call; readonly answer: string };

const nameOf = (pair: Schedule["pair"]) => [...pair].sort().join(" and ");

class Tally {
  schedules = 0;
  met = 0;
  clicks = 0;
  echoes = 0;
  returned = 0;
  /** In which ways the orders of a pair ended, in either order. */
  readonly ends = new Map<string, Set<OrderStatus>>();
  readonly faults: string[] = [];
}

async function make(
  stage: Stage,
  { call, by, screen }: { call: Call; by: OrderParty; screen: 0 | 1 },
  { id: orderId, productId, quantity }: Order,
): Promise<string> {
  const selling = stage.selling[screen];
  switch (call) {
    case "accept": {
      const deliveryBefore = todayIst(Date.now() + 2 * DAY_MS);
      await selling.mutation(api.orders.accept, { orderId, deliveryBefore });
      return "done";
    }
    case "reject":
      await selling.mutation(api.orders.reject, { orderId, reason: "None left." });
      return "done";
    case "cancel":
      await stage.buying.mutation(api.orders.cancel, { orderId, reason: "Too late." });
      return "done";
    case "restore": {
      const { token } = stage[by];
      const { message } = await restoreStock(stage.market, token, productId, quantity);
      return message.includes("nothing changed") ? "nothing changed" : "done";
    }
  }
}

async function clicks(
  stage: Stage,
  { pair, isDouble, restorer }: Schedule,
  at: 0 | 1,
  order: Order,
): Promise<Told[]> {
  const call = pair[at];
  const click = () =>
    make(stage, { call, by: restorer, screen: at }, order).catch(
      (error: unknown) => refusalOf(error).code,
    );
  const answers = await Promise.all(isDouble[at] ? [click(), click()] : [click()]);
  return answers.map((answer) => ({ call, answer }));
}

/** What both calls were told, and whether the second was sent before the first was answered. */
async function play(
  stage: Stage,
  schedule: Schedule,
  order: Order,
): Promise<{ told: Told[]; met: boolean }> {
  let isAnswered = false;
  const first = clicks(stage, schedule, 0, order).finally(() => (isAnswered = true));
  await (schedule.offset === null ? first : later(schedule.offset));
  const met = !isAnswered;
  const second = clicks(stage, schedule, 1, order);
  return { told: [...(await first), ...(await second)], met };
}

/** What is wrong with how it ended. */
function faultsOf(
  { pair, restorer, offset }: Schedule,
  { quantity }: Order,
  told: readonly Told[],
  end: { status: OrderStatus; events: number; gained: number },
): string[] {
  const faults: string[] = [];
  const wrong = (what: string) => faults.push(what);
  const isReturned = end.status === "rejected" || end.status === "cancelled";
  let added = 0;
  for (const { call, answer } of told) {
    if (call === "restore") {
      const isOwn = restorer === "distributor";
      // Before the order came to nothing it is the owner's own addition; afterwards nobody's.
      if (answer === "done" && isOwn) added += 1;
      else if (
        answer === "nothing changed" ? !isReturned : isOwn || answer !== "NO_STOCK_TO_RESTORE"
      )
        wrong(`${restorer}'s restoring: ${answer}`);
      const isLate = offset === null && pair[1] === "restore" && pair[0] !== "restore";
      if (isLate && isReturned && answer !== "nothing changed") wrong(`late restoring: ${answer}`);
    } else if (answer !== (ENDS[call] === end.status ? "done" : "ILLEGAL_MOVE")) {
      wrong(`${call}: ${answer}`);
    }
  }
  const isMoved = pair.some((call) => call !== "restore");
  if (isMoved === (end.status === "pending")) wrong("not ended, or by nobody");
  if (end.events !== (isMoved ? 2 : 1)) wrong(`${end.events} events`);
  const due = quantity * (added + (isReturned ? 1 : 0));
  if (end.gained !== due) wrong(`${end.gained} pieces back, not ${due}`);
  return faults;
}

/** Answers what is in stock afterwards; `stock` was there before. */
async function tryOnce(
  stage: Stage,
  schedule: Schedule,
  goods: Omit<Order, "id">,
  stock: number,
  tally: Tally,
): Promise<number> {
  const { orderIds } = await stage.buying.mutation(api.orders.place, {
    ...{ placementKey: crypto.randomUUID(), msg: "Some, please.", lines: [goods] },
  });
  const order = { ...goods, id: orderIds[0]! };
  const { told, met } = await play(stage, schedule, order);
  const { http } = stage.retailer;
  const [now, events, product] = await Promise.all([
    http.query(api.orders.one, { orderId: order.id }),
    http.query(api.orders.timeline, { orderId: order.id }),
    http.query(api.products.one, { productId: goods.productId }),
  ]);
  const { status } = now!;
  const left = product?.stock ?? Number.NaN;
  const gained = left - (stock - goods.quantity);
  const faults = faultsOf(schedule, order, told, { status, events: events.length, gained });
  if (faults.length > 0)
    tally.faults.push(`${JSON.stringify({ ...schedule, told, status })}: ${faults.join(", ")}`);
  tally.schedules += 1;
  tally.met += met ? 1 : 0;
  tally.clicks += told.length - 2;
  tally.returned += status === "rejected" || status === "cancelled" ? 1 : 0;
  tally.echoes += told.filter(({ answer }) => answer === "nothing changed").length;
  const pair = nameOf(schedule.pair);
  tally.ends.set(pair, (tally.ends.get(pair) ?? new Set()).add(status));
  return left;
}

function scheduleOf(pair: Schedule["pair"], random: () => number): Schedule {
  return {
    pair,
    offset: random() < 0.2 ? null : Math.floor(random() * (LATEST_MS + 1)),
    isDouble: [random() < 0.3, random() < 0.3],
    restorer: random() < 0.5 ? "retailer" : "distributor",
  };
}

function findings(tally: Tally, wanted: number): Finding[] {
  const moving = PAIRS.filter((pair) => pair[0] < pair[1] && !pair.includes("restore"));
  const oneSided = moving.map(nameOf).filter((pair) => (tally.ends.get(pair)?.size ?? 0) < 2);
  const hit = (what: string, count: number): Finding => ({
    ...{ what, figure: String(count), target: "more than 0", holds: count > 0 },
  });
  return [
    {
      what: "schedules after which an order, its stock or an answer was not as it should be",
      figure: `${tally.faults.length} of ${tally.schedules} ${tally.faults[0] ?? ""}`.trim(),
      target: `0 of ${wanted}`,
      holds: tally.faults.length === 0 && tally.schedules === wanted,
    },
    hit("schedules in which the second call was sent before the first was answered", tally.met),
    hit("double clicks", tally.clicks),
    hit("orders that came to nothing", tally.returned),
    hit("attempts to put their stock back once more", tally.echoes),
    {
      what: "pairs of different moves of which the same one always won",
      figure: oneSided.join(", ") || "0",
      target: "0",
      holds: oneSided.length === 0,
    },
  ];
}

export const races: Proof = {
  name: "races",
  title:
    "[I-04] two calls about one order meet, in all 16 ordered pairs: it ends in one way, and its stock is back exactly once",
  async run({ form, seed, say }) {
    const market = await startMarket(["--empty"]);
    const tally = new Tally();
    try {
      const { retailers, distributors } = await joinTraders(market, 1, 1);
      const [retailer, distributor] = [retailers[0]!, distributors[0]!];
      const selling = [distributor.open(), distributor.open()] as const;
      const stage: Stage = { market, retailer, distributor, buying: retailer.open(), selling };
      const waiting = PAIRS.map((pair, at) => ({ pair, random: chance(seed * PAIRS.length + at) }));
      const lane = async () => {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
          let stock = STOCK;
          const productId = await listProduct(market, distributor, { stock });
          for (let quantity = 1; quantity <= SCHEDULES[form]; quantity += 1) {
            const schedule = scheduleOf(next.pair, next.random);
            stock = await tryOnce(stage, schedule, { productId, quantity }, stock, tally);
          }
          say(`${next.pair.join(", then ")}: ${SCHEDULES[form]} schedules`);
        }
      };
      await Promise.all(Array.from({ length: LANES }, lane));
      await Promise.all([stage.buying, ...selling].map((client) => client.close()));
    } finally {
      await market.stop();
    }
    return findings(tally, PAIRS.length * SCHEDULES[form]);
  },
};
