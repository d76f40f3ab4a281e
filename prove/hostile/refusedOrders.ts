/**
 * An attack by a client that only makes calls which cost much and are refused: orders of as many lines as one may have, the last of
 * which has another price.
 */
import { randomUUID } from "node:crypto";
import { codeIn } from "../../testkit/traders";
import { LeanClient } from "../../embedded/testkit/leanClient";
import { ATTACKER, type Attack, type Target } from "./attacks";

export interface OrderTarget extends Target {
  readonly productIds: readonly string[];
  readonly pricePaise: number;
  readonly durationMs: number;
}

const SOCKETS = 2;
/** Calls under way on each socket, so that the server always has a next one. */
const CALLS_CONCURRENT_MAX = 8;

export const refusedOrders: Attack = {
  name: "orders that are refused for their last line",
  async run(target) {
    const { url, token, productIds, pricePaise, durationMs } = target as OrderTarget;
    const end = performance.now() + durationMs;
    const last = productIds.length - 1;
    const lines = productIds.map((productId, n) => ({
      ...{ productId, quantity: 1 },
      pricePaise: n === last ? pricePaise + 1 : pricePaise,
    }));
    let [tried, limited, failures] = [0, 0, 0];
    const callOn = async (client: LeanClient) => {
      while (performance.now() < end) {
        const order = { orderKey: randomUUID(), msg: "Soon, please.", lines };
        const code = await client.mutate("orders:place", order).then(() => "done", codeIn);
        tried += 1;
        if (code === "LINES_REFUSED") limited += 1;
        else failures += 1;
      }
    };
    const clients = await Promise.all(
      Array.from({ length: SOCKETS }, () => LeanClient.open(url, ATTACKER)),
    );
    for (const client of clients) client.authenticate(token);
    await Promise.all(
      clients.flatMap((client) =>
        Array.from({ length: CALLS_CONCURRENT_MAX }, () => callOn(client)),
      ),
    );
    for (const client of clients) client.close();
    return { tried, limited, failures };
  },
};
