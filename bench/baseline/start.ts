/** Starts a baseline: its cluster, its server, and the same users and products, written straight into the tables. */
import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { freePort } from "../../embedded/testkit/freePort";
import { until } from "../../testkit/market";
import { memoryMib, processorMs } from "../processes";
import { type Account, type Running, type Scale, BOUNDS, firstPage } from "../deployment";
import { type Goods, RARE, STOCK, goodsOf } from "../goods";
import { type FormName, addGoods, importOrders, readFacts, fixturesOf } from "./data";
import { startPostgres } from "./postgres";

const SERVER = path.join(import.meta.dirname, "server.ts");
const SCHEMAS = {
  lean: ["lean/schema.sql"],
  full: ["full/schema.sql", "full/place.sql"],
} as const satisfies Record<FormName, readonly string[]>;
const START_MS = 30_000;

async function join(pool: pg.Pool, role: string, n: number): Promise<Account> {
  const email = `${role}${n}@example.test`;
  const name = `${role} ${n}`;
  const business = role === "retailer" ? `Shop of ${name}` : `Company of ${name}`;
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO users (role, name, email, phone, address, business)
     VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
    [role, name, email, "+919000000000", `${n} Market Road\nPune 411001`, business],
  );
  const id = rows[0]!.id;
  const token = randomBytes(32).toString("base64url");
  const hash = createHash("sha256").update(token).digest();
  await pool.query("INSERT INTO sessions VALUES ($1, $2, now() + interval '1 day')", [hash, id]);
  return { id, email, token };
}

interface Server {
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts the server as Node runs TypeScript by itself. Resolves when it answers. */
async function startServer(url: string, args: readonly string[]): Promise<Server> {
  const child = spawn(process.execPath, [SERVER, ...args], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, NODE_ENV: "production" },
  });
  const exited = new Promise((resolve) => child.once("exit", resolve));
  const answers = () =>
    fetch(`${url}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until("the baseline answers", answers, START_MS);
  return {
    pid: child.pid ?? 0,
    async stop() {
      child.kill("SIGTERM");
      await exited;
    },
  };
}

export async function startBaseline(form: FormName, scale: Scale): Promise<Running> {
  const { retailers: count, products: catalogue, orders = 0, hasBounds = false } = scale;
  const postgres = await startPostgres();
  const { host, user } = postgres;
  const pool = new pg.Pool({ host, user, database: "postgres", max: 2 });
  for (const file of SCHEMAS[form])
    await pool.query(readFileSync(path.join(import.meta.dirname, file), "utf8"));
  const retailers: Account[] = [];
  for (let n = 0; n < count; n += 1) retailers.push(await join(pool, "retailer", n));
  const distributor = await join(pool, "distributor", 0);
  const admin = await join(pool, "admin", 0);
  const fixtures = form === "full" ? fixturesOf(pool, retailers, distributor) : undefined;
  if (form === "full") {
    await pool.query("UPDATE users SET taxed_on_top = true WHERE id = $1", [distributor.id]);
    await pool.query("INSERT INTO order_terms (distributor_id) VALUES ($1)", [distributor.id]);
  }
  const add = (goods: readonly Goods[], stock: number) =>
    addGoods(pool, form, distributor, goods, stock);
  const ids = await add(
    Array.from({ length: catalogue }, (_, n) => goodsOf(n)),
    STOCK,
  );
  const pair = [retailers[0]?.id, distributor.id];
  await pool.query("INSERT INTO connections VALUES ($1, $2, 'accepted')", pair);
  if (orders > 0) await importOrders(pool, { retailers, distributor, productId: ids[0]! }, orders);
  if (hasBounds && fixtures !== undefined) {
    const bounds = { sharePercent: BOUNDS.sharePercent, orders: BOUNDS.lines };
    await fixtures.terms({ connected: bounds, newcomer: bounds, answerDays: 14 });
  }
  await pool.query("VACUUM ANALYZE");

  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const start = () => startServer(url, [String(port), host, user, form]);
  let server = await start();
  return {
    deployment: {
      ...{ kind: form, url, retailers, distributor, admin, catalogue },
      products: ids.toReversed().slice(0, 200),
    },
    queryRuns: () => Promise.resolve(Number.NaN),
    memoryMib: () => memoryMib([server.pid, postgres.pid]),
    processorMs: () => processorMs([server.pid, postgres.pid]),
    async restart() {
      await server.stop();
      const startedAt = performance.now();
      server = await start();
      await firstPage(url);
      return performance.now() - startedAt;
    },
    addProduct: async (stock) => (await add([RARE], stock))[0]!,
    async stockOf(id) {
      const text = "SELECT stock FROM products WHERE id = $1";
      return (await pool.query<{ stock: number }>(text, [id])).rows[0]!.stock;
    },
    facts: () => readFacts(pool, form),
    ...(fixtures !== undefined && { fixtures }),
    async stop() {
      await server.stop();
      await pool.end();
      await postgres.stop();
    },
  };
}
