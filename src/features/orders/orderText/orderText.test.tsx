/** The order by text: the window over the basket's page. */
import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../../../convex/_generated/api";
import { ORDER_TEXT_MAX } from "../../../../domain/limits";
import { basketWithText } from "../../../worker/sharedText";
import type { FakeClient } from "../../../testing/fakeClient.setup";
import { idOf, MEENA } from "../../../testing/fixtures.setup";
import {
  clientFor,
  expectNoSidewaysScroll,
  expectTexts,
  open,
  usePhone,
} from "../../../testing/screen.setup";
import type { ProductHit } from "../quickOrder/quickOrder";

const dialog = page.getByRole("dialog", { name: "Order by text" });
const box = dialog.getByRole("textbox", { name: "Your order" });
const toChoose = dialog.getByRole("region", { name: "To choose" });
const understood = dialog.getByRole("region", { name: "Understood" });

function hit(id: string, part: Partial<ProductHit> = {}): ProductHit {
  return {
    ...{ _id: idOf<"products">(id), name: id, picture: null, packSize: 24 },
    ...{ pricePaise: 1_000, distributorName: "Banyan Court Wholesale" },
    ...part,
  };
}

const LUX = hit("Lux Soap 100 g", { multiple: 72 });
const LARGE_LUX = hit("Lux Soap 150 g", { multiple: 48 });
const HORLICKS = hit("Horlicks Jar 500 g");
const ALL = [LUX, LARGE_LUX, HORLICKS];

function usual({ _id: productId }: ProductHit, quantity: number) {
  return { productId, quantity, orders: 3, ordersAgo: 0 };
}

async function openBasket(
  habits: Partial<{ usual: ReturnType<typeof usual>[]; address: string }> = {},
): Promise<FakeClient> {
  const client = clientFor(MEENA)
    .answer(api.basket.lines, { lines: [], distributors: [] })
    .answer(api.quickOrder.habits, {
      ...{ distributorIds: [idOf<"users">("asha")], isComplete: true },
      usual: habits.usual ?? [usual(LUX, 144)],
      latest: [{ productId: HORLICKS._id, quantity: 6 }],
      learned: [{ words: "badam drink", productId: HORLICKS._id }],
    })
    .answer(api.quickOrder.names, {
      page: ALL.map(({ _id, name, multiple }) => ({ _id, name, multiple })),
      isDone: true,
      continueCursor: "",
    })
    .answer(api.quickOrder.hits, ({ productIds }) =>
      ALL.filter(({ _id }) => productIds.includes(_id)),
    )
    .answer(api.search.products, () => ALL)
    .onCall(api.quickOrder.learn, () => null)
    .onCall(api.basket.add, ({ lines }) => ({
      added: lines.map(({ productId }) => ({
        ...{ productId: idOf<"products">(productId), name: productId, changes: [] },
      })),
    }));
  await open(habits.address ?? "/basket", client);
  return client;
}

async function read(text: string): Promise<void> {
  await page.getByRole("button", { name: "Order by text" }).click();
  await box.fill(text);
  await dialog.getByRole("button", { name: "Read the order" }).click();
}

describe("[TEXT5] an order by text", () => {
  test("has its clear lines ready, and adds them with one press", async () => {
    const client = await openBasket();
    await read("2 ctn lux aur 10 horlicks");
    await expectTexts(understood, "Lux Soap 100 g", "2 ctn lux", "₹1,440.00", "Horlicks Jar 500 g");
    await expect
      .element(dialog.getByRole("textbox", { name: "Pieces of Lux Soap 100 g" }))
      .toHaveValue("144");
    await dialog.getByRole("button", { name: "Add 2 to basket" }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(client.argsOf(api.basket.add)).toMatchObject([
      {
        lines: [
          { productId: LUX._id, quantity: 144 },
          { productId: HORLICKS._id, quantity: 10 },
        ],
      },
    ]);
    await expectTexts(page, "2 products are in the basket.");
  });

  test("asks first about what is not clear, and adds none of it unasked", async () => {
    const client = await openBasket({ usual: [] });
    await read("2 ctn lux\n10 horlicks");
    await expectTexts(dialog, "1 to choose · 1 ready");
    await expectTexts(toChoose, "Which product?");
    await dialog.getByRole("button", { name: "Add 1 to basket" }).click();
    expect(client.argsOf(api.basket.add)).toMatchObject([
      { lines: [{ productId: HORLICKS._id, quantity: 10 }] },
    ]);
    await toChoose.getByRole("button", { name: /^Lux Soap 150 g/ }).click();
    await expectTexts(dialog, "0 to choose · 1 ready");
    await dialog.getByRole("button", { name: "Add 1 to basket" }).click();
    expect(client.argsOf(api.basket.add)[1]).toMatchObject({
      lines: [{ productId: LARGE_LUX._id, quantity: 96 }],
    });
  });

  test("takes a product that was searched for, in the quantity that the line says", async () => {
    const client = await openBasket();
    await read("2 ctn sabun bada");
    await expectTexts(toChoose, "2 ctn sabun bada");
    await toChoose.getByRole("combobox").fill("lux");
    await page.getByRole("option", { name: /^Lux Soap 150 g/ }).click();
    await dialog.getByRole("button", { name: "Add 1 to basket" }).click();
    expect(client.argsOf(api.basket.add)).toMatchObject([
      { lines: [{ productId: LARGE_LUX._id, quantity: 96 }] },
    ]);
  });

  test("[TEXT7] remembers what was chosen for words, and takes it the next time", async () => {
    const client = await openBasket();
    await read("badam drink 3\n2 ctn sabun bada");
    await expectTexts(understood, "Horlicks Jar 500 g");
    await toChoose.getByRole("combobox").fill("lux");
    await page.getByRole("option", { name: /^Lux Soap 150 g/ }).click();
    expect(client.argsOf(api.quickOrder.learn)).toEqual([]);
    await dialog.getByRole("button", { name: "Add 2 to basket" }).click();
    await expect
      .poll(() => client.argsOf(api.quickOrder.learn))
      .toMatchObject([{ choices: [{ words: "sabun large", productId: LARGE_LUX._id }] }]);
  });

  test("asks for a quantity that is missing, or that the product is not sold in", async () => {
    await openBasket();
    await read("horlicks\nlux 100 pcs");
    await expectTexts(toChoose, "How many pieces?", "Order 72 or 144.");
    await expect.element(dialog.getByRole("button", { name: "Add 0 to basket" })).toBeDisabled();
    await toChoose.getByRole("button", { name: "Take 144 of Lux Soap 100 g" }).click();
    await dialog.getByRole("textbox", { name: "Pieces of Horlicks Jar 500 g" }).fill("5");
    await expectTexts(dialog, "0 to choose · 2 ready");
  });

  test("repeats the latest order", async () => {
    await openBasket();
    await read("same as last time");
    await expectTexts(understood, "Horlicks Jar 500 g", "₹60.00");
  });

  test("leaves a line out", async () => {
    await openBasket();
    await read("lux 144\nqwrtz 5");
    await expectTexts(toChoose, "Not understood. Search for the product, or leave the line out.");
    await toChoose.getByRole("button", { name: "Leave out qwrtz 5" }).click();
    await expectTexts(dialog, "0 to choose · 1 ready");
  });

  test("[TEXT3] says that a text is too long, or has no order in it", async () => {
    await openBasket();
    await read("lux 72\n".repeat(301));
    await expectTexts(
      dialog,
      "That is too much text. Write at most 300 lines, and 10,000 characters.",
    );
    await box.fill("a".repeat(ORDER_TEXT_MAX + 1));
    await dialog.getByRole("button", { name: "Read the order" }).click();
    await expectTexts(
      dialog,
      "That is too much text. Write at most 300 lines, and 10,000 characters.",
    );
    await box.fill("Good morning sir");
    await dialog.getByRole("button", { name: "Read the order" }).click();
    await expectTexts(dialog, "Write what you want to order, such as “5 ctn soap”.");
  });

  test("fits a phone", async () => {
    await usePhone();
    await openBasket({ usual: [] });
    await read("2 ctn lux\n10 horlicks");
    await expectTexts(toChoose, "Lux Soap 100 g");
    await expectNoSidewaysScroll();
  });
});

test("[TEXT6] a text that was shared with the app is in the box, and nothing of it in the basket", async () => {
  const client = await openBasket({ address: basketWithText("2 ctn lux & 10 horlicks") });
  await expect.element(box).toHaveValue("2 ctn lux & 10 horlicks");
  await dialog.getByRole("button", { name: "Read the order" }).click();
  await expectTexts(understood, "Lux Soap 100 g");
  await dialog.getByRole("button", { name: "Close dialog" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(client.argsOf(api.basket.add)).toEqual([]);
});
