/** The landing page and the pages about the market. */
import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { type FakeClient, pageOf, serverError } from "../../testing/fakeClient.setup";
import { idOf, LONG_HINDI, LONG_WORD, product } from "../../testing/fixtures.setup";
import {
  choose,
  clientFor,
  expectNoSidewaysScroll,
  expectTexts,
  open,
  usePhone,
} from "../../testing/screen.setup";

const main = page.getByRole("main");
const cards = main.getByRole("article");
const banner = page.getByRole("banner");

/** A visitor sees neither stock nor e-mails. */
function shown(part: Parameters<typeof product>[0] = {}) {
  const { stock: _, distributorId: __, distributorEmail: ___, ...visible } = product(part);
  return visible;
}

type Shown = ReturnType<typeof shown>;

function cardOf({ description: _, createdAt: __, imageUrl: picture, ...card }: Shown) {
  return { ...card, picture };
}

function answerDetails(client: FakeClient, ...products: Shown[]): FakeClient {
  return client.answer(
    api.products.one,
    ({ productId }) => products.find(({ _id }) => _id === productId) ?? null,
  );
}

function market(...products: Shown[]): FakeClient {
  const client = clientFor(null).answer(api.products.landing, ({ search = "", type }) =>
    pageOf(
      products
        .filter(
          (each) =>
            (type === undefined || each.type === type) &&
            each.name.toLowerCase().includes(search.toLowerCase()),
        )
        .map(cardOf),
    ),
  );
  return answerDetails(client, ...products);
}

describe("the landing page", () => {
  test("[LANDING1] [LANDING4] shows its reasons and the way in", async () => {
    await open("/", market(shown()));
    for (const [area, name, to] of [
      [banner, "Login", "/auth/login"],
      [banner, "Sign Up", "/auth/signup"],
      [main, "Get Started", "/getstartedpage"],
      [main, "Learn More", "/auth/signup"],
      [main, "Sign Up Now", "/auth/signup"],
    ] as const)
      await expect.element(area.getByRole("link", { name })).toHaveAttribute("href", to);
    await expectTexts(main, "Featured Products", "Why Choose Us", "Samples");
    await expectTexts(main, "Wide selection", "Secure shopping", "24/7 support");
    await expectTexts(main, "Fast delivery", "Loyalty rewards", "Community");
  });

  test("[LANDING1] [LANDING7] [MARKET3] a product has price, rating and quantity, and details without an e-mail", async () => {
    await open("/", market(shown()));
    await expectTexts(cards, "₹12,34,567.00", "Food and Beverage · Quantity 25");
    await expect.element(cards).toMatchTextContent("4.5 out of 5");
    await cards.getByRole("button", { name: "Details" }).click();
    const details = page.getByRole("dialog");
    await expectTexts(details, "Distributor", "Type", "Price", "Quantity", "Description");
    await expectTexts(details, "Asha Kolhari", "Long grain, one year old.");
    await expect
      .element(details.getByRole("link", { name: "Order" }))
      .toHaveAttribute("href", "/orderinfo/product");
  });

  test("[LANDING7] the details open with the card's facts; what is missing comes in its place, fails with a Retry, or is gone", async () => {
    const client = market(shown()).answer(api.products.one, () => undefined);
    await open("/", client);
    await cards.getByRole("button", { name: "Details" }).click();
    const details = page.getByRole("dialog");
    await expectTexts(details, "Basmati rice", "Asha Kolhari", "Food and Beverage", "25");
    expect(page.getByText("Long grain, one year old.").elements()).toEqual([]);
    const height = () => (details.element() as HTMLElement).offsetHeight;
    const before = height();
    answerDetails(client, shown());
    await expectTexts(details, "Long grain, one year old.");
    expect(height()).toBe(before);
    client.answer(api.products.one, serverError());
    const alert = details.getByRole("alert");
    await expectTexts(alert, "Failed to load product", "Retry");
    await expectTexts(details, "Long grain, one year old.");
    answerDetails(client);
    await expectTexts(alert, "This product is no longer sold.");
    await expect.element(details.getByRole("link", { name: "Order" })).not.toBeInTheDocument();
  });

  test("[LANDING2] [LANDING6] searches by name and category", async () => {
    await open(
      "/",
      market(shown(), shown({ _id: idOf("stool"), name: "Stool", type: "Furniture" })),
    );
    await expect.poll(() => cards.elements().length).toBe(2);
    await page.getByPlaceholder("Search products...").fill("RICE");
    await expect.poll(() => cards.elements().length).toBe(1);
    await expectTexts(cards, "Basmati rice");
    const category = page.getByLabelText("Category");
    await expect.element(category).toHaveDisplayValue("All");
    await choose(category, "Beauty");
    await expectTexts(page, "No products found matching your criteria.");
    await choose(category, "All");
    await expectTexts(cards, "Basmati rice");
  });

  test("[ORIGIN3] filters by country of origin, and the details name it", async () => {
    const lamp = shown({ _id: idOf("lamp"), name: "Lamp", countryOfOrigin: "VN" });
    const client = market(shown(), lamp).answer(api.products.landing, ({ countryOfOrigin }) =>
      pageOf((countryOfOrigin === "VN" ? [lamp] : [shown(), lamp]).map(cardOf)),
    );
    await open("/products", client);
    await expect.poll(() => cards.elements().length).toBe(2);
    const origin = page.getByLabelText("Country of origin");
    await choose(origin, "Vietnam");
    await expect.poll(() => cards.elements().length).toBe(1);
    await cards.getByRole("button", { name: "Details" }).click();
    const details = page.getByRole("dialog");
    await expectTexts(details, "Lamp", "Country of origin", "Vietnam");
    await details.getByRole("button", { name: "Close", exact: true }).click();
    await choose(origin, "Any origin");
    await expect.poll(() => cards.elements().length).toBe(2);
  });

  test("[LANDING5] [LANDING3] says that products are on their way, then that there are none", async () => {
    const client = clientFor(null);
    await open("/", client);
    const none = page.getByText("No products found matching your criteria.");
    await expect.element(page.getByText("Loading...", { exact: true })).toBeInTheDocument();
    expect(none.elements()).toEqual([]);
    client.answer(api.products.landing, pageOf([]));
    await expect.element(none).toBeVisible();
    await expectTexts(page, "The board is empty: no product is listed yet.");
  });

  test("[FAILURE3] says that products can't be had, on the board and below", async () => {
    await open("/", clientFor(null).answer(api.products.landing, serverError()));
    for (const name of ["On the board now", "Featured Products"]) {
      const area = page.getByRole("region", { name });
      await expectTexts(area.getByRole("alert"), "Failed to load products", "Retry");
    }
  });

  test("fits long names on a phone", async () => {
    await usePhone();
    const long = { name: LONG_WORD, distributorName: LONG_HINDI };
    await open("/", market(shown(long)));
    await expect.element(cards).toBeVisible();
    await expectNoSidewaysScroll();
  });
});

test("[WELCOME1] [WELCOME2] the get-started page says why, and leads to the sign-up", async () => {
  await open("/getstartedpage", clientFor(null));
  await expectTexts(main, "Why Choose Us?", "Fast setup", "Comprehensive dashboard");
  await expectTexts(main, "24/7 support", "Secure transactions");
  await expect
    .element(page.getByRole("link", { name: "Sign Up Now" }))
    .toHaveAttribute("href", "/auth/signup");
  await expect.element(page.getByRole("contentinfo")).toMatchTextContent("2024");
});

test("[WELCOME3] the about page says what Mandi is for", async () => {
  await open("/about", clientFor(null));
  await expectTexts(page, "Connecting retailers and distributors", "Order management", "Inventory");
  await expectTexts(page, "Analytics", "Our mission");
});
