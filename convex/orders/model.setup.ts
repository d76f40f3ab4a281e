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

type ModelLine = {
  product: number;
  productName: string;
  /** 0 of a refused line. */
  quantity: number;
  pricePaise: number;
  /** Pieces asked for, where fewer were agreed on, or none. */
  asked?: number;
  /** Present if the line is not sent though its order may be: the party that refused it, and why. */
  refused?: { readonly by: TradeRole; readonly reason: string };
};

type ModelOrder = {
  lines: ModelLine[];
  retailer: number;
  status: OrderStatus;
  deliveryBefore: string;
  events: number;
  hiddenBy: readonly TradeRole[];
  msg: string;
  rule: ShortageRule;
  /** The offer that is open, and how many pieces of each line it has. */
  offer?: { readonly n: number; readonly quantities: readonly number[] };
  invoice?: number;
  /** Why it was rejected or cancelled. */
  reason?: string;
};

type ModelOffer = {
  readonly order: number;
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
  /** Pieces of lines that came to nothing, in the order in which they returned. */
  returns: { product: number; quantity: number; retailer: number; at: number }[];
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
export const sellerOf = ({ lines }: Pick<ModelOrder, "lines">) => ownerOf(lines[0]!.product);
/** The lines that go the way of their order. */
const keptOf = ({ lines }: Pick<ModelOrder, "lines">) =>
  lines.filter(({ refused }) => refused === undefined);
const askedOf = ({ quantity, asked = quantity }: ModelLine) => asked;
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
    returns: [],
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
    orders: model.orders.map((each) => ({ ...each, lines: each.lines.map((one) => ({ ...one })) })),
    invoices: [...model.invoices],
    offers: model.offers.map((each) => ({ ...each })),
    returns: [...model.returns],
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

function movedBy(model: Model, { move, order, actor }: Of<"move"> | Of<"refuse">): Who {
  return actorOf(model.orders[order]!, ORDER_MOVES[move].by, actor);
}

/** The party whose step it is, or somebody in its place. */
function actorOf(order: ModelOrder, by: TradeRole, actor: Of<"move">["actor"]): Who {
  const parties = { retailer: order.retailer, distributor: sellerOf(order) };
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

/** The pieces of each line that the answer names; of those that it does not name all are sent. */
function withSent(model: Model, step: Of<"accept lines">): Step {
  const { lines } = model.orders[step.order]!;
  const sent = lines.map((line, at) => {
    const part = step.parts[at % step.parts.length]!;
    if (part === 100 && at % 2 === 0) return null;
    // Of a refused line a quarter is asked for too much.
    const isNone = line.refused !== undefined && part !== 25;
    return isNone ? 0 : Math.floor((askedOf(line) * part) / 100);
  });
  return { ...step, sent };
}

function withPlaces(model: Model, step: Of<"refuse">): Step {
  const count = model.orders[step.order]!.lines.length;
  const lines = [...new Set(step.lines.map((at) => at % count))];
  return { ...step, lines, lineCount: count };
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
    case "refuse":
      return movedBy(model, step);
    case "accept lines":
      return { role: "distributor", n: sellerOf(model.orders[step.order]!) };
    case "offer": {
      const order = model.orders[model.offers[step.offer]!.order]!;
      return actorOf(order, step.as === "withdraw" ? "distributor" : "retailer", step.actor);
    }
    case "hide":
      return actorOf(model.orders[step.order]!, step.party, "party");
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
    if (exact.kind === "accept lines") return withSent(model, exact);
    if (exact.kind === "refuse") return withPlaces(model, exact);
    const { lines } = model.orders[exact.order]!;
    return exact.kind === "move" ? { ...exact, lineCount: lines.length } : exact;
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
  const ordered = model.orders
    .filter((each) => each.retailer === retailer && each.status === "pending")
    .flatMap(({ lines }) => lines.filter((line) => line.product === product));
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
  const placed: ModelLine[] = [];
  for (const { product, quantity, pricePaise } of lines) {
    const offered = model.products[product]!;
    const refusal = refusalOfLine(model, { product, quantity, pricePaise });
    if (refusal !== undefined) {
      refused = refusal;
      continue;
    }
    offered.stock -= quantity;
    const { name: productName, pricePaise: price } = offered;
    placed.push({ product, quantity, productName, pricePaise: price });
  }
  model.orders.push({
    ...{ lines: placed, retailer, rule },
    ...{ status: "pending", deliveryBefore: "", events: 1, hiddenBy: [], msg: "m" },
  });
  if (refused !== undefined) return lines.length > 1 ? "LINES_REFUSED" : refused;
  if (lines.some(({ product }) => isTooMuch(model, retailer, product))) return "TOO_MANY_PIECES";
  model.placed.add(retailer);
  return "done";
}

/** Its order waits as before, unless it was agreed to, which is no event of its own. */
function closeOffer(model: Model, n: number, state: Exclude<ModelOffer["state"], "open">): void {
  const offer = model.offers[n]!;
  offer.state = state;
  const order = model.orders[offer.order]!;
  delete order.offer;
  if (state !== "agreed") order.events += 1;
}

/** Takes a line that is not sent back: its pieces, and a note of them. */
function takeBack(
  model: Model,
  { retailer }: ModelOrder,
  { product, quantity }: ModelLine,
  at: number,
): void {
  model.products[product]!.stock += quantity;
  model.returns.push({ product, quantity, retailer, at });
}

function refuseLine(line: ModelLine, by: TradeRole, reason: string): void {
  Object.assign(line, { asked: askedOf(line), quantity: 0, refused: { by, reason } });
}

/** An open offer ends with what either party does otherwise. */
function endOffer(model: Model, { offer }: ModelOrder, by: TradeRole): void {
  if (offer !== undefined) closeOffer(model, offer.n, by === "retailer" ? "declined" : "withdrawn");
}

/** Pending to rejected or cancelled. */
function endOrder(
  model: Model,
  order: ModelOrder,
  by: TradeRole,
  reason: string,
  at: number,
): void {
  endOffer(model, order, by);
  order.reason = reason;
  order.status = by === "retailer" ? "cancelled" : "rejected";
  order.events += 1;
  for (const line of keptOf(order)) takeBack(model, order, line, at);
}

/** Returns true when the other party of an accepted order closed its account, so that this one may end it. */
function isLeftOver(model: Model, order: ModelOrder, move: Action<"move">["move"]): boolean {
  if (order.status !== "accepted") return false;
  if (move === "cancel") return !isOpen(model, "distributor", sellerOf(order));
  return move === "reject" && !isOpen(model, "retailer", order.retailer);
}

/** The refusal of whoever is not the party of the step. */
function refusalOfActor(actor: Of<"move">["actor"]): string | undefined {
  if (actor === "party") return undefined;
  return actor === "stranger" ? "NOT_FOUND" : "FORBIDDEN";
}

/** Rejects or cancels the whole order. */
function predictEnd(
  model: Model,
  { move, order: n, reason, at }: Pick<Action<"refuse">, "move" | "order" | "reason" | "at">,
): string {
  const order = model.orders[n]!;
  const { from, to, by } = ORDER_MOVES[move];
  if (order.status === to) return order.reason === reason ? "done" : "ILLEGAL_MOVE";
  if (order.status !== from && !isLeftOver(model, order, move)) return "ILLEGAL_MOVE";
  endOrder(model, order, by, reason, at);
  return "done";
}

function predictMove(model: Model, action: Action<"move">): string {
  const { move, actor, at, lineCount = 1 } = action;
  const refused = refusalOfActor(actor);
  if (refused !== undefined) return refused;
  if (move === "reject" || move === "cancel")
    return predictEnd(model, { ...action, move, reason: "r" });
  if (action.of === "line" && lineCount > 1) return "WHOLE_ORDER";
  const order = model.orders[action.order]!;
  if (move === "accept") return predictAnswer(model, action.order, [], at);
  const { from, to } = ORDER_MOVES[move];
  if (order.status === to) return "done";
  if (order.status !== from) return "ILLEGAL_MOVE";
  order.status = to;
  order.events += 1;
  return "done";
}

/** Takes lines out of a pending order; with the last one the order ends. That of a single line is named by the order's own id. */
function predictRefuse(model: Model, action: Action<"refuse">): string {
  const { move, lines: places, actor, reason, at } = action;
  const refusal = refusalOfActor(actor);
  if (refusal !== undefined) return refusal;
  const order = model.orders[action.order]!;
  if (order.lines.length === 1) return predictEnd(model, action);
  const { by, to } = ORDER_MOVES[move];
  const left: ModelLine[] = [];
  for (const line of places.map((place) => order.lines[place]!)) {
    const { by: whose, reason: why } = line.refused ?? { reason: order.reason };
    const status =
      whose === undefined ? order.status : whose === "retailer" ? "cancelled" : "rejected";
    if (status === to && why === reason) continue;
    if (status !== "pending") return "ILLEGAL_MOVE";
    left.push(line);
  }
  if (left.length === 0) return "done";
  if (left.length === keptOf(order).length) {
    endOrder(model, order, by, reason, at);
    return "done";
  }
  endOffer(model, order, by);
  for (const line of left) {
    takeBack(model, order, line, at);
    refuseLine(line, by, reason);
  }
  order.events += 1;
  return "done";
}

/** Sends so many pieces of each line: the rest returns to the stock, nothing at all is a rejection, and all else is one invoice. */
function acceptOrder(
  model: Model,
  n: number,
  quantities: readonly number[],
  deliveryBefore: string,
  at: number,
): void {
  const order = model.orders[n]!;
  const sent = order.lines.map((line, place) => ({ line, quantity: quantities[place]! }));
  const kept = sent.filter(({ line }) => line.refused === undefined);
  if (kept.every(({ quantity }) => quantity === 0)) {
    endOrder(model, order, "distributor", NOT_AVAILABLE, at);
    return;
  }
  endOffer(model, order, "distributor");
  for (const { line, quantity } of kept) {
    if (quantity === 0) {
      takeBack(model, order, line, at);
      refuseLine(line, "distributor", NOT_AVAILABLE);
      continue;
    }
    model.products[line.product]!.stock += line.quantity - quantity;
    if (quantity < line.quantity) line.asked = line.quantity;
    line.quantity = quantity;
  }
  Object.assign(order, { deliveryBefore, status: "accepted" });
  order.events += 1;
  issue(model, n, at);
}

/** True if the order is as the same answer left it before. */
function isRepeated(order: ModelOrder, sent: readonly number[], deliveryBefore: string): boolean {
  if (order.lines.every(({ refused }, place) => refused !== undefined || sent[place] === 0))
    return order.status === "rejected" && order.reason === NOT_AVAILABLE;
  return (
    order.status === "accepted" &&
    order.deliveryBefore === deliveryBefore &&
    order.lines.every(({ quantity }, place) => quantity === sent[place])
  );
}

function predictAnswer(
  model: Model,
  n: number,
  given: readonly (number | null)[],
  at: number,
): string {
  const order = model.orders[n]!;
  const sent = order.lines.map(
    (line, place) => given[place] ?? (line.refused === undefined ? askedOf(line) : 0),
  );
  const isPending = order.status === "pending";
  if (
    isPending &&
    order.lines.some(({ refused }, place) => refused !== undefined && sent[place]! > 0)
  )
    return "BAD_QUANTITY";
  const deliveryBefore = deliveryOf({ at });
  if (!isPending) return isRepeated(order, sent, deliveryBefore) ? "done" : "ILLEGAL_MOVE";
  const answered = order.lines.flatMap((line, place) =>
    line.refused === undefined ? [{ asked: askedOf(line), quantity: sent[place]! }] : [],
  );
  if (answerKind(answered, order.rule) !== "offered") {
    acceptOrder(model, n, sent, deliveryBefore, at);
    return "done";
  }
  const open = order.offer === undefined ? undefined : model.offers[order.offer.n]!;
  if (open?.deliveryBefore === deliveryBefore && String(open.quantities) === String(sent))
    return "done";
  endOffer(model, order, "distributor");
  order.offer = { n: model.offers.length, quantities: sent };
  order.events += 1;
  model.offers.push({ order: n, quantities: sent, deliveryBefore, state: "open" });
  return "done";
}

const STATE_OF = { agree: "agreed", decline: "declined", withdraw: "withdrawn" } as const;

function predictOffer(model: Model, { as, offer: n, actor, at }: Action<"offer">): string {
  const refused = refusalOfActor(actor);
  if (refused !== undefined) return refused;
  const offer = model.offers[n]!;
  if (offer.state === STATE_OF[as]) return "done";
  if (offer.state !== "open" || endOfDayIst(offer.deliveryBefore) <= at) return "OFFER_CLOSED";
  closeOffer(model, n, STATE_OF[as]);
  if (as === "agree") acceptOrder(model, offer.order, offer.quantities, offer.deliveryBefore, at);
  return "done";
}

function issue(model: Model, n: number, at: number): void {
  const year = financialYear(at);
  const order = model.orders[n]!;
  const series = model.invoices.filter(
    (each) =>
      each.financialYear === year && sellerOf(model.orders[each.order]!) === sellerOf(order),
  );
  order.invoice = model.invoices.length;
  model.invoices.push({
    order: n,
    financialYear: year,
    number: series.length + 1,
    netAmountPaise: order.lines.reduce(
      (sum, { quantity, pricePaise }) => sum + quantity * pricePaise,
      0,
    ),
  });
}

/** True if a call that restores stock follows the order's own return of it, and so changes nothing. */
function isEcho(
  model: Model,
  { who, product, quantity, at }: Action<"add" | "give back">,
): boolean {
  return model.returns.some(
    (each) =>
      each.product === product &&
      each.quantity === quantity &&
      each.at > at - RESTORE_ECHO_MS &&
      (who.role === "distributor" || each.retailer === who.n),
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
    (role === "retailer" ? order.retailer : sellerOf(order)) === n;
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
    case "refuse":
      return predictRefuse(model, action);
    case "accept lines":
      return predictAnswer(model, action.order, action.sent ?? [], action.at);
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
