/** Measures an honest trader, over its sockets, beside a client that only makes expensive calls which are refused. */
import { randomUUID } from "node:crypto";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { ORDER_LINES_MAX } from "../../domain/limits";
import { least, none, told } from "../../embedded/testkit/findings";
import { type Form, type Proof, percentile } from "../../embedded/testkit/proof";
import { type Market, inMarket } from "../../testkit/market";
import { type Trader, connect, joinTraders, listProduct } from "../../testkit/traders";
import { startAttack } from "./attackProcess";
import type { Report } from "./attacks";
import { HonestTrader, hardlySlower, isOverAfter } from "./honestTrader";
import { type OrderTarget, refusedOrders } from "./refusedOrders";

/** Rounds, each of which measures a while without the attack and a while beside it; the one with the middle ratio counts. */
const ROUNDS = { short: 3, long: 7 } as const satisfies Record<Form, number>;
const MEASURED_MS = 3_000;
/** The attacker has an address of its own. */
const FLAGS = ["--empty", "--trust-proxy", "loopback", "--env", "DEV_MAILBOX=1"];
const PRICE = 12_550;

async function setUp(market: Market) {
  const { retailers, distributors } = await joinTraders(market, 2, 1);
  const [buyer, attacker] = retailers as [Trader, Trader];
  const [seller] = distributors as [Trader];
  await connect(retailers, seller);
  const productIds: Id<"products">[] = [];
  for (let n = 0; n < ORDER_LINES_MAX; n += 1)
    productIds.push(await listProduct(market, seller, { stock: 1_000, pricePaise: PRICE }));
  const { orderId } = await buyer.http.mutation(api.orders.place, {
    ...{ orderKey: randomUUID(), msg: "Please deliver soon." },
    lines: [{ productId: productIds[0]!, quantity: 1 }],
  });
  const honest = await HonestTrader.open(market, buyer, orderId);
  await honest.latencies(isOverAfter(MEASURED_MS));
  const target: OrderTarget = {
    ...{ url: market.url, apiUrl: market.apiUrl, token: attacker.token },
    ...{ productIds, pricePaise: PRICE, durationMs: MEASURED_MS },
  };
  return { honest, target };
}

type Round = { readonly quietMs: number; readonly besideMs: number; readonly report: Report };

async function measureRound({ honest, target }: Awaited<ReturnType<typeof setUp>>): Promise<Round> {
  const quiet = await honest.latencies(isOverAfter(MEASURED_MS));
  const { begun, report } = startAttack(refusedOrders.name, target);
  await begun;
  let isOver = false;
  const ended = report.finally(() => (isOver = true));
  const beside = await honest.latencies(() => isOver);
  const [quietMs, besideMs] = [percentile(quiet, 0.95), percentile(beside, 0.95)];
  return { quietMs, besideMs, report: await ended };
}

const ratioOf = ({ quietMs, besideMs }: Round) => besideMs / quietMs;
const textOf = ({ quietMs, besideMs }: Round) => `${quietMs.toFixed(0)} → ${besideMs.toFixed(0)}`;

async function prove(market: Market, form: Form) {
  const setup = await setUp(market);
  const rounds: Round[] = [];
  while (rounds.length < ROUNDS[form]) rounds.push(await measureRound(setup));
  setup.honest.close();
  const sum = (count: (report: Report) => number) =>
    rounds.reduce((total, { report }) => total + count(report), 0);
  const refused = sum(({ limited }) => limited);
  const failures = Array<string>(sum((report) => report.failures)).fill("a call");
  const middle = rounds.toSorted((a, b) => ratioOf(a) - ratioOf(b))[rounds.length >> 1]!;
  return [
    least("refused orders of a hundred lines beside the honest trader", refused, 10),
    none("calls that were not refused", failures, refused),
    told("p95 of each round, without and beside, in milliseconds", rounds.map(textOf).join(", ")),
    hardlySlower("p95 of an honest trader, in the middle round", middle.besideMs, middle.quietMs),
  ];
}

export const refusedCalls: Proof = {
  name: "refusedCalls",
  isTimed: true,
  title:
    "[I-51] a client that only makes expensive calls which are refused makes nobody wait three times as long",
  run: ({ form }) => inMarket(FLAGS, (market) => prove(market, form)),
};
