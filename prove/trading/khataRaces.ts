/**
 * Races calls about credit and payments over sockets: more orders than the limit has room for, moves of one payment, one payment
 * told twice, and one reference told by two retailers. Exactly one of each may stand, and the rows agree with the answers.
 */
import { setTimeout as later } from "node:timers/promises";
import type { ConvexClient } from "convex/browser";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { sum } from "../../convex/khata/khataRows.setup";
import { DAY_MS, todayIst } from "../../domain/dates";
import {
  PAYMENT_MOVES,
  type PaymentMove,
  type PaymentState,
  validatePaymentMove,
} from "../../domain/paymentLifecycle";
import { least, none } from "../../embedded/testkit/findings";
import { type Finding, type Proof, chance } from "../../embedded/testkit/proof";
import { type Market, inMarket } from "../../testkit/market";
import { type Trader, connect, joinTraders, listProduct, outcomeOf } from "../../testkit/traders";
import { exportTables, violationsIn } from "../faults/consistency";

const ROUNDS = { short: { credit: 2, races: 30 }, long: { credit: 20, races: 200 } };
const ORDER_PAISE = 1_000_00;
/** Lines of one piece that an order may have: each order adds up to the same sum. */
const LINE_COUNTS = [1, 2, 4];
const PLACED_CONCURRENT_MAX = 64;
const ROOM = 10;
const TABS = 16;
/** The longest time between two calls, or until a caller is gone, about that of one response. */
const DELAY_MAX_MS = 6;

type Call = { readonly move: PaymentMove; readonly reason?: string };
type Facts = { readonly state: PaymentState; readonly reason?: string | undefined };

const call = (move: PaymentMove, reason?: string): Call => ({ move, ...(reason && { reason }) });
/** Races about a payment that is claimed, or confirmed where there are reversals only. */
const RACES: readonly (readonly Call[])[] = [
  [call("confirm"), call("confirm"), call("confirm")],
  [call("confirm"), call("withdraw"), call("dispute", "No such money.")],
  [call("confirm"), call("reverse", "It bounced.")],
  [call("reverse", "It bounced."), call("reverse", "It bounced."), call("reverse", "A mistake.")],
];

class Tally {
  readonly faults: string[] = [];
  readonly counts = new Map<string, number>();

  count(what: string, by = 1): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + by);
  }

  expect(what: string, found: unknown, wanted: unknown): void {
    const [one, other] = [JSON.stringify(found), JSON.stringify(wanted)];
    if (one !== other) this.faults.push(`${what}: ${one}, not ${other}`);
  }
}

/** The retailers and a distributor with their live clients. */
type Setup = {
  readonly market: Market;
  readonly retailers: readonly Trader[];
  readonly distributor: Trader;
  /** Of the first retailer. */
  readonly tabs: readonly ConvexClient[];
  /** Of the second one. */
  readonly rival: ConvexClient;
  readonly selling: readonly ConvexClient[];
  readonly random: () => number;
  readonly tally: Tally;
};

function khataOf({ retailers, distributor }: Setup) {
  return distributor.http.query(api.khata.account, { partnerId: retailers[0]!.id });
}

/** The first retailer's newest payment. */
async function newest({ retailers, distributor }: Setup) {
  const asked = { partnerId: retailers[0]!.id, paginationOpts: { numItems: 1, cursor: null } };
  return (await distributor.http.query(api.payments.withPartner, asked)).page[0];
}

/** By the number of lines with which an order of them adds up to the same sum. */
type Goods = ReadonlyMap<number, Id<"products">>;

/** An order that was made. */
type Placed = { readonly orderId: Id<"orders">; readonly lineCount: number };

/** Places more at once than `room` orders, of which so many must be made; returns them. */
async function placeAtOnce(
  { tally, tabs }: Setup,
  goods: Goods,
  room: number,
  limits: { readonly limitPaise: number; readonly usedPaise: number },
): Promise<Placed[]> {
  const refusal = { code: "CREDIT_LIMIT", ...limits, neededPaise: ORDER_PAISE };
  const wanted = JSON.stringify(Object.entries(refusal).sort());
  const placed = Array.from({ length: PLACED_CONCURRENT_MAX }, async (_, n) => {
    const lineCount = LINE_COUNTS[n % LINE_COUNTS.length]!;
    const line = { productId: goods.get(lineCount)!, quantity: 1 };
    const lines = Array.from({ length: lineCount }, () => line);
    const order = { orderKey: crypto.randomUUID(), msg: "One, please.", lines };
    try {
      const { orderId } = await tabs[n % TABS]!.mutation(api.orders.place, order);
      return [{ orderId, lineCount }];
    } catch (error) {
      const data = (error as { data?: object }).data ?? { error: String(error) };
      tally.expect("refusal", JSON.stringify(Object.entries(data).sort()), wanted);
      tally.count("orders refused");
      return [];
    }
  });
  const made = (await Promise.all(placed)).flat();
  tally.expect("orders", made.length, room);
  return made;
}

/** Half of an order's lines: every second one. */
function linesToRefuse({ orderId, lineCount }: Placed): string[] {
  const places = Array.from({ length: lineCount }, (_, at) => at + 1);
  return places.filter((place) => place % 2 === 0).map((place) => `${orderId}-${place}`);
}

/**
 * [I-42] As many orders as the limit has room for, and one more for an allowance. Either party refuses lines of them afterwards; then half
 * of the orders become a balance.
 */
async function runOutOfCredit(setup: Setup, goods: Goods): Promise<void> {
  const { retailers, tabs, selling, tally } = setup;
  const retailerId = retailers[0]!.id;
  const { balancePaise, openOrdersPaise } = await khataOf(setup);
  const limitPaise = balancePaise + openOrdersPaise + ROOM * ORDER_PAISE;
  const terms = { terms: "onDelivery" as const, creditLimitPaise: limitPaise };
  await selling[0]!.mutation(api.khata.setTerms, { retailerId, ...terms });
  const full = { limitPaise, usedPaise: limitPaise };
  const placed = await placeAtOnce(setup, goods, ROOM, full);
  await selling[1]!.mutation(api.khata.allowOnce, { retailerId, paise: ORDER_PAISE });
  const beyond = { limitPaise, usedPaise: limitPaise + ORDER_PAISE };
  placed.push(...(await placeAtOnce(setup, goods, 1, beyond)));
  const deliveryBefore = todayIst(Date.now() + DAY_MS);
  for (const [n, order] of placed.entries()) {
    const { orderId } = order;
    const orderIds = linesToRefuse(order);
    tally.count("lines refused", orderIds.length);
    const refusal = { orderIds, reason: "Too much." };
    if (orderIds.length > 0)
      await (n % 4 < 2
        ? selling[0]!.mutation(api.orders.reject, refusal)
        : tabs[0]!.mutation(api.orders.cancel, refusal));
    if (n % 2 === 0) await selling[0]!.mutation(api.orders.accept, { orderId, deliveryBefore });
    else await tabs[0]!.mutation(api.orders.cancel, { ...refusal, orderIds: [orderId] });
  }
}

/** A claim by `client`, or a payment that the distributor records. */
async function tell(
  { retailers, distributor }: Setup,
  client: ConvexClient,
  {
    by = "claim",
    ...told
  }: {
    by?: "claim" | "record";
    amountPaise: number;
    key?: string;
    reference?: string;
    method?: "upi" | "bank";
  },
): Promise<Id<"payments">> {
  const { amountPaise, key = crypto.randomUUID(), reference, method = "upi" } = told;
  const { paymentId } = await client.mutation(api.payments[by], {
    partnerId: by === "claim" ? distributor.id : retailers[0]!.id,
    ...{ amountPaise, paidOn: todayIst(Date.now()), invoiceIds: [], paymentKey: key },
    ...(reference === undefined ? { method: "cash" } : { method, reference }),
    isAdvanceMeant: true,
  });
  return paymentId;
}

/** True if the calls, made one after another in some order, give their answers and this end. */
function isSerial(
  now: Facts,
  calls: readonly (Call & { readonly answer: string })[],
  end: Facts,
): boolean {
  if (calls.length === 0) return now.state === end.state && now.reason === end.reason;
  return calls.some(({ move, reason, answer }, at) => {
    const verdict = validatePaymentMove(now, move, reason);
    if (answer !== (verdict === "refused" ? "PAYMENT_CLOSED" : "done")) return false;
    const next = verdict === "move" ? { state: PAYMENT_MOVES[move].to, reason } : now;
    return isSerial(next, calls.toSpliced(at, 1), end);
  });
}

/** [I-43] Moves of one payment at once: one of them stands, and its entry counts once. */
async function raceMoves(setup: Setup, calls: readonly Call[], amountPaise: number) {
  const { tally, tabs, selling, random } = setup;
  const isReversal = calls.every(({ move }) => move === "reverse");
  const by = isReversal ? "record" : "claim";
  const paymentId = await tell(setup, isReversal ? selling[0]! : tabs[0]!, { by, amountPaise });
  const before = await khataOf(setup);
  const made = calls.map(async ({ move, reason = "" }, n) => {
    await later(Math.floor(random() * DELAY_MAX_MS));
    const client = move === "withdraw" ? tabs[n]! : selling[n]!;
    return outcomeOf(
      move === "confirm" || move === "withdraw"
        ? client.mutation(api.payments[move], { paymentId })
        : client.mutation(api.payments[move], { paymentId, reason }),
    );
  });
  const answers = await Promise.all(made);
  const { state, reason } = (await newest(setup))!;
  const answered = calls.map((each, n) => ({ ...each, answer: answers[n]! }));
  const start = isReversal ? ("confirmed" as const) : ("claimed" as const);
  if (!isSerial({ state: start }, answered, { state, reason }))
    tally.faults.push(`[I-43] ${JSON.stringify(answered)} end as ${state}, ${reason}`);
  const entered = { claimed: 0, disputed: 0, withdrawn: 0, confirmed: -1, reversed: 0 }[state];
  const wanted = before.balancePaise + (entered + (isReversal ? 1 : 0)) * amountPaise;
  tally.expect(`[I-43] balance once ${state}`, (await khataOf(setup)).balancePaise, wanted);
  for (const { move, answer } of answered)
    tally.count(`${move} ${answer === "done" ? "won" : "lost"}`);
  if (state === "claimed") await tabs[0]!.mutation(api.payments.withdraw, { paymentId });
}

/** [I-43] One key at once, with two sums, and after an answer that was lost: it is one payment, and counts once. */
async function raceKeys(setup: Setup, amountPaise: number): Promise<void> {
  const { tally, tabs, selling, retailers, random } = setup;
  const before = await khataOf(setup);
  const same = { amountPaise, key: crypto.randomUUID() };
  const ids = await Promise.all([tell(setup, tabs[0]!, same), tell(setup, tabs[1]!, same)]);

  const key = crypto.randomUUID();
  const sums = [amountPaise, amountPaise + 1];
  const told = sums.map((paise, n) =>
    outcomeOf(tell(setup, tabs[n]!, { key, amountPaise: paise })),
  );
  tally.expect("[I-43] one key, two sums", (await Promise.all(told)).sort(), [
    "KEY_REUSED",
    "done",
  ]);
  const either = (await newest(setup))!;
  ids.push(either._id);

  const gone = retailers[0]!.open();
  await gone.query(api.users.me, {});
  const lost = { amountPaise: amountPaise + 2, key: crypto.randomUUID() };
  const answer = tell(setup, gone, lost).then(
    () => true,
    () => false,
  );
  const patience = later(Math.floor(random() * DELAY_MAX_MS), false);
  const isAnswered = await Promise.race([answer, patience]);
  await gone.close();
  const isWritten = (await newest(setup))!.amountPaise === lost.amountPaise;
  tally.count(isAnswered ? "answered" : isWritten ? "written, not answered" : "not answered yet");
  ids.push(await tell(setup, tabs[1]!, lost));

  const payments = [...new Set(ids)];
  tally.expect("[I-43] payments", payments.length, 3);
  for (const paymentId of payments) await selling[0]!.mutation(api.payments.confirm, { paymentId });
  const paid = same.amountPaise + either.amountPaise + lost.amountPaise;
  const { balancePaise } = await khataOf(setup);
  tally.expect("[I-43] balance", balancePaise, before.balancePaise - paid);
}

/** [I-43] [I-57] Two retailers claim with one reference at once, as different methods: one of them is refused. */
async function raceReferences(setup: Setup, amountPaise: number): Promise<void> {
  const { tally, tabs, rival, random } = setup;
  const reference = String(amountPaise).padStart(12, "9");
  const clients = rotated([tabs[0]!, rival], Math.round(random()));
  const claims = clients.map(async (client, n) => {
    await later(Math.floor((random() * DELAY_MAX_MS) / 2));
    const paymentId = await tell(setup, client, {
      ...{ amountPaise, reference, method: n === 0 ? "upi" : "bank" },
    });
    return () => client.mutation(api.payments.withdraw, { paymentId });
  });
  const outcomes = await Promise.all(claims.map(outcomeOf));
  tally.expect("[I-43] one reference", [...outcomes].sort(), ["DUPLICATE_REFERENCE", "done"]);
  const winner = clients[outcomes.indexOf("done")];
  tally.count(winner === rival ? "second retailer's" : "first retailer's");
  // Too many claims that wait are refused.
  for (const claim of claims) await (await claim.catch(() => null))?.();
}

/** [I-44] What is shown by age is what the rows have open. */
async function checkRows({ market, retailers, distributor, tally }: Setup): Promise<void> {
  const tables = await exportTables(market);
  tally.faults.push(...violationsIn(tables));
  for (const { retailerId, balancePaise, advancePaise } of tables.creditAccounts) {
    const asked = { partnerId: retailerId, today: todayIst(Date.now()) };
    const { ageing } = await distributor.http.query(api.khata.ageing, asked);
    const aged = sum(Object.values(ageing), (paise) => paise);
    tally.expect("[I-44] ageing", aged, balancePaise + advancePaise);
    if (retailerId === retailers[0]!.id) tally.count("paise by age", aged);
  }
  tally.count("entries", tables.ledgerEntries.length);
}

/** Begins with another one each time: of calls at the same time, the first mostly wins. */
function rotated<Value>(values: readonly Value[], n: number): Value[] {
  const at = n % values.length;
  return [...values.slice(at), ...values.slice(0, at)];
}

async function runRaces(setup: Setup, form: "short" | "long", say: (text: string) => void) {
  const { market, distributor, tally } = setup;
  const goods = new Map<number, Id<"products">>();
  for (const lineCount of LINE_COUNTS) {
    const product = { stock: 10_000, pricePaise: ORDER_PAISE / lineCount };
    goods.set(lineCount, await listProduct(market, distributor, product));
  }
  for (let n = 0; n < ROUNDS[form].credit; n += 1) await runOutOfCredit(setup, goods);
  say(`credit: ${tally.counts.get("orders refused") ?? 0} orders refused`);
  let paise = 0;
  for (let n = 0; n < ROUNDS[form].races; n += 1) {
    for (const calls of RACES) await raceMoves(setup, rotated(calls, n), (paise += 1));
    await raceKeys(setup, (paise += 3));
    await raceReferences(setup, (paise += 1));
    if (n % 10 === 9) say(`${n + 1} rounds of payments`);
  }
  await checkRows(setup);
}

function findings(
  { faults, counts }: Tally,
  { credit, races }: { credit: number; races: number },
): Finding[] {
  const counted = (what: string) => counts.get(what) ?? 0;
  const refused = credit * (2 * PLACED_CONCURRENT_MAX - ROOM - 1);
  const met = [
    ...Object.keys(PAYMENT_MOVES).flatMap((move) => [`${move} won`, `${move} lost`]),
    ...["written, not answered", "first retailer's", "second retailer's"],
    ...["paise by age", "entries"],
  ];
  return [
    none("answers, balances and rows that differ from the rules", faults, credit + races),
    least(
      `of ${credit} × ${2 * PLACED_CONCURRENT_MAX} orders refused for their credit`,
      counted("orders refused"),
      refused,
    ),
    least("lines refused of orders that wait on", counted("lines refused")),
    ...met.map((what) => least(`races of payments, ${what}`, counted(what))),
  ];
}

export const khataRaces: Proof = {
  name: "khata-races",
  title:
    "[I-41] [I-42] [I-43] [I-44] calls about credit and payments race: the limit has room for so many orders, and one of each payment's calls counts, once",
  async run({ form, seed, say }) {
    const tally = new Tally();
    await inMarket(["--empty"], async (market) => {
      const { retailers, distributors } = await joinTraders(market, 2, 1);
      const [first, second] = [retailers[0]!, retailers[1]!];
      const distributor = distributors[0]!;
      await connect(retailers, distributor);
      const tabs = Array.from({ length: TABS }, () => first.open());
      const selling = Array.from({ length: 3 }, () => distributor.open());
      const rival = second.open();
      const setup = { market, retailers, distributor, tabs, selling, rival, tally };
      await runRaces({ ...setup, random: chance(seed) }, form, say);
      await Promise.all([...tabs, ...selling, rival].map((client) => client.close()));
    });
    return findings(tally, ROUNDS[form]);
  },
};
