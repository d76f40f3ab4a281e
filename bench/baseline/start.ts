/** Starts the baseline: its cluster, its server, and the same users and products, written straight into the tables. */
import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { freePort } from "../../embedded/testkit/freePort";
import { until } from "../../testkit/market";
import { memoryMib, processorMs, residentMb } from "../processes";
import { type Account, type Running, type Scale, firstPage, productName } from "../deployment";
import { startPostgres } from "./postgres";

const SERVER = path.join(import.meta.dirname, "server.ts");
const SCHEMA = path.join(import.meta.dirname, "schema.sql");
const START_MS = 30_000;

/** Runs one query that returns one value. */
async function oneOf(pool: pg.Pool, text: string, values: unknown[]): Promise<string> {
  const { rows } = await pool.query<{ one: unknown }>(text, values);
  return String(rows[0]?.one);
}

async function join(pool: pg.Pool, role: string, n: number): Promise<Account> {
  const email = `${role}${n}@example.test`;
  const id = await oneOf(
    pool,
    `INSERT INTO users (role, name, email, phone, address, business)
     VALUES ($1, $2, $3, $4, $5, $6) RETURNING id AS one`,
    [role, `${role} ${n}`, email, "+919000000000", `${n} Market Road\nPune 411001`, `Shop ${n}`],
  );
  const token = randomBytes(32).toString("base64url");
  const hash = createHash("sha256").update(token).digest();
  await pool.query("INSERT INTO sessions VALUES ($1, $2, now() + interval '1 day')", [hash, id]);
  return { id, email, token };
}

async function addProducts(pool: pg.Pool, seller: Account, count: number): Promise<void> {
  const names = Array.from({ length: count }, (_, n) => productName(n));
  await pool.query(
    `INSERT INTO products (distributor_id, name, type, description, pack_size, price_paise, stock)
     SELECT $1, name, 'Furniture', 'Burns all night, and looks good at it.', 6, 10000 + at, 1000000
     FROM unnest($2::text[]) WITH ORDINALITY AS names (name, at) ORDER BY at`,
    [seller.id, names],
  );
  await pool.query("VACUUM ANALYZE");
}

interface Server {
  readonly pid: number;
  stop(): Promise<void>;
}

/** Resolves when the server answers. */
async function startServer(url: string, args: readonly string[]): Promise<Server> {
  const child = spawn(process.execPath, ["--import", "tsx", SERVER, ...args], {
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

export async function startBaseline({ retailers: count, products }: Scale): Promise<Running> {
  const postgres = await startPostgres();
  const { host, user } = postgres;
  const pool = new pg.Pool({ host, user, database: "postgres", max: 2 });
  await pool.query(readFileSync(SCHEMA, "utf8"));
  const retailers: Account[] = [];
  for (let n = 0; n < count; n += 1) retailers.push(await join(pool, "retailer", n));
  const distributor = await join(pool, "distributor", 0);
  const admin = await join(pool, "admin", 0);
  await addProducts(pool, distributor, products);
  const pair = [retailers[0]?.id, distributor.id];
  await pool.query("INSERT INTO connections VALUES ($1, $2, 'accepted')", pair);
  const { rows } = await pool.query<{ id: string }>(
    "SELECT id FROM products ORDER BY id DESC LIMIT 200",
  );

  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const start = () => startServer(url, [String(port), host, user]);
  let server = await start();
  return {
    deployment: {
      ...{ kind: "baseline", url, retailers, distributor, admin },
      products: rows.map(({ id }) => id),
    },
    queryRuns: () => Promise.resolve(Number.NaN),
    memoryMib: () => memoryMib([server.pid, postgres.pid]),
    processorMs: () => processorMs([server.pid, postgres.pid]),
    servingMb: () => residentMb(server.pid),
    async restart() {
      await server.stop();
      const startedAt = performance.now();
      server = await start();
      await firstPage(url);
      return performance.now() - startedAt;
    },
    addProduct: (stock) =>
      oneOf(
        pool,
        `INSERT INTO products (distributor_id, name, type, description, pack_size, price_paise, stock)
         VALUES ($1, 'Rare Lamp', 'Furniture', 'Few.', 1, 10000, $2) RETURNING id AS one`,
        [distributor.id, stock],
      ),
    stockOf: async (id) =>
      Number(await oneOf(pool, "SELECT stock AS one FROM products WHERE id = $1", [id])),
    async stop() {
      await server.stop();
      await pool.end();
      await postgres.stop();
    },
  };
}
