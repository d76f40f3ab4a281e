/**
 * Placing: lines to one distributor, wholly or not at all. Names, price and picture come from the product at this moment,
 * whatever the caller sent; the stock is taken in the same transaction (deviations 1 and 4).
 */
import { ConvexError } from "convex/values";
import { todayIst } from "../../domain/dates";
import { type ErrorData, isErrorData } from "../../domain/errors";
import { BASKET_ECHO_MS, ORDER_LINES_MAX } from "../../domain/limits";
import { addedTaxBp } from "../../domain/gst/addedTax";
import { withAddedTax } from "../../domain/gst/withAddedTax";
import { lineTotal } from "../../domain/money";
import { imitatesCancellation } from "../../domain/orderLifecycle";
import type { ShortageRule } from "../../domain/orderAnswer";
import { missingFrom, orderMessage } from "../../domain/orderRequest";
import { unitPrice, wrongQuantity } from "../../domain/productTerms";
import { isKey } from "../../domain/text";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { appendCounts } from "../admin/counters";
import { spend } from "../auth/limits";
import { linesOf as basketLinesOf, type Quantity, removePlaced } from "../basket/lines";
import { enqueueOrderEvents } from "../developers/enqueue";
import { fail, failWith } from "../errors";
import { type ListedProduct, listedProductsOf } from "../products/find";
import { takeCredit } from "../khata/credit";
import { notifyOfPlacement } from "../notifications/ofTrade";
import { consumeHolds } from "../products/holds";
import { takeStock } from "../products/stock";
import { deadlineOf } from "./deadline";
import { linesOf } from "./group";
import { placedLinesOf } from "./placedLines";
import { requireMinimum, requireStanding, requireWithinBounds } from "./terms";

type PlaceLine<ProductId extends string = string> = {
  readonly productId: ProductId;
  readonly quantity: number;
  /** The price that the caller saw. If sent, it must still be the product's. */
  readonly pricePaise?: number | undefined;
  /** The tax on top of it, basis points, as the caller saw it. Counts together with the price alone. */
  readonly addedTaxBp?: number | undefined;
};

export type PlaceRequest<ProductId extends string = string> = {
  /** Made and kept by the client before sending: the same key again is the same placement. */
  readonly placementKey: string;
  readonly msg: string;
  readonly lines: readonly PlaceLine<ProductId>[];
  /** The choice where the distributor can't send all pieces; absent: ask. */
  readonly shortageRule?: ShortageRule | undefined;
  /** Lines of the basket: they leave it with the placement. */
  readonly fromBasket?: boolean | undefined;
  /** Set for screens, which show the basket; programs name their lines themselves. */
  readonly isOfScreen?: true;
};

type CheckedRequest = PlaceRequest<Id<"products">>;

/** Lines that name products by ids, or NOT_FOUND: no other text, of whatever length, is written down with the placement. */
function checkedLines(ctx: QueryCtx, lines: PlaceRequest["lines"]): CheckedRequest["lines"] {
  return lines.map((line) => ({
    ...line,
    productId: ctx.db.normalizeId("products", line.productId) ?? fail("NOT_FOUND"),
  }));
}

/** The request with its message trimmed, or the error that says what is wrong with it. */
function checkedRequest(ctx: QueryCtx, request: PlaceRequest): CheckedRequest {
  const { placementKey, lines, shortageRule, ...origin } = request;
  const msg = orderMessage(request.msg);
  const missing = missingFrom(request);
  if (msg === undefined || missing.length > 0) return fail("MISSING_INFORMATION", { missing });
  if (imitatesCancellation(msg)) fail("CANCELLATION_WORDS");
  if (lines.length > ORDER_LINES_MAX) fail("TOO_MANY_LINES", { max: ORDER_LINES_MAX });
  if (!isKey(placementKey)) fail("BAD_KEY");
  return { ...origin, placementKey, msg, lines: checkedLines(ctx, lines), shortageRule };
}

/** The request as the placement stores it, to be compared when its key is used again. */
function storedRequest({ msg, lines, shortageRule }: PlaceRequest): string {
  const asked = lines.map(({ productId, quantity, pricePaise = null, addedTaxBp }) => [
    ...[productId, quantity, pricePaise],
    ...(addedTaxBp === undefined ? [] : [addedTaxBp]),
  ]);
  return JSON.stringify(shortageRule === "sendLess" ? [msg, asked, shortageRule] : [msg, asked]);
}

async function orderIdsOf(ctx: QueryCtx, placementId: Id<"placements">): Promise<Id<"orders">[]> {
  return (await linesOf(ctx, placementId)).map(({ _id }) => _id);
}

/** The orders that this key already made, null if it is new, KEY_REUSED if it was used for another request. */
async function ordersOfKey(
  ctx: QueryCtx,
  retailer: Doc<"users">,
  request: PlaceRequest,
): Promise<Id<"orders">[] | null> {
  const earlier = await ctx.db
    .query("placements")
    .withIndex("by_key", (q) =>
      q.eq("retailerId", retailer._id).eq("placementKey", request.placementKey),
    )
    .unique();
  if (earlier === null) return null;
  if (earlier.request !== storedRequest(request)) fail("KEY_REUSED");
  return orderIdsOf(ctx, earlier._id);
}

function areSame(placed: readonly Quantity[], asked: readonly Quantity[]): boolean {
  const [one, other] = [placed, asked].map((lines) =>
    lines.map(({ productId, quantity }) => `${productId} ${quantity}`).sort(),
  );
  return one?.join() === other?.join();
}

/**
 * A basket is the same on all devices, and one that had no connection may send what another has placed since. Errors: ORDERED_ALREADY
 * where the latest placement of the pair, of the last day, was of these lines, and the basket has none of their products any more.
 */
async function requireNoEcho(
  ctx: QueryCtx,
  retailer: Doc<"users">,
  distributor: Doc<"users">,
  { lines }: CheckedRequest,
  now: number,
): Promise<void> {
  const latest = await ctx.db
    .query("placements")
    .withIndex("by_pair", (q) =>
      q.eq("retailerId", retailer._id).eq("distributorId", distributor._id),
    )
    .order("desc")
    .first();
  if (latest === null || latest.placedAt <= now - BASKET_ECHO_MS) return;
  if (!areSame(placedLinesOf(latest), lines)) return;
  const productIds = new Set(lines.map(({ productId }) => productId));
  const basket = await basketLinesOf(ctx, retailer);
  if (!basket.some(({ productId }) => productIds.has(productId))) fail("ORDERED_ALREADY");
}

/** A line with its product and seller; null if it is not on sale (any more). */
type ListedLine = {
  readonly line: CheckedRequest["lines"][number];
  readonly listed: ListedProduct | null;
};

type RefusedLine = ErrorData & { readonly productId: Id<"products"> };

/** A product that pieces were taken of, and what is left of its stock. */
type Taken = { readonly product: Doc<"products">; readonly stock: number };

type Placement = {
  readonly id: Id<"placements">;
  readonly retailer: Doc<"users">;
  readonly distributorId: Id<"users">;
  readonly msg: string;
  readonly shortageRule: "sendLess" | undefined;
  /** Undefined for a single line. */
  readonly lineCount: number | undefined;
  readonly now: number;
  readonly taken: Map<Id<"products">, Taken>;
  /** Of the lines so far, at their prices. */
  totalPaise: number;
  /** The same with the tax on top. */
  owedPaise: number;
  readonly refused: RefusedLine[];
};

/** A price that was seen must be the price now, with or without tax on top. Errors: PRICE_CHANGED {pricePaise, sentPricePaise, addedTaxBp}. */
function requireSeenPrice(
  { pricePaise: sentPricePaise, addedTaxBp: sentTaxBp }: PlaceLine,
  pricePaise: number,
  taxBp: number | undefined,
): void {
  if (sentPricePaise === undefined) return;
  if (sentPricePaise === pricePaise && sentTaxBp === taxBp) return;
  const prices = { pricePaise, sentPricePaise };
  fail("PRICE_CHANGED", taxBp === undefined ? prices : { ...prices, addedTaxBp: taxBp });
}

async function placeLine(
  ctx: MutationCtx,
  placement: Placement,
  { line, listed }: ListedLine,
): Promise<Id<"orders">> {
  const { retailer, now } = placement;
  const { product, distributor } = listed ?? fail("NOT_FOUND");
  const nearest = wrongQuantity(product, line.quantity);
  if (nearest !== null) fail("BAD_MULTIPLE", { ...nearest, productName: product.name });
  const pricePaise = unitPrice(product, line.quantity);
  const addedTax = addedTaxBp(distributor, product);
  requireSeenPrice(line, pricePaise, addedTax);
  const stock = await takeStock(ctx, product, line.quantity);
  placement.taken.set(product._id, { product, stock });
  const totalPaise = lineTotal(pricePaise, line.quantity);
  placement.totalPaise += totalPaise;
  placement.owedPaise += withAddedTax(totalPaise, addedTax);
  const orderId = await ctx.db.insert("orders", {
    placementId: placement.id,
    lineCount: placement.lineCount,
    shortageRule: placement.shortageRule,
    retailerId: retailer._id,
    distributorId: distributor._id,
    productId: product._id,
    productName: product.name,
    productDescription: product.description,
    imageId: product.imageId,
    quantity: line.quantity,
    pricePaise,
    addedTaxBp: addedTax,
    distributorName: distributor.name,
    distributorEmail: distributor.email,
    userName: retailer.name,
    userEmail: retailer.email,
    userPhone: retailer.phone,
    shopName: retailer.shopName ?? "",
    retailerAddress: retailer.address,
    status: "pending",
    msg: placement.msg,
    placedAt: now,
    ...deadlineOf(distributor, now),
    retailerShelf: "pending",
    distributorShelf: "pending",
  });
  await ctx.db.insert("orderEvents", {
    orderId,
    kind: "placed",
    actorId: retailer._id,
    at: now,
    to: "pending",
    msg: placement.msg,
    quantity: line.quantity,
  });
  return orderId;
}

async function listedLines(ctx: QueryCtx, lines: CheckedRequest["lines"]): Promise<ListedLine[]> {
  const getListed = listedProductsOf(ctx);
  const found: ListedLine[] = [];
  for (const line of lines) found.push({ line, listed: await getListed(line.productId) });
  return found;
}

/** Errors: that of the line if it was the only one, else LINES_REFUSED {lines}. */
function refuseLines(refused: readonly RefusedLine[], { lines }: CheckedRequest): never {
  const [first] = refused;
  if (lines.length > 1 || first === undefined)
    return failWith({ code: "LINES_REFUSED", lines: refused });
  const { productId: _, ...refusal } = first;
  return failWith(refusal);
}

/** The distributor of all lines that are on sale. Errors: ONE_DISTRIBUTOR; as `refuseLines` if no line is. */
function distributorIn(lines: readonly ListedLine[], request: CheckedRequest): Doc<"users"> {
  const [first, ...others] = lines.flatMap(({ listed }) => listed ?? []);
  if (first === undefined) {
    const refused = lines.map(
      ({ line: { productId } }) => ({ code: "NOT_FOUND", productId }) as const,
    );
    return refuseLines(refused, request);
  }
  const { distributor } = first;
  if (others.some((other) => other.distributor._id !== distributor._id)) fail("ONE_DISTRIBUTOR");
  return distributor;
}

/** Orders of all lines. Errors: see `refuseLines`; what was written before goes with the whole placement. */
async function placeLines(
  ctx: MutationCtx,
  placement: Placement,
  lines: readonly ListedLine[],
): Promise<Id<"orders">[]> {
  const orderIds: Id<"orders">[] = [];
  for (const line of lines) {
    try {
      orderIds.push(await placeLine(ctx, placement, line));
    } catch (error) {
      if (!(error instanceof ConvexError) || !isErrorData(error.data)) throw error;
      placement.refused.push({ ...error.data, productId: line.line.productId });
    }
  }
  return orderIds;
}

/**
 * Places one order per line, or none. Answers their ids; the same key with the same request answers the same ids again. Refusals of
 * a line are LINES_REFUSED {lines} where there are several lines. Errors: MISSING_INFORMATION (spec §5), CANCELLATION_WORDS, TOO_MANY_LINES, BAD_KEY, KEY_REUSED, NOT_FOUND (product gone), ONE_DISTRIBUTOR,
 * BAD_MULTIPLE {lower, upper, productName}, PRICE_CHANGED {pricePaise, sentPricePaise, addedTaxBp}, INSUFFICIENT_STOCK {stock, productName},
 * ORDERED_ALREADY (see `requireNoEcho`), MIN_ORDER {minPaise, totalPaise}, CREDIT_LIMIT {limitPaise, usedPaise, neededPaise}, OVERDUE {openPaise, dueOn}, NOT_AVAILABLE and YOU_BLOCKED (a block between the two), NETWORK_ONLY, TOO_MANY_OPEN_ORDERS {max, connected}, TOO_MANY_PIECES {max, productName, connected}, TOO_MANY {retryAfterMs}.
 */
export async function place(
  ctx: MutationCtx,
  retailer: Doc<"users">,
  asked: PlaceRequest,
  now: number,
): Promise<Id<"orders">[]> {
  const request = checkedRequest(ctx, asked);
  const earlier = await ordersOfKey(ctx, retailer, request);
  if (earlier !== null) return earlier;

  await spend(ctx, "placements", retailer._id);
  // The retailer's reservation counts as stock for this order, and ends with it even if the order takes less.
  const productIds = request.lines.map(({ productId }) => productId);
  const holds = await consumeHolds(ctx, retailer, new Set(productIds));
  const lines = await listedLines(ctx, request.lines);
  const distributor = distributorIn(lines, request);
  const standing = await requireStanding(ctx, retailer, distributor);
  if (request.fromBasket === true && request.isOfScreen === true)
    await requireNoEcho(ctx, retailer, distributor, request, now);
  const id = await ctx.db.insert("placements", {
    retailerId: retailer._id,
    distributorId: distributor._id,
    placementKey: request.placementKey,
    request: storedRequest(request),
    placedAt: now,
    waitingLines: lines.length,
  });
  const taken = new Map<Id<"products">, Taken>();
  const placement: Placement = {
    ...{ id, retailer, distributorId: distributor._id, msg: request.msg, now, taken },
    lineCount: lines.length > 1 ? lines.length : undefined,
    shortageRule: request.shortageRule === "sendLess" ? "sendLess" : undefined,
    ...{ totalPaise: 0, owedPaise: 0 },
    refused: [],
  };
  const parties = { retailerId: retailer._id, distributorId: distributor._id };
  const orderIds = await placeLines(ctx, placement, lines);
  if (placement.refused.length > 0) refuseLines(placement.refused, request);
  requireMinimum(distributor, placement.totalPaise);
  await requireWithinBounds(ctx, parties, standing, { holds, taken: taken.values() });

  await takeCredit(ctx, parties, placement.owedPaise, now);

  if (request.fromBasket === true) await removePlaced(ctx, retailer, request.lines);

  const by = orderIds.length;
  await appendCounts(ctx, [
    { counter: "orders.pending", ownerId: null, by },
    { counter: "ordersPlaced", userId: retailer._id, day: todayIst(now), by },
  ]);
  await enqueueOrderEvents(ctx, "order.placed", parties, orderIds, now);
  const [first] = taken.values();
  const placed = { lineCount: by, paise: placement.owedPaise, productName: first?.product.name };
  const told = { ...placed, placementId: id, orderId: orderIds[0] };
  await notifyOfPlacement(ctx, { retailer, distributor }, told, now);
  return orderIds;
}
