/** A product's details, which are loaded when they are opened: they follow its owner's changes, and a failure can be retried. */
import { type Locator, expect, test } from "@playwright/test";
import { api } from "../convex/_generated/api";
import { RolePages } from "../testkit/browser/rolePages";
import { type Market, startMarket } from "../testkit/market";
import { type Trader, joinTrader, listProduct } from "../testkit/traders";

let market: Market;
let rolePages: RolePages;
let seller: Trader;
let made = 0;
test.beforeAll(async ({ browser }) => {
  market = await startMarket();
  rolePages = new RolePages(browser, market);
  seller = await joinTrader(market, "distributor", 1);
});
test.afterEach(() => rolePages.expectNoErrors());
test.afterAll(() => market.stop());

async function newProduct() {
  made += 1;
  const name = `Lantern ${made}`;
  return { name, productId: await listProduct(market, seller, { name, stock: 50 }) };
}

/** The dialog of each list that has one, and the button that opens it on the product's card. */
const DIALOGS = {
  "More Info": { role: "retailer", route: "/productlistall?search=Lantern", isTrade: true },
  Details: { role: "visitor", route: "/?search=Lantern", isTrade: false },
} as const;

function expectDetails(dialog: Locator, isTrade: boolean): Promise<void> {
  const words = isTrade ? ["Burns all night.", seller.person.email, "Pcs"] : ["Burns all night."];
  return expect(dialog).toContainText(new RegExp(words.map((word) => `${word}.*`).join(""), "s"));
}

for (const button of ["More Info", "Details"] as const) {
  const { role, route, isTrade } = DIALOGS[button];

  test(`[CATALOGUE3] [LANDING7] ${button} of the ${role} follows a product that is renamed, and says when it is gone`, async () => {
    const { name, productId } = await newProduct();
    const { page } = await rolePages.open(role);
    await page.goto(route);
    const card = page.getByRole("article").filter({ hasText: name });
    if (isTrade) {
      await expect(card).toContainText("In stock");
      const [stockSeen, stock] = [50, 10];
      await seller.http.mutation(api.products.edit, { productId, changes: { stock }, stockSeen });
      await expect(card).toContainText("Few left");
      await expect(card).toContainText(/Pack of \d+ · 10 Pcs/);
    }
    await card.getByRole("button", { name: button }).click();
    const dialog = page.getByRole("dialog", { name });
    await expectDetails(dialog, isTrade);

    const changes = { name: `${name} of brass`, pricePaise: 99_900 };
    await seller.http.mutation(api.products.edit, { productId, changes });
    const renamed = page.getByRole("dialog", { name: changes.name });
    await expect(renamed).toContainText("₹999.00");
    await expectDetails(renamed, isTrade);

    await seller.http.mutation(api.products.archive, { productId });
    const gone = page.getByRole("dialog").getByRole("alert");
    await expect(gone).toContainText("This product is no longer sold.");
    await expect(page.getByRole("dialog").getByRole("link", { name: "Order" })).toHaveCount(0);
    await page.getByRole("dialog").getByRole("button", { name: "Close", exact: true }).click();
    await expect(card).toHaveCount(0);
  });

  test(`[FAILURE6] ${button} of the ${role} shows an error when the details fail, and loads them on Retry`, async () => {
    const { name } = await newProduct();
    const { page, connection } = await rolePages.open(role);
    await page.goto(route);
    connection.fail("products:one");
    const card = page.getByRole("article").filter({ hasText: name });
    await card.getByRole("button", { name: button }).click();
    const dialog = page.getByRole("dialog", { name });
    await expect(dialog.getByRole("alert")).toBeVisible();
    await expect(dialog).not.toContainText("Burns all night.");
    connection.mend("products:one");
    await dialog.getByRole("button", { name: "Retry" }).click();
    await expectDetails(dialog, isTrade);
    await expect(dialog.getByRole("alert")).toHaveCount(0);
  });
}
