/** Orders that wait for the connection, wherever a retailer looks for them. */
import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../../../convex/_generated/api";
import { type FakeClient, pageOf } from "../../../testing/fakeClient.setup";
import { idOf, LONG_WORD, MEENA, order, product } from "../../../testing/fixtures.setup";
import {
  clientFor,
  expectNoSidewaysScroll,
  expectTexts,
  open,
  usePhone,
} from "../../../testing/screen.setup";

const main = page.getByRole("main");
const waiting = main.getByRole("region", { name: "Waiting to be sent" });
const line = (text: string) => main.getByRole("status").getByRole("link", { name: text });
/** The basket's link in the bar, with its count. */
const basketCount = page.getByRole("banner").getByRole("link", { name: /^Basket/ });

function market(name = "Basmati rice"): FakeClient {
  return clientFor(MEENA)
    .answer(api.products.one, product({ name, distributorName: "Asha Kolhari" }))
    .answer(api.orders.outgoing, pageOf([order({ productName: "Soap" })]))
    .answer(api.basket.quantities, [{ productId: idOf<"products">("lamp"), quantity: 24 }])
    .answer(api.basket.lines, {
      lines: [
        {
          ...{ productId: idOf<"products">("lamp"), distributorId: idOf<"users">("asha") },
          ...{ name: "Lamp", picture: null, packSize: 12, quantity: 24 },
          ...{ seenPricePaise: 10_000, pricePaise: 10_000 },
        },
      ],
      distributors: [
        { _id: idOf<"users">("asha"), name: "Asha", companyName: "Banyan Court Wholesale" },
      ],
    })
    .answer(api.products.stockLevels, [{ productId: idOf<"products">("lamp"), stock: 100 }])
    .onCall(api.orders.place, () => ({ orderId: idOf<"orders">("order") }));
}

/** Orders a product without a connection. */
async function orderOffline(client: FakeClient): Promise<void> {
  await open("/orderinfo/product", client);
  await page.getByPlaceholder("Leave a message").fill("Before the weekend");
  client.goOffline();
  await page.getByRole("button", { name: "Place Order" }).click();
  await expectTexts(page, "Waiting for the connection");
}

describe("[PWA9] an order that waits", () => {
  test("stands above the pending orders until it is placed", async () => {
    const client = market();
    await orderOffline(client);
    await open("/pendingretail", client);
    await expectTexts(waiting, "Waiting to be sent", "1 × Basmati rice");
    await expect.element(waiting).toMatchTextContent("Asha Kolhari");
    await expectTexts(main, "Soap");
    expect(client.argsOf(api.orders.place)).toEqual([]);
    client.goOnline();
    await expectTexts(page, "Order Placed: Basmati rice");
    await expect.element(waiting).not.toBeInTheDocument();
    expect(client.argsOf(api.orders.place)).toHaveLength(1);
  });

  test("can be given up there, and is not placed then", async () => {
    const client = market();
    await orderOffline(client);
    await open("/pendingretail", client);
    await waiting.getByRole("button", { name: "Give up this order: 1 × Basmati rice" }).click();
    await expect.element(waiting).not.toBeInTheDocument();
    await open("/orderinfo/product", client);
    await expect.element(page.getByRole("button", { name: "Place Order" })).toBeVisible();
    await expect.element(page.getByText("Waiting for the connection")).not.toBeInTheDocument();
    client.goOnline();
    await expect.element(page.getByText(/^You are offline/)).not.toBeInTheDocument();
    expect(client.argsOf(api.orders.place)).toEqual([]);
  });

  test("that went out as the connection was lost can't be given up", async () => {
    const client = market().onCall(api.orders.place, () => new Promise<never>(() => undefined));
    await open("/orderinfo/product", client);
    await page.getByPlaceholder("Leave a message").fill("Before the weekend");
    await page.getByRole("button", { name: "Place Order" }).click();
    await expect.poll(() => client.argsOf(api.orders.place).length).toBe(1);
    await open("/pendingretail", client);
    await expect.element(waiting).toMatchTextContent("Being sent");
    client.goOffline();
    await expect.element(waiting).toMatchTextContent("Sent as the connection went");
    expect(waiting.getByRole("button").elements()).toEqual([]);
  });

  test("of the basket stands there with its lines, which still count in the basket", async () => {
    const client = market();
    await open("/basket", client);
    await expect.element(basketCount).toMatchTextContent(/1/);
    client.goOffline();
    await page.getByRole("button", { name: "Place all orders" }).click();
    await expect.element(line("1 order waits to be sent")).toBeVisible();
    await expect.element(basketCount).toMatchTextContent(/1/);
    await open("/pendingretail", client);
    await expectTexts(waiting, "24 × Lamp");
    await expect.element(waiting).toMatchTextContent("Banyan Court Wholesale");
    client.goOnline();
    await expect.poll(() => client.argsOf(api.orders.place).length).toBe(1);
    expect(client.argsOf(api.orders.place)[0]!.lines).toEqual([
      { productId: "lamp", quantity: 24, pricePaise: 10_000 },
    ]);
  });

  test("counts in the basket's count, and has a line on the basket's page and at home", async () => {
    const client = market();
    await orderOffline(client);
    await expect.element(basketCount).toMatchTextContent(/2/);
    for (const address of ["/basket", "/homepageretailer"]) {
      await open(address, client);
      await expect
        .element(line("1 order waits to be sent"))
        .toHaveAttribute("href", "/pendingretail");
    }
    client.goOnline();
    await expect.element(line("1 order waits to be sent")).not.toBeInTheDocument();
    await expect.element(basketCount).toMatchTextContent(/1/);
  });

  test("fits a phone, whatever its product is called", async () => {
    await usePhone();
    const client = market(LONG_WORD);
    await orderOffline(client);
    await open("/pendingretail", client);
    await expect.element(waiting).toBeVisible();
    await expectNoSidewaysScroll();
  });
});
