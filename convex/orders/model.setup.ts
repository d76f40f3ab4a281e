/**
 * What people may try in a small market, and a model that knows only the rules and says what must come of it. The model keeps plain
 * numbers; it shares nothing with the server but the tables of `domain/`.
 */
import fc from "fast-check";
import { DAY_MS, financialYear, todayIst } from "../../domain/dates";
import { ORDER_MOVES, type OrderMove, type OrderStatus } from "../../domain/orderLifecycle";
/** Who tries: the party whose move it is, somebody of the same role who is none, the other party, an admin. */
type Actor = "party" | "stranger" | "other side" | "admin";

type Line = { product: number; quantity: number; price: "none" | "right" | "wrong" };

export type Step =
  | { kind: "place"; retailer: number; lines: Line[] }
  | { kind: "place again"; retailer: number; as: "it was" | "something else" }
  | { kind: "move"; move: OrderMove; order: number; actor: Actor }
  | { kind: "hide"; order: number; party: "retailer" | "distributor" }
  | { kind: "reword"; order: number; msg: string }
  | { kind: "restock"; product: number; stock: number; seen: "none" | "right" | "wrong" }
  | { kind: "reprice"; product: number; pricePaise: number }
  | { kind: "archive"; product: number }
  | { kind: "connect"; retailer: number; distributor: number }
  | { kind: "answer"; retailer: number; distributor: number; status: "accepted" | "rejected" }
  | { kind: "disconnect"; retailer: number; distributor: number }
  | { kind: "wait"; hours: number };

export const RETAILERS = 3;
export const DISTRIBUTORS = 2;
/** Products 0 and 1 are the first distributor's, 2 and 3 the second's. */
export const STOCKS = [12, 20, 6, 9];
const ORDERS = 24;

const retailer = fc.nat(RETAILERS - 1);
const distributor = fc.nat(DISTRIBUTORS - 1);
const product = fc.nat(STOCKS.length - 1);
const order = fc.nat(ORDERS - 1);
const known = fc.constantFrom<("none" | "right" | "wrong")[]>(
  ...(["none", "none", "none", "right", "right", "right", "wrong"] as const),
);

function kind<Kind extends Step["kind"]>(
  name: Kind,
  rest: {
    [Field in Exclude<keyof Extract<Step, { kind: Kind }>, "kind">]: fc.Arbitrary<
      Extract<Step, { kind: Kind }>[Field]
    >;
  },
): fc.Arbitrary<Step> {
  return fc.record({ kind: fc.constant(name), ...rest }) as unknown as fc.Arbitrary<Step>;
}

const line = fc.record({ product, quantity: fc.integer({ min: 1, max: 8 }), price: known });
/** Most baskets are for one distributor, as they should be. */
const lines = fc.oneof(
  { weight: 5, arbitrary: fc.array(line, { minLength: 1, maxLength: 3 }).map(ofOneDistributor) },
  { weight: 1, arbitrary: fc.array(line, { minLength: 2, maxLength: 3 }) },
);

function ofOneDistributor(some: Line[]): Line[] {
  const owner = ownerOf(some[0]?.product ?? 0);
  return some.map((one) => ({ ...one, product: owner * 2 + (one.product % 2) }));
}

export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 20, arbitrary: kind("place", { retailer, lines }) },
  {
    weight: 4,
    arbitrary: kind("place again", {
      retailer,
      as: fc.constantFrom("it was" as const, "something else" as const),
    }),
  },
  {
    weight: 28,
    arbitrary: kind("move", {
      move: fc.constantFrom(...(Object.keys(ORDER_MOVES) as OrderMove[]), "accept", "complete"),
      order,
      actor: fc.constantFrom<Actor[]>(
        ...([
          "party",
          "party",
          "party",
          "party",
          "party",
          "stranger",
          "other side",
          "admin",
        ] as Actor[]),
      ),
    }),
  },
  {
    weight: 6,
    arbitrary: kind("hide", {
      order,
      party: fc.constantFrom("retailer" as const, "distributor" as const),
    }),
  },
  { weight: 2, arbitrary: kind("reword", { order, msg: fc.constantFrom("Soon", "Later") }) },
  { weight: 4, arbitrary: kind("restock", { product, stock: fc.nat(30), seen: known }) },
  { weight: 2, arbitrary: kind("reprice", { product, pricePaise: fc.nat(100_000) }) },
  { weight: 1, arbitrary: kind("archive", { product }) },
  { weight: 12, arbitrary: kind("connect", { retailer, distributor }) },
  {
    weight: 10,
    arbitrary: kind("answer", {
      retailer,
      distributor,
      status: fc.constantFrom("accepted" as const, "rejected" as const),
    }),
  },
  { weight: 6, arbitrary: kind("disconnect", { retailer, distributor }) },
  { weight: 4, arbitrary: kind("wait", { hours: fc.constantFrom(1, 5, 11, 30) }) },
);

function basket(retailerIndex: number, ...some: readonly [number, number, Line["price"]?][]): Step {
  const wanted = some.map(([index, quantity, price = "none"]) => ({
    product: index,
    quantity,
    price,
  }));
  return { kind: "place", retailer: retailerIndex, lines: wanted };
}

function moveOf(move: OrderMove, orderIndex: number, actor: Actor = "party"): Step {
  return { kind: "move", move, order: orderIndex, actor };
}

/** Two days in which everything happens at least once; chance does the rest. */
export const EVENTFUL_DAYS: Step[] = [
  basket(0, [0, 2, "right"], [1, 1]),
  basket(1, [2, 3]),
  basket(1, [0, 8], [0, 8]),
  basket(1, [0, 1, "wrong"]),
  basket(1, [0, 1], [2, 1]),
  { kind: "place again", retailer: 0, as: "it was" },
  { kind: "place again", retailer: 0, as: "something else" },
  moveOf("accept", 1, "stranger"),
  moveOf("accept", 1, "other side"),
  moveOf("accept", 1, "admin"),
  moveOf("accept", 0),
  moveOf("accept", 2),
  { kind: "reword", order: 1, msg: "Soon" },
  moveOf("reject", 1),
  moveOf("cancel", 1),
  { kind: "reword", order: 1, msg: "Later" },
  { kind: "hide", order: 1, party: "retailer" },
  { kind: "hide", order: 0, party: "distributor" },
  moveOf("complete", 0),
  moveOf("accept", 0),
  basket(2, [1, 1]),
  moveOf("cancel", 3),
  basket(2, [3, 1]),
  basket(2, [1, 2]),
  { kind: "wait", hours: 30 },
  moveOf("accept", 2),
  moveOf("accept", 4),
  moveOf("accept", 5),
  { kind: "restock", product: 0, stock: 30, seen: "right" },
  { kind: "restock", product: 0, stock: 5, seen: "wrong" },
  { kind: "reprice", product: 1, pricePaise: 1 },
  { kind: "archive", product: 0 },
  { kind: "archive", product: 0 },
  basket(0, [0, 1]),
  { kind: "connect", retailer: 0, distributor: 1 },
  { kind: "answer", retailer: 0, distributor: 1, status: "accepted" },
  { kind: "answer", retailer: 0, distributor: 1, status: "rejected" },
  { kind: "disconnect", retailer: 0, distributor: 1 },
  { kind: "connect", retailer: 0, distributor: 1 },
];

type ModelOrder = {
  product: number;
  quantity: number;
  pricePaise: number;
  retailer: number;
  status: OrderStatus;
  deliveryBefore: string;
  events: number;
  hiddenBy: Set<"retailer" | "distributor">;
  msg: string;
};

type ModelInvoice = {
  order: number;
  financialYear: string;
  number: number;
  netAmountPaise: number;
};

export type Model = {
  products: { stock: number; pricePaise: number; archived: boolean; edited: number }[];
  orders: ModelOrder[];
  invoices: ModelInvoice[];
  /** By retailer, then distributor. */
  connections: Map<string, "pending" | "accepted" | "rejected">;
  /** The numbers of the orders that each retailer's last placement made. */
  last: (number[] | undefined)[];
};

export function ownerOf(productIndex: number): number {
  return productIndex < 2 ? 0 : 1;
}

export const PRICE_PAISE = 5250;

export function openModel(): Model {
  return {
    products: STOCKS.map((stock) => ({
      stock,
      pricePaise: PRICE_PAISE,
      archived: false,
      edited: 0,
    })),
    orders: [],
    invoices: [],
    connections: new Map(),
    last: [],
  };
}

const tomorrow = () => todayIst(Date.now() + DAY_MS);

function predictPlace(model: Model, action: Extract<Step, { kind: "place" }>): string {
  const stock = model.products.map((each) => each.stock);
  const owner = ownerOf(action.lines[0]!.product);
  if (model.products[action.lines[0]!.product]!.archived) return "NOT_FOUND";
  for (const { product: index, quantity, price } of action.lines) {
    if (model.products[index]!.archived) return "NOT_FOUND";
    if (ownerOf(index) !== owner) return "ONE_DISTRIBUTOR";
    if (price === "wrong") return "PRICE_CHANGED";
    if (stock[index]! < quantity) return "INSUFFICIENT_STOCK";
    stock[index]! -= quantity;
  }
  model.last[action.retailer] = action.lines.map((_, index) => model.orders.length + index);
  for (const { product: index, quantity } of action.lines) {
    model.products[index]!.stock = stock[index]!;
    model.orders.push({
      product: index,
      quantity,
      pricePaise: model.products[index]!.pricePaise,
      retailer: action.retailer,
      status: "pending",
      deliveryBefore: "",
      events: 1,
      hiddenBy: new Set(),
      msg: "m",
    });
  }
  return "done";
}

function predictMove(model: Model, action: Extract<Step, { kind: "move" }>): string {
  if (action.actor === "other side" || action.actor === "admin") return "FORBIDDEN";
  if (action.actor === "stranger") return "NOT_FOUND";
  const index = action.order % model.orders.length;
  const moved = model.orders[index]!;
  const { from, to } = ORDER_MOVES[action.move];
  if (moved.status === to) {
    return action.move !== "accept" || moved.deliveryBefore === tomorrow()
      ? "done"
      : "ILLEGAL_MOVE";
  }
  if (moved.status !== from) return "ILLEGAL_MOVE";
  moved.status = to;
  moved.events += 1;
  if (action.move === "accept") {
    moved.deliveryBefore = tomorrow();
    const year = financialYear(Date.now());
    const series = model.invoices.filter(
      (invoice) =>
        invoice.financialYear === year &&
        ownerOf(model.orders[invoice.order]!.product) === ownerOf(moved.product),
    );
    const netAmountPaise = moved.quantity * moved.pricePaise;
    model.invoices.push({
      order: index,
      financialYear: year,
      number: series.length + 1,
      netAmountPaise,
    });
  }
  if (action.move === "cancel") moved.msg = "Cancelled by Retailer. Reason: r";
  if (action.move === "reject" || action.move === "cancel") {
    model.products[moved.product]!.stock += moved.quantity;
  }
  return "done";
}

function predictEdit(
  model: Model,
  action: Extract<Step, { kind: "restock" | "reprice" | "archive" }>,
): string {
  const edited = model.products[action.product]!;
  if (edited.archived) return "NOT_FOUND";
  switch (action.kind) {
    case "archive":
      edited.archived = true;
      return "done";
    case "reprice":
      edited.pricePaise = action.pricePaise;
      return "done";
    case "restock":
      if (action.seen === "wrong") return "STALE_STOCK";
      edited.edited += action.stock - edited.stock;
      edited.stock = action.stock;
      return "done";
  }
}

function predictNetwork(
  model: Model,
  action: Extract<Step, { kind: "connect" | "answer" | "disconnect" }>,
): string {
  const pair = `${action.retailer} ${action.distributor}`;
  const status = model.connections.get(pair);
  if (action.kind === "connect") {
    if (status === undefined || status === "rejected") model.connections.set(pair, "pending");
    return "done";
  }
  if (status === undefined) return "NOT_FOUND";
  const wanted = action.kind === "answer" ? action.status : "rejected";
  if (action.kind === "answer" && status !== "pending" && status !== wanted)
    return "ALREADY_ANSWERED";
  model.connections.set(pair, wanted);
  return "done";
}

/** What the rules say about the step; the model is moved on. "skip" if there is nothing yet that it could be about. */
export function predict(model: Model, action: Step): string {
  if ("order" in action && model.orders.length === 0) return "skip";
  switch (action.kind) {
    case "place":
      return predictPlace(model, action);
    case "place again":
      if (model.last[action.retailer] === undefined) return "skip";
      return action.as === "it was" ? "done" : "KEY_REUSED";
    case "move":
      return predictMove(model, action);
    case "hide": {
      const { status, hiddenBy } = model.orders[action.order % model.orders.length]!;
      const settled = status === "rejected" || status === "cancelled";
      if (!settled && !(status === "completed" && action.party === "retailer"))
        return "ILLEGAL_MOVE";
      hiddenBy.add(action.party);
      return "done";
    }
    case "reword": {
      const reworded = model.orders[action.order % model.orders.length]!;
      if (reworded.status !== "pending" && reworded.status !== "accepted") return "ILLEGAL_MOVE";
      if (reworded.msg !== action.msg) reworded.events += 1;
      reworded.msg = action.msg;
      return "done";
    }
    case "restock":
    case "reprice":
    case "archive":
      return predictEdit(model, action);
    case "connect":
    case "answer":
    case "disconnect":
      return predictNetwork(model, action);
    case "wait":
      return "done";
  }
}
