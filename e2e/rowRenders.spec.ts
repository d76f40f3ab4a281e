/** Long lists render only the changed rows again. */
import { type Page, expect, test } from "@playwright/test";
import type { ConvexHttpClient } from "convex/browser";
import { api } from "../convex/_generated/api";
import { settled } from "../testkit/browser/pages";
import { RolePages, main, type Who } from "../testkit/browser/rolePages";
import { clientOf } from "../testkit/clients";
import { type Market, startMarket } from "../testkit/market";
import { placeOrder } from "../testkit/orders";
import { LOGINS } from "../testkit/people";

let market: Market;
let rolePages: RolePages;
let distributor: ConvexHttpClient;
let retailer: ConvexHttpClient;
test.beforeAll(async ({ browser }) => {
  market = await startMarket();
  rolePages = new RolePages(browser, market);
  distributor = await clientOf(market, LOGINS["distributor"]!);
  retailer = await clientOf(market, LOGINS["retailer"]!);
  await placeTwoLines();
});
test.afterEach(() => rolePages.expectNoErrors());
test.afterAll(() => market.stop());

/** Counts elements whose component has rendered since the call; React gives such an element new props. */
async function countRenders(page: Page, selector: string): Promise<() => Promise<number>> {
  const counter = await page.evaluateHandle((selector) => {
    const propsOf = (element: Element): unknown => {
      const key = Object.keys(element).find((name) => name.startsWith("__reactProps$"));
      if (key === undefined) throw new Error("React keeps its props elsewhere.");
      return Reflect.get(element, key);
    };
    const elements = [...document.querySelectorAll(selector)];
    const before = elements.map(propsOf);
    return {
      rows: elements.length,
      rendered: () =>
        elements.filter((element, at) => !element.isConnected || propsOf(element) !== before[at])
          .length,
    };
  }, selector);
  expect(await counter.evaluate(({ rows }) => rows)).toBeGreaterThan(1);
  return () => counter.evaluate(({ rendered }) => rendered());
}

async function placeTwoLines(): Promise<void> {
  const paginationOpts = { numItems: 2, cursor: null };
  const { page } = await distributor.query(api.products.mine, { paginationOpts });
  for (const { _id: productId } of page)
    await distributor.mutation(api.products.edit, { productId, changes: { stock: 1_000 } });
  const lines = page.map(({ _id: productId }) => ({ productId, quantity: 1 }));
  await placeOrder(retailer, lines, "Two lines");
}

async function rename(client: ConvexHttpClient, name: string): Promise<void> {
  const me = await client.query(api.users.me, {});
  if (me === null) throw new Error("Nobody is signed in.");
  const { phone, address, companyName, shopName } = me;
  await client.mutation(api.account.save, {
    name,
    phone,
    address,
    business: companyName ?? shopName ?? "",
  });
}

const FIRST = { paginationOpts: { numItems: 1, cursor: null } };
const SELLER = LOGINS["distributor"]!.email;

async function renameOwnProduct(name: string): Promise<void> {
  const { page } = await distributor.query(api.products.mine, FIRST);
  await renameProduct(page[0]!._id, name);
}

async function renameSoldProduct(name: string): Promise<void> {
  const seller = { distributorEmail: SELLER };
  const { page } = await retailer.query(api.products.byDistributor, { ...seller, ...FIRST });
  await renameProduct(page[0]!._id, name);
}

async function renameProduct(productId: string, name: string): Promise<void> {
  await distributor.mutation(api.products.edit, { productId, changes: { name } });
}

/** Rewords the retailer's order of two lines. */
async function rewordOrder(msg: string): Promise<void> {
  const asked = { list: "pending", paginationOpts: { numItems: 100, cursor: null } } as const;
  const { page } = await retailer.query(api.orders.outgoing, asked);
  const [order] = page.filter(({ lines }) => lines.length > 1);
  await retailer.mutation(api.orders.updateMessage, { orderId: order!._id, msg });
}

const CARD = "main [role=listitem] article";
const ROW = "main tbody tr > :first-child";

const renameDistributor = (name: string) => rename(distributor, name);
const renameRetailer = (name: string) => rename(retailer, name);

type List = readonly [
  who: Who,
  address: string,
  rows: string,
  change: (name: string) => Promise<void>,
];

const LISTS: readonly List[] = [
  ["retailer", `/distributor-products/${SELLER}`, CARD, renameSoldProduct],
  ["retailer", "/distributorslist", CARD, renameDistributor],
  ["retailer", "/retailerNetwork", CARD, renameDistributor],
  ["distributor", "/productlist", CARD, renameOwnProduct],
  ["distributor", "/retailerslist", CARD, renameRetailer],
  ["distributor", "/mynetwork", CARD, renameRetailer],
  ["distributor", "/pendingorders_dist", CARD, rewordOrder],
  ["admin", "/adminretailerlist", ROW, renameRetailer],
];

LISTS.forEach(([who, address, rows, change], at) => {
  test(`renders one row of ${address} again when one changed`, async () => {
    const { page } = await rolePages.open(who);
    await page.goto(address);
    await expect(page.locator(rows).first()).toBeVisible();
    // Stock comes beside the list, and renders every row.
    await settled(page);
    const rendered = await countRenders(page, rows);
    const name = `Renamed ${at}`;
    await change(name);
    await expect(main(page).getByText(name).first()).toBeVisible();
    expect(await rendered()).toBe(1);
  });
});
