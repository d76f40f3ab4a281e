/** The lean form: an order takes the stock and writes itself and its event, in one statement. */
import { z } from "zod";
import { type Caller, Refused, isDuplicate, pool, readCaller, sql, tryQuery } from "../database.ts";
import { type Form, type Placed, patternOf } from "../form.ts";

const NEW_ORDER = z.strictObject({
  orderKey: z.string().regex(/^[!-~]{1,128}$/),
  msg: z.string().trim().min(1).max(2_000),
  fromBasket: z.boolean().default(false),
  lines: z.tuple([
    z.strictObject({
      productId: z.string().regex(/^\d{1,18}$/),
      quantity: z.int().min(1).max(100_000),
    }),
  ]),
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
const EARLIER = sql("earlier", "SELECT id FROM orders WHERE retailer_id = $1 AND order_key = $2");
const STOCK = sql(
  "stock",
  `SELECT p.stock, p.name FROM products p JOIN users d ON d.id = p.distributor_id
   WHERE p.id = $1 AND p.archived_at IS NULL AND d.deactivated_at IS NULL`,
);

interface Row {
  readonly id: string;
  readonly distributor_id: string;
  readonly stock: number;
}

async function earlierOrder(retailer: Caller, key: string): Promise<Placed | undefined> {
  const { rows } = await pool.query<{ id: string }>(EARLIER([retailer.id, key]));
  return rows[0] && { orderId: rows[0].id };
}

/** An order that took nothing: an earlier one with the same key, or the refusal that says why. */
async function refuse(retailer: Caller, key: string, productId: string): Promise<Placed> {
  const earlier = await earlierOrder(retailer, key);
  if (earlier !== undefined) return earlier;
  const { rows } = await pool.query<{ stock: number; name: string }>(STOCK([productId]));
  if (rows[0] === undefined) throw new Refused(404, { code: "NOT_FOUND" });
  const { stock, name: productName } = rows[0];
  throw new Refused(409, { code: "INSUFFICIENT_STOCK", stock, productName });
}

/** Takes the stock and writes the order in one transaction. A repeated key returns its first order. */
async function place(token: string, body: unknown): Promise<Placed> {
  const retailer = await readCaller(token);
  if (retailer.role !== "retailer") throw new Refused(403, { code: "FORBIDDEN" });
  const request = NEW_ORDER.safeParse(body);
  if (!request.success) throw new Refused(400, { code: "MISSING_INFORMATION" });
  const { orderKey, msg, lines } = request.data;
  const [{ productId, quantity }] = lines;
  const { id, name, email, phone, business, address } = retailer;
  const values = [id, orderKey, productId, quantity, name, email, phone, business, address, msg];
  try {
    const { rows } = await tryQuery<Row>(PLACE(values));
    if (rows[0] === undefined) return await refuse(retailer, orderKey, productId);
    const { stock, ...order } = rows[0];
    const news = { distributorId: order.distributor_id, order, stock: [{ id: productId, stock }] };
    return { orderId: order.id, news };
  } catch (error) {
    const earlier = isDuplicate(error) ? await earlierOrder(retailer, orderKey) : undefined;
    if (earlier === undefined) throw error;
    return earlier;
  }
}

const LISTED = `SELECT p.*, d.name AS distributor_name FROM products p JOIN users d ON d.id = p.distributor_id
   WHERE p.archived_at IS NULL AND d.deactivated_at IS NULL`;
const NEWEST = sql("newest", `${LISTED} ORDER BY p.id DESC LIMIT 24`);
const FOUND = sql("found", `${LISTED} AND p.name ILIKE $1 ORDER BY p.id DESC LIMIT 24`);
const INCOMING = sql(
  "incoming",
  "SELECT * FROM orders WHERE distributor_id = $1 AND status = 'pending' ORDER BY id DESC LIMIT 24",
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

async function tiles(): Promise<object> {
  const [statuses, roles, days, tops] = await Promise.all(
    [STATUSES, ROLES, DAYS, TOPS].map(async (each) => (await pool.query<object>(each([]))).rows),
  );
  return { statuses, roles, days, tops };
}

export const leanForm: Form = {
  caller: readCaller,
  place,
  async list(search) {
    const { rows } = await pool.query(search === "" ? NEWEST([]) : FOUND([patternOf(search)]));
    return { body: JSON.stringify(rows) };
  },
  incoming: async (id) => (await pool.query<object>(INCOMING([id]))).rows,
  tiles,
  start: () => undefined,
};
