/** Starts our market: `npm start` on a folder of its own, users by sign-up, products by the stock `convex import`. */
import { api } from "../../convex/_generated/api";
import { HOLD_LIFETIME_MS } from "../../domain/limits";
import { idsIn, logIn, operatorOf } from "../../testkit/clients";
import { type Market, startMarket, until } from "../../testkit/market";
import { metricOf } from "../../testkit/metrics";
import { freePort } from "../../embedded/testkit/freePort";
import { type Trader, joinTraders, listProduct, uploadPicture } from "../../testkit/traders";
import { memoryMib, processorMs } from "../processes";
import {
  type Account,
  BOUNDS,
  type Fixtures,
  type Running,
  type Scale,
  firstPage,
} from "../deployment";
import { RARE, STOCK, goodsOf } from "../goods";
import { importRows } from "../../testkit/importRows";
import { OurFacts } from "./facts";
import { importOrders } from "./orders";

/** Importing 100,000 products takes minutes. */
const FILL_TIMEOUT_MS = 15 * 60_000;
const PASSWORD = "measured-again-2026";

/** The catalogue: rows as `products.add` writes them, but on no list of low stock. */
async function importProducts(market: Market, seller: Trader, count: number): Promise<void> {
  const imageId = await uploadPicture(market, seller);
  await importRows(market, "stockLevels", count, () => ({ stock: STOCK }));
  const stockIds = await idsIn(market, "stockLevels");
  const row = (n: number) => ({
    ...goodsOf(n),
    stockId: stockIds[n],
    distributorId: seller.id,
    imageId,
  });
  await importRows(market, "products", count, row);
}

/** Imported products are found once their search rows exist. */
async function fillSearch(market: Market): Promise<void> {
  const operator = operatorOf(market);
  await operator.mutation("searchIndex/internal:fill" as never);
  const isIndexed = () =>
    operator.query("searchIndex/internal:isComplete" as never) as Promise<boolean>;
  await until("the search knows all products", isIndexed, FILL_TIMEOUT_MS);
}

async function connect(retailer: Trader, distributor: Trader): Promise<void> {
  await retailer.http.mutation(api.network.request, { distributorId: distributor.id });
  const { page } = await distributor.http.query(api.network.pending, {
    paginationOpts: { numItems: 1, cursor: null },
  });
  const connectionId = page[0]!._id;
  await distributor.http.mutation(api.network.answer, { connectionId, status: "accepted" });
  const sent = { to: distributor.person.email, content: "Hello", sendKey: crypto.randomUUID() };
  await retailer.http.mutation(api.chat.send, sent);
}

async function joinAdmin(market: Market): Promise<Account> {
  const email = "admin@example.test";
  const asked = { email, name: "Admin", password: PASSWORD };
  await operatorOf(market).action("admin:upsertAdmin" as never, asked as never);
  const { token } = await logIn(market, { email, password: PASSWORD, role: "admin" });
  return { id: "", email, token };
}

function accountOf({ id, person: { email }, token }: Trader): Account {
  return { id, email, token };
}

function fixturesOf(market: Market, retailers: readonly Trader[], seller: Trader): Fixtures {
  const idOf = (n: number) => retailers[n]!.id;
  return {
    terms: (terms) => seller.http.mutation(api.orders.saveTerms, { terms }),
    limit: (n, creditLimitPaise) =>
      seller.http.mutation(api.khata.setTerms, {
        retailerId: idOf(n),
        terms: "onDelivery",
        ...(creditLimitPaise !== undefined && { creditLimitPaise }),
      }),
    hold: (n, productId, quantity) =>
      importRows(market, "stockHolds", 1, () => ({
        ...{ retailerId: idOf(n), productId, quantity, expiresAt: Date.now() + HOLD_LIFETIME_MS },
      })),
    basket: (n, productId, quantity) =>
      retailers[n]!.http.mutation(api.basket.set, { productId, quantity }),
    block: (n, isBlocked) =>
      seller.http.mutation(isBlocked ? api.network.block : api.network.unblock, {
        userId: idOf(n),
      }),
  };
}

/** Prices without tax are those of a distributor with a GSTIN. */
const TAX_DETAILS = {
  gstin: "27AAPFU0939F1ZV",
  stateCode: "27",
  pincode: "411001",
  pricesExcludeTax: true,
};

export async function startOurs({
  retailers: count,
  products,
  orders = 0,
  hasBounds = false,
}: Scale): Promise<Running> {
  const ports = { port: await freePort(), apiPort: await freePort() };
  let market = await startMarket(["--empty"], { ports });
  const { retailers, distributors } = await joinTraders(market, count, 1);
  const seller = distributors[0]!;
  await seller.http.mutation(api.tax.save, { details: TAX_DETAILS });
  await importProducts(market, seller, products);
  await fillSearch(market);
  await connect(retailers[0]!, seller);
  const { page } = await seller.http.query(api.products.mine, {
    paginationOpts: { numItems: 200, cursor: null },
  });
  if (orders > 0)
    await importOrders(market, { retailers, seller, productId: page[0]!._id }, orders);
  const fixtures = fixturesOf(market, retailers, seller);
  if (hasBounds) {
    const bounds = { sharePercent: BOUNDS.sharePercent, orders: BOUNDS.lines };
    await fixtures.terms({ connected: bounds, newcomer: bounds, answerDays: 14 });
  }
  const facts = new OurFacts();
  return {
    deployment: {
      kind: "ours",
      url: market.url,
      retailers: retailers.map(accountOf),
      distributor: accountOf(seller),
      admin: await joinAdmin(market),
      products: page.map(({ _id }) => _id),
      catalogue: products,
    },
    queryRuns: () => metricOf(market, "convex_query_runs_total"),
    memoryMib: () => memoryMib([market.pid]),
    processorMs: () => processorMs([market.pid]),
    async restart() {
      await market.end();
      const startedAt = performance.now();
      // The start waits for the health endpoint; the page is requested after it.
      market = await startMarket(["--empty"], { ports, dataDir: market.dataDir });
      await firstPage(market.url);
      return performance.now() - startedAt;
    },
    addProduct: (stock) =>
      listProduct(market, seller, { stock, name: RARE.name, pricePaise: RARE.pricePaise }),
    async stockOf(productId) {
      const product = await seller.http.query(api.products.one, {
        productId: productId,
      });
      return product?.stock ?? Number.NaN;
    },
    facts: () => facts.read(market),
    fixtures,
    stop: () => market.stop(),
  };
}
