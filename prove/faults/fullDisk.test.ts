/** A market whose disk is nearly full: its reserve is larger than any disk. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Market, startMarket } from "../../testkit/market";
import { newProduct, placing, tokenFor } from "../../testkit/restCalls";

const MORE_THAN_ANY_DISK = ["--reserved-disk-mib", "999999999"];
const START_MS = 120_000;

let market: Market;
let productId: string;
/** Placed while there was room. */
let orders: string[];

async function place(quantity = 1): Promise<Response> {
  const order = { productId, quantity, msg: "Please." };
  return placing(market, await tokenFor(market, "retailer"), order, crypto.randomUUID());
}

async function placed(): Promise<string> {
  const { order } = (await (await place()).json()) as { order: { _id: string } };
  return order._id;
}

async function answer(orderId: string, body: object): Promise<Response> {
  return fetch(`${market.url}/api/orders/status/${orderId}`, {
    method: "PATCH",
    headers: {
      Authorization: `Bearer ${await tokenFor(market, "distributor")}`,
      "Content-Type": "application/json",
    },
    body: JSON.stringify(body),
  });
}

beforeAll(async () => {
  const before = await startMarket();
  market = before;
  productId = await newProduct(market, 10);
  orders = [await placed(), await placed()];
  await before.end();
  market = await startMarket(MORE_THAN_ANY_DISK, { dataDir: before.dataDir });
}, START_MS);

afterAll(() => market.stop());

describe("[I-56] on a nearly full disk", () => {
  test("the health answer and the log tell the operator", async () => {
    const health = await fetch(`${market.apiUrl}/api/health`);
    expect(await health.json()).toMatchObject({ status: "ok", diskFull: true });
    expect(market.output()).toContain("less than the reserve of");
  });

  test("a new order is refused with its code, and changes nothing", async () => {
    const refused = await place();
    expect(refused.status).toBe(507);
    expect(await refused.json()).toMatchObject({ code: "DISK_FULL" });
  });

  test("sign-ins and answers to open orders still work", async () => {
    const [accepted = "", rejected = ""] = orders;
    const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
    expect((await answer(accepted, { status: "accepted", deliveryBefore: day })).status).toBe(200);
    expect(
      (await answer(rejected, { status: "rejected", orderCancelReason: "Sold out." })).status,
    ).toBe(200);
  });
});
