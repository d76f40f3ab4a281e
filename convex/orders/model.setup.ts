/**
 * A model of a small market that knows only the rules and says what must come of whatever people try. It keeps plain numbers and
 * shares nothing with the server but the tables of `domain/`. It is held against `convex-test` and against a running market.
 */
import { DAY_MS, financialYear, todayIst } from "../../domain/dates";
import {
  NEWCOMER_SHARE_PERCENT,
  REQUEST_PAUSE_MS,
  REQUEST_REFUSALS_MAX,
  RESTORE_ECHO_MS,
  WAITING_PIECES_MIN,
} from "../../domain/limits";
import { cancelMessage, ORDER_MOVES, type OrderStatus } from "../../domain/orderLifecycle";
import type { Role, TradeRole } from "../../domain/roles";
import {
  DISTRIBUTORS,
  RETAILERS,
  STOCKS,
  type Kind,
  type Of,
  type Step,
  ownerOf,
} from "./steps.setup";

/** One of the people; there is one admin. */
export type Who = { readonly role: Role; readonly n: number };

type ModelOrder = {
  product: number;
  productName: string;
  quantity: number;
  pricePaise: number;
  retailer: number;
  status: OrderStatus;
  deliveryBefore: string;
  events: number;
  returnedAt?: number;
  hiddenBy: readonly TradeRole[];
  msg: string;
};

export type Model = {
  /** `put`: what the owner put there, the stock at first and every change of it by hand. */
  products: { stock: number; pricePaise: number; name: string; archived: boolean; put: number }[];
  /** In the order in which they were placed. */
  orders: ModelOrder[];
  /** In the order in which they were issued. */
  invoices: { order: number; financialYear: string; number: number; netAmountPaise: number }[];
  /** Pieces that are held, by retailer and product. */
  holds: Map<string, number>;
  /** By retailer and distributor. */
  connections: Map<string, "pending" | "accepted" | "rejected">;
  /** Refused requests in a row, and when the last was refused; by retailer and distributor. */
  refusals: Map<string, { count: number; at: number }>;
  /** Retailers who have placed something. */
  placed: Set<number>;
  closed: Set<string>;
};

/** A step of which is known who makes it, when, and of what. */
export type Action<Wanted extends Kind = Kind> = Of<Wanted> & { who: Who; at: number };

export const PRICE_PAISE = 5250;

export const nameAt = (pricePaise: number) => `Lamp at ${pricePaise}`;
export const keyOf = ({ role, n }: Who) => `${role} ${n}`;
export const deliveryOf = ({ at }: { at: number }) => todayIst(at + DAY_MS);

export function openModel(
  connections: Model["connections"] = new Map(),
  refusals: Model["refusals"] = new Map(),
): Model {
  const fields = { pricePaise: PRICE_PAISE, name: nameAt(PRICE_PAISE), archived: false };
  return {
    products: STOCKS.map((stock) => ({ ...fields, stock, put: stock })),
    orders: [],
    invoices: [],
    holds: new Map(),
    connections,
    refusals,
    placed: new Set(),
    closed: new Set(),
  };
}

function copyOf(model: Model): Model {
  return {
    products: model.products.map((each) => ({ ...each })),
    orders: model.orders.map((each) => ({ ...each })),
    invoices: [...model.invoices],
    holds: new Map(model.holds),
    connections: new Map(model.connections),
    refusals: new Map(model.refusals),
    placed: new Set(model.placed),
    closed: new Set(model.closed),
  };
}

export function isOpen(model: Model, role: TradeRole, n: number): boolean {
  return !model.closed.has(keyOf({ role, n }));
}

function movedBy(model: Model, { move, order, actor }: Of<"move">): Who {
  const { retailer, product } = model.orders[order]!;
  const parties = { retailer, distributor: ownerOf(product) };
  const { by } = ORDER_MOVES[move];
  switch (actor) {
    case "party":
      return { role: by, n: parties[by] };
    case "stranger":
      return { role: by, n: (parties[by] + 1) % (by === "retailer" ? RETAILERS : DISTRIBUTORS) };
    case "other side": {
      const role = by === "retailer" ? "distributor" : "retailer";
      return { role, n: parties[role] };
    }
    case "admin":
      return { role: "admin", n: 0 };
  }
}

function whoMakes(model: Model, step: Step): Who {
  switch (step.kind) {
    case "place":
    case "place again":
    case "hold":
    case "give back":
    case "connect":
      return { role: "retailer", n: step.retailer };
    case "move":
      return movedBy(model, step);
    case "hide": {
      const { retailer, product } = model.orders[step.order]!;
      return { role: step.party, n: step.party === "retailer" ? retailer : ownerOf(product) };
    }
    case "reword":
      return { role: "retailer", n: model.orders[step.order]!.retailer };
    case "restock":
    case "reprice":
    case "archive":
    case "add":
      return { role: "distributor", n: ownerOf(step.product) };
    case "answer":
    case "disconnect":
      return { role: "distributor", n: step.distributor };
    case "close":
    case "wait":
      return { role: "admin", n: 0 };
  }
}

/** Returns the call of the step in this state; null if nothing exists yet that it could name. */
function exactly(model: Model, step: Step): Step | null {
  if ("order" in step) {
    const count = model.orders.length;
    return count === 0 ? null : { ...step, order: step.order % count };
  }
  switch (step.kind) {
    case "place": {
      const priced = step.lines.map((line) => {
        const { pricePaise } = model.products[line.product]!;
        if (line.price === "none") return line;
        return { ...line, pricePaise: pricePaise + (line.price === "wrong" ? 1 : 0) };
      });
      return { ...step, lines: priced };
    }
    case "place again":
      return model.placed.has(step.retailer) ? step : null;
    case "restock": {
      const { stock } = model.products[step.product]!;
      if (step.seen === "none") return step;
      return { ...step, stockSeen: stock + (step.seen === "wrong" ? 1 : 0) };
    }
    case "close":
      return { ...step, n: step.n % (step.role === "retailer" ? RETAILERS : DISTRIBUTORS) };
    default:
      return step;
  }
}

export function actionOf(model: Model, step: Step, at: number): Action | null {
  const exact = exactly(model, step);
  return exact && { ...exact, who: whoMakes(model, exact), at };
}

function isListed(model: Model, product: number): boolean {
  return !model.products[product]!.archived && isOpen(model, "distributor", ownerOf(product));
}

/** Returns the retailer's reservation of the product to its stock. */
function dissolve({ holds, products }: Model, retailer: number, product: number): void {
  const key = `${retailer} ${product}`;
  products[product]!.stock += holds.get(key) ?? 0;
  holds.delete(key);
}

/** Pieces of a product that a retailer has waiting, ordered or held. */
function waitingPieces(model: Model, retailer: number, product: number): number {
  const ordered = model.orders.filter(
    (each) => each.retailer === retailer && each.product === product && each.status === "pending",
  );
  const held = model.holds.get(`${retailer} ${product}`) ?? 0;
  return ordered.reduce((sum, { quantity }) => sum + quantity, held);
}

/** The first distributor takes any order; the second lets retailers without a connection have a part of a product alone. */
function isTooMuch(model: Model, retailer: number, product: number): boolean {
  const owner = ownerOf(product);
  if (owner === 0 || model.connections.get(`${retailer} ${owner}`) === "accepted") return false;
  const waiting = waitingPieces(model, retailer, product);
  const all = model.products[product]!.stock + waiting;
  const share = Math.floor((all * NEWCOMER_SHARE_PERCENT) / 100);
  return waiting > Math.max(WAITING_PIECES_MIN, share);
}

type PlacedLine = Omit<Action<"place">["lines"][number], "price">;

function refusalOfLine(
  model: Model,
  { product, quantity, pricePaise }: PlacedLine,
): string | undefined {
  const offered = model.products[product]!;
  if (!isListed(model, product)) return "NOT_FOUND";
  if (pricePaise !== undefined && pricePaise !== offered.pricePaise) return "PRICE_CHANGED";
  return offered.stock < quantity ? "INSUFFICIENT_STOCK" : undefined;
}

function predictPlace(model: Model, { retailer, lines }: Action<"place">): string {
  const listed = lines.filter(({ product }) => isListed(model, product));
  if (new Set(listed.map(({ product }) => ownerOf(product))).size > 1) return "ONE_DISTRIBUTOR";
  for (const { product } of lines) dissolve(model, retailer, product);
  let refused: string | undefined;
  for (const { product, quantity, pricePaise } of lines) {
    const offered = model.products[product]!;
    const refusal = refusalOfLine(model, { product, quantity, pricePaise });
    if (refusal !== undefined) {
      refused = refusal;
      continue;
    }
    offered.stock -= quantity;
    model.orders.push({
      ...{ product, quantity, retailer, productName: offered.name, pricePaise: offered.pricePaise },
      ...{ status: "pending", deliveryBefore: "", events: 1, hiddenBy: [], msg: "m" },
    });
  }
  if (refused !== undefined) return lines.length > 1 ? "LINES_REFUSED" : refused;
  if (lines.some(({ product }) => isTooMuch(model, retailer, product))) return "TOO_MANY_PIECES";
  model.placed.add(retailer);
  return "done";
}

/** Pending to rejected or cancelled. */
function endOrder(
  model: Model,
  order: ModelOrder,
  by: TradeRole,
  reason: string,
  at: number,
): void {
  order.status = by === "retailer" ? "cancelled" : "rejected";
  order.events += 1;
  order.returnedAt = at;
  if (by === "retailer") order.msg = cancelMessage(reason);
  model.products[order.product]!.stock += order.quantity;
}

/** Returns true when the other party of an accepted order closed its account, so that this one may end it. */
function isLeftOver(model: Model, order: ModelOrder, move: Action<"move">["move"]): boolean {
  if (order.status !== "accepted") return false;
  if (move === "cancel") return !isOpen(model, "distributor", ownerOf(order.product));
  return move === "reject" && !isOpen(model, "retailer", order.retailer);
}

function predictMove(model: Model, action: Action<"move">): string {
  if (action.actor === "other side" || action.actor === "admin") return "FORBIDDEN";
  if (action.actor === "stranger") return "NOT_FOUND";
  const order = model.orders[action.order]!;
  const { from, to } = ORDER_MOVES[action.move];
  if (order.status === to) {
    const isRepeat = action.move !== "accept" || order.deliveryBefore === deliveryOf(action);
    return isRepeat ? "done" : "ILLEGAL_MOVE";
  }
  if (order.status !== from && !isLeftOver(model, order, action.move)) return "ILLEGAL_MOVE";
  if (action.move === "reject") endOrder(model, order, "distributor", "r", action.at);
  else if (action.move === "cancel") endOrder(model, order, "retailer", "r", action.at);
  else {
    order.status = to;
    order.events += 1;
    if (action.move === "accept") issue(model, action);
  }
  return "done";
}

function issue(model: Model, action: Action<"move">): void {
  const order = model.orders[action.order]!;
  order.deliveryBefore = deliveryOf(action);
  const year = financialYear(action.at);
  const owner = ownerOf(order.product);
  const series = model.invoices.filter(
    (each) => each.financialYear === year && ownerOf(model.orders[each.order]!.product) === owner,
  );
  model.invoices.push({
    order: action.order,
    financialYear: year,
    number: series.length + 1,
    netAmountPaise: order.quantity * order.pricePaise,
  });
}

/** True if a call that restores stock follows the order's own return of it, and so changes nothing. */
function isEcho(
  model: Model,
  { who, product, quantity, at }: Action<"add" | "give back">,
): boolean {
  return model.orders.some(
    (order) =>
      order.product === product &&
      order.quantity === quantity &&
      order.returnedAt !== undefined &&
      order.returnedAt > at - RESTORE_ECHO_MS &&
      (who.role === "distributor" || order.retailer === who.n),
  );
}

/** Holds so many pieces, instead of what was held before. */
function hold(model: Model, retailer: number, product: number, quantity: number): string {
  dissolve(model, retailer, product);
  const goods = model.products[product]!;
  if (goods.stock < quantity) return "INSUFFICIENT_STOCK";
  goods.stock -= quantity;
  if (quantity > 0) model.holds.set(`${retailer} ${product}`, quantity);
  return "done";
}

function predictHold(model: Model, action: Action<"hold" | "give back">): string {
  const { retailer, product, quantity } = action;
  if (action.kind === "hold") {
    if (!isListed(model, product)) return "NOT_FOUND";
    const answer = hold(model, retailer, product, quantity);
    return answer === "done" && isTooMuch(model, retailer, product) ? "TOO_MANY_PIECES" : answer;
  }
  const held = model.holds.get(`${retailer} ${product}`);
  if (held !== undefined) return hold(model, retailer, product, Math.max(0, held - quantity));
  return isEcho(model, action) ? "done" : "NO_STOCK_TO_RESTORE";
}

function predictEdit(
  model: Model,
  action: Action<"restock" | "reprice" | "archive" | "add">,
): string {
  const edited = model.products[action.product]!;
  if (edited.archived) return "NOT_FOUND";
  const put = (by: number) => {
    edited.put += by;
    edited.stock += by;
  };
  switch (action.kind) {
    case "archive":
      edited.archived = true;
      return "done";
    case "reprice":
      edited.pricePaise = action.pricePaise;
      edited.name = nameAt(action.pricePaise);
      return "done";
    case "restock":
      if (action.stockSeen !== undefined && action.stockSeen !== edited.stock) return "STALE_STOCK";
      put(action.stock - edited.stock);
      return "done";
    case "add":
      if (!isEcho(model, action)) put(action.quantity);
      return "done";
  }
}

function predictNetwork(model: Model, action: Action<"connect" | "answer" | "disconnect">): string {
  const pair = `${action.retailer} ${action.distributor}`;
  const status = model.connections.get(pair);
  const refused = model.refusals.get(pair) ?? { count: 0, at: 0 };
  if (action.kind === "connect") {
    if (!isOpen(model, "distributor", action.distributor)) return "NOT_FOUND";
    const isPaused =
      refused.count >= REQUEST_REFUSALS_MAX && action.at < refused.at + REQUEST_PAUSE_MS;
    if (status === "rejected" && isPaused) return "REQUESTS_PAUSED";
    if (status === undefined || status === "rejected") model.connections.set(pair, "pending");
    return "done";
  }
  if (status === undefined) return "NOT_FOUND";
  const wanted = action.kind === "answer" ? action.status : "rejected";
  if (action.kind === "answer" && status !== "pending" && status !== wanted)
    return "ALREADY_ANSWERED";
  if (wanted === "accepted") model.refusals.delete(pair);
  else if (status === "pending")
    model.refusals.set(pair, { count: refused.count + 1, at: action.at });
  model.connections.set(pair, wanted);
  return "done";
}

function predictClose(model: Model, { role, n, at }: Action<"close">): string {
  if (!isOpen(model, role, n)) return "NOT_FOUND";
  model.closed.add(keyOf({ role, n }));
  const isOf = (order: ModelOrder) =>
    role === "retailer" ? order.retailer === n : ownerOf(order.product) === n;
  for (const order of model.orders)
    if (order.status === "pending" && isOf(order))
      endOrder(model, order, role, `The ${role}'s account was closed.`, at);
  const isOfPair = (pair: string) =>
    role === "retailer" ? pair.startsWith(`${n} `) : pair.endsWith(` ${n}`);
  for (const [pair, status] of model.connections)
    if (isOfPair(pair) && status === "pending") model.connections.set(pair, "rejected");
  if (role === "retailer") for (const product of model.products.keys()) dissolve(model, n, product);
  return "done";
}

function predictDone(model: Model, action: Action): string {
  switch (action.kind) {
    case "place":
      return predictPlace(model, action);
    case "place again":
      return action.as === "it was" ? "done" : "KEY_REUSED";
    case "move":
      return predictMove(model, action);
    case "hide": {
      const order = model.orders[action.order]!;
      const settled = order.status === "rejected" || order.status === "cancelled";
      if (!settled && !(order.status === "completed" && action.party === "retailer"))
        return "ILLEGAL_MOVE";
      order.hiddenBy = [...order.hiddenBy, action.party];
      return "done";
    }
    case "reword": {
      const order = model.orders[action.order]!;
      if (order.status !== "pending" && order.status !== "accepted") return "ILLEGAL_MOVE";
      if (order.msg !== action.msg) order.events += 1;
      order.msg = action.msg;
      return "done";
    }
    case "restock":
    case "reprice":
    case "archive":
    case "add":
      return predictEdit(model, action);
    case "hold":
    case "give back":
      return predictHold(model, action);
    case "connect":
    case "answer":
    case "disconnect":
      return predictNetwork(model, action);
    case "close":
      return predictClose(model, action);
    case "wait":
      for (const key of [...model.holds.keys()]) {
        const [retailer, product] = key.split(" ").map(Number);
        dissolve(model, retailer!, product!);
      }
      return "done";
  }
}

/** Returns the outcome that the rules predict, "done" or an error code, and the market afterwards; leaves `model` unchanged. */
export function predict(model: Model, action: Action): { answer: string; after: Model } {
  if (model.closed.has(keyOf(action.who))) return { answer: "UNAUTHENTICATED", after: model };
  const after = copyOf(model);
  const answer = predictDone(after, action);
  return { answer, after: answer === "done" ? after : model };
}
