/**
 * Orders on an engine that fails a fourth of all mutation runs with a conflict and runs them again. A mutation that is not safe
 * to run twice would sell or write twice.
 */
import { expect, test } from "@playwright/test";
import { type Market, startMarket } from "../testkit/market";
import { newProduct, placing, tokenFor } from "../testkit/restCalls";

const SHARE = "0.25";
const STOCK = 10;

let market: Market;
test.beforeAll(async () => {
  market = await startMarket(["--contend", SHARE]);
});
test.afterAll(() => market.stop());

async function read(path: string, token: string): Promise<unknown> {
  const headers = { Authorization: `Bearer ${token}` };
  return (await fetch(`${market.url}${path}`, { headers })).json();
}

test("sells ten pieces to ten of forty callers, each once, and leaves no stock", async () => {
  test.setTimeout(120_000);
  const [token, productId] = [await tokenFor(market, "retailer"), await newProduct(market, STOCK)];
  const one = async (caller: number) => {
    const body = { productId, quantity: 1, msg: `One, please, says ${caller}.` };
    // Retries with the same key, so that the first successful answer counts.
    for (;;) {
      const answer = await placing(market, token, body, `contended-${caller}`);
      if (answer.status < 500) return answer.status;
    }
  };
  const statuses = await Promise.all(Array.from({ length: 4 * STOCK }, (_, caller) => one(caller)));
  expect(statuses.filter((status) => status === 201)).toHaveLength(STOCK);
  expect(statuses.filter((status) => status === 409)).toHaveLength(3 * STOCK);
  expect(await read(`/api/products/${productId}`, token)).toMatchObject({ stock: 0 });
  const orders = (await read(
    "/api/orders/pending-by-email?userEmail=meena@mandi.test&limit=1000",
    token,
  )) as { productId: string; msg: string }[];
  const mine = orders.filter((order) => order.productId === productId);
  expect(mine).toHaveLength(STOCK);
  expect(new Set(mine.map(({ msg }) => msg)).size).toBe(STOCK);
});
