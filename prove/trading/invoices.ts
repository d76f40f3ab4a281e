/**
 * Accepts many orders concurrently while products get new prices and names, the distributor a new name and UPI ID, and the retailer
 * cancels some orders. Every state of a live invoice list must continue the numbers without a gap.
 */
import type { ConvexClient } from "convex/browser";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { DAY_MS, todayIst } from "../../domain/dates";
import { type Attempt, type Finding, type Proof, chance } from "../../embedded/testkit/proof";
import { startMarket } from "../../testkit/market";
import { type Trader, joinTraders, listProduct, refusalOf } from "../../testkit/traders";

const ROUNDS = { short: 4, long: 20 };
/** Orders of each distributor that are accepted concurrently. */
const ACCEPTED = [32, 8];
/** Further orders that are accepted and cancelled concurrently. */
const CONTESTED = 4;
const STOCK = 1_000_000;

type Invoice = NonNullable<FunctionReturnType<typeof api.invoices.one>>;

/** A distributor with one product and two live clients. */
type Distributor = {
  readonly trader: Trader;
  readonly clients: readonly ConvexClient[];
  readonly productId: Id<"products">;
  /** The invoices as first read, ordered by number. */
  readonly issued: Invoice[];
};

class Tally {
  states = 0;
  maxNewNumbers = 0;
  doubled = 0;
  edits = 0;
  reread = 0;
  readonly contested = new Map<string, number>();
  readonly faults: string[] = [];
}

/** Checks that every state of the distributor's live list continues the numbers, newest first. */
function watchNumbers(
  { trader, clients, issued }: Distributor,
  round: number,
  tally: Tally,
): () => void {
  const last = issued.length;
  const paginationOpts = { numItems: 1, cursor: null, id: round };
  let known = 0;
  return clients[0]!.onUpdate(api.invoices.mine, { paginationOpts }, ({ page }) => {
    const numbers = page.map(({ invoiceNo }) => Number(invoiceNo)).filter((each) => each > last);
    const expected = numbers.map((_, at) => last + numbers.length - at);
    if (numbers.join() !== expected.join() || numbers.length < known)
      tally.faults.push(`${trader.person.name} received ${numbers.join()} after ${last}`);
    tally.states += 1;
    tally.maxNewNumbers = Math.max(tally.maxNewNumbers, numbers.length - known);
    known = numbers.length;
  });
}

/** Changes everything that an invoice copies from the product and the distributor. */
async function edit({ trader, clients, productId }: Distributor, n: number): Promise<void> {
  const changes = { name: `Lamp ${n}`, pricePaise: 1_000 + n, description: `Burns ${n} hours.` };
  const { person, http } = trader;
  const details = { name: `Seller ${n}`, phone: person.phone, address: `${n} New Road` };
  await Promise.all([
    clients[1]!.mutation(api.products.edit, { productId, changes }),
    http.mutation(api.account.save, { ...details, business: `Works ${n}` }),
    http.action(api.users.saveUpiId, { upiId: `works${n}@upi`, password: person.password }),
  ]);
}

/** Returns "done" or the code of the refusal. */
async function outcomeOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return "done";
  } catch (error) {
    return refusalOf(error).code;
  }
}

async function placeOrders(
  retailer: ConvexClient,
  { productId }: Distributor,
  count: number,
  random: () => number,
): Promise<Id<"orders">[]> {
  const lines = Array.from({ length: count }, () => ({
    ...{ productId, quantity: 1 + Math.floor(random() * 9) },
  }));
  const args = { placementKey: crypto.randomUUID(), msg: "All of it, please.", lines };
  return (await retailer.mutation(api.orders.place, args)).orderIds;
}

/** Accepts all orders concurrently; some accepts are sent twice, and some orders are cancelled at the same time. */
async function acceptAll(
  { clients }: Distributor,
  retailer: ConvexClient,
  orders: readonly Id<"orders">[],
  random: () => number,
  tally: Tally,
): Promise<void> {
  const deliveryBefore = todayIst(Date.now() + (1 + Math.floor(random() * 20)) * DAY_MS);
  // The cancelling client sends nothing else, so the first accepts beat their cancels, and the last ones lose.
  const contested = new Set([...orders.slice(0, CONTESTED / 2), ...orders.slice(-CONTESTED / 2)]);
  const calls = orders.map(async (orderId, at) => {
    const accept = () =>
      outcomeOf(
        clients[at % 2]!.mutation(api.orders.accept, { lines: [{ orderId }], deliveryBefore }),
      );
    if (!contested.has(orderId)) {
      const isDouble = random() < 0.2;
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
    const outcomes = isFirst ? [await first, await second] : [await second, await first];
    const winner = outcomes[0] === "done" ? "accepted" : "cancelled";
    tally.contested.set(winner, (tally.contested.get(winner) ?? 0) + 1);
    if (outcomes.slice().sort().join() !== "ILLEGAL_MOVE,done")
      tally.faults.push(`accept and cancel: ${outcomes.join()}`);
  });
  await Promise.all(calls);
}

/** Checks each new invoice against its accepted order: line, total, delivery date and payment link. */
async function checkNewInvoices(
  { trader: { http }, issued }: Distributor,
  orders: readonly Id<"orders">[],
  tally: Tally,
): Promise<void> {
  const paginationOpts = { numItems: orders.length, cursor: null };
  const { page } = await http.query(api.invoices.mine, { paginationOpts });
  const rows = page.filter(({ invoiceNo }) => Number(invoiceNo) > issued.length).reverse();
  const added = await Promise.all(
    rows.map(({ _id }) => http.query(api.invoices.one, { invoiceId: _id })),
  );
  const byOrder = new Map(added.map((each) => [each?.orderId, each]));
  if (byOrder.size !== added.length) tally.faults.push("two invoices of one order");
  for (const orderId of orders) {
    const [order, invoice] = [await http.query(api.orders.one, { orderId }), byOrder.get(orderId)];
    const isAccepted = order?.status === "accepted";
    const isDated = order?.deliveryBefore !== undefined && order.acceptedAt !== undefined;
    if (isAccepted !== (invoice != null) || isAccepted !== isDated)
      tally.faults.push(`${order?.status} with ${invoice?.invoiceNo ?? "no invoice"}`);
    if (order == null || invoice == null) continue;
    const [line, ...more] = invoice.lines;
    const isRight =
      line?.quantity === order.quantity &&
      line.pricePaise === order.pricePaise &&
      line.productName === order.productName &&
      line.totalPaise === order.quantity * order.pricePaise &&
      invoice.netAmountPaise === line.totalPaise &&
      more.length === 0 &&
      invoice.deliveryBefore === order.deliveryBefore &&
      invoice.upiLink?.includes(`am=${(invoice.netAmountPaise / 100).toFixed(2)}&`) === true;
    if (!isRight) tally.faults.push(`${JSON.stringify(invoice)} for ${JSON.stringify(order)}`);
  }
  // Numbers must follow the order of acceptance.
  const times = added.map((each) => each!.acceptedAt);
  if (times.some((time, at) => at > 0 && time < times[at - 1]!))
    tally.faults.push("numbers out of the order of acceptance");
  issued.push(...added.map((each) => each!));
}

/** Checks that issued invoices are unchanged, except for the order's status. */
async function checkIssuedInvoices(
  { trader: { http }, issued }: Distributor,
  tally: Tally,
): Promise<void> {
  for (const [at, before] of issued.entries()) {
    const now = await http.query(api.invoices.one, { invoiceId: before._id });
    const isSame =
      JSON.stringify({ ...now, orderStatus: before.orderStatus }) === JSON.stringify(before);
    if (!isSame || before.invoiceNo !== String(at + 1))
      tally.faults.push(`${JSON.stringify(before)} became ${JSON.stringify(now)}`);
    tally.reread += 1;
  }
}

async function runRound(
  distributors: readonly Distributor[],
  retailer: ConvexClient,
  round: number,
  random: () => number,
  tally: Tally,
): Promise<void> {
  const runFor = async (distributor: Distributor, count: number) => {
    const orders = await placeOrders(retailer, distributor, count + CONTESTED, random);
    const stop = watchNumbers(distributor, round, tally);
    await Promise.all([
      acceptAll(distributor, retailer, orders, random, tally),
      edit(distributor, round + 1).then(() => (tally.edits += 1)),
    ]);
    await checkNewInvoices(distributor, orders, tally);
    stop();
    const accepted = distributor.issued.at(-1)!.orderId;
    await distributor.clients[0]!.mutation(api.orders.complete, { orderIds: [accepted] });
  };
  await Promise.all(distributors.map((distributor, at) => runFor(distributor, ACCEPTED[at]!)));
}

async function run({ form, seed, say }: Attempt): Promise<Finding[]> {
  const random = chance(seed);
  const tally = new Tally();
  const market = await startMarket(["--empty"]);
  const distributors: Distributor[] = [];
  try {
    const traders = await joinTraders(market, 1, ACCEPTED.length);
    for (const trader of traders.distributors) {
      const productId = await listProduct(market, trader, { stock: STOCK });
      distributors.push({ trader, productId, clients: [trader.open(), trader.open()], issued: [] });
    }
    const retailer = traders.retailers[0]!.open();
    for (let round = 0; round < ROUNDS[form]; round += 1) {
      await runRound(distributors, retailer, round, random, tally);
      say(
        `round ${round + 1}: ${distributors.map(({ issued }) => issued.length).join(" and ")} invoices`,
      );
    }
    for (const distributor of distributors) await checkIssuedInvoices(distributor, tally);
    const clients = [retailer, ...distributors.flatMap((distributor) => distributor.clients)];
    await Promise.all(clients.map((client) => client.close()));
  } finally {
    await market.stop();
  }
  return findings(ROUNDS[form], distributors, tally);
}

function findings(rounds: number, distributors: readonly Distributor[], tally: Tally): Finding[] {
  const issued = distributors.map((distributor) => distributor.issued.length);
  const contested = ["accepted", "cancelled"].map((end) => tally.contested.get(end) ?? 0);
  const required = ACCEPTED.map((count) => count * rounds);
  return [
    {
      what: "faults in numbers, totals, dates, payment links or earlier invoices",
      figure: `${tally.faults.length} ${tally.faults[0] ?? ""}`.trim(),
      target: "0",
      holds: tally.faults.length === 0,
    },
    {
      what: "invoices of each distributor",
      figure: issued.join(" and "),
      target: `at least ${required.join(" and ")}`,
      holds: issued.every((count, at) => count >= required[at]!),
    },
    {
      what: "states of their live lists, each a longer prefix of 1, 2, …",
      figure: `${tally.states}, at most ${tally.maxNewNumbers} new numbers in one`,
      target: "more than 0",
      holds: tally.states > rounds,
    },
    {
      what: "concurrently accepted and cancelled orders that ended accepted, and cancelled",
      figure: contested.join(" and "),
      target: "more than 0",
      holds: contested.every((count) => count > 0),
    },
    {
      what: "orders accepted by two calls; concurrent edits of product and distributor; invoices read again",
      figure: [tally.doubled, tally.edits, tally.reread].join("; "),
      target: "more than 0",
      holds: tally.doubled > 0 && tally.edits > 0 && tally.reread > 0,
    },
  ];
}

export const invoices: Proof = {
  name: "invoices",
  title:
    "[I-15] [I-16] concurrently accepted orders get one invoice each, numbered 1, 2, … in commit order, which never changes",
  run,
};
