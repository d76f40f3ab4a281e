/**
 * A model of a small market that knows only the rules and says what must come of whatever people try. It keeps plain numbers and
 * shares nothing with the server but the tables of `domain/`. It is held against `convex-test` and against a running market.
 */
import { DAY_MS, endOfDayIst, financialYear, todayIst } from "../../domain/dates";
import {
  NEWCOMER_SHARE_PERCENT,
  REQUEST_PAUSE_MS,
  REQUEST_REFUSALS_MAX,
  RESTORE_ECHO_MS,
  WAITING_PIECES_MIN,
} from "../../domain/limits";
import { answerKind, NOT_AVAILABLE, type ShortageRule } from "../../domain/orderAnswer";
import { ORDER_MOVES, type OrderStatus } from "../../domain/orderLifecycle";
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
  placement: number;
  rule: ShortageRule;
  /** Pieces asked for, where fewer were agreed on. */
  asked?: number;
  /** The offer that is open, and how many pieces of this order it has. */
  offer?: { readonly n: number; readonly quantity: number };
  invoice?: number;
  /** Why it was rejected or cancelled. */
  reason?: string;
};

type ModelOffer = {
  readonly orders: readonly number[];
  readonly quantities: readonly number[];
  readonly deliveryBefore: string;
  state: "open" | "agreed" | "declined" | "withdrawn" | "expired";
};

export type Model = {
  /** `put`: what the owner put there, the stock at first and every change of it by hand. */
  products: { stock: number; pricePaise: number; name: string; archived: boolean; put: number }[];
  /** In the order in which they were placed. */
  orders: ModelOrder[];
  /** In the order in which they were issued. */
  invoices: { order: number; financialYear: string; number: number; netAmountPaise: number }[];
  /** In the order in which they were made. */
  offers: ModelOffer[];
  placements: number;
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
const HOUR_MS = 3_600_000;

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
    offers: [],
    placements: 0,
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
    offers: model.offers.map((each) => ({ ...each })),
    placements: model.placements,
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

function answeredBy(model: Model, { as, offer, actor }: Of<"offer">): Who {
  const { retailer, product } = model.orders[model.offers[offer]!.orders[0]!]!;
  const parties = { retailer, distributor: ownerOf(product) };
  const by = as === "withdraw" ? "distributor" : "retailer";
  const other = by === "retailer" ? "distributor" : "retailer";
  switch (actor) {
    case "party":
      return { role: by, n: parties[by] };
    case "stranger":
      return { role: by, n: (parties[by] + 1) % (by === "retailer" ? RETAILERS : DISTRIBUTORS) };
    case "other side":
      return { role: other, n: parties[other] };
    case "admin":
      return { role: "admin", n: 0 };
  }
}

/** All pending lines of the order's placement, and the pieces of each that are sent. */
function withLines(model: Model, step: Of<"accept lines">): Step | null {
  const { placement } = model.orders[step.order]!;
  const orders = [...model.orders.keys()].filter((n) => {
    const order = model.orders[n]!;
    return order.placement === placement && order.status === "pending";
  });
  if (orders.length === 0) return null;
  const quantities = orders.map((n, at) =>
    Math.floor((model.orders[n]!.quantity * step.parts[at % step.parts.length]!) / 100),
  );
  return { ...step, orders, quantities };
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
    case "accept lines":
      return { role: "distributor", n: ownerOf(model.orders[step.order]!.product) };
    case "offer":
      return answeredBy(model, step);
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
    const exact = { ...step, order: step.order % Math.max(1, count) };
    if (count === 0) return null;
    return exact.kind === "accept lines" ? withLines(model, exact) : exact;
  }
  if (step.kind === "offer") {
    const count = model.offers.length;
    return count === 0 ? null : { ...step, offer: step.offer % count };
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

function predictPlace(model: Model, { retailer, lines, rule = "ask" }: Action<"place">): string {
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
      ...{ status: "pending", deliveryBefore: "", events: 1, hiddenBy: [], msg: "m", rule },
      placement: model.placements,
    });
  }
  if (refused !== undefined) return lines.length > 1 ? "LINES_REFUSED" : refused;
  if (lines.some(({ product }) => isTooMuch(model, retailer, product))) return "TOO_MANY_PIECES";
  model.placed.add(retailer);
  model.placements += 1;
  return "done";
}

/** Its lines wait as before, unless it was agreed to, which is no event of its own. */
function closeOffer(model: Model, n: number, state: Exclude<ModelOffer["state"], "open">): void {
  const offer = model.offers[n]!;
  offer.state = state;
  for (const order of offer.orders.map((at) => model.orders[at]!)) {
    delete order.offer;
    if (state !== "agreed") order.events += 1;
  }
}

/** Pending to rejected or cancelled. */
function endOrder(
  model: Model,
  order: ModelOrder,
  by: TradeRole,
  reason: string,
  at: number,
): void {
  if (order.offer !== undefined)
    closeOffer(model, order.offer.n, by === "retailer" ? "declined" : "withdrawn");
  order.reason = reason;
  order.status = by === "retailer" ? "cancelled" : "rejected";
  order.events += 1;
  order.returnedAt = at;
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
    const isAsBefore = order.deliveryBefore === deliveryOf(action) && order.asked === undefined;
    const isRepeat = action.move === "accept" ? isAsBefore : order.reason !== NOT_AVAILABLE;
    return isRepeat ? "done" : "ILLEGAL_MOVE";
  }
  if (order.status !== from && !isLeftOver(model, order, action.move)) return "ILLEGAL_MOVE";
  if (action.move === "reject") endOrder(model, order, "distributor", "r", action.at);
  else if (action.move === "cancel") endOrder(model, order, "retailer", "r", action.at);
  else if (action.move === "accept")
    acceptLines(model, [action.order], [order.quantity], deliveryOf(action), action.at);
  else {
    order.status = to;
    order.events += 1;
  }
  return "done";
}

/** Sends so many pieces of each order: the rest returns to the stock, nothing at all is a rejection, and all else is one invoice. */
function acceptLines(
  model: Model,
  orders: readonly number[],
  quantities: readonly number[],
  deliveryBefore: string,
  at: number,
): void {
  const sent: number[] = [];
  for (const [line, n] of orders.entries()) {
    const order = model.orders[n]!;
    const quantity = quantities[line]!;
    if (quantity === 0) {
      endOrder(model, order, "distributor", NOT_AVAILABLE, at);
      continue;
    }
    if (order.offer !== undefined) closeOffer(model, order.offer.n, "withdrawn");
    model.products[order.product]!.stock += order.quantity - quantity;
    if (quantity < order.quantity) order.asked = order.quantity;
    Object.assign(order, { quantity, deliveryBefore, status: "accepted" });
    order.events += 1;
    sent.push(n);
  }
  if (sent.length > 0) issue(model, sent, at);
}

function isRepeated(
  model: Model,
  { orders = [], quantities = [], at }: Action<"accept lines">,
): boolean {
  const lines = orders.map((n, line) => ({ order: model.orders[n]!, sent: quantities[line]! }));
  const invoices = new Set(lines.filter(({ sent }) => sent > 0).map(({ order }) => order.invoice));
  return (
    invoices.size <= 1 &&
    lines.every(({ order, sent }) =>
      sent === 0
        ? order.status === "rejected" && order.reason === NOT_AVAILABLE
        : order.status === "accepted" &&
          order.quantity === sent &&
          order.deliveryBefore === deliveryOf({ at }),
    )
  );
}

function predictLines(model: Model, action: Action<"accept lines">): string {
  const { orders = [], quantities = [], at } = action;
  const lines = orders.map((n) => model.orders[n]!);
  const asked = lines.map((order) => order.asked ?? order.quantity);
  if (lines.some(({ status }) => status !== "pending"))
    return isRepeated(model, action) ? "done" : "ILLEGAL_MOVE";
  const deliveryBefore = deliveryOf(action);
  const answered = asked.map((count, line) => ({ asked: count, quantity: quantities[line]! }));
  if (answerKind(answered, lines[0]!.rule) !== "offered") {
    acceptLines(model, orders, quantities, deliveryBefore, at);
    return "done";
  }
  const isSame = model.offers.some(
    (offer) =>
      offer.state === "open" &&
      offer.deliveryBefore === deliveryBefore &&
      String(offer.orders) === String(orders) &&
      String(offer.quantities) === String(quantities),
  );
  if (isSame) return "done";
  for (const { offer } of lines)
    if (offer !== undefined && model.offers[offer.n]!.state === "open")
      closeOffer(model, offer.n, "withdrawn");
  const n = model.offers.length;
  model.offers.push({ orders, quantities, deliveryBefore, state: "open" });
  for (const [line, order] of lines.entries()) {
    order.offer = { n, quantity: quantities[line]! };
    order.events += 1;
  }
  return "done";
}

const STATE_OF = { agree: "agreed", decline: "declined", withdraw: "withdrawn" } as const;

function predictOffer(model: Model, { as, offer: n, actor, at }: Action<"offer">): string {
  if (actor === "other side" || actor === "admin") return "FORBIDDEN";
  if (actor === "stranger") return "NOT_FOUND";
  const offer = model.offers[n]!;
  if (offer.state === STATE_OF[as]) return "done";
  if (offer.state !== "open" || endOfDayIst(offer.deliveryBefore) <= at) return "OFFER_CLOSED";
  closeOffer(model, n, STATE_OF[as]);
  if (as === "agree") acceptLines(model, offer.orders, offer.quantities, offer.deliveryBefore, at);
  return "done";
}

function issue(model: Model, orders: readonly number[], at: number): void {
  const year = financialYear(at);
  const owner = ownerOf(model.orders[orders[0]!]!.product);
  const series = model.invoices.filter(
    (each) => each.financialYear === year && ownerOf(model.orders[each.order]!.product) === owner,
  );
  for (const n of orders) model.orders[n]!.invoice = model.invoices.length;
  model.invoices.push({
    order: orders[0]!,
    financialYear: year,
    number: series.length + 1,
    netAmountPaise: orders
      .map((n) => model.orders[n]!)
      .reduce((sum, { quantity, pricePaise }) => sum + quantity * pricePaise, 0),
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
    case "accept lines":
      return predictLines(model, action);
    case "offer":
      return predictOffer(model, action);
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
      for (const [n, { state, deliveryBefore }] of model.offers.entries())
        if (state === "open" && endOfDayIst(deliveryBefore) <= action.at + action.hours * HOUR_MS)
          closeOffer(model, n, "expired");
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
