/** Our market as a site: `npm start` on a folder of its own, people who signed up, products by the stock `convex import`. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { api } from "../../convex/_generated/api";
import { logIn, operatorOf } from "../../e2e/clients";
import { type Market, startMarket, until } from "../../e2e/market";
import type { Addresses } from "../../embedded/watchdog";
import { type Trader, joinTraders, listProduct, uploadPicture } from "../../prove/traders";
import { memoryMib } from "../processes";
import { type Account, type Running, type Scale, productName } from "../site";

const ROOT = path.resolve(import.meta.dirname, "../..");
const CLI = path.join(ROOT, "node_modules/convex/bin/main.js");
/** So many rows may be appended at once, as in Convex. */
const MOST_APPENDED = 10_000;
/** 100,000 products take some minutes. */
const GRAMS_TIMEOUT_MS = 15 * 60_000;
const PASSWORD = "measured-again-2026";

function instanceOf({ dataDir }: Market): Addresses & { pid: number } {
  const file = path.join(dataDir, "instance.json");
  return JSON.parse(readFileSync(file, "utf8")) as Addresses & { pid: number };
}

/** The catalogue: rows as `products.add` writes them. */
async function importProducts(market: Market, seller: Trader, count: number): Promise<void> {
  const imageId = await uploadPicture(market, seller);
  const row = (n: number) => ({
    distributorId: seller.id,
    name: productName(n),
    type: "Furniture",
    description: "Burns all night, and looks good at it.",
    packSize: 6,
    pricePaise: 10_000 + n,
    stock: 1_000_000,
    imageId,
  });
  const folder = mkdtempSync(path.join(tmpdir(), "mandi-bench-"));
  for (let from = 0; from < count; from += MOST_APPENDED) {
    const file = path.join(folder, `from-${from}.jsonl`);
    const length = Math.min(MOST_APPENDED, count - from);
    const lines = Array.from({ length }, (_, n) => JSON.stringify(row(from + n)));
    writeFileSync(file, lines.join("\n"));
    append(market, file);
  }
  rmSync(folder, { recursive: true });
}

/** What an import brings is found once its rows for the search are there. */
async function fillGrams(market: Market): Promise<void> {
  const operator = operatorOf(market);
  await operator.mutation("products/grams:fill" as never);
  const isComplete = () => operator.query("products/grams:isComplete" as never) as Promise<boolean>;
  await until("the search knows all products", isComplete, GRAMS_TIMEOUT_MS);
}

function append(market: Market, file: string): void {
  const { apiUrl, adminKey } = instanceOf(market);
  const asked = ["import", "--table", "products", "--append", "-y", file];
  execFileSync(process.execPath, [CLI, ...asked], {
    cwd: ROOT,
    stdio: "ignore",
    env: { ...process.env, CONVEX_SELF_HOSTED_URL: apiUrl, CONVEX_SELF_HOSTED_ADMIN_KEY: adminKey },
  });
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

export async function startOurs({ retailers: count, products }: Scale): Promise<Running> {
  const market = await startMarket(["--empty"]);
  const { retailers, distributors } = await joinTraders(market, count, 1);
  const seller = distributors[0]!;
  await importProducts(market, seller, products);
  await fillGrams(market);
  await connect(retailers[0]!, seller);
  const { page } = await seller.http.query(api.products.mine, {
    paginationOpts: { numItems: 200, cursor: null },
  });
  return {
    site: {
      kind: "ours",
      url: market.url,
      retailers: retailers.map(accountOf),
      distributor: accountOf(seller),
      admin: await joinAdmin(market),
      products: page.map(({ _id }) => _id),
    },
    memoryMib: () => memoryMib([market.pid]),
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
