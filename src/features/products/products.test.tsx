/** The screens of products: texts, dialogs, and the states of their lists. */
import { ConvexError } from "convex/values";
import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { type FakeClient, pageOf, serverError } from "../../testing/fakeClient.setup";
import { answerUploads } from "../../testing/uploads.setup";
import {
  ASHA,
  distributor,
  idOf,
  LONG_HINDI,
  LONG_WORD,
  MEENA,
  product,
  pictureFile,
  PICTURE_URL,
} from "../../testing/fixtures.setup";
import {
  choose,
  clientFor,
  expectColumns,
  expectFields,
  expectOptions,
  expectTexts,
  hueOf,
  open,
  overflowing,
  pressComposing,
  usePhone,
} from "../../testing/screen.setup";
import { testListStates } from "../../testing/listStates.setup";

const CATEGORIES = [
  "Beauty",
  "Electronics",
  "Fashion",
  "Home Goods",
  "Health and Wellness",
  "Food and Beverage",
  "Sports and Outdoor Equipment",
  "Automotive",
  "Toys and Games",
  "Furniture",
];
const SORTS = ["Sort: Default", "Sort: Type", "Sort: Latest", "Sort: In Stock"];
const MORE_INFO = ["Distributor", "Email", "Stock", "Price", "Registered on", "Close"];

const main = page.getByRole("main");
const cards = page.getByRole("article");
const info = page.getByRole("dialog");

type Product = ReturnType<typeof product>;

/** Answers the stock of these products, which lists leave out. */
function answerStock(client: FakeClient, ...products: Product[]): FakeClient {
  const levels = products.map(({ _id, stock }) => ({ productId: _id, stock }));
  return client.answer(api.products.stockLevels, ({ productIds }) =>
    levels.filter(({ productId }) => productIds.includes(productId)),
  );
}

/** The rows of a distributor's own list. */
function ownRows(products: readonly Product[]) {
  return products.map(
    ({ _id, name, type, packSize, pricePaise, imageUrl: picture, description }) => {
      return { _id, name, type, packSize, pricePaise, picture, description };
    },
  );
}

/** The rows of the catalogue, without what More Info asks for. */
function catalogueRows(products: readonly Product[]) {
  const companyName = "Big Wholesale";
  return products.map(({ _id, name, type, packSize, pricePaise, imageUrl: picture, createdAt }) => {
    return { _id, name, type, packSize, pricePaise, picture, createdAt, companyName };
  });
}

/** Answers More Info and the edit dialog. */
function answerDetails(client: FakeClient, ...products: Product[]): FakeClient {
  return client.answer(
    api.products.one,
    ({ productId }) => products.find(({ _id }) => _id === productId) ?? null,
  );
}

function ownProducts(...products: Product[]): FakeClient {
  const client = clientFor(ASHA).answer(api.products.mine, pageOf(ownRows(products)));
  return answerStock(client, ...products);
}

/** A retailer's client whose server filters by category and by part of the name. */
function market(...products: Product[]): FakeClient {
  const client = clientFor(MEENA).answer(api.products.all, ({ search = "", type }) =>
    pageOf(
      catalogueRows(products).filter(
        (each) =>
          (type === undefined || each.type === type) &&
          each.name.toLowerCase().includes(search.toLowerCase()),
      ),
    ),
  );
  return answerDetails(client, ...products);
}

describe("one's own products", () => {
  test("[PRODUCT8] [PRODUCT10] a card has picture, name, type, description, quantity, price and stock", async () => {
    await open("/productlist", ownProducts(product({ imageUrl: PICTURE_URL })));
    await expectTexts(cards, "Basmati rice", "Food and Beverage", "Long grain, one year old.");
    await expectTexts(cards, "Quantity", "25", "Price", "₹12,34,567.00", "Stock", "40 Pcs");
    await expect.element(cards.getByAltText("Basmati rice")).toBeVisible();
    await expectTexts(main, "Edit", "Delete");
  });

  test("[PRODUCT8] [PRODUCT13] [MARKET2] stock of 10 or less is low, and red", async () => {
    const low = product({ _id: idOf("low"), stock: 10 });
    await open("/productlist", ownProducts(low, product({ stock: 11 })));
    const insufficient = page.getByText("Insufficient stock 10 Pcs", { exact: true });
    await expect.element(insufficient).toBeVisible();
    expect(hueOf(insufficient.element())).toBe("red");
    expect(hueOf(page.getByText("11 Pcs", { exact: true }).element())).not.toBe("red");
  });

  test("[COVER1] a card says for how many days its stock lasts, and marks a short time by its tone", async () => {
    const [rice, stool] = [product({ stock: 40 }), product({ _id: idOf("stool"), stock: 40 })];
    const gone = product({ _id: idOf("gone"), stock: 0 });
    const client = ownProducts(rice, stool, gone).answer(api.products.sold, [
      { productId: idOf<"products">("product"), pieces: 62, weeks: [8, 2, 40, 22] },
      { productId: idOf<"products">("gone"), pieces: 62, weeks: [62] },
    ]);
    await open("/productlist", client);
    await expectTexts(cards.first(), "40 Pcs", "18 days left");
    expect(page.getByText(/days? left/).elements()).toHaveLength(1);
    const words = "4 weeks, 22 Pcs this week, most 40 Pcs";
    await expect.element(cards.first().getByRole("img", { name: words })).toBeVisible();
    const left = cards.first().getByText(/days? left/);
    const calm = getComputedStyle(left.element()).color;
    client.answer(api.products.sold, [
      { productId: idOf<"products">("product"), pieces: 200, weeks: [] },
    ]);
    await expectTexts(cards.first(), "5 days left");
    expect(getComputedStyle(left.element()).color).not.toBe(calm);
  });

  test("[PRODUCT8] a card waits for its stock, follows it, and never shows another figure", async () => {
    const [rice, stool] = [product({ stock: 40 }), product({ _id: idOf("stool"), stock: 12 })];
    const client = clientFor(ASHA).answer(api.products.mine, pageOf(ownRows([rice, stool])));
    await open("/productlist", client);
    await expectTexts(cards.first(), "Basmati rice", "Stock");
    expect(page.getByText(/Pcs/).elements()).toEqual([]);
    await expect.element(cards.first().getByRole("button", { name: "Edit" })).toBeDisabled();
    answerStock(client, rice, stool);
    await expectTexts(cards.first(), "40 Pcs");
    await expectTexts(cards.last(), "12 Pcs");
    answerStock(client, { ...rice, stock: 39 }, stool);
    await expectTexts(cards.first(), "39 Pcs");
    // A change of the list asks again; until the answer is there, the known figures stay.
    client.answer(api.products.stockLevels, () => undefined);
    client.answer(api.products.mine, pageOf(ownRows([product({ _id: idOf("new") }), rice])));
    await expect.poll(() => page.getByText(/Pcs/).elements().length).toBe(1);
    await expectTexts(cards.last(), "39 Pcs");
  });

  test("[LOWSTOCK1] the chip asks for products of low stock alone, and is kept in the address", async () => {
    const low = product({ _id: idOf("low"), name: "Folding stool", stock: 3 });
    const client = answerStock(clientFor(ASHA), product(), low).answer(
      api.products.mine,
      ({ lowStock = false }) => pageOf(ownRows(lowStock ? [low] : [product(), low])),
    );
    await open("/productlist?stock=low", client);
    const chip = main.getByRole("button", { name: "Low stock" });
    await expect.element(chip).toHaveAttribute("aria-pressed", "true");
    await expect.poll(() => cards.elements().length).toBe(1);
    await chip.click();
    await expect.poll(() => cards.elements().length).toBe(2);
    await chip.click();
    await expect.poll(() => cards.elements().length).toBe(1);
    client.answer(api.products.mine, pageOf([]));
    await expectTexts(main, "No products found matching your criteria.");
    await main.getByRole("button", { name: "Clear filters" }).click();
    await expect.element(chip).toHaveAttribute("aria-pressed", "false");
  });

  describe("[LOWSTOCK2] the stock in the card", () => {
    const change = cards.getByRole("button", { name: "Stock of Basmati rice: change" });
    const figure = cards.getByRole("textbox", { name: "Pieces of Basmati rice in stock" });
    const save = cards.getByRole("button", { name: "Save stock of Basmati rice" });

    test("is set against the figure that was seen", async () => {
      const client = ownProducts(product({ stock: 7 })).onCall(api.products.edit, () => null);
      await open("/productlist", client);
      await change.click();
      await expect.element(figure).toHaveFocus();
      await cards.getByRole("button", { name: "Increase" }).click();
      await expect.element(figure).toHaveValue("8");
      await figure.fill("48");
      await save.click();
      await expectTexts(page, "Basmati rice: 48 Pcs in stock.");
      await expect.element(change).toHaveFocus();
      expect(client.argsOf(api.products.edit)).toEqual([
        { productId: "product", changes: { stock: 48 }, stockSeen: 7 },
      ]);
    });

    test("that was sold from meanwhile is shown beside what was typed", async () => {
      const rice = product({ stock: 7 });
      const client = ownProducts(rice).onCall(api.products.edit, ({ stockSeen }) =>
        stockSeen === 7 ? new ConvexError({ code: "STALE_STOCK", stock: 5 }) : null,
      );
      await open("/productlist", client);
      await change.click();
      await figure.fill("48");
      await save.click();
      await expectTexts(cards, "The stock changed while you were editing.", "5 Pcs", "48 Pcs");
      answerStock(client, { ...rice, stock: 4 });
      await cards.getByRole("button", { name: "Keep 4 Pcs" }).hover();
      await cards.getByRole("button", { name: "Set stock to 48 Pcs" }).click();
      await expectTexts(page, "Basmati rice: 48 Pcs in stock.");
      expect(client.argsOf(api.products.edit).at(-1)).toMatchObject({ stockSeen: 4 });
    });

    test("stays open when Escape undoes a word of an input method", async () => {
      await open("/productlist", ownProducts(product({ stock: 7 })));
      await change.click();
      pressComposing(figure, "Escape");
      await figure.fill("9");
      await userEvent.keyboard("{Escape}");
      await expect.element(change).toBeVisible();
    });

    test("stays as it is when nothing was changed, when it is given up, and after a failure", async () => {
      const client = ownProducts(product({ stock: 7 })).onCall(api.products.edit, serverError);
      await open("/productlist", client);
      await change.click();
      await save.click();
      await change.click();
      await figure.fill("9");
      await cards.getByRole("button", { name: "Cancel" }).click();
      expect(client.argsOf(api.products.edit)).toEqual([]);
      await change.click();
      await expect.element(figure).toHaveValue("7");
      await figure.fill("9");
      await save.click();
      await expectTexts(page, "The stock could not be saved. Please try again.");
      await expect.element(figure).toHaveValue("9");
    });

    test("fits a phone", async () => {
      await usePhone();
      await open("/productlist", ownProducts(product({ name: LONG_WORD, stock: 9_999_999 })));
      await cards.getByRole("button", { name: /^Stock of/ }).click();
      await expect.element(cards.getByRole("button", { name: /^Save/ })).toBeVisible();
      expect(overflowing(main.element())).toEqual([]);
    });
  });

  test("[FAILURE6] a stock that can't be loaded is said like a list that can't", async () => {
    const client = clientFor(ASHA).answer(api.products.mine, pageOf(ownRows([product()])));
    client.answer(api.products.stockLevels, serverError());
    await open("/productlist", client);
    const alert = main.getByRole("alert");
    await expectTexts(alert, "An error occurred while fetching products.");
    await expectTexts(cards, "Basmati rice");
    answerStock(client, product());
    await expectTexts(cards, "40 Pcs");
    await expect.element(alert).not.toBeInTheDocument();
  });

  test("[PRODUCT8] editing shows every field and saves only what was changed", async () => {
    const client = ownProducts(product())
      .answer(api.products.one, product())
      .onCall(api.products.edit, () => null);
    await open("/productlist", client);
    await page.getByRole("button", { name: "Edit" }).click();
    const form = page.getByRole("dialog");
    await expectFields(form, "Product name", "Product type", "Description", "Quantity", "Price");
    await form.getByRole("button", { name: "Cancel" }).click();
    await expect.element(form).not.toBeInTheDocument();

    await page.getByRole("button", { name: "Edit" }).click();
    await form.getByLabelText("Stock").fill("11");
    await form.getByRole("button", { name: "Update Product" }).click();
    await expectTexts(page, "Product updated successfully.");
    await expect.element(form).not.toBeInTheDocument();
    expect(client.argsOf(api.products.edit)).toEqual([
      { productId: "product", changes: { stock: 11 }, stockSeen: 40 },
    ]);
  });

  test("[FAILURE7] an edit or a deletion that fails says so", async () => {
    const client = ownProducts(product())
      .onCall(api.products.edit, serverError)
      .onCall(api.products.archive, serverError);
    await open("/productlist", client);
    await page.getByRole("button", { name: "Edit" }).click();
    const form = page.getByRole("dialog");
    await form.getByLabelText("Stock").fill("11");
    await form.getByRole("button", { name: "Update Product" }).click();
    await expectTexts(form, "An error occurred while updating the product.");
    await form.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Delete product" }).click();
    await expectTexts(page, "An error occurred while deleting the product.");
  });

  test("[PRODUCT8] [PRODUCT11] a product is deleted after a question", async () => {
    const client = ownProducts(product()).onCall(api.products.archive, () => {
      client.answer(api.products.mine, pageOf([]));
      return null;
    });
    await open("/productlist", client);
    await page.getByRole("button", { name: "Delete" }).click();
    const question = page.getByRole("alertdialog", {
      name: "Are you sure you want to delete this product?",
    });
    await expect.element(question).toBeVisible();
    expect(client.argsOf(api.products.archive)).toEqual([]);
    await question.getByRole("button", { name: "Delete product" }).click();
    await expectTexts(page, "Product deleted successfully.");
    await expect.element(cards).not.toBeInTheDocument();
  });
});

describe("adding a product", () => {
  const add = page.getByRole("button", { name: "Add Product" });
  const picture = page.getByLabelText("Product image");

  async function fillIn(): Promise<void> {
    await picture.upload(await pictureFile());
    await choose(page.getByLabelText("Product type"), "Furniture");
    for (const [label, text] of [
      ["Product name", "Folding stool"],
      ["Description", "Teak, for small shops."],
      ["Quantity", "4"],
      ["Price", "640.50"],
      ["Stock", "40"],
    ] as const)
      await page.getByLabelText(label, { exact: true }).fill(text);
  }

  test("[PRODUCT1] [PRODUCT2] [PRODUCT4] [PRODUCT5] asks for everything, and knows whose product it is", async () => {
    const client = clientFor(ASHA);
    await open("/addproduct", client);
    await expectFields(page, "Product type", "Product name", "Description", "Quantity", "Price");
    await expectFields(page, "Stock", "Distributor name", "Distributor email");
    for (const [label, value] of [
      ["Distributor name", "Asha Kolhari"],
      ["Distributor email", ASHA.email],
    ] as const) {
      await expect.element(page.getByLabelText(label)).toHaveValue(value);
      await expect.element(page.getByLabelText(label)).toHaveAttribute("readonly");
    }
    await expectOptions(page.getByLabelText("Product type"), CATEGORIES);
    await add.click();
    await expectTexts(page, "Please select an image file", "Please choose a product type.");
    await expectTexts(page, "Please enter the product name.", "Please enter a description.");
    await expectTexts(page, "Please enter the quantity.", "Please enter the price.");
    await expectTexts(page, "Please enter the stock.");
    expect(client.argsOf(api.products.add)).toEqual([]);
  });

  test("[TAX2] takes the tax details of a distributor with a GSTIN, and asks nobody else for them", async () => {
    answerUploads();
    const gstin = "27AAPFU0939F1ZV";
    const client = clientFor({ ...ASHA, gstin }).onCall(api.products.add, () => ({
      productId: idOf<"products">("new"),
    }));
    await open("/addproduct", client);
    await fillIn();
    await expectTexts(main, "Your price includes it.");
    await page.getByLabelText("HSN code").fill("94");
    await add.click();
    await expectTexts(page, "Please enter 4, 6 or 8 digits.");
    await page.getByLabelText("HSN code").fill("9401");
    await choose(page.getByLabelText("GST rate"), "18%");
    await choose(page.getByLabelText("Unit on invoices"), "Numbers (NOS)");
    await add.click();
    await expectTexts(page, "Product added successfully!");
    expect(client.argsOf(api.products.add)).toMatchObject([
      { tax: { hsn: "9401", taxKind: "taxable", gstRateBp: 1800, uqc: "NOS" } },
    ]);
    await open("/addproduct", clientFor({ ...ASHA, gstin, pricesExcludeTax: true }));
    await expectTexts(main, "It comes on top of your price.");
    const other = clientFor(ASHA).onCall(api.products.add, () => ({
      productId: idOf<"products">("new"),
    }));
    await open("/addproduct", other);
    await fillIn();
    expect(page.getByLabelText("HSN code").elements()).toEqual([]);
    await add.click();
    await expectTexts(page, "Product added successfully!");
    expect(other.argsOf(api.products.add)[0]).not.toHaveProperty("tax");
  });

  test("may have terms, which are folded away until they are wanted, and are checked before sending", async () => {
    answerUploads();
    const client = clientFor(ASHA).onCall(api.products.add, () => ({
      productId: idOf<"products">("product"),
    }));
    await open("/addproduct", client);
    await fillIn();
    await expect.element(page.getByLabelText("SKU")).not.toBeVisible();
    await page.getByText("Selling terms").click();
    for (const [label, text] of [
      ["SKU", "STOOL-4"],
      ["Minimum", "8"],
      ["Sold in multiples of", "4"],
      ["Break 1: from", "20"],
      ["Break 1: ₹ each", "700"],
    ] as const)
      await page.getByLabelText(label, { exact: true }).fill(text);
    await add.click();
    await expectTexts(page, "Please enter less than ₹640.50.");
    expect(client.argsOf(api.products.add)).toEqual([]);
    await page.getByLabelText("Break 1: ₹ each").fill("600");
    await expect.element(page.getByLabelText("Break 2: from")).toBeVisible();
    await add.click();
    await expectTexts(page, "Product added successfully!");
    expect(client.argsOf(api.products.add)).toMatchObject([
      {
        ...{ sku: "STOOL-4", minQuantity: 8, multiple: 4 },
        priceBreaks: [{ from: 20, pricePaise: 60_000 }],
      },
    ]);
  });

  test("[PRODUCT1] [PRODUCT7] refuses what is no picture, or too large a one", async () => {
    await open("/addproduct", clientFor(ASHA));
    await picture.upload(new File(["rice"], "list.txt", { type: "text/plain" }));
    await expectTexts(page, "Please upload an image file (JPEG, PNG, GIF)");
    const tooLarge = new File([new Uint8Array(5 * 2 ** 20 + 1)], "big.png", { type: "image/png" });
    const transfer = new DataTransfer();
    transfer.items.add(tooLarge);
    const input = picture.element() as HTMLInputElement;
    input.files = transfer.files;
    input.dispatchEvent(new Event("change", { bubbles: true }));
    await expectTexts(page, "Image file must be smaller than 5MB");
  });

  test("[PRODUCT1] [PRODUCT3] [ALIAS1] says that it is adding, then that it is added, and empties the form", async () => {
    let answer: () => void = () => undefined;
    const uploads = answerUploads(new Promise<void>((resolve) => (answer = resolve)));
    const client = clientFor(ASHA).onCall(api.products.add, () => ({
      productId: idOf<"products">("stool"),
    }));
    await open("/addproduct", client);
    await fillIn();
    await expectTexts(page, "What shops call it, divided by commas. Searches find it by them.");
    await page.getByLabelText("Other names").fill("chawki,stul");
    await add.click();
    await expect.element(page.getByRole("button", { name: "Adding Product..." })).toBeDisabled();
    expect(client.argsOf(api.products.add)).toEqual([]);
    answer();
    await expectTexts(page, "Product added successfully!");
    expect(uploads()).toBe(1);
    expect(client.argsOf(api.products.add)).toEqual([
      {
        name: "Folding stool",
        type: "Furniture",
        description: "Teak, for small shops.",
        packSize: 4,
        pricePaise: 64_050,
        stock: 40,
        countryOfOrigin: "",
        aliases: "chawki, stul",
        ...{ sku: "", minQuantity: 1, multiple: 1, priceBreaks: [] },
        imageId: "picture",
      },
    ]);
    for (const label of ["Product name", "Description", "Quantity", "Price", "Stock"])
      await expect.element(page.getByLabelText(label, { exact: true })).toHaveValue("");
    await expect.element(page.getByLabelText("Product type")).not.toHaveDisplayValue("Furniture");
    await expect.element(picture).toHaveValue("");
  });

  test("[FAILURE4] [FAILURE5] says why a picture or a product was not taken, and keeps what was typed", async () => {
    answerUploads(502);
    const client = clientFor(ASHA).onCall(api.products.add, serverError);
    await open("/addproduct", client);
    await fillIn();
    await add.click();
    await expectTexts(page, "Failed to upload image (HTTP error! status: 502)");
    answerUploads();
    await add.click();
    await expectTexts(page, "An error occurred while adding the product.");
    await expect.element(page.getByLabelText("Product name")).toHaveValue("Folding stool");
  });
});

describe("the products of the market", () => {
  const rice = product();
  const stool = product({ _id: idOf("stool"), name: "Folding stool", type: "Furniture" });

  test("[CATALOGUE1] [CATALOGUE3] [MARKET5] retailers search, filter and sort all products, and look closer", async () => {
    const client = market(rice, stool);
    await open("/productlistall", client);
    const category = page.getByLabelText("Category");
    await expectOptions(category, ["All", ...CATEGORIES]);
    await expectOptions(page.getByLabelText("Sort by"), SORTS);
    await expectTexts(cards.first(), "Quantity", "Price", "₹12,34,567.00", "Big Wholesale");
    await expect.element(cards.first()).toMatchTextContent("₹12,34,567.00 each");
    await expect
      .element(cards.first().getByRole("link", { name: "Order" }))
      .toHaveAttribute("href", "/orderinfo/product");
    await cards.first().getByRole("button", { name: "More Info" }).click();
    await expectTexts(info, ...MORE_INFO, ASHA.name, ASHA.email, "04 Mar 2026", "40 Pcs");
    await info.getByRole("button", { name: "Close", exact: true }).click();

    await choose(category, "Furniture");
    await expect.poll(() => cards.elements().length).toBe(1);
    await expectTexts(cards, "Folding stool");
    await choose(category, "All");
    await page.getByPlaceholder("Search products...").fill("no such thing");
    await expectTexts(page, "No products found matching your criteria.");
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect.poll(() => cards.elements().length).toBe(2);
  });

  test("[CATEGORY1] tiles filter as the choice of a category does, and only the chosen one stays", async () => {
    await open("/productlistall", market(rice, stool));
    const tiles = main.getByRole("group", { name: "Categories" }).getByRole("button");
    await expect.poll(() => tiles.elements().map((tile) => tile.textContent)).toEqual(CATEGORIES);
    await main.getByRole("button", { name: "Furniture" }).click();
    await expect.poll(() => cards.elements().length).toBe(1);
    await expect.element(page.getByLabelText("Category")).toHaveDisplayValue("Furniture");
    await expect.poll(() => tiles.elements().length).toBe(1);
    await expect.element(tiles).toHaveAttribute("aria-pressed", "true");
    await tiles.click();
    await expect.poll(() => cards.elements().length).toBe(2);
    await page.getByPlaceholder("Search products...").fill("rice");
    await expect.poll(() => tiles.elements().length).toBe(0);
    await main.getByRole("button", { name: "Clear filters" }).click();
    await expect.poll(() => tiles.elements().length).toBe(CATEGORIES.length);
  });

  test("[CATALOGUE7] [CATEGORY2] the latest products are cards on a phone, with company and day, to order and to add", async () => {
    await usePhone();
    await open("/latestproduct", answerStock(market(rice), rice));
    await expectTexts(
      cards,
      "Big Wholesale",
      "04 Mar 2026",
      "Pack of 25 · 40 Pcs",
      "Price",
      "each",
    );
    await expect.element(cards.getByRole("button", { name: "More Info" })).toBeVisible();
    await expect.element(cards.getByRole("link", { name: "Order" })).toBeVisible();
    await expect.element(cards.getByRole("button", { name: "Add to basket" })).toBeVisible();
  });

  test("[AVAILABLE1] a card says whether there is enough, live, and is as high before that is known", async () => {
    const shelf = [3, 2, 1].map((at) => product({ _id: idOf(`p${at}`), name: `Rice ${at}` }));
    const client = market(...shelf);
    await open("/productlistall", client);
    await expectTexts(cards.first(), "Rice 3");
    const heights = () => cards.elements().map((card) => card.getBoundingClientRect().height);
    const before = heights();
    const stocked = (...stocks: number[]) =>
      answerStock(client, ...shelf.map((each, at) => ({ ...each, stock: stocks[at]! })));
    stocked(1_118, 10, 0);
    await expectTexts(cards.first(), "In stock", "Pack of 25 · 1,118 Pcs");
    await expectTexts(cards.nth(1), "Few left", "Pack of 25 · 10 Pcs");
    await expectTexts(cards.last(), "Sold out", "Pack of 25 · 0 Pcs");
    expect(heights()).toEqual(before);
    stocked(11, 0, 5);
    await expectTexts(cards.first(), "Pack of 25 · 11 Pcs");
    await expectTexts(cards.nth(1), "Sold out");
    await expectTexts(cards.last(), "Few left");
  });

  test("[ORDERED1] an order that was placed leads back to the list with its filters", async () => {
    const client = market(rice).onCall(api.orders.place, () => ({
      orderId: idOf<"orders">("order"),
    }));
    await open("/productlistall?search=rice", client);
    await cards.getByRole("link", { name: "Order" }).click();
    await page.getByPlaceholder("Leave a message").fill("Soon");
    await page.getByRole("button", { name: "Place Order" }).click();
    const back = page.getByRole("link", { name: "Back to search" });
    await expect.element(back).toHaveAttribute("href", "/productlistall?search=rice");
  });

  test("[ORIGIN1] retailers filter by country of origin, and More Info shows it", async () => {
    const client = market(rice).answer(api.products.all, ({ countryOfOrigin }) =>
      pageOf(catalogueRows(countryOfOrigin === "CN" ? [stool] : [rice, stool])),
    );
    answerDetails(client, rice, { ...stool, countryOfOrigin: "CN" });
    await open("/productlistall", client);
    const origin = page.getByLabelText("Country of origin");
    await choose(origin, "China");
    await expect.poll(() => cards.elements().length).toBe(1);
    await cards.getByRole("button", { name: "More Info" }).click();
    await expectTexts(info, "Folding stool", "Country of origin", "China");
    await info.getByRole("button", { name: "Close", exact: true }).click();
    await choose(origin, "Any origin");
    await expect.poll(() => cards.elements().length).toBe(2);
  });

  test("[CATALOGUE3] More Info opens with the card's facts and a placeholder for the rest, which comes in its place", async () => {
    const client = market(rice).answer(api.products.one, () => undefined);
    await open("/productlistall", client);
    await cards.getByRole("button", { name: "More Info" }).click();
    await expectTexts(info, rice.name, rice.type, "₹12,34,567.00", "04 Mar 2026", ...MORE_INFO);
    expect(page.getByText(rice.description).elements()).toEqual([]);
    const top = () => (info.getByText("Price").element() as HTMLElement).offsetTop;
    const before = top();
    answerDetails(client, rice);
    await expectTexts(info, rice.description, ASHA.name, ASHA.email, "40 Pcs");
    expect(top()).toBe(before);
    answerDetails(client, { ...rice, name: "Brown rice", stock: 39 });
    await expectTexts(info, "Brown rice", "39 Pcs");
  });

  test("[CATALOGUE3] [FAILURE6] More Info says that the details can't be loaded, and keeps what is known", async () => {
    const client = market(rice).answer(api.products.one, serverError());
    await open("/productlistall", client);
    await cards.getByRole("button", { name: "More Info" }).click();
    await expectTexts(info, "An error occurred while fetching product details.", "₹12,34,567.00");
    await expect.element(info.getByRole("button", { name: "Retry" })).toBeVisible();
    answerDetails(client, rice);
    await expectTexts(info, rice.description, "40 Pcs");
    await expect.element(info.getByRole("alert")).not.toBeInTheDocument();
    client.answer(api.products.one, serverError());
    await expectTexts(info, "An error occurred while fetching product details.", "40 Pcs");
  });

  test("[CATALOGUE3] More Info of a product that is gone says so, and offers no order", async () => {
    const client = market(rice);
    await open("/productlistall", client);
    await cards.getByRole("button", { name: "More Info" }).click();
    await expectTexts(info, "40 Pcs");
    answerDetails(client);
    await expectTexts(info.getByRole("alert"), "This product is no longer sold.");
    await expectTexts(info, rice.name);
    await expect.element(info.getByRole("link", { name: "Order" })).not.toBeInTheDocument();
    expect(info.getByText(/Pcs/).elements()).toEqual([]);
  });

  test("[CATALOGUE7] [CATALOGUE9] [MARKET4] the latest products have their columns, the newest first, with dates as 04 Mar 2026", async () => {
    const client = clientFor(MEENA).answer(api.products.all, ({ sort }) =>
      pageOf(sort === "latest" ? catalogueRows([rice]) : []),
    );
    await open("/latestproduct", client);
    await expectColumns(page, "Product", "Type", "Price", "Quantity", "Added on", "Order");
    await expectTexts(page.getByRole("row"), "04 Mar 2026");
    await expect.element(main).not.toMatchTextContent("GST");
    const untaxed = catalogueRows([rice]).map((row) => ({ ...row, addedTaxBp: 1800 }));
    client.answer(api.products.all, pageOf(untaxed));
    await expect.element(main).toMatchTextContent("+ 18% GST");
  });

  test("[CATALOGUE10] [CATALOGUE11] the products of one distributor can be filtered, sorted and ordered", async () => {
    const client = clientFor(MEENA)
      .answer(api.products.byDistributor, pageOf(catalogueRows([rice])))
      .answer(api.users.distributor, distributor());
    answerDetails(client, rice);
    await open("/distributor-products/asha@mandi.test", client);
    await expectTexts(main, "Asha Kolhari · asha@mandi.test");
    // The page is of one seller and says so above.
    expect(cards.getByText("Big Wholesale").elements()).toEqual([]);
    expect(main.getByRole("group", { name: "Categories" }).elements()).toEqual([]);
    await expect.element(page.getByPlaceholder("Search products...")).toBeVisible();
    await expect.element(page.getByLabelText("Category")).toBeVisible();
    await expectOptions(page.getByLabelText("Sort by"), SORTS);
    await expectTexts(cards, "Quantity", "Price");
    await expect
      .element(cards.getByRole("link", { name: "Order" }))
      .toHaveAttribute("href", "/orderinfo/product");
    await cards.getByRole("button", { name: "More Info" }).click();
    await expectTexts(page.getByRole("dialog"), ...MORE_INFO, "Asha Kolhari");
  });

  test("[CATALOGUE10] an address without a distributor says what is missing in it", async () => {
    await open("/distributor-products/%20", clientFor(MEENA));
    await expectTexts(page.getByRole("alert"), "Distributor email is missing");
  });
});

const LONG = { description: LONG_HINDI, distributorName: LONG_WORD };
const LIST = {
  row: product(),
  shown: "Basmati rice",
  longRows: [
    product({ ...LONG, name: LONG_WORD, stock: 99_999_999, pricePaise: 999_999_999_900 }),
    product({ ...LONG, _id: idOf("hindi"), name: LONG_HINDI }),
  ],
  empty: "No products found.",
};

describe("[FAILURE6] [CATALOGUE2] [CATALOGUE8] [PRODUCT9] the list", () => {
  testListStates([
    {
      ...LIST,
      address: "/productlist",
      me: ASHA,
      query: api.products.mine,
      failure: "An error occurred while fetching products.",
      wayOn: "/addproduct",
    },
    {
      ...LIST,
      address: "/productlistall",
      me: MEENA,
      query: api.products.all,
      failure: "An error occurred while fetching products.",
      wayOn: "/distributorslist",
    },
    {
      ...LIST,
      address: "/latestproduct",
      me: MEENA,
      query: api.products.all,
      failure: "An error occurred while fetching the latest products.",
      wayOn: "/distributorslist",
    },
    {
      ...LIST,
      address: "/distributor-products/asha@mandi.test",
      me: MEENA,
      query: api.products.byDistributor,
      failure: "Failed to fetch products",
    },
  ]);
});
