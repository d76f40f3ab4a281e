/**
 * The baseline server: Express, PostgreSQL and Socket.IO in one process. Every command is one transaction; its delta is emitted
 * to rooms after the commit. `server.ts PORT SOCKET_FOLDER USER`.
 */
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import path from "node:path";
import express, { type NextFunction, type Request, type Response } from "express";
import pg from "pg";
import { Server } from "socket.io";
import { z } from "zod";

const [port = "", host = "", user = ""] = process.argv.slice(2);
const pool = new pg.Pool({ host, user, database: "postgres", max: 16 });

interface Caller {
  readonly id: string;
  readonly role: "retailer" | "distributor" | "admin";
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly address: string;
  readonly business: string;
}

class Refused extends Error {
  readonly status: number;
  constructor(status: number, text: string) {
    super(text);
    this.status = status;
  }
}

/** Prepared once per connection, by name. */
const sql = (name: string, text: string) => (values: unknown[]) => ({ name, text, values });

const CALLER = sql(
  "caller",
  `SELECT u.id, u.role, u.name, u.email, u.phone, u.address, u.business
   FROM sessions s JOIN users u ON u.id = s.user_id
   WHERE s.token_hash = $1 AND s.expires_at > now() AND u.deactivated_at IS NULL`,
);

async function callerOf(token: string): Promise<Caller> {
  const hash = createHash("sha256").update(token).digest();
  const { rows } = await pool.query<Caller>(CALLER([hash]));
  if (rows[0] === undefined) throw new Refused(401, "Please log in to continue.");
  return rows[0];
}

function bearer(request: Request): Promise<Caller> {
  const [, token = ""] = /^Bearer (.+)$/.exec(request.get("authorization") ?? "") ?? [];
  return callerOf(token);
}

const NEW_ORDER = z.strictObject({
  orderKey: z.string().regex(/^[!-~]{1,128}$/),
  productId: z.string().regex(/^\d{1,18}$/),
  quantity: z.int().min(1).max(100_000),
  msg: z.string().trim().min(1).max(2_000),
});

/** One statement, so one round trip and one flush: without enough stock it writes nothing and returns no row. */
const PLACE = sql(
  "place",
  `WITH taken AS (
     UPDATE products p SET stock = p.stock - $4 FROM users d
     WHERE p.id = $3 AND p.archived_at IS NULL AND p.stock >= $4
       AND d.id = p.distributor_id AND d.deactivated_at IS NULL
     RETURNING p.id, p.name, p.description, p.price_paise, p.stock, p.distributor_id,
               d.name AS distributor_name, d.email AS distributor_email
   ), placed AS (
     INSERT INTO orders (retailer_id, order_key, distributor_id, product_id, product_name, product_description,
       quantity, price_paise, distributor_name, distributor_email, user_name, user_email, user_phone, shop_name,
       retailer_address, msg)
     SELECT $1, $2, distributor_id, id, name, description, $4, price_paise, distributor_name, distributor_email,
       $5, $6, $7, $8, $9, $10 FROM taken
     RETURNING *
   ), told AS (
     INSERT INTO order_events (order_id, kind, actor_id, msg) SELECT id, 'placed', retailer_id, msg FROM placed
   )
   SELECT placed.*, taken.stock FROM placed CROSS JOIN taken`,
);
const EARLIER = sql("earlier", "SELECT * FROM orders WHERE retailer_id = $1 AND order_key = $2");
const STOCK = sql(
  "stock",
  `SELECT p.stock FROM products p JOIN users d ON d.id = p.distributor_id
   WHERE p.id = $1 AND p.archived_at IS NULL AND d.deactivated_at IS NULL`,
);
/** PostgreSQL's code for a row that a unique index has already. */
const UNIQUE_VIOLATION = "23505";

interface Row {
  readonly id: string;
  readonly distributor_id: string;
}

/** The result of placing an order; without `stock` when its key had been used before. */
interface Placed {
  readonly order: Row;
  readonly stock?: { readonly id: string; readonly stock: number };
}

/** Takes the stock and writes the order in one transaction. A repeated key returns its first order. */
async function place(retailer: Caller, body: unknown): Promise<Placed> {
  const asked = NEW_ORDER.safeParse(body);
  if (!asked.success) throw new Refused(400, "The request is not valid.");
  const { orderKey, productId, quantity, msg } = asked.data;
  const { id, name, email, phone, business, address } = retailer;
  const values = [id, orderKey, productId, quantity, name, email, phone, business, address];
  try {
    const { rows } = await pool.query<Row & { stock: number }>(PLACE([...values, msg]));
    if (rows[0] === undefined) return await refuse(id, orderKey, productId);
    const { stock, ...order } = rows[0];
    return { order, stock: { id: productId, stock } };
  } catch (error) {
    if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw error;
    return { order: (await pool.query<Row>(EARLIER([id, orderKey]))).rows[0]! };
  }
}

/** An order that took nothing: an earlier one with the same key, or an error that says why. */
async function refuse(retailerId: string, key: string, productId: string): Promise<Placed> {
  const [earlier] = (await pool.query<Row>(EARLIER([retailerId, key]))).rows;
  if (earlier !== undefined) return { order: earlier };
  const [product] = (await pool.query<{ stock: number }>(STOCK([productId]))).rows;
  if (product === undefined) throw new Refused(404, "Not found.");
  throw new Refused(409, `Insufficient stock. Available stock: ${product.stock}`);
}

const NEWEST = sql(
  "newest",
  `SELECT p.*, d.name AS distributor_name FROM products p JOIN users d ON d.id = p.distributor_id
   WHERE p.archived_at IS NULL AND d.deactivated_at IS NULL ORDER BY p.id DESC LIMIT 24`,
);
const FOUND = sql(
  "found",
  `SELECT p.*, d.name AS distributor_name FROM products p JOIN users d ON d.id = p.distributor_id
   WHERE p.archived_at IS NULL AND d.deactivated_at IS NULL AND p.name ILIKE $1 ORDER BY p.id DESC LIMIT 24`,
);
const INCOMING = sql(
  "incoming",
  "SELECT * FROM orders WHERE distributor_id = $1 AND status = 'pending' ORDER BY id DESC LIMIT 24",
);
const SAY = sql(
  "say",
  `INSERT INTO messages (retailer_id, distributor_id, sender_id, content)
   SELECT retailer_id, distributor_id, $3, $4 FROM connections
   WHERE retailer_id = $1 AND distributor_id = $2 AND status = 'accepted' RETURNING *`,
);

const STATUSES = sql("statuses", "SELECT status, count(*) FROM orders GROUP BY status");
const ROLES = sql(
  "roles",
  "SELECT role, count(*) FROM users WHERE deactivated_at IS NULL GROUP BY role",
);
const DAYS = sql(
  "days",
  `SELECT (placed_at AT TIME ZONE 'Asia/Kolkata')::date AS day, count(*) FROM orders
   WHERE placed_at > now() - interval '30 days' GROUP BY day ORDER BY day`,
);
const TOPS = sql(
  "tops",
  `SELECT u.id, u.name, u.business, top.count
   FROM (SELECT retailer_id, count(*) FROM orders GROUP BY retailer_id ORDER BY count DESC LIMIT 5) top
   JOIN users u ON u.id = top.retailer_id ORDER BY top.count DESC`,
);

async function tilesNow(): Promise<object> {
  const asked = [STATUSES([]), ROLES([]), DAYS([]), TOPS([])].map((each) =>
    pool.query<object>(each),
  );
  const [statuses, roles, days, tops] = (await Promise.all(asked)).map(({ rows }) => rows);
  return { statuses, roles, days, tops };
}

/** Rooms of the clients that show products, and of those that show the admin's tiles. */
const CATALOGUE = "catalogue";
const DASHBOARD = "dashboard";
/** Counting is expensive, and tiles may be a second old. */
const TILES_EVERY_MS = 1_000;
let isCounting = false;

/** Called after every change of the counts; emits at most once a second, and only while the room has members. */
function tellTiles(): void {
  if (isCounting || !io.sockets.adapter.rooms.has(DASHBOARD)) return;
  isCounting = true;
  setTimeout(() => {
    isCounting = false;
    tilesNow().then((tiles) => io.to(DASHBOARD).emit("tiles", tiles), console.error);
  }, TILES_EVERY_MS);
}

const app = express();
app.disable("x-powered-by");
app.disable("etag");
app.use(express.json({ limit: "100kb" }));

app.use(express.static(path.resolve(import.meta.dirname, "../../dist")));
app.get("/health", (_request, response) => void response.json({ status: "ok" }));
app.post("/orders", async (request, response) => {
  const retailer = await bearer(request);
  if (retailer.role !== "retailer") throw new Refused(403, "You are not allowed to do this.");
  const { order, stock } = await place(retailer, request.body);
  if (stock !== undefined) {
    io.to(`user ${order.distributor_id}`).emit("order", order);
    io.to(CATALOGUE).emit("stock", stock);
    tellTiles();
  }
  response.status(201).json({ orderIds: [order.id] });
});
app.get("/orders/incoming", async (request, response) => {
  const { id } = await bearer(request);
  response.json((await pool.query(INCOMING([id]))).rows);
});
app.get("/products", async (request, response) => {
  await bearer(request);
  const { search } = request.query;
  const isSearch = typeof search === "string" && search !== "";
  const pattern = isSearch ? `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%` : "";
  response.json((await pool.query(isSearch ? FOUND([pattern]) : NEWEST([]))).rows);
});
app.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
  const status = error instanceof Refused ? error.status : 500;
  const message = error instanceof Refused ? error.message : "Something went wrong on our side.";
  if (status === 500) console.error(error);
  response.status(status).json({ message });
});

const server = createServer(app);
const io = new Server(server, { transports: ["websocket"], serveClient: false });
io.use((socket, next) => {
  const { token } = socket.handshake.auth as { token?: string };
  callerOf(token ?? "").then(
    (caller) => {
      socket.data = caller;
      next();
    },
    (error: unknown) => next(error as Error),
  );
});
io.on("connection", (socket) => {
  const caller = socket.data as Caller;
  void socket.join(`user ${caller.id}`);
  socket.on("watch products", async (done: () => void) => {
    await socket.join(CATALOGUE);
    done();
  });
  socket.on("watch tiles", async (done: (tiles: object) => void) => {
    if (caller.role !== "admin") return;
    await socket.join(DASHBOARD);
    done(await tilesNow());
  });
  socket.on(
    "say",
    async ({ to, content }: { to: string; content: string }, done: (answer: object) => void) => {
      const pair = caller.role === "retailer" ? [caller.id, to] : [to, caller.id];
      const text = content.trim().slice(0, 4_000);
      const { rows } = await pool.query(SAY([...pair, caller.id, text]));
      if (rows.length > 0) io.to([`user ${to}`, `user ${caller.id}`]).emit("message", rows[0]);
      done({ ok: rows.length > 0 });
    },
  );
});
server.listen(Number(port), "127.0.0.1");
process.on("SIGTERM", () => process.exit(0));
