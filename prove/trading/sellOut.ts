/** Orders more single pieces than are in stock, from many sockets at once, in repeated rounds. */
import { api } from "../../convex/_generated/api";
import { inMarket } from "../../testkit/market";
import { least, none } from "../../embedded/testkit/findings";
import type { Proof } from "../../embedded/testkit/proof";
import { joinTraders, listProduct, refusalOf } from "../../testkit/traders";

const CLIENTS = 64;
const RETAILERS = 4;
const STOCK = 100;
/** Concurrent orders of one piece that each client sends in a round. */
const ORDERS = 2;
const ROUNDS = { short: 5, long: 50 };

export const sellOut: Proof = {
  name: "sell-out",
  title:
    "[I-02] when 64 clients order more than is in stock, exactly the stock is sold and all other orders are refused",
  async run({ form, say }) {
    const rounds = ROUNDS[form];
    const unexpected: string[] = [];
    const inexact: string[] = [];
    let refused = 0;
    await inMarket(["--empty"], async (market) => {
      const { retailers, distributors } = await joinTraders(market, RETAILERS, 1);
      const distributor = distributors[0]!;
      const clients = Array.from({ length: CLIENTS }, (_, n) => retailers[n % RETAILERS]!.open());
      for (let round = 0; round < rounds; round += 1) {
        const productId = await listProduct(market, distributor, { stock: STOCK });
        const senders = clients.flatMap((client) => Array.from({ length: ORDERS }, () => client));
        const outcomes = await Promise.all(
          senders.map(async (client) => {
            const placementKey = crypto.randomUUID();
            const lines = [{ productId, quantity: 1 }];
            try {
              await client.mutation(api.orders.place, { placementKey, msg: "One, please.", lines });
              return "sold";
            } catch (error) {
              const { code, ...data } = refusalOf(error);
              return code === "INSUFFICIENT_STOCK" && data["stock"] === 0 ? "refused" : code;
            }
          }),
        );
        const left = (await distributor.http.query(api.products.one, { productId }))?.stock;
        const sold = outcomes.filter((outcome) => outcome === "sold").length;
        if (sold !== STOCK || left !== 0) inexact.push(`${sold} sold, ${left} left`);
        refused += outcomes.filter((outcome) => outcome === "refused").length;
        unexpected.push(
          ...outcomes.filter((outcome) => outcome !== "sold" && outcome !== "refused"),
        );
        say(`round ${round + 1} of ${rounds}: ${sold} sold, ${left} left`);
      }
      await Promise.all(clients.map((client) => client.close()));
    });
    const wanted = rounds * (CLIENTS * ORDERS - STOCK);
    return [
      none(
        `rounds in which other than ${STOCK} of ${CLIENTS * ORDERS} orders were placed`,
        inexact,
        rounds,
      ),
      least("orders refused with INSUFFICIENT_STOCK and a stock of 0", refused, wanted),
      none("orders with another outcome", unexpected),
    ];
  },
};
