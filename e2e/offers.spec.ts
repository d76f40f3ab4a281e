/** Fewer pieces than asked: offered by the distributor, agreed to by the retailer, invoiced as agreed; live on both screens. */
import { expect as ofPlaywright, test } from "@playwright/test";
import { api } from "../convex/_generated/api";
import { DAY_MS, todayIst } from "../domain/dates";
import { pressEscape } from "../testkit/browser/escape";
import { newVisitor, signIn } from "../testkit/browser/people";
import { clientOf } from "../testkit/clients";
import { type Market, startMarket } from "../testkit/market";
import { placeOrder } from "../testkit/orders";
import { LOGINS } from "../testkit/people";

const expect = ofPlaywright.configure({ timeout: 15_000 });
const MEENA = LOGINS["retailer"]!;
const ASHA = LOGINS["distributor"]!;
const PAGE = { cursor: null, numItems: 100 };

let market: Market;
test.beforeAll(async () => {
  market = await startMarket();
});
test.afterAll(() => market.stop());

/** Meena orders three products of Asha's, four pieces each. */
async function placeThree(words: string) {
  const [meena, asha] = [await clientOf(market, MEENA), await clientOf(market, ASHA)];
  const { page } = await asha.query(api.products.mine, { paginationOpts: PAGE, sort: "inStock" });
  const productIds = page.map(({ _id }) => _id);
  const levels = await asha.query(api.products.stockLevels, { productIds });
  const plenty = new Set(
    levels.filter(({ stock }) => stock > 40).map(({ productId }) => productId),
  );
  const products = page.filter(
    ({ _id, minQuantity, multiple }) => plenty.has(_id) && (minQuantity ?? multiple ?? 1) === 1,
  );
  const chosen = products.slice(0, 3);
  const lines = chosen.map(({ _id }) => ({ productId: _id, quantity: 4 }));
  const orderId = await placeOrder(meena, lines, words);
  const offer = () =>
    asha.mutation(api.orders.accept, {
      orderId,
      lines: [1, 2].map((line) => ({ line, quantity: 2 - line })),
      deliveryBefore: todayIst(Date.now() + 3 * DAY_MS),
    });
  return { names: chosen.map(({ name }) => name), orderId, offer, meena, asha };
}

test("[OFFER2] an offer appears, is agreed to and invoiced without a reload", async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const words = "Three of yours, please.";
  const { names, orderId, offer, meena } = await placeThree(words);
  const [all = "", some = "", none = ""] = names;
  const retailer = await newVisitor(browser, market);
  await signIn(market, retailer, MEENA);
  await retailer.goto("/pendingretail");
  const rows = retailer.getByRole("main").getByRole("row");
  const heading = rows.filter({ hasText: "3 lines, placed" }).filter({ hasText: words });
  await expect(heading).toBeVisible();
  const distributor = await newVisitor(browser, market);
  await signIn(market, distributor, ASHA);
  await distributor.goto("/accepted_dist");
  await expect(distributor.getByRole("heading", { name: "Accepted Orders" })).toBeVisible();

  await offer();
  const card = retailer
    .getByRole("region", { name: "can send less. Agree or decline?" })
    .filter({ hasText: "asked 4 → 1" });
  await expect(card).toBeVisible();
  await expect(card.getByText(/^ends in 4[78] h$/)).toBeVisible();
  await expect(rows.filter({ hasText: some }).filter({ hasText: "1 offered" })).toBeVisible();
  await heading.getByRole("button", { name: "Timeline" }).click();
  const panel = retailer.getByRole("dialog", { name: "Timeline" });
  await expect(panel.getByText("offered fewer pieces")).toBeVisible();
  await pressEscape(retailer);
  await card.getByRole("button", { name: "Agree" }).click();

  const link = retailer.getByRole("link", { name: /^Invoice \S+\/\d\d-\d\d\/\d+$/ });
  await expect(link).toBeVisible();
  await expect(card).toHaveCount(0);
  const accepted = distributor.getByRole("article").filter({ hasText: words });
  await expect(accepted.getByText(some).first()).toBeVisible();

  await link.click();
  const sheet = retailer.getByRole("article");
  await expect(sheet.getByRole("row").filter({ hasText: all })).toContainText("4");
  await expect(sheet.getByRole("row").filter({ hasText: some })).toContainText("1");
  await expect(sheet.getByRole("row").filter({ hasText: none })).toHaveCount(0);
  await retailer.getByRole("button", { name: "Timeline" }).click();
  await expect(panel.getByText("You agreed to the offer")).toBeVisible();
  await expect(panel.getByText(`1 of 4 × ${some}`).first()).toBeVisible();

  const refused = { by: "distributor", reason: "Not available" };
  expect(await meena.query(api.orders.one, { orderId })).toMatchObject({
    status: "accepted",
    lines: [
      { lineId: `${orderId}-1`, quantity: 4 },
      { lineId: `${orderId}-2`, quantity: 1, askedQuantity: 4 },
      { lineId: `${orderId}-3`, quantity: 0, askedQuantity: 4, refused },
    ],
  });
});
