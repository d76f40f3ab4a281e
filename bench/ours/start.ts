/** Starts our market: `npm start` on a folder of its own, users by sign-up, products by the stock `convex import`. */
import { api } from "../../convex/_generated/api";
import { idsIn, logIn, operatorOf } from "../../testkit/clients";
import { type Market, instanceOf, startMarket, until } from "../../testkit/market";
import { metricOf } from "../../testkit/metrics";
import { freePort } from "../../embedded/testkit/freePort";
import { type Trader, joinTraders, listProduct, uploadPicture } from "../../testkit/traders";
import { memoryMib, processorMs, residentMb } from "../processes";
import { type Account, type Running, type Scale, firstPage, productName } from "../deployment";
import { importRows } from "../../testkit/importRows";
import { importOrders } from "./orders";

/** Importing 100,000 products takes minutes. */
const FILL_TIMEOUT_MS = 15 * 60_000;
const PASSWORD = "measured-again-2026";

/** The catalogue: rows as `products.add` writes them, but on no list of low stock. */
async function importProducts(market: Market, seller: Trader, count: number): Promise<void> {
  const imageId = await uploadPicture(market, seller);
  await importRows(market, "stockLevels", count, () => ({ stock: 1_000_000 }));
  const stockIds = await idsIn(market, "stockLevels");
  const row = (n: number) => ({
    stockId: stockIds[n],
    distributorId: seller.id,
    name: productName(n),
    type: "Furniture",
    description: "Burns all night, and looks good at it.",
    packSize: 6,
    pricePaise: 10_000 + n,
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

export async function startOurs({
  retailers: count,
  products,
  orders = 0,
}: Scale): Promise<Running> {
  const ports = { port: await freePort(), apiPort: await freePort() };
  let market = await startMarket(["--empty"], { ports });
  const { retailers, distributors } = await joinTraders(market, count, 1);
  const seller = distributors[0]!;
  await importProducts(market, seller, products);
  await fillSearch(market);
  await connect(retailers[0]!, seller);
  const { page } = await seller.http.query(api.products.mine, {
    paginationOpts: { numItems: 200, cursor: null },
  });
  if (orders > 0)
    await importOrders(market, { retailers, seller, productId: page[0]!._id }, orders);
  return {
    deployment: {
      kind: "ours",
      url: market.url,
      retailers: retailers.map(accountOf),
      distributor: accountOf(seller),
      admin: await joinAdmin(market),
      products: page.map(({ _id }) => _id),
    },
    queryRuns: () => metricOf(market, "convex_query_runs_total"),
    memoryMib: () => memoryMib([market.pid]),
    processorMs: () => processorMs([market.pid]),
    servingMb: () => residentMb(instanceOf(market).pid),
    async restart() {
      await market.end();
      const startedAt = performance.now();
      // The start waits for the health endpoint; the page is requested after it.
      market = await startMarket(["--empty"], { ports, dataDir: market.dataDir });
      await firstPage(market.url);
      return performance.now() - startedAt;
    },
    addProduct: (stock) => listProduct(market, seller, { stock }),
    async stockOf(productId) {
      const product = await seller.http.query(api.products.one, {
        productId: productId,
      });
      return product?.stock ?? Number.NaN;
    },
    stop: () => market.stop(),
  };
}
