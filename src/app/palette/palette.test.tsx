/** The search of everything: by keyboard, for each role. */
import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { type FakeClient, serverError } from "../../testing/fakeClient.setup";
import {
  ADMIN,
  ASHA,
  idOf,
  MARCH_4,
  MEENA,
  PICTURE_URL,
  product,
} from "../../testing/fixtures.setup";
import {
  clientFor,
  expectNoSidewaysScroll,
  expectTexts,
  open,
  pressComposing,
  usePhone,
} from "../../testing/screen.setup";
// Whoever is signed in has them already: the first test need not wait for them.
import "../bar/memberBars";
import "./Palette";
import type { Me } from "../../session/userdata";
import type { ProductHit } from "./items";

const dialog = page.getByRole("dialog", { name: "Search" });
const box = page.getByRole("combobox", { name: "Search everything" });

function hit(id: string, part: Partial<ProductHit> = {}): ProductHit {
  return {
    ...{ _id: idOf<"products">(id), name: id, picture: null, packSize: 24, pricePaise: 8_450 },
    ...{ distributorName: "Banyan Court Wholesale", ...part },
  };
}

function clientOf(me: Me): FakeClient {
  return clientFor(me)
    .answer(api.search.products, ({ text }) =>
      ["Basmati rice", "Rice flour"]
        .filter((name) => name.toLowerCase().includes(text))
        .map((id) => hit(id, { minQuantity: 12 })),
    )
    .answer(api.search.orders, ({ text }) =>
      text === "zzz"
        ? []
        : [
            {
              ...{
                _id: idOf<"orders">("order"),
                productName: "Toor dal",
                quantity: 5,
                lineCount: 1,
              },
              ...{ totalPaise: 42_250, status: "accepted" as const, partner: "Lake Traders" },
              createdAt: MARCH_4,
            },
          ],
    )
    .answer(api.search.invoices, ({ text }) =>
      text === "zzz"
        ? []
        : [
            {
              ...{ _id: idOf<"invoices">("invoice"), printedNumber: "BCW/26-27/00011" },
              ...{ partner: "Banyan Court Wholesale", createdAt: MARCH_4 },
              ...{ netAmountPaise: 1_000, payablePaise: 1_180 },
            },
          ],
    )
    .answer(api.search.people, ({ text }) =>
      text === "zzz"
        ? []
        : [
            {
              ...{ _id: idOf<"users">("asha"), name: "Asha Kolhari", email: "asha@mandi.test" },
              ...{
                business: "Banyan Court Wholesale",
                role: "distributor" as const,
                isConnected: true as const,
              },
            },
          ],
    );
}

async function openPalette(me: Me, client = clientOf(me)): Promise<FakeClient> {
  await open("/about", client);
  await expect.element(page.getByRole("button", { name: "Search", exact: true })).toBeVisible();
  await userEvent.keyboard("{Control>}k{/Control}");
  await expect.element(box).toHaveFocus();
  return client;
}

const groupLabels = () =>
  dialog
    .getByRole("group")
    .elements()
    .map((group) => group.firstElementChild?.textContent);

const reached = () =>
  page
    .getByRole("option", { selected: true })
    .elements()
    .map((option) => option.textContent);

describe("the search of everything", () => {
  test("[PALETTE5] opens by Ctrl K and by its button, closes by Escape, and returns the focus", async () => {
    await openPalette(MEENA);
    await userEvent.keyboard("{Escape}");
    await expect.element(dialog).not.toBeInTheDocument();
    const button = page.getByRole("button", { name: "Search", exact: true });
    await button.click();
    await expect.element(box).toHaveFocus();
    await userEvent.keyboard("{Escape}");
    await expect.element(button).toHaveFocus();
  });

  test("[PALETTE5] shows recent ones of every group while nothing is typed", async () => {
    await openPalette(MEENA);
    await expect.poll(groupLabels).toEqual(["Products", "Orders", "Invoices", "People", "Pages"]);
    await expectTexts(dialog, "5 × Toor dal", "BCW/26-27/00011", "₹11.80", "Pending Orders");
  });

  test("shows a product by its picture", async () => {
    const client = clientOf(MEENA).answer(api.search.products, [
      hit("Soap", { picture: PICTURE_URL }),
    ]);
    await openPalette(MEENA, client);
    const picture = page.getByRole("option", { name: /^Soap/ }).element().querySelector("img");
    expect(picture?.src).toBe(PICTURE_URL);
    expect(picture?.getBoundingClientRect().width).toBe(32);
  });

  test("names an order of several lines by one of its products", async () => {
    const several = {
      ...{ _id: idOf<"orders">("order"), productName: "Toor dal", quantity: 5, lineCount: 3 },
      ...{ totalPaise: 42_250, status: "accepted" as const, partner: "Lake Traders" },
      createdAt: MARCH_4,
    };
    await openPalette(MEENA, clientOf(MEENA).answer(api.search.orders, [several]));
    await expectTexts(dialog, "Toor dal and 2 more");
  });

  test("[TAX6] says what comes on top of a price without GST", async () => {
    const client = clientOf(MEENA);
    client.answer(api.search.products, [hit("Soap", { addedTaxBp: 1800 }), hit("Rice")]);
    await openPalette(MEENA, client);
    await expectTexts(dialog, "₹84.50 + 18% GST", "₹84.50");
  });

  test("[PALETTE5] leads by arrows and Enter to what was found", async () => {
    const client = await openPalette(MEENA);
    client.answer(api.products.one, product());
    await box.fill("rice");
    await expect.poll(reached).toEqual([expect.stringContaining("Basmati rice")]);
    await userEvent.keyboard("{ArrowDown}{ArrowDown}{ArrowUp}");
    await expect.poll(reached).toEqual([expect.stringContaining("Rice flour")]);
    await userEvent.keyboard("{ArrowUp}{Enter}");
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(page.getByRole("button", { name: "Place Order" })).toBeVisible();
  });

  test("[PALETTE6] Shift + Enter puts a product into the basket, and stays", async () => {
    const client = await openPalette(MEENA);
    client.onCall(api.basket.set, () => null);
    await box.fill("flour");
    await expect.poll(reached).toEqual([expect.stringContaining("Rice flour")]);
    await userEvent.keyboard("{Shift>}{Enter}{/Shift}");
    await expectTexts(page, "Rice flour: 12 in the basket.");
    await page.getByRole("option", { name: "Add Rice flour to the basket" }).click();
    expect(client.argsOf(api.basket.set)).toHaveLength(2);
    await expect.element(dialog).toBeVisible();
  });

  test("[PALETTE7] a late answer never moves the row that was reached", async () => {
    const client = await openPalette(MEENA);
    await box.fill("rice");
    await expect.poll(reached).toEqual([expect.stringContaining("Basmati rice")]);
    await userEvent.keyboard("{ArrowDown}");
    client.answer(api.search.products, [hit("Another rice"), hit("Basmati rice"), hit("Third")]);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(reached()).toEqual([expect.stringContaining("Rice flour")]);
    await box.fill("ric");
    await expectTexts(dialog, "Another rice");
  });

  test("lists nothing of a text until every group has answered", async () => {
    const client = await openPalette(MEENA);
    await expectTexts(dialog, "5 × Toor dal");
    client.answer(api.search.people, ({ text }) => (text === "" ? [] : undefined));
    await box.fill("zzz");
    await new Promise((resolve) => setTimeout(resolve, 300));
    await expectTexts(dialog, "5 × Toor dal");
    client.answer(api.search.people, []);
    await expectTexts(dialog, "Nothing matches “zzz”.");
  });

  test("says what failed beside the rest, until it is there", async () => {
    const client = clientOf(MEENA).answer(api.search.orders, serverError());
    await openPalette(MEENA, client);
    const failure = dialog.getByText("Some results could not be loaded.");
    await expect.element(failure).toBeVisible();
    await expect.element(dialog.getByRole("button", { name: "Retry" })).toBeVisible();
    await expectTexts(dialog, "BCW/26-27/00011");
    client.answer(api.search.orders, []);
    await expect.element(failure).not.toBeInTheDocument();
  });

  test("[PALETTE8] of an admin has neither orders nor invoices", async () => {
    await openPalette(ADMIN);
    await expect.poll(groupLabels).toEqual(["Products", "People", "Pages"]);
  });

  test("[PALETTE8] of a distributor leads to its own pages, without a basket", async () => {
    await openPalette(ASHA);
    await expect.poll(groupLabels).toEqual(["Products", "Orders", "Invoices", "People", "Pages"]);
    expect(page.getByRole("option", { name: /to the basket$/ }).elements()).toEqual([]);
    await box.fill("add product");
    await expectTexts(dialog, "Add Product");
    await userEvent.keyboard("{ArrowUp}");
    await expect.poll(reached).toEqual(["Add Product"]);
  });

  test("[MONTH1] leads distributors with a GSTIN to the month's end, and nobody else", async () => {
    const registered = { ...ASHA, gstin: "27AAPFU0939F1ZV" };
    for (const [me, options] of [
      [registered, ["Month's end"]],
      [ASHA, []],
      [{ ...MEENA, gstin: "27AAPFU0939F1ZV" }, []],
    ] as const) {
      await openPalette(me);
      await box.fill("month");
      // The other groups are those of this text once no product is left.
      const pages = options.length === 0 ? [] : ["Pages"];
      await expect.poll(groupLabels).toEqual(["Orders", "Invoices", "People", ...pages]);
      const found = dialog.getByRole("option", { name: "Month's end" });
      await expect
        .poll(() => found.elements().map((option) => option.textContent))
        .toEqual(options);
    }
  });

  test("leaves the keys of an input method to it", async () => {
    const client = await openPalette(MEENA);
    client.answer(api.products.one, product());
    await box.fill("rice");
    await expect.poll(reached).toEqual([expect.stringContaining("Basmati rice")]);
    pressComposing(box, "ArrowDown");
    pressComposing(box, "Enter");
    await userEvent.keyboard("{ArrowDown}");
    await expect.poll(reached).toEqual([expect.stringContaining("Rice flour")]);
  });

  test("fills a phone's screen, where the button is an icon", async () => {
    await usePhone();
    await openPalette(MEENA);
    await expectTexts(dialog, "BCW/26-27/00011");
    const { width, height } = dialog.element().getBoundingClientRect();
    expect([width, height]).toEqual([375, 800]);
    await expectNoSidewaysScroll();
  });
});

test("a visitor has no search", async () => {
  await open("/about", clientFor(null));
  await expect.element(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
  await userEvent.keyboard("{Control>}k{/Control}");
  expect(dialog.elements()).toEqual([]);
});
