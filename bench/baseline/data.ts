/** The baseline's rows, written and read beside its server: products, past orders, terms, and the facts of its orders. */
import type pg from "pg";
import { until } from "../../testkit/market";
import { type Account, BOUNDS, type Fixtures } from "../deployment";
import type { Facts } from "../facts";
import { type Goods, owedPaise } from "../goods";

export type FormName = "lean" | "full";

/** As long as the short address of one of our pictures. */
const PICTURE = "p".repeat(86);

const FOLDED_MS = 10_000;

/** Adds the products and returns their ids in this order. */
export async function addGoods(
  pool: pg.Pool,
  form: FormName,
  distributor: Account,
  goods: readonly Goods[],
  stock: number,
): Promise<string[]> {
  const rows = goods.map(({ priceBreaks = [], multiple = 1, gstRateBp = 0, ...one }) => ({
    ...{ ...one, multiple, gstRateBp, picture: PICTURE },
    quantities: priceBreaks.map(({ from }) => from),
    prices: priceBreaks.map(({ pricePaise }) => pricePaise),
  }));
  const columns = `"name" text, "type" text, "description" text, "packSize" integer, "pricePaise" bigint`;
  const more = `, "picture" text, "quantities" integer[], "prices" bigint[], "multiple" integer, "gstRateBp" integer`;
  const { rows: added } = await pool.query<{ id: string }>(
    form === "lean"
      ? `INSERT INTO products (distributor_id, stock, name, type, description, pack_size, price_paise)
         SELECT $1, $2, g.* FROM json_to_recordset($3) AS g (${columns}) RETURNING id`
      : `INSERT INTO products (distributor_id, stock, name, type, description, pack_size, price_paise, picture,
           break_quantities, break_paise, multiple, gst_rate_bp)
         SELECT $1, $2, g.* FROM json_to_recordset($3) AS g (${columns}${more}) RETURNING id`,
    [distributor.id, stock, JSON.stringify(rows)],
  );
  return added.map(({ id }) => id).sort((a, b) => Number(a) - Number(b));
}

/** Past orders of one piece, all pending, of the retailers in turn, with their accounts, their figures, and dues that are not overdue. */
export async function importOrders(
  pool: pg.Pool,
  { retailers, distributor, productId }: ImportedOf,
  count: number,
): Promise<void> {
  const each = count / retailers.length;
  const ids = retailers.map(({ id }) => id);
  const price = `SELECT price_paise FROM products WHERE id = ${productId}`;
  await pool.query(
    `INSERT INTO orders (retailer_id, distributor_id, order_key, digest, shortage_rule, distributor_name, company_name, distributor_email,
       user_name, user_email, user_phone, shop_name, retailer_address, msg, placed_at, answer_by)
     SELECT r.id, d.id, 'imported-' || n, '', 'ask', d.name, d.business, d.email, r.name, r.email, r.phone, r.business, r.address,
       'Imported ' || n, now() - interval '1 day' + n * interval '1 ms', now() + interval '30 days'
     FROM generate_series(1, $3::integer) n JOIN users r ON r.id = ($1::bigint[])[n % cardinality($1) + 1] JOIN users d ON d.id = $2`,
    [ids, distributor.id, count],
  );
  await pool.query(
    `INSERT INTO order_lines
     SELECT o.id, 1, o.retailer_id, p.id, p.name, p.picture, 1, p.price_paise, p.gst_rate_bp, true FROM orders o, products p WHERE p.id = $1`,
    [productId],
  );
  const { rows } = await pool.query<{ price_paise: string }>(price);
  const paise = owedPaise({ pricePaise: Number(rows[0]!.price_paise), gstRateBp: 1_800 }, 1);
  await pool.query(
    `INSERT INTO credit_accounts (retailer_id, distributor_id, terms, limit_paise, block_overdue_days, balance_paise, open_orders_paise, open_lines)
     SELECT id, $2, 'credit', $3, $4, $5, $6, $7 FROM unnest($1::bigint[]) AS id`,
    [
      ...[ids, distributor.id, BOUNDS.limitPaise, BOUNDS.blockOverdueDays],
      ...[BOUNDS.dues * BOUNDS.duePaise, paise * each, each],
    ],
  );
  await pool.query(
    `INSERT INTO dues (retailer_id, distributor_id, due_on, open_paise)
     SELECT id, $2, current_date + n, $3 FROM unnest($1::bigint[]) AS id, generate_series(1, $4::integer) n`,
    [ids, distributor.id, BOUNDS.duePaise, BOUNDS.dues],
  );
  await pool.query("INSERT INTO counters VALUES ('orders.pending', $1)", [count]);
}

interface ImportedOf {
  readonly retailers: readonly Account[];
  readonly distributor: Account;
  readonly productId: string;
}

const FACTS = {
  lean: `SELECT count(*) AS orders, coalesce(sum(quantity), 0) AS pieces,
    (SELECT count(*) FROM order_events) AS events, (SELECT sum(stock) FROM products) AS stock FROM orders`,
  full: `SELECT count(DISTINCT order_id) AS orders, coalesce(sum(quantity), 0) AS pieces,
    (SELECT count(*) FROM order_events WHERE kind = 'placed') AS events, (SELECT sum(stock) FROM products) AS stock,
    coalesce(sum(price_paise * quantity + 2 * ((price_paise * quantity * coalesce(added_tax_bp, 0) + 10000) / 20000)), 0) AS "owedPaise",
    (SELECT coalesce(sum(open_orders_paise), 0) FROM credit_accounts) AS "openOrdersPaise",
    (SELECT coalesce(sum(open_lines), 0) FROM credit_accounts) AS "openLines",
    (SELECT coalesce(sum(count), 0) FROM counters WHERE figure = 'orders.pending') AS "pendingFigure",
    (SELECT coalesce(sum(count), 0) FROM user_counts WHERE figure = 'ordersPlaced') AS "placedFigure",
    (SELECT coalesce(sum(count), 0) FROM day_counts WHERE figure = 'ordersPlaced') AS "dayFigure",
    (SELECT count(*) FROM notifications WHERE kind = 'orderPlaced') AS notifications FROM order_lines`,
} as const satisfies Record<FormName, string>;

/** Reads the facts, between two runs: before, a vacuum lets the planner know what the last one wrote, as a market's own night does. */
export async function readFacts(pool: pg.Pool, form: FormName): Promise<Facts> {
  await pool.query("VACUUM ANALYZE");
  const isFolded = async () => (await pool.query("SELECT FROM figure_changes")).rowCount === 0;
  if (form === "full") await until("the figures are added up", isFolded, FOLDED_MS);
  const { rows } = await pool.query<Record<keyof Facts, string>>(FACTS[form]);
  const sums = Object.entries(rows[0]!).map(([name, sum]) => [name, Number(sum)]);
  return Object.fromEntries(sums) as Facts;
}

export function fixturesOf(
  pool: pg.Pool,
  retailers: readonly Account[],
  distributor: Account,
): Fixtures {
  const idOf = (n: number) => retailers[n]!.id;
  return {
    terms: ({ connected, newcomer, answerDays, minOrderPaise = 0, networkOnly = false }) =>
      pool.query(
        `UPDATE order_terms SET connected_share_percent = $2, connected_orders = $3, newcomer_share_percent = $4, newcomer_orders = $5,
           answer_days = $6, min_order_paise = $7, network_only = $8 WHERE distributor_id = $1`,
        [
          ...[distributor.id, connected.sharePercent, connected.orders],
          ...[newcomer.sharePercent, newcomer.orders, answerDays, minOrderPaise, networkOnly],
        ],
      ),
    limit: (n, paise) =>
      pool.query(
        "UPDATE credit_accounts SET limit_paise = $3 WHERE retailer_id = $1 AND distributor_id = $2",
        [idOf(n), distributor.id, paise ?? null],
      ),
    hold: (n, productId, quantity) =>
      pool.query("INSERT INTO stock_holds VALUES ($1, $2, $3, now() + interval '10 minutes')", [
        ...[idOf(n), productId, quantity],
      ]),
    basket: (n, productId, quantity) =>
      pool.query("INSERT INTO basket_lines VALUES ($1, $2, $3)", [idOf(n), productId, quantity]),
    block: (n, isBlocked) =>
      pool
        .query(
          `INSERT INTO connections (retailer_id, distributor_id, status) VALUES ($1, $2, 'none')
         ON CONFLICT (retailer_id, distributor_id) DO UPDATE SET status = connections.status`,
          [idOf(n), distributor.id],
        )
        .then(() =>
          pool.query(
            "UPDATE connections SET blocked_by_distributor_at = $3 WHERE retailer_id = $1 AND distributor_id = $2",
            [idOf(n), distributor.id, isBlocked ? new Date() : null],
          ),
        ),
  };
}
