/** The full form: an order does what ours does, in one call of `place.sql`; figures are added up beside it, and lists are cached. */
import { createHash } from "node:crypto";
import { z } from "zod";
import {
  type Caller,
  Refused,
  hashOf,
  isDuplicate,
  listen,
  pool,
  readCaller,
  sql,
  tryQuery,
} from "../database.ts";
import { type Form, type List, type Placed, patternOf } from "../form.ts";

/** The answers to these arguments, until they are told to have changed. The oldest leave where there are too many. */
class Cache<Value> {
  readonly #size: number;
  #values = new Map<string, Promise<Value>>();

  constructor(size: number) {
    this.#size = size;
  }

  get(key: string, read: () => Promise<Value>): Promise<Value> {
    const cached = this.#values.get(key);
    if (cached !== undefined) return cached;
    const [oldest] = this.#values.keys();
    if (oldest !== undefined && this.#values.size >= this.#size) this.#values.delete(oldest);
    const values = this.#values;
    const reading = read();
    values.set(key, reading);
    reading.catch(() => values.delete(key));
    return reading;
  }

  clear(): void {
    this.#values = new Map();
  }
}

const callers = new Cache<Caller>(10_000);
const lists = new Cache<List>(1_000);

async function caller(token: string): Promise<Caller> {
  const cached = await callers.get(token, () => readCaller(token));
  if (cached.expires_at.getTime() > Date.now()) return cached;
  throw new Refused(401, { code: "UNAUTHENTICATED" });
}

const NEW_ORDER = z.strictObject({
  orderKey: z.string().regex(/^[!-~]{1,128}$/),
  msg: z.string().trim().min(1).max(2_000),
  shortageRule: z.enum(["ask", "sendLess"]).default("ask"),
  fromBasket: z.boolean().default(false),
  lines: z
    .array(
      z.strictObject({
        productId: z.string().regex(/^\d{1,18}$/),
        quantity: z.int().min(1).max(100_000),
        pricePaise: z.int().optional(),
        addedTaxBp: z.int().optional(),
      }),
    )
    .min(1)
    .max(100),
});

const PLACE = sql("place", "SELECT place_order($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) AS placed");
/** The state of the exceptions that `refuse` raises. */
const REFUSED = "MR001";
const STATUSES: Readonly<Record<string, number>> = {
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  NOT_AVAILABLE: 404,
  KEY_REUSED: 422,
};

interface PlacedRow {
  readonly placed: {
    readonly orderId: number;
    readonly distributorId?: number;
    readonly order: object;
    readonly stock: readonly { readonly id: string; readonly stock: number }[];
  };
}

function toRefused(error: unknown): unknown {
  const { code, message = "", detail = "" } = error as Partial<Record<string, string>>;
  if (code !== REFUSED) return error;
  return new Refused(STATUSES[message] ?? 409, JSON.parse(detail) as object);
}

async function place(token: string, body: unknown, isAgain = false): Promise<Placed> {
  const request = NEW_ORDER.safeParse(body);
  if (!request.success) throw new Refused(400, { code: "MISSING_INFORMATION" });
  const { orderKey, msg, shortageRule, fromBasket, lines } = request.data;
  const text = JSON.stringify([msg, lines, shortageRule]);
  const digest = createHash("sha256").update(text).digest();
  const values = [
    ...[hashOf(token), orderKey, digest, msg, shortageRule, fromBasket],
    lines.map(({ productId }) => productId),
    lines.map(({ quantity }) => quantity),
    lines.map(({ pricePaise }) => pricePaise ?? null),
    lines.map(({ addedTaxBp }) => addedTaxBp ?? null),
  ];
  try {
    const { rows } = await tryQuery<PlacedRow>(PLACE(values));
    const { orderId, distributorId, order, stock } = rows[0]!.placed;
    if (distributorId === undefined) return { orderId: String(orderId) };
    const news = { distributorId: String(distributorId), order, stock };
    return { orderId: String(orderId), news };
  } catch (error) {
    // The same key at the same time: the other call has placed the order.
    if (isDuplicate(error) && !isAgain) return await place(token, body, true);
    throw toRefused(error);
  }
}

/** The rows of our catalogue's cards. Written by the database as they are sent, so that no program reads them on the way. */
const LISTED = `SELECT coalesce(json_agg(card), '[]')::text AS body FROM (
   SELECT p.id::text AS id, p.name, p.type, p.pack_size AS "packSize", p.price_paise AS "pricePaise", p.picture,
     CASE WHEN d.taxed_on_top AND p.is_taxable THEN p.gst_rate_bp END AS "addedTaxBp", d.business AS "companyName",
     floor(extract(epoch FROM p.created_at) * 1000) AS "createdAt", nullif(p.min_quantity, 1) AS "minQuantity",
     nullif(p.multiple, 1) AS multiple
   FROM products p JOIN users d ON d.id = p.distributor_id
   WHERE p.archived_at IS NULL AND d.deactivated_at IS NULL`;
const NEWEST = sql("newest", `${LISTED} ORDER BY p.id DESC LIMIT 24) card`);
const FOUND = sql("found", `${LISTED} AND p.name ILIKE $1 ORDER BY p.id DESC LIMIT 24) card`);

async function readList(search: string): Promise<List> {
  const statement = search === "" ? NEWEST([]) : FOUND([patternOf(search)]);
  const body = (await pool.query<{ body: string }>(statement)).rows[0]!.body;
  return { body, tag: `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"` };
}

const INCOMING = sql(
  "incoming",
  `SELECT o.id, o.status, o.shortage_rule, o.msg, o.placed_at, o.user_name, o.shop_name, o.user_phone, o.user_email, o.retailer_address,
     (SELECT json_agg(l) FROM order_lines l WHERE l.order_id = o.id) AS lines
   FROM orders o WHERE o.distributor_id = $1 AND o.status = 'pending' ORDER BY o.id DESC LIMIT 24`,
);

const COUNTERS = sql("counters", "SELECT figure, count FROM counters");
const ROLES = sql(
  "roles",
  "SELECT role, count(*) FROM users WHERE deactivated_at IS NULL GROUP BY role",
);
const DAYS = sql(
  "days",
  "SELECT day, count FROM day_counts WHERE figure = 'ordersPlaced' AND day > current_date - 30 ORDER BY day",
);
const TOPS = sql(
  "tops",
  `SELECT u.id, u.name, u.business, c.count FROM user_counts c JOIN users u ON u.id = c.user_id
   WHERE c.figure = 'ordersPlaced' ORDER BY c.count DESC LIMIT 5`,
);

async function tiles(): Promise<object> {
  const [statuses, roles, days, tops] = await Promise.all(
    [COUNTERS, ROLES, DAYS, TOPS].map(async (each) => (await pool.query<object>(each([]))).rows),
  );
  return { statuses, roles, days, tops };
}

/** Adds the changes of figures up. Its own snapshot is what it deletes, so that each change counts once. */
const FOLD = sql(
  "fold",
  `WITH taken AS (DELETE FROM figure_changes RETURNING *),
   counted AS (
     INSERT INTO counters SELECT figure, sum(by) FROM taken WHERE user_id IS NULL GROUP BY figure
     ON CONFLICT (figure) DO UPDATE SET count = counters.count + excluded.count
   ), of_users AS (
     INSERT INTO user_counts SELECT figure, user_id, sum(by) FROM taken WHERE user_id IS NOT NULL GROUP BY figure, user_id
     ON CONFLICT (figure, user_id) DO UPDATE SET count = user_counts.count + excluded.count
   )
   INSERT INTO day_counts SELECT figure, day, sum(by) FROM taken WHERE day IS NOT NULL GROUP BY figure, day
   ON CONFLICT (figure, day) DO UPDATE SET count = day_counts.count + excluded.count`,
);
const FOLD_EVERY_MS = 750;

async function foldForever(): Promise<never> {
  for (;;) {
    await pool.query(FOLD([]));
    await new Promise((resolve) => setTimeout(resolve, FOLD_EVERY_MS));
  }
}

function fail(error: unknown): void {
  console.error(error);
  process.exit(1);
}

export const fullForm: Form = {
  caller,
  place,
  list: (search, isFresh) =>
    isFresh ? readList(search) : lists.get(search, () => readList(search)),
  incoming: async (id) => (await pool.query<object>(INCOMING([id]))).rows,
  tiles,
  start() {
    listen("callers", () => callers.clear()).catch(fail);
    listen("catalogue", () => lists.clear()).catch(fail);
    foldForever().catch(fail);
  },
};
