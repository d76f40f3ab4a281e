/**
 * Reads the results of all queries of one user at one timestamp, and converts them for comparison with the model
 * (`convex/orders/model.setup.ts`).
 */
import type { ConvexClient } from "convex/browser";
import type { FunctionArgs, FunctionReference, FunctionReturnType } from "convex/server";
import { api } from "../../convex/_generated/api";
import { sum } from "../../convex/khata/khataRows.setup";
import { type Model, type Who, isOpen, keyOf, sellerOf } from "../../convex/orders/model.setup";
import { STOCKS, ownerOf } from "../../convex/orders/steps.setup";
import {
  LIST_OF_STATUS,
  ORDER_LISTS,
  ORDER_STATUSES,
  type OrderStatus,
  shownMessage,
} from "../../domain/orderLifecycle";
import { DAY_MS, todayIst } from "../../domain/dates";
import { keptLines } from "../../domain/orderLines";
import type { TradeRole } from "../../domain/roles";

type LineRow = {
  productName: string;
  quantity: number;
  askedQuantity?: number;
  pricePaise: number;
  refused?: { readonly by: TradeRole; readonly reason: string };
};
/** Fields of an order that the lists of all roles have. */
type OrderRow = {
  _id: string;
  /** As `partysLine` or `adminsLines` writes them. */
  lines: string[];
  /** Pieces of each line. */
  offered?: readonly number[];
  status: OrderStatus;
  msg?: string;
  deliveryBefore?: string;
  completedOn?: number;
  orderCancelReason?: string;
};
type InvoiceRow = { _id: string; number: number; netAmountPaise: number; productName: string };
type ProductRow = { _id: string; pricePaise: number; name: string };

export type Snapshot = {
  readonly products: ProductRow[];
  /** By product; lists of products leave it out. */
  readonly stock: Map<string, number>;
  readonly orders: OrderRow[];
  readonly invoices: InvoiceRow[];
  readonly network: string[];
  readonly figures: Map<string, number>;
};

/** Null while a query is loading; "closed" when every query was refused with UNAUTHENTICATED. */
export type SnapshotResult = Snapshot | "closed" | null;

type Subscription = { readonly stop: () => void; readonly read: (snapshot: Snapshot) => string };
type Subscribe = (client: ConvexClient) => Subscription;

/** @param add - Adds the query's result to the snapshot. */
function query<Query extends FunctionReference<"query">>(
  reference: Query,
  args: FunctionArgs<Query>,
  add: (snapshot: Snapshot, value: FunctionReturnType<Query>) => void,
): Subscribe {
  const ignore = () => undefined;
  return (client) => {
    const stop = client.onUpdate(reference, args, ignore, ignore);
    return {
      stop,
      read(snapshot) {
        try {
          const value: FunctionReturnType<Query> | undefined = stop.getCurrentValue();
          if (value === undefined) return "loading";
          add(snapshot, value);
          return "loaded";
        } catch (error) {
          const { data } = error as { data?: { code: string } };
          return data?.code ?? String(error);
        }
      },
    };
  };
}

/** A line as its parties see it. */
function partysLine({ productName, quantity, askedQuantity, pricePaise, refused }: LineRow) {
  const sent = `${quantity} of ${askedQuantity ?? quantity} ${productName} for ${pricePaise}`;
  return refused === undefined ? sent : `${sent}, refused by ${refused.by}: ${refused.reason}`;
}

/** The lines of an order as an admin sees them: the first, with what is sent of it or, where nothing is, what was asked for, and their number. */
function adminsLines(
  { productName, quantity, askedQuantity = quantity, pricePaise, refused }: LineRow,
  lineCount: number,
): string[] {
  const shown = refused === undefined ? quantity : askedQuantity;
  return [`${shown} ${productName} for ${pricePaise}`, `of ${lineCount}`];
}

/** A row of either party's lists. */
type PartysRow = Omit<OrderRow, "lines" | "offered"> & {
  readonly lines: readonly LineRow[];
  readonly offer?: { readonly quantities: readonly number[] };
};

function addOrders({ orders }: Snapshot, { page }: { page: PartysRow[] }): void {
  for (const { lines, offer, ...row } of page)
    orders.push({ ...row, lines: lines.map(partysLine), offered: offer?.quantities ?? [] });
}

/** The number of the run, and the ids of its products. */
export type SnapshotOf = { readonly run: number; readonly productIds: readonly string[] };

/** The name of the badge's figure among the others of a snapshot. */
const WAITING = "waiting orders";

/** Returns all queries of a role. A list's page opens with the newest earlier row; rows of this run extend it at the front. */
function queriesOf(role: Who["role"] | "visitor", { run, productIds }: SnapshotOf): Subscribe[] {
  const page = (numItems: number) => ({ paginationOpts: { numItems, cursor: null, id: run } });
  const addProducts = (snapshot: Snapshot, { page: rows }: { page: ProductRow[] }) =>
    snapshot.products.push(...rows);
  const productArgs = page(STOCKS.length);
  const stock = query(
    api.products.stockLevels,
    { productIds: [...productIds] },
    (snapshot, levels) => {
      for (const level of levels) snapshot.stock.set(level.productId, level.stock);
    },
  );
  switch (role) {
    case "visitor":
      return [query(api.products.landing, productArgs, addProducts)];
    case "distributor":
      return [
        query(api.products.mine, productArgs, addProducts),
        stock,
        ...ORDER_LISTS.map((list) => query(api.orders.incoming, { list, ...page(1) }, addOrders)),
        query(api.orders.pendingCount, {}, (snapshot, count) =>
          snapshot.figures.set(WAITING, count),
        ),
        query(api.network.pendingCount, {}, (snapshot, count) =>
          snapshot.figures.set("requests", count),
        ),
        query(api.invoices.mine, page(1), (snapshot, { page: rows }) =>
          snapshot.invoices.push(...rows.map((row) => ({ ...row, number: Number(row.invoiceNo) }))),
        ),
        query(api.network.pending, page(100), (snapshot, { page: rows }) =>
          snapshot.network.push(...rows.map(({ userEmail }) => `pending ${userEmail}`)),
        ),
        query(api.network.ofDistributor, page(100), (snapshot, { page: rows }) =>
          snapshot.network.push(...rows.map(({ userEmail }) => `accepted ${userEmail}`)),
        ),
      ];
    case "retailer":
      return [
        query(api.products.all, { sort: "latest", ...productArgs }, addProducts),
        stock,
        ...ORDER_LISTS.map((list) => query(api.orders.outgoing, { list, ...page(1) }, addOrders)),
        query(api.invoices.mine, page(1), (snapshot, { page: rows }) =>
          snapshot.invoices.push(...rows.map((row) => ({ ...row, number: 0 }))),
        ),
        query(api.network.ofRetailer, page(100), (snapshot, { page: rows }) =>
          snapshot.network.push(...rows.map((row) => `accepted ${row.distributorEmail}`)),
        ),
      ];
    case "admin": {
      const now = Date.now();
      const days = { from: todayIst(now - DAY_MS), to: todayIst(now + DAY_MS) };
      return [
        query(api.admin.products, productArgs, addProducts),
        stock,
        ...ORDER_STATUSES.map((status) =>
          query(api.admin.orders, { status, ...page(1) }, (snapshot, { page: rows }) =>
            snapshot.orders.push(
              ...rows.map(({ lineCount = 1, ...row }) => ({
                ...{ ...row, status, lines: adminsLines(row, lineCount) },
              })),
            ),
          ),
        ),
        query(api.admin.counts, {}, (snapshot, { users, orders }) => {
          for (const [name, value] of Object.entries({ ...users, ...orders }))
            snapshot.figures.set(name, value);
        }),
        query(api.admin.days, days, (snapshot, rows) => {
          snapshot.figures.set(
            "placed",
            sum(rows, ({ placed }) => placed),
          );
          snapshot.figures.set(
            "completed that day",
            sum(rows, ({ completed }) => completed),
          );
        }),
      ];
    }
  }
}

/** Subscribes to all queries of the role; `read` returns the current snapshot. */
export function subscribe(client: ConvexClient, role: Who["role"] | "visitor", of: SnapshotOf) {
  const subscriptions = queriesOf(role, of).map((each) => each(client));
  return {
    read(): SnapshotResult {
      const snapshot: Snapshot = {
        products: [],
        stock: new Map(),
        orders: [],
        invoices: [],
        network: [],
        figures: new Map(),
      };
      const outcomes = new Set(subscriptions.map(({ read }) => read(snapshot)));
      if (outcomes.has("loading")) return null;
      if (outcomes.size === 1 && outcomes.has("loaded")) return snapshot;
      if (outcomes.size === 1 && outcomes.has("UNAUTHENTICATED")) return "closed";
      throw new Error(`A query failed: ${[...outcomes].join(", ")}`);
    },
    stop() {
      for (const { stop } of subscriptions) stop();
    },
  };
}

/** A snapshot with the model's indexes in place of ids, without rows and counts of earlier runs. */
type View =
  | {
      readonly products: object[];
      readonly orders: object[];
      readonly invoices: string[];
      readonly network: string[];
      /** The distributor's badge: orders that wait. Exact, unlike figures; 0 for others. */
      readonly waiting: number;
      readonly figures: string[];
    }
  | "closed";

/** Returns the view without its figures, which may be late. */
export function withoutFigures(view: View): View {
  return view === "closed" ? view : { ...view, figures: [] };
}

/** Returns the figures of a view, as text. */
export function figuresIn(view: View): string {
  return view === "closed" ? view : view.figures.join();
}

/** The ids of the run's rows by their index in the model, and the snapshot before the run. */
type ViewContext = {
  readonly products: readonly string[];
  readonly orders: readonly string[];
  readonly before: Snapshot;
};

/** Returns the rows that are missing in `before`. */
function newRows<Row extends { _id: string }>(rows: readonly Row[], before: readonly Row[]): Row[] {
  const known = new Set(before.map(({ _id }) => _id));
  return rows.filter(({ _id }) => !known.has(_id));
}

export function viewOf(
  snapshot: Snapshot | "closed",
  { products, orders, before }: ViewContext,
): View {
  if (snapshot === "closed") return snapshot;
  const issuedBefore = Math.max(0, ...before.invoices.map(({ number }) => number));
  const listed = snapshot.products
    .map(({ _id, pricePaise, name }) => ({
      at: products.indexOf(_id),
      stock: snapshot.stock.get(_id),
      pricePaise,
      name,
    }))
    .filter(({ at }) => at >= 0);
  const placed = newRows(snapshot.orders, before.orders).map((row) => ({
    ...{ at: orders.indexOf(row._id), lines: row.lines, offered: row.offered ?? [] },
    ...{ status: row.status, msg: row.msg ?? "", delivery: row.deliveryBefore ?? "" },
    isCompleted: row.completedOn !== undefined,
    hasReason: row.orderCancelReason !== undefined,
  }));
  return {
    products: listed.sort((a, b) => a.at - b.at),
    orders: placed.sort((a, b) => a.at - b.at),
    invoices: newRows(snapshot.invoices, before.invoices)
      .map((row) => {
        const number = row.number === 0 ? 0 : row.number - issuedBefore;
        return `${number} ${row.productName} ${row.netAmountPaise}`;
      })
      .sort(),
    network: [...snapshot.network].sort(),
    waiting: (snapshot.figures.get(WAITING) ?? 0) - (before.figures.get(WAITING) ?? 0),
    figures: [...snapshot.figures]
      .filter(([name]) => name !== WAITING)
      // Requests outlive a run, and the model knows those of earlier ones.
      .map(
        ([name, value]) =>
          [name, value - (name === "requests" ? 0 : (before.figures.get(name) ?? 0))] as const,
      )
      .map(([name, value]) => `${name} ${value}`)
      .sort(),
  };
}

/** Returns the view that the model predicts for a user; `emails` are by `keyOf`. */
export function expectedView(
  model: Model,
  who: Who | "visitor",
  emails: ReadonlyMap<string, string>,
): View {
  const { role, n } = who === "visitor" ? { role: who, n: 0 } : who;
  if (role !== "visitor" && model.closed.has(keyOf({ role, n }))) return "closed";
  const isOwn = (order: Model["orders"][number]) =>
    role === "admin" || (role === "retailer" ? order.retailer : sellerOf(order)) === n;
  const products = model.products.flatMap(({ stock, pricePaise, name, archived }, at) => {
    const isShown = role !== "distributor" || ownerOf(at) === n;
    const isListed = !archived && isOpen(model, "distributor", ownerOf(at));
    return isShown && isListed
      ? [{ at, stock: role === "visitor" ? undefined : stock, pricePaise, name }]
      : [];
  });
  if (role === "visitor")
    return { products, orders: [], invoices: [], network: [], waiting: 0, figures: [] };
  const orders = model.orders.flatMap((order, at) => {
    const { status, deliveryBefore: delivery } = order;
    const isHidden = role !== "admin" && order.hiddenBy.includes(role);
    if (isHidden || !isOwn(order)) return [];
    const msg = shownMessage({ ...order, orderCancelReason: order.reason });
    const row = { at, ...linesOf(order, role), status, msg, delivery };
    return [{ ...row, ...shownOf(row, role) }];
  });
  const invoices = model.invoices.flatMap(({ order, number, netAmountPaise }) => {
    const invoiced = model.orders[order]!;
    const [first, ...others] = keptLines(invoiced.lines).map(({ productName }) => productName);
    const products = others.length === 0 ? first : `${first} and ${others.length} more`;
    if (role === "admin" || !isOwn(invoiced)) return [];
    return [`${role === "distributor" ? number : 0} ${products} ${netAmountPaise}`];
  });
  return {
    ...{ products, orders, invoices: invoices.sort() },
    network: role === "admin" ? [] : networkOf(model, { role, n }, emails),
    waiting: role === "distributor" ? waitingOf(model, n) : 0,
    figures: role === "retailer" ? [] : figuresOf(model, { role, n }),
  };
}

/** Returns the lines as the reader sees them, and what is offered of each. */
function linesOf({ lines, offer }: Model["orders"][number], role: Who["role"]) {
  const rows = lines.map(({ asked: askedQuantity, ...line }) => ({ ...line, askedQuantity }));
  if (role === "admin") return { lines: adminsLines(rows[0]!, rows.length), offered: [] };
  return { lines: rows.map(partysLine), offered: offer?.quantities ?? [] };
}

/** Returns what depends on the reader's screens: a dropped order shows its reason alone, and retailers no date of a completed one. */
function shownOf(
  { status, msg, delivery }: { status: OrderStatus; msg: string; delivery: string },
  role: Who["role"],
) {
  if (role === "admin") return { isCompleted: false, hasReason: false };
  const list = LIST_OF_STATUS[status];
  const [isCompleted, hasReason] = [list === "completed", list === "rejected"];
  const isUndated = hasReason || (isCompleted && role === "retailer");
  return {
    msg: hasReason ? "" : msg,
    delivery: isUndated ? "" : delivery,
    isCompleted,
    hasReason,
  };
}

function networkOf(model: Model, { role, n }: Who, emails: ReadonlyMap<string, string>): string[] {
  const other = role === "retailer" ? "distributor" : "retailer";
  const shown = [...model.connections].flatMap(([pair, status]) => {
    const [retailer, distributor] = pair.split(" ").map(Number);
    const [own, theirs] = role === "retailer" ? [retailer, distributor!] : [distributor, retailer!];
    const isShown = status === "accepted" || (status === "pending" && role === "distributor");
    if (own !== n || !isShown || !isOpen(model, other, theirs)) return [];
    return [`${status} ${emails.get(keyOf({ role: other, n: theirs }))}`];
  });
  return shown.sort();
}

/** Orders that wait for the distributor's answer. */
function waitingOf(model: Model, n: number): number {
  return model.orders.filter((order) => order.status === "pending" && sellerOf(order) === n).length;
}

function figuresOf(model: Model, { role, n }: Who): string[] {
  const count = (status: string) => model.orders.filter((order) => order.status === status).length;
  if (role === "distributor") {
    const requests = [...model.connections].filter(
      ([pair, status]) => pair.endsWith(` ${n}`) && status === "pending",
    );
    return [`requests ${requests.length}`];
  }
  const closed = (closedRole: string) =>
    [...model.closed].filter((key) => key.startsWith(closedRole)).length;
  const figures = [
    ...[`retailer ${-closed("retailer")}`, `distributor ${-closed("distributor")}`, "admin 0"],
    ...ORDER_STATUSES.map((status) => `${status} ${count(status)}`),
    ...[`placed ${model.orders.length}`, `completed that day ${count("completed")}`],
  ];
  return figures.sort();
}
