/**
 * What one person sees of the market at one moment: the answers to everything that they may ask, all of one timestamp, turned into
 * what the market's model (`convex/orders/model.setup.ts`) should show them.
 */
import type { ConvexClient } from "convex/browser";
import type { FunctionArgs, FunctionReference, FunctionReturnType } from "convex/server";
import { api } from "../../convex/_generated/api";
import { type Model, type Who, isOpen, keyOf } from "../../convex/orders/model.setup";
import { STOCKS, ownerOf } from "../../convex/orders/steps.setup";
import { LIST_OF_STATUS, ORDER_LISTS, ORDER_STATUSES } from "../../domain/orderLifecycle";
import { DAY_MS, todayIst } from "../../domain/dates";

type OrderRow = FunctionReturnType<typeof api.orders.outgoing>["page"][number];
type InvoiceRow = { _id: string; number: number; netAmountPaise: number; productName: string };
type ProductRow = { _id: string; stock?: number | undefined; pricePaise: number; name: string };

export type Sight = {
  readonly products: ProductRow[];
  readonly orders: OrderRow[];
  readonly invoices: InvoiceRow[];
  readonly network: string[];
  readonly figures: Map<string, number>;
};

/** Null while something is loading; "closed" when every question was refused as one of nobody. */
export type Look = Sight | "closed" | null;

type Open = { readonly stop: () => void; readonly look: (sight: Sight) => string };
type Question = (client: ConvexClient) => Open;

/** @param note - Writes down what was answered. */
function question<Query extends FunctionReference<"query">>(
  query: Query,
  args: FunctionArgs<Query>,
  note: (sight: Sight, value: FunctionReturnType<Query>) => void,
): Question {
  const ignore = () => undefined;
  return (client) => {
    const stop = client.onUpdate(query, args, ignore, ignore);
    return {
      stop,
      look(sight) {
        try {
          const value: FunctionReturnType<Query> | undefined = stop.getCurrentValue();
          if (value === undefined) return "loading";
          note(sight, value);
          return "answered";
        } catch (error) {
          const { data } = error as { data?: { code: string } };
          return data?.code ?? String(error);
        }
      },
    };
  };
}

/** Lists begin with the newest row that was there before the run: whatever comes afterwards stands in front of it. */
function questionsOf(role: Who["role"] | "visitor", run: number): Question[] {
  const page = (numItems: number) => ({ paginationOpts: { numItems, cursor: null, id: run } });
  const ordersOf = (sight: Sight, { page: rows }: { page: OrderRow[] }) =>
    sight.orders.push(...rows);
  const goodsOf = (sight: Sight, { page: rows }: { page: ProductRow[] }) =>
    sight.products.push(...rows);
  const goods = page(STOCKS.length);
  switch (role) {
    case "visitor":
      return [question(api.products.landing, goods, goodsOf)];
    case "distributor":
      return [
        question(api.products.mine, goods, goodsOf),
        ...ORDER_LISTS.map((list) => question(api.orders.incoming, { list, ...page(1) }, ordersOf)),
        question(api.orders.pendingCount, {}, (sight, count) =>
          sight.figures.set("pending", count),
        ),
        question(api.network.pendingCount, {}, (sight, count) =>
          sight.network.push(`asking: ${count}`),
        ),
        question(api.invoices.mine, page(1), (sight, { page: rows }) =>
          sight.invoices.push(...rows.map((row) => ({ ...row, number: Number(row.invoiceNo) }))),
        ),
        question(api.network.pending, page(100), (sight, { page: rows }) =>
          sight.network.push(...rows.map(({ userEmail }) => `pending ${userEmail}`)),
        ),
        question(api.network.ofDistributor, page(100), (sight, { page: rows }) =>
          sight.network.push(...rows.map(({ userEmail }) => `accepted ${userEmail}`)),
        ),
      ];
    case "retailer":
      return [
        question(api.products.all, { sort: "latest", ...goods }, goodsOf),
        ...ORDER_LISTS.map((list) => question(api.orders.outgoing, { list, ...page(1) }, ordersOf)),
        question(api.invoices.mine, page(1), (sight, { page: rows }) =>
          sight.invoices.push(...rows.map((row) => ({ ...row, number: 0 }))),
        ),
        question(api.network.ofRetailer, page(100), (sight, { page: rows }) =>
          sight.network.push(...rows.map((row) => `accepted ${row.distributorEmail}`)),
        ),
      ];
    case "admin": {
      const now = Date.now();
      const days = { from: todayIst(now - DAY_MS), to: todayIst(now + DAY_MS) };
      return [
        question(api.admin.products, goods, goodsOf),
        ...ORDER_STATUSES.map((status) =>
          question(api.admin.orders, { status, ...page(1) }, ordersOf),
        ),
        question(api.admin.counts, {}, (sight, { users, orders }) => {
          for (const [name, value] of Object.entries({ ...users, ...orders }))
            sight.figures.set(name, value);
        }),
        question(api.admin.days, days, (sight, rows) => {
          sight.figures.set(
            "placed",
            rows.reduce((sum, { placed }) => sum + placed, 0),
          );
          sight.figures.set(
            "made",
            rows.reduce((sum, { completed }) => sum + completed, 0),
          );
        }),
      ];
    }
  }
}

/** Opens everything that somebody of this role may ask; `look` says what they see. */
export function openSight(client: ConvexClient, role: Who["role"] | "visitor", run: number) {
  const open = questionsOf(role, run).map((each) => each(client));
  return {
    look(): Look {
      const sight: Sight = {
        products: [],
        orders: [],
        invoices: [],
        network: [],
        figures: new Map(),
      };
      const answers = new Set(open.map(({ look }) => look(sight)));
      if (answers.has("loading")) return null;
      if (answers.size === 1 && answers.has("answered")) return sight;
      if (answers.size === 1 && answers.has("UNAUTHENTICATED")) return "closed";
      throw new Error(`A page failed: ${[...answers].join(", ")}`);
    },
    stop() {
      for (const { stop } of open) stop();
    },
  };
}

/** A sight in the model's words. */
type Picture =
  | {
      readonly products: object[];
      readonly orders: object[];
      readonly invoices: string[];
      readonly network: string[];
      readonly figures: string[];
    }
  | "closed";

/** How the ids of the market are called in the model, and what was there before. */
type Names = {
  readonly products: readonly string[];
  readonly orders: readonly string[];
  readonly before: Sight;
};

/** Those that were not there before. */
export function newRows<Row extends { _id: string }>(
  rows: readonly Row[],
  before: readonly Row[],
): Row[] {
  const old = new Set(before.map(({ _id }) => _id));
  return rows.filter(({ _id }) => !old.has(_id));
}

export function pictureOf(sight: Sight | "closed", { products, orders, before }: Names): Picture {
  if (sight === "closed") return sight;
  const issuedBefore = Math.max(0, ...before.invoices.map(({ number }) => number));
  const goods = sight.products
    .map(({ _id, stock, pricePaise, name }) => ({
      at: products.indexOf(_id),
      stock,
      pricePaise,
      name,
    }))
    .filter(({ at }) => at >= 0);
  const placed = newRows(sight.orders, before.orders).map((row) => ({
    ...{
      at: orders.indexOf(row._id),
      product: products.indexOf(row.productId),
      name: row.productName,
    },
    ...{ quantity: row.quantity, pricePaise: row.pricePaise, totalPaise: row.totalPaise },
    ...{ status: row.status, msg: row.msg, delivery: row.deliveryBefore ?? "" },
    ...{ isAccepted: row.acceptedAt !== undefined, isCompleted: row.completedOn !== undefined },
    ...{ hasReason: row.orderCancelReason !== undefined },
  }));
  return {
    products: goods.sort((a, b) => a.at - b.at),
    orders: placed.sort((a, b) => a.at - b.at),
    invoices: newRows(sight.invoices, before.invoices)
      .map((row) => {
        const number = row.number === 0 ? 0 : row.number - issuedBefore;
        return `${number} ${row.productName} ${row.netAmountPaise}`;
      })
      .sort(),
    network: [...sight.network].sort(),
    figures: [...sight.figures]
      .map(([name, value]) => `${name} ${value - (before.figures.get(name) ?? 0)}`)
      .sort(),
  };
}

/** What the person should see when the market is as the model says. `emails`: by `keyOf`. */
export function expectedPicture(
  model: Model,
  who: Who | "visitor",
  emails: ReadonlyMap<string, string>,
): Picture {
  const { role, n } = who === "visitor" ? { role: who, n: 0 } : who;
  if (role !== "visitor" && model.closed.has(keyOf({ role, n }))) return "closed";
  const isOwn = (product: number, retailer: number) =>
    role === "admin" || (role === "retailer" ? retailer === n : ownerOf(product) === n);
  const products = model.products.flatMap(({ stock, pricePaise, name, archived }, at) => {
    const isShown = role !== "distributor" || ownerOf(at) === n;
    const isListed = !archived && isOpen(model, "distributor", ownerOf(at));
    return isShown && isListed
      ? [{ at, stock: role === "visitor" ? undefined : stock, pricePaise, name }]
      : [];
  });
  if (role === "visitor") return { products, orders: [], invoices: [], network: [], figures: [] };
  const orders = model.orders.flatMap((order, at) => {
    const { product, productName: name, quantity, pricePaise, status, msg } = order;
    const isHidden = role !== "admin" && order.hiddenBy.includes(role);
    if (isHidden || !isOwn(product, order.retailer)) return [];
    const list = LIST_OF_STATUS[status];
    return [
      {
        ...{ at, product, name, quantity, pricePaise, totalPaise: quantity * pricePaise },
        ...{ status, msg, delivery: order.deliveryBefore },
        ...{ isAccepted: list === "accepted" || list === "completed" },
        ...{ isCompleted: list === "completed", hasReason: list === "rejected" },
      },
    ];
  });
  const invoices = model.invoices.flatMap(({ order, number, netAmountPaise }) => {
    const { product, retailer, productName } = model.orders[order]!;
    if (role === "admin" || !isOwn(product, retailer)) return [];
    return [`${role === "distributor" ? number : 0} ${productName} ${netAmountPaise}`];
  });
  return {
    ...{ products, orders, invoices: invoices.sort() },
    network: role === "admin" ? [] : networkOf(model, { role, n }, emails),
    figures: role === "retailer" ? [] : figuresOf(model, { role, n }),
  };
}

function networkOf(model: Model, { role, n }: Who, emails: ReadonlyMap<string, string>): string[] {
  const other = role === "retailer" ? "distributor" : "retailer";
  const known = [...model.connections].flatMap(([pair, status]) => {
    const [retailer, distributor] = pair.split(" ").map(Number);
    const [own, theirs] = role === "retailer" ? [retailer, distributor!] : [distributor, retailer!];
    const isShown = status === "accepted" || (status === "pending" && role === "distributor");
    if (own !== n || !isShown || !isOpen(model, other, theirs)) return [];
    return [`${status} ${emails.get(keyOf({ role: other, n: theirs }))}`];
  });
  if (role === "retailer") return known.sort();
  const asking = [...model.connections].filter(
    ([pair, status]) => pair.endsWith(` ${n}`) && status === "pending",
  );
  return [...known, `asking: ${asking.length}`].sort();
}

function figuresOf(model: Model, { role, n }: Who): string[] {
  const count = (status: string, isOwn = (_product: number) => true) =>
    model.orders.filter((order) => order.status === status && isOwn(order.product)).length;
  if (role === "distributor") return [`pending ${count("pending", (at) => ownerOf(at) === n)}`];
  const closed = (of: string) => [...model.closed].filter((key) => key.startsWith(of)).length;
  const figures = [
    ...[`retailer ${-closed("retailer")}`, `distributor ${-closed("distributor")}`, "admin 0"],
    ...ORDER_STATUSES.map((status) => `${status} ${count(status)}`),
    ...[`placed ${model.orders.length}`, `made ${count("completed")}`],
  ];
  return figures.sort();
}
