/**
 * Accepts many orders concurrently while products get new prices and names, the distributor a new name and UPI ID, and the retailer
 * cancels some orders. Every state of a live invoice list must continue the numbers without a gap.
 */
import type { ConvexClient } from "convex/browser";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { DAY_MS, todayIst } from "../../domain/dates";
import { type Attempt, type Finding, type Proof, chance } from "../../embedded/testkit/proof";
import { type Market, inMarket } from "../../testkit/market";
import { type Trader, joinTraders, listProduct, outcomeOf } from "../../testkit/traders";
import { exportTables, violationsIn } from "../faults/consistency";
import { least, none } from "../../embedded/testkit/findings";

const ROUNDS = { short: 4, long: 20 };
/** Orders of each distributor that are accepted concurrently. */
const ACCEPTED = [32, 8];
/** Further orders that are accepted and cancelled concurrently. */
const CONTESTED = 4;
const STOCK = 1_000_000;
const LINES_MAX = 4;
const PIECES_MAX = 9;

/** A distributor with one product and two live clients. */
type Distributor = {
  readonly trader: Trader;
  readonly clients: readonly [ConvexClient, ConvexClient];
  readonly productId: Id<"products">;
};

class Tally {
  states = 0;
  doubled = 0;
  short = 0;
  edits = 0;
  reread = 0;
  accepted = 0;
  cancelled = 0;
  readonly faults: string[] = [];
  /** The invoices as they were issued, by their ids. */
  readonly issued = new Map<string, string>();
}

/** Checks that every state of the distributor's live list continues the numbers, newest first. */
function watchNumbers({ clients }: Distributor, round: number, tally: Tally): () => void {
  const paginationOpts = { numItems: 1_000, cursor: null, id: round };
  let known = 0;
  return clients[0].onUpdate(api.invoices.mine, { paginationOpts }, ({ page }) => {
    const numbers = page.map(({ invoiceNo }) => Number(invoiceNo));
    const isGapless = numbers.every((number, at) => number === numbers.length - at);
    if (!isGapless || numbers.length < known) tally.faults.push(`received ${numbers.join()}`);
    known = numbers.length;
    tally.states += 1;
  });
}

/** Changes everything that an invoice copies from the product and the distributor. */
async function edit({ trader, clients, productId }: Distributor, n: number): Promise<void> {
  const changes = { name: `Lamp ${n}`, pricePaise: 1_000 + n, description: `Burns ${n} hours.` };
  const { person, http } = trader;
  const details = { name: `Seller ${n}`, phone: person.phone, address: `${n} New Road` };
  await Promise.all([
    clients[1].mutation(api.products.edit, { productId, changes }),
    http.mutation(api.account.save, { ...details, business: `Works ${n}` }),
    http.action(api.users.saveUpiId, { upiId: `works${n}@upi`, password: person.password }),
  ]);
}

type Placed = { readonly orderId: Id<"orders">; readonly lines: number };

/** Places an order of one to four lines. Fewer pieces may be sent without asking. */
async function place(
  { productId }: Distributor,
  retailer: ConvexClient,
  random: () => number,
): Promise<Placed> {
  const count = (most: number) => 1 + Math.floor(random() * most);
  const lines = Array.from({ length: count(LINES_MAX) }, () => ({
    ...{ productId, quantity: count(PIECES_MAX) },
  }));
  const order = { orderKey: crypto.randomUUID(), msg: "All of it, please.", lines };
  const shortageRule = "sendLess";
  const { orderId } = await retailer.mutation(api.orders.place, { ...order, shortageRule });
  return { orderId, lines: lines.length };
}

/**
 * Accepts all orders concurrently, half of those with several lines without one of them; some accepts are sent twice, and some orders are
 * cancelled at the same time.
 */
async function acceptAll(
  { clients }: Distributor,
  retailer: ConvexClient,
  orders: readonly Placed[],
  random: () => number,
  tally: Tally,
): Promise<void> {
  const deliveryBefore = todayIst(Date.now() + (1 + Math.floor(random() * 20)) * DAY_MS);
  // The cancelling client sends nothing else, so the first accepts beat their cancels, and the last ones lose.
  const contested = new Set([...orders.slice(0, CONTESTED / 2), ...orders.slice(-CONTESTED / 2)]);
  const calls = orders.map(async (order, at) => {
    const { orderId } = order;
    const isShort = order.lines > 1 && random() < 0.5;
    const lines = isShort ? [{ line: Math.floor(random() * order.lines), quantity: 0 }] : [];
    const accept = () =>
      outcomeOf(
        clients[at % 2 === 0 ? 0 : 1].mutation(api.orders.accept, {
          orderId,
          lines,
          deliveryBefore,
        }),
      );
    if (!contested.has(order)) {
      const isDouble = random() < 0.2;
      tally.short += lines.length;
      tally.doubled += isDouble ? 1 : 0;
      const outcomes = await Promise.all(isDouble ? [accept(), accept()] : [accept()]);
      if (outcomes.some((outcome) => outcome !== "done"))
        tally.faults.push(`accept: ${outcomes.join()}`);
      return;
    }
    const cancel = () =>
      outcomeOf(retailer.mutation(api.orders.cancel, { orderIds: [orderId], reason: "Too dear." }));
    const isFirst = random() < 0.5;
    const [first, second] = isFirst ? [accept(), cancel()] : [cancel(), accept()];
    const [accepted, cancelled] = isFirst
      ? [await first, await second]
      : [await second, await first];
    tally[accepted === "done" ? "accepted" : "cancelled"] += 1;
    if ([accepted, cancelled].sort().join() !== "ILLEGAL_MOVE,done")
      tally.faults.push(`accept and cancel: ${accepted}, ${cancelled}`);
  });
  await Promise.all(calls);
}

/** Checks all rows, and that invoices of earlier rounds are unchanged. */
async function checkRows(market: Market, tally: Tally): Promise<void> {
  const tables = await exportTables(market);
  tally.faults.push(...violationsIn(tables));
  for (const invoice of tables.invoices) {
    const now = JSON.stringify(invoice);
    const before = tally.issued.get(invoice._id) ?? now;
    if (before !== now) tally.faults.push(`${before} became ${now}`);
    tally.reread += tally.issued.has(invoice._id) ? 1 : 0;
    tally.issued.set(invoice._id, now);
  }
}

async function runRound(
  distributor: Distributor,
  retailer: ConvexClient,
  count: number,
  round: number,
  { random, tally }: { random: () => number; tally: Tally },
): Promise<void> {
  const orders: Placed[] = [];
  while (orders.length < count + CONTESTED) orders.push(await place(distributor, retailer, random));
  const stop = watchNumbers(distributor, round, tally);
  await Promise.all([
    acceptAll(distributor, retailer, orders, random, tally),
    edit(distributor, round + 1).then(() => (tally.edits += 1)),
  ]);
  stop();
  const { orderId } = orders[CONTESTED]!;
  await distributor.clients[0].mutation(api.orders.complete, { orderIds: [orderId] });
}

async function run({ form, seed, say }: Attempt): Promise<Finding[]> {
  const random = chance(seed);
  const tally = new Tally();
  await inMarket(["--empty"], async (market) => {
    const traders = await joinTraders(market, 1, ACCEPTED.length);
    const distributors: Distributor[] = [];
    for (const trader of traders.distributors) {
      const productId = await listProduct(market, trader, { stock: STOCK });
      distributors.push({ trader, productId, clients: [trader.open(), trader.open()] });
    }
    const retailer = traders.retailers[0]!.open();
    for (let round = 0; round < ROUNDS[form]; round += 1) {
      await Promise.all(
        distributors.map((distributor, at) =>
          runRound(distributor, retailer, ACCEPTED[at]!, round, { random, tally }),
        ),
      );
      await checkRows(market, tally);
      say(`round ${round + 1}: ${tally.issued.size} invoices`);
    }
    const clients = [retailer, ...distributors.flatMap((distributor) => distributor.clients)];
    await Promise.all(clients.map((client) => client.close()));
  });
  const wanted = ACCEPTED.reduce((sum, count) => sum + count, 0) * ROUNDS[form];
  return [
    none("faults in numbers, rows, answers or earlier invoices", tally.faults, tally.issued.size),
    least("invoices", tally.issued.size, wanted),
    least("states of live lists, each a longer prefix of 1, 2, …", tally.states, 2 * ROUNDS[form]),
    least("concurrently accepted and cancelled orders that ended accepted", tally.accepted),
    least("of them that ended cancelled", tally.cancelled),
    least("orders accepted by two calls", tally.doubled),
    least("orders accepted without one of their lines", tally.short),
    least("concurrent edits of product and distributor", tally.edits),
    least("invoices compared with earlier rounds", tally.reread),
  ];
}

export const invoices: Proof = {
  name: "invoices",
  title:
    "[I-15] [I-16] concurrently accepted orders get one invoice each, numbered 1, 2, … in commit order, which never changes",
  run,
};
