/**
 * Races two calls about one order, in every ordered pair of accept, reject, cancel and REST stock restore. The second call follows
 * after a few milliseconds, or after the first response; some calls are sent twice. The order must end in one status, a caller must
 * have received it, and a rejected or cancelled order returns its stock exactly once.
 */
import { setTimeout as later } from "node:timers/promises";
import type { ConvexClient } from "convex/browser";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { DAY_MS, todayIst } from "../../domain/dates";
import type { OrderStatus, OrderParty } from "../../domain/orderLifecycle";
import { type Finding, type Proof, chance } from "../../embedded/testkit/proof";
import { type Market, startMarket } from "../../testkit/market";
import { least } from "../../embedded/testkit/findings";
import { restoreStock } from "./stockCalls";
import { type Trader, joinTraders, listProduct, refusalOf } from "../../testkit/traders";

const CALLS = ["accept", "reject", "cancel", "restore"] as const;
type Call = (typeof CALLS)[number];
const PAIRS = CALLS.flatMap((first) => CALLS.map((second) => [first, second] as const));
const FINAL_STATUS = { accept: "accepted", reject: "rejected", cancel: "cancelled" } as const;

const SCHEDULES = { short: 12, long: 200 };
/** Exceeds the sum of all orders; each schedule orders a different quantity, which identifies its returned stock. */
const STOCK = 500_000;
/** The longest delay of the second call, about the time of one response. */
const DELAY_MAX_MS = 6;
/** Pairs that run concurrently. */
const WORKERS = 4;

/** Both parties with their live clients; the distributor has two. */
type Setup = {
  readonly market: Market;
  readonly retailer: Trader;
  readonly distributor: Trader;
  readonly retailerClient: ConvexClient;
  readonly distributorClients: readonly [ConvexClient, ConvexClient];
};

type Order = {
  readonly id: Id<"orders">;
  readonly productId: Id<"products">;
  readonly quantity: number;
};

type Schedule = {
  readonly pair: readonly [Call, Call];
  /** The delay of the second call in milliseconds; null sends it after the first response. */
  readonly offset: number | null;
  readonly isDouble: readonly [boolean, boolean];
  /** The party that restores the stock. */
  readonly restorer: OrderParty;
};

/** A call and its response: "done", "nothing changed", or the code of a refusal. */
type Result = { readonly call: Call; readonly response: string };

const nameOf = (pair: Schedule["pair"]) => [...pair].sort().join(" and ");

class Tally {
  schedules = 0;
  overlapping = 0;
  doubled = 0;
  repeatedRestores = 0;
  returned = 0;
  /** The final statuses of each pair of calls, in either order. */
  readonly finalStatuses = new Map<string, Set<OrderStatus>>();
  readonly faults: string[] = [];
}

async function send(
  setup: Setup,
  { call, by, client }: { call: Call; by: OrderParty; client: 0 | 1 },
  { id: orderId, productId, quantity }: Order,
): Promise<string> {
  const distributor = setup.distributorClients[client];
  switch (call) {
    case "accept": {
      const deliveryBefore = todayIst(Date.now() + 2 * DAY_MS);
      await distributor.mutation(api.orders.accept, { lines: [{ orderId }], deliveryBefore });
      return "done";
    }
    case "reject":
      await distributor.mutation(api.orders.reject, { orderIds: [orderId], reason: "None left." });
      return "done";
    case "cancel":
      await setup.retailerClient.mutation(api.orders.cancel, {
        orderIds: [orderId],
        reason: "Too late.",
      });
      return "done";
    case "restore": {
      const { token } = setup[by];
      const { message } = await restoreStock(setup.market, token, productId, quantity);
      return message.includes("nothing changed") ? "nothing changed" : "done";
    }
  }
}

async function sendOnceOrTwice(
  setup: Setup,
  { pair, isDouble, restorer }: Schedule,
  at: 0 | 1,
  order: Order,
): Promise<Result[]> {
  const call = pair[at];
  const sendOne = () =>
    send(setup, { call, by: restorer, client: at }, order).catch(
      (error: unknown) => refusalOf(error).code,
    );
  const responses = await Promise.all(isDouble[at] ? [sendOne(), sendOne()] : [sendOne()]);
  return responses.map((response) => ({ call, response }));
}

/** Returns all results; `isOverlapping` is true when the second call was sent before the first response. */
async function run(
  setup: Setup,
  schedule: Schedule,
  order: Order,
): Promise<{ results: Result[]; isOverlapping: boolean }> {
  let isAnswered = false;
  const first = sendOnceOrTwice(setup, schedule, 0, order).finally(() => (isAnswered = true));
  await (schedule.offset === null ? first : later(schedule.offset));
  const isOverlapping = !isAnswered;
  const second = sendOnceOrTwice(setup, schedule, 1, order);
  return { results: [...(await first), ...(await second)], isOverlapping };
}

/** Compares the responses, the final status, the events and the stock with the rules. */
function faultsOf(
  { pair, restorer, offset }: Schedule,
  { quantity }: Order,
  results: readonly Result[],
  end: { status: OrderStatus; events: number; gained: number },
): string[] {
  const faults: string[] = [];
  const fault = (text: string) => faults.push(text);
  const isReturned = end.status === "rejected" || end.status === "cancelled";
  let added = 0;
  for (const { call, response } of results) {
    if (call === "restore") {
      const isOwn = restorer === "distributor";
      // Before the order returned its stock, the distributor's call adds stock; afterwards it changes nothing.
      if (response === "done" && isOwn) added += 1;
      else if (
        response === "nothing changed" ? !isReturned : isOwn || response !== "NO_STOCK_TO_RESTORE"
      )
        fault(`${restorer}'s restore: ${response}`);
      const isLate = offset === null && pair[1] === "restore" && pair[0] !== "restore";
      if (isLate && isReturned && response !== "nothing changed")
        fault(`late restore: ${response}`);
    } else if (response !== (FINAL_STATUS[call] === end.status ? "done" : "ILLEGAL_MOVE")) {
      fault(`${call}: ${response}`);
    }
  }
  const isMoved = pair.some((call) => call !== "restore");
  if (isMoved === (end.status === "pending")) fault(`${end.status} after ${nameOf(pair)}`);
  if (end.events !== (isMoved ? 2 : 1)) fault(`${end.events} events`);
  const due = quantity * (added + (isReturned ? 1 : 0));
  if (end.gained !== due) fault(`stock grew by ${end.gained}, expected ${due}`);
  return faults;
}

/** Returns the stock afterwards; `stock` is the stock before. */
async function runSchedule(
  setup: Setup,
  schedule: Schedule,
  line: Omit<Order, "id">,
  stock: number,
  tally: Tally,
): Promise<number> {
  const { orderIds } = await setup.retailerClient.mutation(api.orders.place, {
    ...{ placementKey: crypto.randomUUID(), msg: "Some, please.", lines: [line] },
  });
  const order = { ...line, id: orderIds[0]! };
  const { results, isOverlapping } = await run(setup, schedule, order);
  const { http } = setup.retailer;
  const [now, events, product] = await Promise.all([
    http.query(api.orders.one, { orderId: order.id }),
    http.query(api.orders.timeline, { orderId: order.id }),
    http.query(api.products.one, { productId: line.productId }),
  ]);
  const { status } = now!;
  const left = product?.stock ?? Number.NaN;
  const gained = left - (stock - line.quantity);
  const faults = faultsOf(schedule, order, results, { status, events: events.length, gained });
  if (faults.length > 0)
    tally.faults.push(`${JSON.stringify({ ...schedule, results, status })}: ${faults.join(", ")}`);
  tally.schedules += 1;
  tally.overlapping += isOverlapping ? 1 : 0;
  tally.doubled += results.length - 2;
  tally.returned += status === "rejected" || status === "cancelled" ? 1 : 0;
  tally.repeatedRestores += results.filter(({ response }) => response === "nothing changed").length;
  const pair = nameOf(schedule.pair);
  tally.finalStatuses.set(pair, (tally.finalStatuses.get(pair) ?? new Set()).add(status));
  return left;
}

function scheduleOf(pair: Schedule["pair"], random: () => number): Schedule {
  return {
    pair,
    offset: random() < 0.2 ? null : Math.floor(random() * (DELAY_MAX_MS + 1)),
    isDouble: [random() < 0.3, random() < 0.3],
    restorer: random() < 0.5 ? "retailer" : "distributor",
  };
}

function findings(tally: Tally, wanted: number): Finding[] {
  const movePairs = PAIRS.filter((pair) => pair[0] < pair[1] && !pair.includes("restore"));
  const oneSided = movePairs
    .map(nameOf)
    .filter((pair) => (tally.finalStatuses.get(pair)?.size ?? 0) < 2);
  return [
    {
      what: "schedules with a wrong order, stock or response",
      figure: `${tally.faults.length} of ${tally.schedules} ${tally.faults[0] ?? ""}`.trim(),
      target: `0 of ${wanted}`,
      holds: tally.faults.length === 0 && tally.schedules === wanted,
    },
    least("schedules whose second call was sent before the first response", tally.overlapping),
    least("calls sent twice", tally.doubled),
    least("orders rejected or cancelled", tally.returned),
    least("repeated restores of their stock that changed nothing", tally.repeatedRestores),
    {
      what: "pairs of different moves in which one call always won",
      figure: oneSided.join(", ") || "0",
      target: "0",
      holds: oneSided.length === 0,
    },
  ];
}

export const races: Proof = {
  name: "races",
  title:
    "[I-04] when two calls about one order race, in all 16 ordered pairs, it ends in one status and its stock returns exactly once",
  async run({ form, seed, say }) {
    const market = await startMarket(["--empty"]);
    const tally = new Tally();
    try {
      const { retailers, distributors } = await joinTraders(market, 1, 1);
      const [retailer, distributor] = [retailers[0]!, distributors[0]!];
      const distributorClients = [distributor.open(), distributor.open()] as const;
      const retailerClient = retailer.open();
      const setup: Setup = { market, retailer, distributor, retailerClient, distributorClients };
      const queue = PAIRS.map((pair, at) => ({ pair, random: chance(seed * PAIRS.length + at) }));
      const worker = async () => {
        for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
          let stock = STOCK;
          const productId = await listProduct(market, distributor, { stock });
          for (let quantity = 1; quantity <= SCHEDULES[form]; quantity += 1) {
            const schedule = scheduleOf(next.pair, next.random);
            stock = await runSchedule(setup, schedule, { productId, quantity }, stock, tally);
          }
          say(`${next.pair.join(", then ")}: ${SCHEDULES[form]} schedules`);
        }
      };
      await Promise.all(Array.from({ length: WORKERS }, worker));
      await Promise.all([retailerClient, ...distributorClients].map((client) => client.close()));
    } finally {
      await market.stop();
    }
    return findings(tally, PAIRS.length * SCHEDULES[form]);
  },
};
