/** The basket's page, and the button that fills it. */
import type { FunctionReturnType } from "convex/server";
import { ConvexError } from "convex/values";
import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../../../convex/_generated/api";
import { type FakeClient, pageOf } from "../../../testing/fakeClient.setup";
import { idOf, MARCH_4, MEENA, order, orderLine, product } from "../../../testing/fixtures.setup";
import { clientFor, expectTexts, open } from "../../../testing/screen.setup";
import type { Basket } from "./basketGroups";

const main = page.getByRole("main");
const placeAll = page.getByRole("button", { name: "Place all orders" });
/** The line above the button: how many distributors, and their sum. */
const counted = main.getByRole("paragraph").filter({ hasText: /^1 distributor/ });

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

  test("[BASKET7] shows each distributor's lines, their sum, and what is missing to its smallest order", async () => {
    await open("/basket", filled(LINES));
    const asha = page.getByRole("region", { name: "Banyan Court Wholesale" });
    await expectTexts(asha, "Rice", "Soap", "₹2,000.00");
    const ravi = page.getByRole("region", { name: "Lake Traders" });
    await expectTexts(ravi, "Lamp", "₹500.00 more to the minimum");
    await expectTexts(main, "2 distributors", "₹3,000.00");
    await expectTexts(main, "One order needs a correction first.");
    await expectTexts(main, "₹2,000.00 can be placed now.");
  });

  test("[BASKET7] sums what it counts, though none of it can be placed", async () => {
    await open("/basket", filled([line("Lamp", "ravi")]));
    await expect.element(counted).toHaveTextContent("1 distributor₹1,000.00");
    await expect.element(placeAll).toBeDisabled();
  });

  test("[BASKET7] keeps its sum while the order waits for the connection", async () => {
    const client = filled([line("Rice", "asha")]);
    await open("/basket", client);
    client.goOffline();
    await placeAll.click();
    await expectTexts(page, "Waiting for the connection");
    await expect.element(counted).toHaveTextContent("1 distributor₹1,000.00");
  });

  test("places one order to each distributor whose lines are right", async () => {
    const client = filled(LINES).onCall(api.orders.place, () => ({
      orderId: idOf<"orders">("order"),
    }));
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

  test("[SHORTAGE1] [SHORTAGE2] sends each distributor's choice for a shortage, which is kept until then", async () => {
    const both = [LINES[0]!, line("Lamp", "ravi", { quantity: 20 })];
    const client = filled(both).onCall(api.orders.place, () => ({
      orderId: idOf<"orders">("order"),
    }));
    await open("/basket", client);
    const ravi = page.getByRole("region", { name: "Lake Traders" });
    const choice = (name: string) => ravi.getByRole("radio", { name });
    await expectTexts(ravi, "If something is short:", "Ask me", "Send what you have");
    await expect.element(choice("Ask me")).toBeChecked();
    await choice("Send what you have").click();
    await open("/basket", client);
    await expect.element(choice("Send what you have")).toBeChecked();
    await placeAll.click();
    await expectTexts(page, "Order Placed: Lake Traders");
    const rules = client.argsOf(api.orders.place).map(({ shortageRule }) => shortageRule);
    expect(rules).toEqual([undefined, "sendLess"]);
  });

  test("keeps what was refused, with the reason at each line, until the line is another", async () => {
    const client = filled(LINES).onCall(api.orders.place, () =>
      Promise.reject(
        new ConvexError({
          code: "LINES_REFUSED",
          lines: [{ productId: "Soap", code: "INSUFFICIENT_STOCK", stock: 4, productName: "Soap" }],
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
    const client = filled(LINES).onCall(api.orders.place, () => ({
      orderId: idOf<"orders">("order"),
    }));
    await open("/basket", client);
    client.goOffline();
    await placeAll.click();
    await expectTexts(page, "Waiting for the connection");
    expect(client.argsOf(api.orders.place)).toEqual([]);
    client.goOnline();
    await expectTexts(page, "Order Placed: Banyan Court Wholesale");
    expect(client.argsOf(api.orders.place)).toHaveLength(1);
  });

  test("tells neutrally what another device placed before, and keeps nothing of the repeat", async () => {
    const client = filled(LINES).onCall(
      api.orders.place,
      () => new ConvexError({ code: "ORDERED_ALREADY" }),
    );
    await open("/basket", client);
    await placeAll.click();
    const told = page
      .getByRole("region", { name: "Announcements" })
      .getByRole("status")
      .filter({ hasText: "This order was already placed: Banyan Court Wholesale" });
    await expect
      .element(told.getByRole("link", { name: "See your order" }))
      .toHaveAttribute("href", "/pendingretail");
    expect(page.getByText("Order Failed").elements()).toEqual([]);
    await expect.element(placeAll).toBeEnabled();
  });

  test.each([
    [320, 568],
    [375, 667],
    [768, 1024],
    [1024, 600],
    [1280, 800],
  ])("the toast of an order leaves the button free at %i × %i", async (width, height) => {
    await page.viewport(width, height);
    const client = filled(LINES).onCall(api.orders.place, () => ({
      orderId: idOf<"orders">("order"),
    }));
    await open("/basket", client);
    await placeAll.click();
    const text = page.getByText("Order Placed: Banyan Court Wholesale");
    await expect.element(text).toBeVisible();
    const toast = text.element().closest("[role=status] > div")!;
    await Promise.all(toast.getAnimations().map(({ finished }) => finished));
    const box = toast.getBoundingClientRect();
    const card = placeAll.element().closest("[data-bottom-actions]")!.getBoundingClientRect();
    const isApart =
      box.bottom <= card.top ||
      box.top >= card.bottom ||
      box.right <= card.left ||
      box.left >= card.right;
    expect([isApart, box.top >= 0, box.bottom <= height]).toEqual([true, true, true]);
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

describe("prices and stock of the basket", () => {
  const changed = line("Rice", "asha", { seenPricePaise: 9_500 });

  test("[BASKET2] a changed price stands beside the old one, and Place all orders asks first", async () => {
    const client = filled([changed, line("Soap", "asha")]).onCall(api.orders.place, () => ({
      orderId: idOf<"orders">("order"),
    }));
    await open("/basket", client);
    await expectTexts(main, "₹95.00", "₹100.00 each");
    await placeAll.click();
    const dialog = page.getByRole("alertdialog", { name: "Prices changed" });
    await expectTexts(dialog, "Rice", "₹95.00 → ₹100.00");
    await expect.element(dialog.getByText("Soap")).not.toBeInTheDocument();
    await dialog.getByRole("button", { name: "Don’t order" }).click();
    expect(client.argsOf(api.orders.place)).toEqual([]);
    await placeAll.click();
    await dialog.getByRole("button", { name: "Place all orders" }).click();
    await expectTexts(page, "Order Placed: Banyan Court Wholesale");
    expect(client.argsOf(api.orders.place)).toMatchObject([
      { lines: [{ pricePaise: 10_000 }, { pricePaise: 10_000 }] },
    ]);
  });

  test("[BASKET2] a few pieces left are shown, many are not", async () => {
    const client = filled([line("Rice", "asha", { quantity: 2 })], 10);
    await open("/basket", client);
    await expect.element(main.getByText(/10 left/)).toBeVisible();
    client.answer(api.products.stockLevels, ({ productIds }) =>
      productIds.map((productId) => ({ productId: productId as Line["productId"], stock: 11 })),
    );
    await expect.element(main.getByText(/left/)).not.toBeInTheDocument();
  });

  test("a distributor goes with its last line, before the server has answered", async () => {
    const client = filled([line("Rice", "asha")]);
    await open("/basket", client);
    await expect
      .element(page.getByRole("region", { name: "Lake Traders" }))
      .not.toBeInTheDocument();
    client.answer(api.basket.lines, { lines: [], distributors: DISTRIBUTORS });
    await expectTexts(main, "Nothing here yet");
  });
});

const USUAL = [
  {
    distributorId: idOf<"users">("asha"),
    distributorName: "Banyan Court Wholesale",
    lines: ["Rice", "Soap", "Oil", "Salt", "Tea", "Dal", "Ghee"].map((name) => ({
      ...{ productId: idOf<"products">(name), name, picture: null },
      ...{ quantity: 12, pricePaise: 6_400 },
    })),
  },
];

describe("the usual basket", () => {
  const usual = page.getByRole("region", { name: "Usual basket" });

  test("[BASKET4] adds one product, or everything that is not in the basket yet", async () => {
    const client = filled([])
      .answer(api.basket.usual, USUAL)
      .answer(api.basket.quantities, [{ productId: idOf<"products">("Rice"), quantity: 3 }])
      .onCall(api.basket.set, () => null)
      .onCall(api.basket.add, ({ lines }) => ({
        added: lines.map(({ productId }) => ({
          ...{ productId: productId as Line["productId"], name: productId, changes: [] },
        })),
      }));
    await open("/basket", client);
    await expectTexts(usual, "Banyan Court Wholesale", "12 × ₹64.00", "In the basket");
    await usual.getByRole("button", { name: "Add Soap" }).click();
    expect(client.argsOf(api.basket.set)).toMatchObject([{ productId: "Soap", quantity: 12 }]);
    await expect.element(usual.getByText("Ghee")).not.toBeInTheDocument();
    await usual.getByRole("button", { name: "2 more" }).click();
    await expectTexts(usual, "Ghee");
    await usual.getByRole("button", { name: "Add all" }).click();
    await expectTexts(page, "6 products are in the basket.");
    const [sent] = client.argsOf(api.basket.add);
    expect(sent?.lines.map(({ productId }) => productId)).toEqual([
      ...["Soap", "Oil", "Salt", "Tea", "Dal", "Ghee"],
    ]);
  });

  test("[BASKET4] that is new says what can't be added, also when it fills an empty basket", async () => {
    const client = clientFor(MEENA)
      .answer(api.basket.lines, { lines: [], distributors: [] })
      .answer(api.basket.usual, USUAL)
      .onCall(api.basket.add, () => ({
        added: [
          {
            ...{ productId: idOf<"products">("Rice"), name: "Rice" },
            changes: [{ code: "SHORT" as const, stock: 3 }],
          },
        ],
      }));
    await open("/basket", client);
    await usual.getByRole("button", { name: "Add all" }).click();
    client.answer(api.basket.lines, { lines: [line("Rice", "asha")], distributors: DISTRIBUTORS });
    const dialog = page.getByRole("dialog", { name: "1 product is in the basket." });
    await expectTexts(dialog, "Rice", "Only 3 in stock.");
    await dialog.getByRole("button", { name: "Close", exact: true }).click();
    await expect.element(dialog).not.toBeInTheDocument();
  });
});

describe("saved baskets", () => {
  const saved = page.getByRole("region", { name: "Saved baskets" });
  const DIWALI = {
    ...{ _id: idOf<"savedBaskets">("diwali"), name: "Diwali", lines: 12, savedAt: MARCH_4 },
  };

  test("[BASKET5] the basket is saved under a name; one that is taken is refused beside the field", async () => {
    const client = filled(LINES).onCall(api.basket.save, ({ name }) =>
      name === "Diwali"
        ? new ConvexError({ code: "BASKET_NAME_TAKEN" })
        : { savedBasketId: DIWALI._id },
    );
    await open("/basket", client);
    await page.getByRole("button", { name: "Save basket" }).click();
    const dialog = page.getByRole("dialog", { name: "Save this basket" });
    const submit = dialog.getByRole("button", { name: "Save basket" });
    await submit.click();
    await expectTexts(dialog, "Please enter a name of at most 60 characters.");
    await dialog.getByLabelText("Name").fill("Diwali");
    await submit.click();
    await expectTexts(dialog, "Another of your saved baskets has this name.");
    await dialog.getByLabelText("Name").fill("Weekly");
    await submit.click();
    await expectTexts(page, "The basket is saved.");
    expect(client.argsOf(api.basket.save)).toMatchObject([{ name: "Diwali" }, { name: "Weekly" }]);
  });

  test("[BASKET5] a saved one is added with what changed, renamed and deleted", async () => {
    const client = clientFor(MEENA)
      .answer(api.basket.lines, { lines: [], distributors: [] })
      .answer(api.basket.saved, [DIWALI])
      .onCall(api.basket.addSaved, () => ({
        added: [
          {
            ...{ productId: idOf<"products">("Rice"), name: "Rice" },
            changes: [{ code: "GONE" as const }],
          },
        ],
      }))
      .onCall(api.basket.renameSaved, () => null)
      .onCall(api.basket.deleteSaved, () => null);
    await open("/basket", client);
    await expectTexts(saved, "Diwali");
    await expect.element(saved.getByText(/^12 products · /)).toBeVisible();
    await saved.getByRole("button", { name: "Add to basket" }).click();
    const report = page.getByRole("dialog", { name: "Nothing could be added to the basket." });
    await expectTexts(report, "Rice", "No longer sold.");
    await report.getByRole("button", { name: "Close", exact: true }).click();
    await saved.getByRole("button", { name: "Rename Diwali" }).click();
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("Holi");
    await page.getByRole("button", { name: "Rename", exact: true }).click();
    await expectTexts(page, "The basket has its new name.");
    await saved.getByRole("button", { name: "Delete Diwali" }).click();
    await page.getByRole("button", { name: "Delete basket" }).click();
    const named = { savedBasketId: "diwali" };
    await expect.poll(() => client.argsOf(api.basket.deleteSaved)).toMatchObject([named]);
    expect(client.argsOf(api.basket.renameSaved)).toMatchObject([{ ...named, name: "Holi" }]);
  });
});

describe("an order of the past", () => {
  const lists = [
    ["/pendingretail", "pending"],
    ["/acceptedretail", "accepted"],
    ["/rejectedretail", "rejected"],
    ["/completedretail", "completed"],
  ] as const;

  test.each(lists)(
    "[BASKET3] of %s is ordered again, and says what changed",
    async (path, status) => {
      const { productId } = orderLine();
      const client = clientFor(MEENA)
        .answer(api.orders.outgoing, pageOf([order({ status })]))
        .onCall(api.basket.addOrdered, () => ({
          added: [
            {
              ...{ productId: productId!, name: "Basmati rice" },
              changes: [{ code: "PRICE_CHANGED" as const, fromPaise: 5_250, toPaise: 6_000 }],
            },
          ],
        }));
      await open(path, client);
      await page.getByRole("button", { name: "Order again" }).click();
      expect(client.argsOf(api.basket.addOrdered)).toMatchObject([{ orderId: "order" }]);
      const dialog = page.getByRole("dialog", { name: "1 product is in the basket." });
      await expectTexts(dialog, "Basmati rice", "₹52.50 → ₹60.00 each.");
      const link = dialog.getByRole("link", { name: "Open basket" });
      await expect.element(link).toHaveAttribute("href", "/basket");
    },
  );
});

describe("the button of a product's card", () => {
  const card: FunctionReturnType<typeof api.products.all>["page"][number] = {
    companyName: "Big Wholesale",
    ...{ _id: idOf("product"), name: "Basmati rice", type: "Food and Beverage" },
    ...{ packSize: 25, pricePaise: 9_000, picture: null, createdAt: MARCH_4, multiple: 12 },
  };

  test("[BASKET1] adds the smallest quantity that is sold, and becomes the quantity", async () => {
    const client = clientFor(MEENA)
      .answer(api.products.all, pageOf([card]))
      .onCall(api.basket.set, () => null);
    await open("/productlistall", client);
    await page.getByRole("button", { name: "Add to basket: Basmati rice" }).click();
    expect(client.argsOf(api.basket.set)).toMatchObject([{ productId: "product", quantity: 12 }]);
    client.answer(api.basket.quantities, [{ productId: card._id, quantity: 12 }]);
    await page.getByRole("button", { name: "Increase" }).click();
    expect(client.argsOf(api.basket.set)[1]).toMatchObject({ quantity: 24 });
  });
});

describe("the button of an order page", () => {
  test("[BASKET1] adds the typed quantity to the basket, and then shows what is in it", async () => {
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
