/**
 * Sends more orders than there is stock for, from many sockets at once, in repeated rounds: each asks for one piece of the scarce product,
 * and for pieces of others on further lines.
 */
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { inMarket } from "../../testkit/market";
import { least, none } from "../../embedded/testkit/findings";
import type { Proof } from "../../embedded/testkit/proof";
import { codeIn, joinTraders, listProduct, refusalOf } from "../../testkit/traders";

const CLIENTS = 64;
const RETAILERS = 4;
const STOCK = 100;
/** Pieces of each product of which there are enough. */
const PLENTY = 10_000;
const LINES_MAX = 4;
/** Concurrent orders that each client sends in a round. */
const ORDERS = 2;
const ROUNDS = { short: 5, long: 50 };

/** True for the refusal of this product alone, because nothing is left: of a single line, or among others. */
function isRefusedFor(productId: string, refusal: Record<string, unknown>): boolean {
  const lines = refusal["code"] === "LINES_REFUSED" ? refusal["lines"] : [refusal];
  const [line, ...others] = lines as Record<string, unknown>[];
  return (
    others.length === 0 &&
    line?.["code"] === "INSUFFICIENT_STOCK" &&
    line["stock"] === 0 &&
    (line["productId"] ?? productId) === productId
  );
}

export const sellOut: Proof = {
  name: "sell-out",
  title:
    "[I-02] when 64 clients order more than is in stock, exactly the stock is sold, and all other orders are refused with all of their lines",
  async run({ form, say }) {
    const rounds = ROUNDS[form];
    const unexpected: string[] = [];
    const inexact: string[] = [];
    let refused = 0;
    await inMarket(["--empty"], async (market) => {
      const { retailers, distributors } = await joinTraders(market, RETAILERS, 1);
      const distributor = distributors[0]!;
      const clients = Array.from({ length: CLIENTS }, (_, n) => retailers[n % RETAILERS]!.open());
      const plentiful: Id<"products">[] = [];
      while (plentiful.length < LINES_MAX - 1)
        plentiful.push(await listProduct(market, distributor, { stock: PLENTY }));
      let piecesSold = 0;
      const stockOf = async (productId: Id<"products">) =>
        (await distributor.http.query(api.products.one, { productId }))?.stock ?? Number.NaN;
      for (let round = 0; round < rounds; round += 1) {
        const productId = await listProduct(market, distributor, { stock: STOCK });
        const senders = clients.flatMap((client) => Array.from({ length: ORDERS }, () => client));
        const outcomes = await Promise.all(
          senders.map(async (client, n) => {
            const others = plentiful.slice(0, n % LINES_MAX);
            const lines = [...others, productId].map((id) => ({ productId: id, quantity: 1 }));
            const order = { orderKey: crypto.randomUUID(), msg: "One, please.", lines };
            try {
              await client.mutation(api.orders.place, order);
              piecesSold += others.length;
              return "sold";
            } catch (error) {
              return isRefusedFor(productId, refusalOf(error)) ? "refused" : codeIn(error);
            }
          }),
        );
        const left = await stockOf(productId);
        const sold = outcomes.filter((outcome) => outcome === "sold").length;
        if (sold !== STOCK || left !== 0) inexact.push(`${sold} sold, ${left} left`);
        const levels = await Promise.all(plentiful.map(stockOf));
        const taken = levels.reduce((pieces, level) => pieces + PLENTY - level, 0);
        if (taken !== piecesSold) inexact.push(`${taken} pieces taken for ${piecesSold} sold`);
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
        `rounds in which other than ${STOCK} of ${CLIENTS * ORDERS} orders were placed, or took pieces`,
        inexact,
        rounds,
      ),
      least("orders refused for the scarce product alone, with a stock of 0", refused, wanted),
      none("orders with another outcome", unexpected),
    ];
  },
};
