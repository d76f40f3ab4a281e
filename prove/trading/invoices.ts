/**
 * Many orders are accepted at once, while the goods get other prices and names, the seller another name and payment code, and some
 * retailers cancel. Every state of the list of invoices that anybody is shown must go on from the last number without a gap.
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
/** Orders accepted at once, of each seller. */
const ACCEPTED = [32, 8];
/** Orders beside them that are accepted and cancelled at once. */
const CONTESTED = 4;
const STOCK = 1_000_000;

type Page = NonNullable<FunctionReturnType<typeof api.invoices.one>>;

/** Somebody who sells one thing, at two screens. */
type Seller = {
  readonly trader: Trader;
  readonly screens: readonly ConvexClient[];
  readonly productId: Id<"products">;
  /** As issued, in the order of their numbers. */
  readonly issued: Page[];
};

class Tally {
  states = 0;
  longest = 0;
  doubled = 0;
  edits = 0;
  reread = 0;
  readonly contested = new Map<string, number>();
  readonly faults: string[] = [];
}

/** Looks at every state of the seller's list: after the numbers so far there are the next ones, newest first. */
function watchNumbers(
  { trader, screens, issued }: Seller,
  round: number,
  tally: Tally,
): () => void {
  const last = issued.length;
  const paginationOpts = { numItems: 1, cursor: null, id: round };
  let known = 0;
  return screens[0]!.onUpdate(api.invoices.mine, { paginationOpts }, ({ page }) => {
    const numbers = page.map(({ invoiceNo }) => Number(invoiceNo)).filter((each) => each > last);
    const right = numbers.map((_, at) => last + numbers.length - at);
    if (numbers.join() !== right.join() || numbers.length < known)
      tally.faults.push(`${trader.person.name} saw ${numbers.join()} after ${last}`);
    tally.states += 1;
    tally.longest = Math.max(tally.longest, numbers.length - known);
    known = numbers.length;
  });
}

/** What everybody has is another thing now. */
async function edit({ trader, screens, productId }: Seller, n: number): Promise<void> {
  const changes = { name: `Lamp ${n}`, pricePaise: 1_000 + n, description: `Burns ${n} hours.` };
  const { person, http } = trader;
  const details = { name: `Seller ${n}`, phone: person.phone, address: `${n} New Road` };
  await Promise.all([
    screens[1]!.mutation(api.products.edit, { productId, changes }),
    http.mutation(api.account.save, { ...details, business: `Works ${n}` }),
    http.action(api.users.saveUpiId, { upiId: `works${n}@upi`, password: person.password }),
  ]);
}

/** @returns "done" or the code of the refusal. */
async function answerOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return "done";
  } catch (error) {
    return refusalOf(error).code;
  }
}

async function placeSome(
  retailer: ConvexClient,
  { productId }: Seller,
  count: number,
  random: () => number,
): Promise<Id<"orders">[]> {
  const lines = Array.from({ length: count }, () => ({
    ...{ productId, quantity: 1 + Math.floor(random() * 9) },
  }));
  const asked = { placementKey: crypto.randomUUID(), msg: "All of it, please.", lines };
  return (await retailer.mutation(api.orders.place, asked)).orderIds;
}

/** Accepts them all at once; some are clicked twice, some cancelled at the same time. */
async function acceptAll(
  { screens }: Seller,
  retailer: ConvexClient,
  orders: readonly Id<"orders">[],
  random: () => number,
  tally: Tally,
): Promise<void> {
  const deliveryBefore = todayIst(Date.now() + (1 + Math.floor(random() * 20)) * DAY_MS);
  // Those who cancel have a screen without other calls: early accepting wins, and late cancelling.
  const contested = new Set([...orders.slice(0, CONTESTED / 2), ...orders.slice(-CONTESTED / 2)]);
  const calls = orders.map(async (orderId, at) => {
    const accept = () =>
      answerOf(screens[at % 2]!.mutation(api.orders.accept, { orderId, deliveryBefore }));
    if (!contested.has(orderId)) {
      const isDouble = random() < 0.2;
      tally.doubled += isDouble ? 1 : 0;
      const answers = await Promise.all(isDouble ? [accept(), accept()] : [accept()]);
      if (answers.some((answer) => answer !== "done"))
        tally.faults.push(`accepting: ${answers.join()}`);
      return;
    }
    const cancel = () =>
      answerOf(retailer.mutation(api.orders.cancel, { orderId, reason: "Too dear." }));
    const isFirst = random() < 0.5;
    const [one, other] = isFirst ? [accept(), cancel()] : [cancel(), accept()];
    const answers = isFirst ? [await one, await other] : [await other, await one];
    const winner = answers[0] === "done" ? "accepted" : "cancelled";
    tally.contested.set(winner, (tally.contested.get(winner) ?? 0) + 1);
    if (answers.slice().sort().join() !== "ILLEGAL_MOVE,done")
      tally.faults.push(`accepting and cancelling: ${answers.join()}`);
  });
  await Promise.all(calls);
}

/** The new invoices, one by one: each is of one accepted order, says what was ordered and until when, and how to pay. */
async function readNew(
  { trader: { http }, issued }: Seller,
  orders: readonly Id<"orders">[],
  tally: Tally,
): Promise<void> {
  const paginationOpts = { numItems: orders.length, cursor: null };
  const { page } = await http.query(api.invoices.mine, { paginationOpts });
  const fresh = page.filter(({ invoiceNo }) => Number(invoiceNo) > issued.length).reverse();
  const pages = await Promise.all(
    fresh.map(({ _id }) => http.query(api.invoices.one, { invoiceId: _id })),
  );
  const byOrder = new Map(pages.map((each) => [each?.orderId, each]));
  if (byOrder.size !== pages.length) tally.faults.push("two invoices of one order");
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
  // Numbers given at the same moment are in the order of their moments.
  const moments = pages.map((each) => each!.acceptedAt);
  if (moments.some((moment, at) => at > 0 && moment < moments[at - 1]!))
    tally.faults.push("numbers out of the order of acceptance");
  issued.push(...pages.map((each) => each!));
}

/** Issued is issued: only the status of the order may look different. */
async function readAgain({ trader: { http }, issued }: Seller, tally: Tally): Promise<void> {
  for (const [at, before] of issued.entries()) {
    const now = await http.query(api.invoices.one, { invoiceId: before._id });
    const isSame =
      JSON.stringify({ ...now, orderStatus: before.orderStatus }) === JSON.stringify(before);
    if (!isSame || before.invoiceNo !== String(at + 1))
      tally.faults.push(`${JSON.stringify(before)} became ${JSON.stringify(now)}`);
    tally.reread += 1;
  }
}

async function playRound(
  sellers: readonly Seller[],
  retailer: ConvexClient,
  round: number,
  random: () => number,
  tally: Tally,
): Promise<void> {
  const play = async (seller: Seller, count: number) => {
    const orders = await placeSome(retailer, seller, count + CONTESTED, random);
    const stop = watchNumbers(seller, round, tally);
    await Promise.all([
      acceptAll(seller, retailer, orders, random, tally),
      edit(seller, round + 1).then(() => (tally.edits += 1)),
    ]);
    await readNew(seller, orders, tally);
    stop();
    const accepted = seller.issued.at(-1)!.orderId;
    await seller.screens[0]!.mutation(api.orders.complete, { orderId: accepted });
  };
  await Promise.all(sellers.map((seller, at) => play(seller, ACCEPTED[at]!)));
}

async function run({ form, seed, say }: Attempt): Promise<Finding[]> {
  const random = chance(seed);
  const tally = new Tally();
  const market = await startMarket(["--empty"]);
  const sellers: Seller[] = [];
  try {
    const { retailers, distributors } = await joinTraders(market, 1, ACCEPTED.length);
    for (const trader of distributors) {
      const productId = await listProduct(market, trader, { stock: STOCK });
      sellers.push({ trader, productId, screens: [trader.open(), trader.open()], issued: [] });
    }
    const retailer = retailers[0]!.open();
    for (let round = 0; round < ROUNDS[form]; round += 1) {
      await playRound(sellers, retailer, round, random, tally);
      say(
        `round ${round + 1}: ${sellers.map(({ issued }) => issued.length).join(" and ")} invoices`,
      );
    }
    for (const seller of sellers) await readAgain(seller, tally);
    const clients = [retailer, ...sellers.flatMap(({ screens }) => screens)];
    await Promise.all(clients.map((client) => client.close()));
  } finally {
    await market.stop();
  }
  return findings(ROUNDS[form], sellers, tally);
}

function findings(rounds: number, sellers: readonly Seller[], tally: Tally): Finding[] {
  const issued = sellers.map((seller) => seller.issued.length);
  const contested = ["accepted", "cancelled"].map((end) => tally.contested.get(end) ?? 0);
  const least = ACCEPTED.map((count) => count * rounds);
  return [
    {
      what: "faults in the numbers, the sums, the dates, the codes or what was issued before",
      figure: `${tally.faults.length} ${tally.faults[0] ?? ""}`.trim(),
      target: "0",
      holds: tally.faults.length === 0,
    },
    {
      what: "invoices, of each seller",
      figure: issued.join(" and "),
      target: `at least ${least.join(" and ")}`,
      holds: issued.every((count, at) => count >= least[at]!),
    },
    {
      what: "states of their lists that were seen, each a longer beginning of 1, 2, …",
      figure: `${tally.states}, at most ${tally.longest} numbers at once`,
      target: "more than 0",
      holds: tally.states > rounds,
    },
    {
      what: "orders accepted and cancelled at once that ended the one and the other way",
      figure: contested.join(" and "),
      target: "more than 0",
      holds: contested.every((count) => count > 0),
    },
    {
      what: "accepted by a double click; changes of goods and seller meanwhile; invoices read again",
      figure: [tally.doubled, tally.edits, tally.reread].join("; "),
      target: "more than 0",
      holds: tally.doubled > 0 && tally.edits > 0 && tally.reread > 0,
    },
  ];
}

export const invoices: Proof = {
  name: "invoices",
  title:
    "[I-15] [I-16] orders accepted at once have invoices 1, 2, … in the order of commits, one each, which stay as they are",
  run,
};
