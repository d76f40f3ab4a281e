/** The basket's page, and the button that fills it. */
import { ConvexError } from "convex/values";
import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import type { FakeClient } from "../../testing/fakeClient.setup";
import { idOf, MEENA, product } from "../../testing/fixtures.setup";
import { clientFor, expectTexts, open } from "../../testing/screen.setup";
import type { Basket } from "./basketGroups";

const main = page.getByRole("main");
const placeAll = page.getByRole("button", { name: "Place all orders" });

type Line = Basket["lines"][number];

function line(id: string, distributor: string, part: Partial<Line> = {}): Line {
  return {
    ...{ productId: idOf<"products">(id), distributorId: idOf<"users">(distributor), name: id },
    ...{ picture: null, packSize: 12, quantity: 10 },
    ...{ seenPricePaise: 10_000, pricePaise: 10_000 },
    ...part,
  };
}

const DISTRIBUTORS: Basket["distributors"] = [
  { _id: idOf("asha"), name: "Asha", companyName: "Banyan Court Wholesale" },
  { _id: idOf("ravi"), name: "Ravi", companyName: "Lake Traders", minOrderPaise: 150_000 },
];

function filled(lines: Line[], stock = 100): FakeClient {
  return clientFor(MEENA)
    .answer(api.basket.lines, { lines, distributors: DISTRIBUTORS })
    .answer(api.products.stockLevels, ({ productIds }) =>
      productIds.map((productId) => ({ productId: productId as Line["productId"], stock })),
    );
}

const LINES = [line("Rice", "asha"), line("Soap", "asha"), line("Lamp", "ravi")];

describe("the basket", () => {
  test("that is empty leads to the products", async () => {
    const client = clientFor(MEENA).answer(api.basket.lines, { lines: [], distributors: [] });
    await open("/basket", client);
    await expectTexts(main, "Nothing here yet");
    const link = main.getByRole("link", { name: "Browse products" });
    await expect.element(link).toHaveAttribute("href", "/productlistall");
  });

  test("shows each distributor's lines, their sum, and what is missing to its smallest order", async () => {
    await open("/basket", filled(LINES));
    const asha = page.getByRole("region", { name: "Banyan Court Wholesale" });
    await expectTexts(asha, "Rice", "Soap", "₹2,000.00");
    const ravi = page.getByRole("region", { name: "Lake Traders" });
    await expectTexts(ravi, "Lamp", "₹500.00 more to the minimum");
    await expectTexts(main, "2 distributors", "One order needs a correction first.");
  });

  test("places one placement for each distributor whose lines are right", async () => {
    const client = filled(LINES).onCall(api.orders.place, () => ({ orderIds: [] }));
    await open("/basket", client);
    await placeAll.click();
    await expectTexts(page, "Order Placed: Banyan Court Wholesale");
    expect(client.argsOf(api.orders.place)).toMatchObject([
      {
        msg: "Please deliver as soon as you can.",
        fromBasket: true,
        lines: [
          { productId: "Rice", quantity: 10, pricePaise: 10_000 },
          { productId: "Soap", quantity: 10, pricePaise: 10_000 },
        ],
      },
    ]);
  });

  test("keeps what was refused, with the reason at each line, until the line is another", async () => {
    const client = filled(LINES).onCall(api.orders.place, () =>
      Promise.reject(
        new ConvexError({
          code: "LINES_REFUSED",
          lines: [{ productId: "Soap", code: "INSUFFICIENT_STOCK", stock: 4 }],
        }),
      ),
    );
    await open("/basket", client);
    await placeAll.click();
    const asha = page.getByRole("region", { name: "Banyan Court Wholesale" });
    await expectTexts(asha, "Order Failed", "Insufficient stock. Available stock: 4");
    client.answer(api.basket.lines, {
      lines: [line("Rice", "asha"), line("Soap", "asha", { quantity: 4 })],
      distributors: DISTRIBUTORS,
    });
    await expect.element(asha.getByText("Available stock: 4")).not.toBeInTheDocument();
  });

  test("waits without a connection, and is placed once when it is back", async () => {
    const client = filled(LINES).onCall(api.orders.place, () => ({ orderIds: [] }));
    await open("/basket", client);
    client.goOffline();
    await placeAll.click();
    await expectTexts(page, "Waiting for the connection");
    expect(client.argsOf(api.orders.place)).toEqual([]);
    client.goOnline();
    await expectTexts(page, "Order Placed: Banyan Court Wholesale");
    expect(client.argsOf(api.orders.place)).toHaveLength(1);
  });

  test("says what is wrong with a line, and places nothing of its distributor", async () => {
    await open("/basket", filled([line("Rice", "asha"), line("Old", "asha", { isGone: true })], 3));
    await expectTexts(main, "Only 3 in stock.", "No longer sold. Please remove it.");
    await expect.element(placeAll).toBeDisabled();
  });

  test("changes quantities by a step of the pack, by keyboard, and removes lines", async () => {
    const client = filled([line("Rice", "asha", { multiple: 12, quantity: 24 })]).onCall(
      api.basket.set,
      () => null,
    );
    await open("/basket", client);
    await page.getByRole("button", { name: "Increase" }).click();
    await page.getByRole("button", { name: "Decrease" }).click();
    const quantity = page.getByRole("textbox", { name: "Pieces of Rice" });
    await quantity.fill("96");
    quantity.element().dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
    await page.getByRole("button", { name: "Remove Rice" }).click();
    await expect.poll(() => client.argsOf(api.basket.set).length).toBe(4);
    expect(client.argsOf(api.basket.set).map(({ quantity: sent }) => sent)).toEqual([
      36, 12, 96, 0,
    ]);
  });
});

describe("the button of an order page", () => {
  test("adds the typed quantity to the basket, and then shows what is in it", async () => {
    const client = clientFor(MEENA)
      .answer(api.products.one, product())
      .onCall(api.basket.set, () => null);
    await open("/orderinfo/product", client);
    await page.getByLabelText("Quantity").fill("7");
    await page.getByRole("button", { name: "Add to basket" }).click();
    expect(client.argsOf(api.basket.set)).toMatchObject([{ productId: "product", quantity: 7 }]);
    client.answer(api.basket.quantities, [{ productId: idOf<"products">("product"), quantity: 7 }]);
    const link = page.getByRole("link", { name: "In the basket" });
    await expect.element(link).toHaveAttribute("href", "/basket");
  });
});
