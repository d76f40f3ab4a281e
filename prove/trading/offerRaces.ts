/**
 * Races a retailer's agreement to an offer with each call that ends the offer otherwise. Either the agreement is applied whole, or
 * none of it: the other call wins, and the agreement is refused.
 */
import { setTimeout as later } from "node:timers/promises";
import type { ConvexClient } from "convex/browser";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { DAY_MS, todayIst } from "../../domain/dates";
import { least, none } from "../../embedded/testkit/findings";
import { type Proof, chance } from "../../embedded/testkit/proof";
import { startMarket } from "../../testkit/market";
import { joinTraders, listProduct, outcomeOf } from "../../testkit/traders";

const ROUNDS = { short: 40, long: 200 };
const STOCK = 100_000;
const ASKED = 10;
const SENT = 6;
/** The longest time between the two calls, about that of one response. */
const DELAY_MAX_MS = 6;

const RIVALS = ["cancel", "reject", "decline", "withdraw", "another offer"] as const;
type Rival = (typeof RIVALS)[number];

type Clients = { readonly retailer: ConvexClient; readonly distributor: ConvexClient };
type Offered = {
  readonly orderIds: readonly Id<"orders">[];
  readonly offerId: Id<"offers">;
};

const deliveryBefore = () => todayIst(Date.now() + 2 * DAY_MS);

async function offer(
  { distributor }: Clients,
  orderIds: readonly Id<"orders">[],
  quantity: number,
): Promise<Id<"offers">> {
  const lines = orderIds.map((orderId, at) => ({ orderId, quantity: at === 0 ? quantity : ASKED }));
  const given = { lines, deliveryBefore: deliveryBefore() };
  const { offerId } = await distributor.mutation(api.orders.accept, given);
  if (offerId === null) throw new Error("Nothing was offered.");
  return offerId;
}

function rivalCall(clients: Clients, rival: Rival, { orderIds, offerId }: Offered) {
  const { retailer, distributor } = clients;
  const one = { orderIds: orderIds.slice(0, 1), reason: "Changed plans." };
  switch (rival) {
    case "cancel":
      return retailer.mutation(api.orders.cancel, one);
    case "reject":
      return distributor.mutation(api.orders.reject, one);
    case "decline":
      return retailer.mutation(api.offers.decline, { offerId });
    case "withdraw":
      return distributor.mutation(api.offers.withdraw, { offerId });
    case "another offer":
      return offer(clients, orderIds, SENT - 1);
  }
}

class Tally {
  readonly faults: string[] = [];
  agreed = 0;
  refused = 0;
}

type Round = {
  readonly clients: Clients;
  /** A second tab of the retailer. */
  readonly tab: ConvexClient;
  readonly productIds: readonly Id<"products">[];
  readonly random: () => number;
};

async function runRound({ clients, tab, productIds, random }: Round, rival: Rival, tally: Tally) {
  const { orderIds } = await clients.retailer.mutation(api.orders.place, {
    ...{ placementKey: crypto.randomUUID(), msg: "Some, please." },
    lines: productIds.map((productId) => ({ productId, quantity: ASKED })),
  });
  const offered = { orderIds, offerId: await offer(clients, orderIds, SENT) };
  const calls = [
    () => outcomeOf(tab.mutation(api.offers.agree, { offerId: offered.offerId })),
    () => outcomeOf(rivalCall(clients, rival, offered)),
  ];
  const isFirst = random() < 0.5;
  const first = calls[isFirst ? 0 : 1]!();
  await later(Math.floor(random() * (DELAY_MAX_MS + 1)));
  const answers = await Promise.all([first, calls[isFirst ? 1 : 0]!()]);
  const [agreement, other] = isFirst ? answers : [answers[1], answers[0]];

  const ask = (orderId: Id<"orders">) => clients.retailer.query(api.orders.one, { orderId });
  const orders = await Promise.all(orderIds.map(ask));
  const states = orders.map((order) => `${order?.status} ${order?.quantity}`).join(", ");
  const invoices = new Set(orders.map((order) => order?.invoiceId));
  if (agreement === "done") tally.agreed += 1;
  else tally.refused += 1;
  const isWhole =
    agreement === "done"
      ? other !== "done" && states === `accepted ${SENT}, accepted ${ASKED}` && invoices.size === 1
      : agreement === "OFFER_CLOSED" && other === "done" && !states.includes("accepted");
  if (!isWhole) tally.faults.push(`${rival}: ${agreement}, ${other}, ${states}`);
}

export const offerRaces: Proof = {
  name: "offer-races",
  title:
    "[I-38] [I-40] an agreement and a call that ends the offer race: one of them applies, whole",
  async run({ form, seed, say }) {
    const market = await startMarket(["--empty"]);
    const tally = new Tally();
    try {
      const { retailers, distributors } = await joinTraders(market, 1, 1);
      const [retailer, distributor] = [retailers[0]!, distributors[0]!];
      const clients = { retailer: retailer.open(), distributor: distributor.open() };
      const tab = retailer.open();
      const product = () => listProduct(market, distributor, { stock: STOCK });
      const round = { clients, tab, productIds: [await product(), await product()] };
      const random = chance(seed);
      for (const rival of RIVALS) {
        for (let n = 0; n < ROUNDS[form]; n += 1)
          await runRound({ ...round, random }, rival, tally);
        say(`${rival}: ${ROUNDS[form]} rounds`);
      }
      await Promise.all([tab, ...Object.values(clients)].map((client) => client.close()));
    } finally {
      await market.stop();
    }
    return [
      none(
        "rounds in which neither or both applied, or a part",
        tally.faults,
        ROUNDS[form] * RIVALS.length,
      ),
      least("agreements that won", tally.agreed),
      least("agreements that lost", tally.refused),
    ];
  },
};
