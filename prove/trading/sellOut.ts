/** Many hands reach for the last pieces at once, over sockets of their own, round after round. */
import { api } from "../../convex/_generated/api";
import { startMarket } from "../../testkit/market";
import type { Proof } from "../../embedded/testkit/proof";
import { joinTraders, listProduct, refusalOf } from "../../testkit/traders";

const CLIENTS = 64;
const RETAILERS = 4;
const STOCK = 100;
/** Each client asks for so many single pieces in a round, all at once. */
const TRIES = 2;
const ROUNDS = { short: 5, long: 50 };

export const sellOut: Proof = {
  name: "sell-out",
  title: "[I-02] 64 clients want more than there is: exactly that is sold, and the others are told",
  async run({ form, say }) {
    const market = await startMarket(["--empty"]);
    const rounds = ROUNDS[form];
    const unexpected: string[] = [];
    let [exact, refused] = [0, 0];
    try {
      const { retailers, distributors } = await joinTraders(market, RETAILERS, 1);
      const seller = distributors[0]!;
      const clients = Array.from({ length: CLIENTS }, (_, n) => retailers[n % RETAILERS]!.open());
      for (let round = 0; round < rounds; round += 1) {
        const productId = await listProduct(market, seller, { stock: STOCK });
        const tries = clients.flatMap((client) => Array.from({ length: TRIES }, () => client));
        const answers = await Promise.all(
          tries.map(async (client) => {
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
        const left = (await seller.http.query(api.products.one, { productId }))?.stock;
        const sold = answers.filter((answer) => answer === "sold").length;
        if (sold === STOCK && left === 0) exact += 1;
        refused += answers.filter((answer) => answer === "refused").length;
        unexpected.push(...answers.filter((answer) => answer !== "sold" && answer !== "refused"));
        say(`round ${round + 1} of ${rounds}: ${sold} sold, ${left} left`);
      }
      await Promise.all(clients.map((client) => client.close()));
    } finally {
      await market.stop();
    }
    const wanted = rounds * (CLIENTS * TRIES - STOCK);
    return [
      {
        what: `rounds in which exactly ${STOCK} of ${CLIENTS * TRIES} wishes were granted`,
        figure: `${exact} of ${rounds}`,
        target: `${rounds}`,
        holds: exact === rounds,
      },
      {
        what: "wishes refused because nothing was left, and told so",
        figure: `${refused}`,
        target: `${wanted}`,
        holds: refused === wanted,
      },
      {
        what: "other answers",
        figure: `${unexpected.length} ${unexpected.slice(0, 3).join(" ")}`.trim(),
        target: "0",
        holds: unexpected.length === 0,
      },
    ];
  },
};
