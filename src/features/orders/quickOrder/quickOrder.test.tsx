/** Quick order: the row of a basket's page, and rows pasted from a spreadsheet. */
import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { api } from "../../../../convex/_generated/api";
import type { FakeClient } from "../../../testing/fakeClient.setup";
import { idOf, MEENA } from "../../../testing/fixtures.setup";
import {
  clientFor,
  expectNoSidewaysScroll,
  expectTexts,
  open,
  pressComposing,
  usePhone,
} from "../../../testing/screen.setup";
import type { ProductHit } from "./quickOrder";

const name = page.getByRole("combobox", { name: "SKU or name" });
const quantity = page.getByRole("textbox", { name: "Quantity" });
const options = page.getByRole("option");
const section = page.getByRole("region", { name: "Quick order" });

function hit(id: string, part: Partial<ProductHit> = {}): ProductHit {
  return {
    ...{ _id: idOf<"products">(id), name: id, picture: null, packSize: 24 },
    ...{ pricePaise: 9_000, distributorName: "Banyan Court Wholesale" },
    ...part,
  };
}

const BREAKS = [{ from: 12, pricePaise: 8_450 }];
const RICE = hit("Basmati rice", { sku: "R-10", multiple: 6, priceBreaks: BREAKS });
const ALL = [RICE, hit("Rice bran oil"), hit("Rice flour")];

async function openBasket(hits: ProductHit[] = ALL): Promise<FakeClient> {
  const client = clientFor(MEENA)
    .answer(api.basket.lines, { lines: [], distributors: [] })
    .answer(api.search.products, ({ text }) => {
      const wanted = text.toLowerCase();
      const isFound = (each: ProductHit) =>
        each.sku?.toLowerCase() === wanted || each.name.toLowerCase().includes(wanted);
      return hits.filter(isFound);
    })
    .onCall(api.basket.set, () => null)
    .onCall(api.quickOrder.add, () => ({ refused: [] }));
  await open("/basket", client);
  await expect.element(name).toBeVisible();
  return client;
}

describe("the row", () => {
  test("[QUICK1] takes a SKU, a quantity and Enter, and is ready for the next one", async () => {
    const client = await openBasket();
    await userEvent.keyboard("n");
    await expect.element(name).toHaveFocus();
    await userEvent.keyboard("r-10{Enter}");
    await expect.element(quantity).toHaveFocus();
    await expect.element(quantity).toHaveValue("6");
    await expectTexts(section, "Basmati rice");
    await userEvent.keyboard("12");
    const matched = section.getByText("Pack of 24 · ₹84.50 · =\u00a0₹1,014.00", { exact: false });
    await expect.element(matched).toBeVisible();
    await userEvent.keyboard("{Enter}");
    expect(client.argsOf(api.basket.set)).toMatchObject([
      { productId: "Basmati rice", quantity: 12 },
    ]);
    await expectTexts(section, "Added 12 × Basmati rice.");
    await expect.element(name).toHaveFocus();
    await expect.element(name).toHaveValue("");
  });

  test("[QUICK1] adds to what the basket has, and says so", async () => {
    const client = await openBasket();
    await expectTexts(section, "What you type is added to what the basket has.");
    client.answer(api.basket.quantities, [{ productId: RICE._id, quantity: 24 }]);
    await name.fill("r-10");
    await userEvent.keyboard("{Enter}");
    await expectTexts(section, "24 are in the basket already.");
    await userEvent.keyboard("{Enter}");
    expect(client.argsOf(api.basket.set)).toMatchObject([{ quantity: 30 }]);
  });

  test("[QUICK2] shows the nearest right quantities of a wrong one, which a click takes", async () => {
    const client = await openBasket();
    await name.fill("basmati");
    await userEvent.keyboard("{Enter}");
    await expect.element(quantity).toHaveFocus();
    await quantity.fill("8");
    await userEvent.keyboard("{Enter}");
    await expectTexts(section, "Order 6 or 12.");
    expect(client.argsOf(api.basket.set)).toEqual([]);
    await section.getByRole("button", { name: "Take 12" }).click();
    expect(client.argsOf(api.basket.set)).toMatchObject([{ quantity: 12 }]);
  });

  test("suggests products, which arrows, Enter and Escape handle", async () => {
    await openBasket();
    await name.fill("rice");
    await expect.poll(() => options.elements().length).toBe(3);
    await expect.element(name).toHaveAttribute("aria-expanded", "true");
    await userEvent.keyboard("{ArrowDown}{ArrowDown}");
    await expect
      .element(page.getByRole("option", { name: /^Rice bran oil/ }))
      .toHaveAttribute("aria-selected", "true");
    await userEvent.keyboard("{Escape}");
    await expect.element(name).toHaveAttribute("aria-expanded", "false");
    await expect.element(name).toHaveValue("rice");
    await userEvent.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}{Enter}");
    await expect.element(name).toHaveValue("Rice bran oil");
    await expect.element(quantity).toHaveFocus();
  });

  test("a late answer never moves the row that was reached", async () => {
    const client = await openBasket();
    await name.fill("rice");
    await expect.poll(() => options.elements().length).toBe(3);
    await userEvent.keyboard("{ArrowDown}{ArrowDown}");
    client.answer(api.search.products, [hit("Another"), ...ALL]);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await userEvent.keyboard("{Enter}");
    await expect.element(name).toHaveValue("Rice bran oil");
  });

  test("leaves the keys of an input method to it", async () => {
    const client = await openBasket();
    await name.fill("rice");
    await expect.poll(() => options.elements().length).toBe(3);
    pressComposing(name, "ArrowDown");
    pressComposing(name, "Enter");
    pressComposing(name, "Escape");
    await userEvent.keyboard("{ArrowDown}{ArrowDown}");
    await expect
      .element(page.getByRole("option", { name: /^Rice bran oil/ }))
      .toHaveAttribute("aria-selected", "true");
    pressComposing(name, "Enter");
    await userEvent.keyboard("{ArrowDown}{Enter}");
    await expect.element(name).toHaveValue("Rice flour");
    await quantity.fill("2");
    pressComposing(quantity, "Enter");
    await quantity.fill("24");
    await userEvent.keyboard("{Enter}");
    await expectTexts(section, "Added 24 × Rice flour.");
    expect(client.argsOf(api.basket.set)).toMatchObject([{ quantity: 24 }]);
  });

  test("says when nothing matches, and when several do", async () => {
    await openBasket();
    await name.fill("zzz");
    await userEvent.keyboard("{Enter}");
    await expectTexts(section, "No product matches “zzz”.");
    await name.fill("rice");
    await userEvent.keyboard("{Enter}");
    await expectTexts(section, "Several products match: choose one of them.");
  });

  test("fits a phone", async () => {
    await usePhone();
    await openBasket([hit("W".repeat(100), { sku: "S".repeat(40) })]);
    await name.fill("w");
    await userEvent.keyboard("{Enter}");
    await expectNoSidewaysScroll();
  });
});

describe("pasted rows", () => {
  const dialog = page.getByRole("dialog", { name: "Paste rows" });
  const SURE = { isSure: true } as const;

  async function paste(text: string): Promise<FakeClient> {
    const client = await openBasket();
    client.answer(api.quickOrder.match, ({ texts }) =>
      texts.map((each) => {
        if (each === "R-10") return { products: [RICE], ...SURE };
        if (each === "Oil") return { products: [hit("Rice bran oil")], ...SURE };
        return { products: each === "Rice" ? ALL : [], isSure: false };
      }),
    );
    await section.getByRole("button", { name: "Paste rows" }).click();
    await dialog.getByLabelText("Lines").fill(text);
    await dialog.getByRole("button", { name: "Match lines" }).click();
    return client;
  }

  test("[QUICK6] that are clear go into the basket together, and replace what it has", async () => {
    const client = await paste("SKU\tQty\nR-10\t12\nOil\t3\nR-10\t6");
    await expectTexts(dialog, "3 matched · 0 to choose");
    await expectTexts(
      dialog,
      "One product a line: a name or SKU, and a quantity. A product that is in the basket already gets the pasted quantity.",
    );
    await dialog.getByRole("button", { name: "Put 2 products into the basket" }).click();
    await expectTexts(page, "2 products are in the basket.");
    await expect.element(dialog).not.toBeInTheDocument();
    expect(client.argsOf(api.quickOrder.add)).toMatchObject([
      {
        lines: [
          { productId: "Basmati rice", quantity: 18 },
          { productId: "Rice bran oil", quantity: 3 },
        ],
      },
    ]);
  });

  test("[QUICK6] that are not clear come first, each with a chooser", async () => {
    const client = await paste("Oil;3\nRice;2\nzzz;1");
    await expectTexts(dialog, "1 matched · 2 to choose");
    const headings = () =>
      dialog
        .getByRole("heading", { level: 3 })
        .elements()
        .map(({ textContent }) => textContent);
    expect(headings()).toEqual(["Choose the product 2", "Ready 1"]);
    await dialog.getByRole("combobox", { name: "Product of line 2" }).click();
    await page.getByRole("option", { name: /^Rice flour/ }).click();
    await expectTexts(dialog, "2 matched · 1 to choose");
    await dialog.getByRole("button", { name: "Put 2 products into the basket" }).click();
    await expectTexts(page, "2 products are in the basket.");
    expect(client.argsOf(api.quickOrder.add)).toMatchObject([
      {
        lines: [
          { productId: "Rice bran oil", quantity: 3 },
          { productId: "Rice flour", quantity: 2 },
        ].sort((a) => (a.productId === "Rice flour" ? 1 : -1)),
      },
    ]);
    // What is left waits for an answer.
    await expectTexts(dialog, "0 matched · 1 to choose");
    await dialog.getByRole("button", { name: "Leave line 3 out" }).click();
    await expect.element(dialog.getByText("Line 3")).not.toBeInTheDocument();
  });

  test("[QUICK2] with wrong quantities show the nearest right ones", async () => {
    await paste("R-10\t8\nOil\t2.5");
    await expectTexts(dialog, "Order 6 or 12.", "Order 2 or 3.");
    await dialog.getByRole("button", { name: "Take 12 of line 1" }).click();
    await dialog.getByRole("button", { name: "Take 3 of line 2" }).click();
    const add = dialog.getByRole("button", { name: "Put 2 products into the basket" });
    await expect.element(add).toBeEnabled();
  });

  test("[QUICK6] that become clear while others are on their way stay, to be added as well", async () => {
    const client = await paste("Oil;3\nRice;2");
    let answer: (added: { refused: [] }) => void = () => undefined;
    client.onCall(api.quickOrder.add, () => new Promise((resolve) => (answer = resolve)));
    await dialog.getByRole("button", { name: "Put 1 product into the basket" }).click();
    await dialog.getByRole("combobox", { name: "Product of line 2" }).click();
    await page.getByRole("option", { name: /^Rice flour/ }).click();
    answer({ refused: [] });
    await expectTexts(page, "1 product is in the basket.");
    await expectTexts(dialog, "1 matched · 0 to choose");
    await dialog.getByRole("button", { name: "Put 1 product into the basket" }).click();
    await expect
      .poll(() => client.argsOf(api.quickOrder.add))
      .toMatchObject([
        { lines: [{ productId: "Rice bran oil" }] },
        { lines: [{ productId: "Rice flour", quantity: 2 }] },
      ]);
  });

  test("[QUICK6] of a product whose other rows were added before are counted with them", async () => {
    const client = await paste("R-10\t12\nRice\t6");
    await dialog.getByRole("button", { name: "Put 1 product into the basket" }).click();
    await expectTexts(dialog, "0 matched · 1 to choose");
    await dialog.getByRole("combobox", { name: "Product of line 2" }).click();
    await page.getByRole("option", { name: /^Basmati rice/ }).click();
    await dialog.getByRole("button", { name: "Put 1 product into the basket" }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(client.argsOf(api.quickOrder.add)).toMatchObject([
      { lines: [{ productId: "Basmati rice", quantity: 12 }] },
      { lines: [{ productId: "Basmati rice", quantity: 18 }] },
    ]);
  });

  test("that the server refuses stay, with the reason", async () => {
    const client = await paste("R-10\t12\nOil\t3");
    client.onCall(api.quickOrder.add, () => ({
      refused: [{ productId: "Rice bran oil", code: "BASKET_FULL" }],
    }));
    await dialog.getByRole("button", { name: "Put 2 products into the basket" }).click();
    await expectTexts(dialog, "The basket is full.");
    await expectTexts(page, "1 product is in the basket.");
  });

  test("[QUICK3] that are none say what is wanted, and keep the text", async () => {
    await paste("SKU\tQty");
    await expectTexts(dialog, "Paste lines with a name or SKU and a quantity.");
    await expect.element(dialog.getByLabelText("Lines")).toHaveValue("SKU\tQty");
  });

  test("are closed one step at a time by Escape: the list, then the window", async () => {
    await paste("Rice\t2");
    const chooser = dialog.getByRole("combobox", { name: "Product of line 1" });
    await chooser.click();
    await expect.poll(() => options.elements().length).toBe(3);
    await userEvent.keyboard("{Escape}");
    await expect.element(options.first()).not.toBeInTheDocument();
    await expect.element(dialog).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(dialog).not.toBeInTheDocument();
  });
});
