/**
 * Placing: lines to one distributor, wholly or not at all. Names, price and picture come from the product at this moment,
 * whatever the caller sent; the stock is taken in the same transaction (deviations 1 and 4).
 */
import { todayIst } from "../../domain/dates";
import { BASKET_ECHO_MS, ORDER_LINES_MAX } from "../../domain/limits";
import type { ShortageRule } from "../../domain/orderAnswer";
import { missingFrom, orderMessage } from "../../domain/orderRequest";
import { isKey } from "../../domain/text";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { appendCounts } from "../admin/counters";
import { bytesOf, spendBytes } from "../account/storedBytes";
import { spend } from "../auth/limits";
import { linesOf as basketLinesOf, type Quantity, removePlaced } from "../basket/lines";
import { enqueueOrderEvents } from "../developers/enqueue";
import { fail } from "../errors";
import { requireCredit, takeCredit } from "../khata/credit";
import { notifyOfPlacement } from "../notifications/ofTrade";
import { consumeHolds, holdsOf } from "../products/holds";
import { setLevel } from "../products/stock";
import { deadlineOf } from "./deadline";
import { linesOf } from "./group";
import { placedLinesOf } from "./placedLines";
import {
  type Plan,
  type PlaceLine,
  type PlannedLine,
  distributorIn,
  listedLines,
  planLines,
} from "./plan";
import { requireMinimum, requireStanding, requireWithinBounds } from "./terms";

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

/** Of an order and its event without texts: ids, figures and names of fields. */
const ORDER_BYTES = 1_000;

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
  if (lines.length > ORDER_LINES_MAX) fail("TOO_MANY_LINES", { max: ORDER_LINES_MAX });
  if (!isKey(placementKey)) fail("BAD_KEY");
  return { ...origin, placementKey, msg, lines: checkedLines(ctx, lines), shortageRule };
}

/** The request as the placement stores it, to be compared when its key is used again. */
function storedRequest({ msg, lines, shortageRule }: PlaceRequest): string {
  const asked = lines.map(({ productId, quantity, pricePaise = null, addedTaxBp }) => [
    productId,
    quantity,
    pricePaise,
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

type Placement = {
  readonly id: Id<"placements">;
  readonly retailer: Doc<"users">;
  readonly msg: string;
  readonly shortageRule: "sendLess" | undefined;
  /** Undefined for a single line. */
  readonly lineCount: number | undefined;
  readonly now: number;
};

async function writeLine(
  ctx: MutationCtx,
  placement: Placement,
  { product, distributor, quantity, pricePaise, addedTaxBp }: PlannedLine,
): Promise<Id<"orders">> {
  const { retailer, now } = placement;
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
    quantity,
    pricePaise,
    addedTaxBp,
    distributorName: distributor.name,
    companyName: distributor.companyName,
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
    retailerList: "pending",
    distributorList: "pending",
  });
  await ctx.db.insert("orderEvents", {
    orderId,
    kind: "placed",
    actorId: retailer._id,
    at: now,
    to: "pending",
    msg: placement.msg,
    quantity,
  });
  return orderId;
}

/** Returns the bytes that a placement stores: each line's order copies its product, the shop and the message, which its timeline has again. */
function bytesOfPlacement(
  { lines }: Plan,
  { name, email, shopName, address }: Doc<"users">,
  { msg }: CheckedRequest,
): number {
  const each = bytesOf([name, email, shopName, address]) + 2 * bytesOf(msg) + ORDER_BYTES;
  const copied = lines.map(({ product }) => [product.name, product.description]);
  return lines.length * each + bytesOf(copied);
}

/**
 * Places one order per line, or none. Answers their ids; the same key with the same request answers the same ids again. Refusals of
 * a line are LINES_REFUSED {lines} where there are several lines. Errors: MISSING_INFORMATION (spec §5), TOO_MANY_LINES, BAD_KEY, KEY_REUSED, NOT_FOUND (product gone), ONE_DISTRIBUTOR,
 * BAD_MULTIPLE {lower, upper, productName}, PRICE_CHANGED {pricePaise, sentPricePaise, addedTaxBp}, INSUFFICIENT_STOCK {stock, productName},
 * ORDERED_ALREADY (see `requireNoEcho`), MIN_ORDER {minPaise, totalPaise}, CREDIT_LIMIT {limitPaise, usedPaise, neededPaise}, OVERDUE {openPaise, dueOn}, NOT_AVAILABLE and YOU_BLOCKED (a block between the two), NETWORK_ONLY, TOO_MANY_OPEN_ORDERS {max, connected}, TOO_MANY_PIECES {max, productName, connected}, TOO_MANY and TOO_MUCH_DATA {retryAfterMs}.
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
  const lines = await listedLines(ctx, request.lines);
  const distributor = distributorIn(lines);
  const standing = await requireStanding(ctx, retailer, distributor);
  if (request.fromBasket === true && request.isOfScreen === true)
    await requireNoEcho(ctx, retailer, distributor, request, now);
  // The retailer's reservation counts as stock for this order, and ends with it even if the order takes less.
  const productIds = new Set(request.lines.map(({ productId }) => productId));
  const holds = await holdsOf(ctx, retailer._id);
  const others = holds.filter(({ productId }) => !productIds.has(productId));
  const plan = await planLines(ctx, lines, holds);
  requireMinimum(distributor, plan.totalPaise);
  const parties = { retailerId: retailer._id, distributorId: distributor._id };
  const planned = plan.lines.map(({ product, quantity }) => ({ productId: product._id, quantity }));
  const taken = [...plan.taken.values()];
  await requireWithinBounds(ctx, parties, standing, { holds: others, planned, taken });
  const credit = await requireCredit(ctx, parties, plan.owedPaise, now);
  await spendBytes(ctx, retailer._id, bytesOfPlacement(plan, retailer, request));

  // Nothing is refused from here on.
  await consumeHolds(ctx, retailer, holds, productIds);
  for (const { product, level, stock } of taken) await setLevel(ctx, product, level, stock);
  const id = await ctx.db.insert("placements", {
    ...parties,
    placementKey: request.placementKey,
    request: storedRequest(request),
    placedAt: now,
    waitingLines: lines.length,
  });
  const placement: Placement = {
    id,
    retailer,
    msg: request.msg,
    now,
    lineCount: lines.length > 1 ? lines.length : undefined,
    shortageRule: request.shortageRule === "sendLess" ? "sendLess" : undefined,
  };
  const orderIds: Id<"orders">[] = [];
  for (const line of plan.lines) orderIds.push(await writeLine(ctx, placement, line));
  await takeCredit(ctx, parties, credit);

  if (request.fromBasket === true) await removePlaced(ctx, retailer, request.lines);

  const by = orderIds.length;
  await appendCounts(ctx, [
    { counter: "orders.pending", ownerId: null, by },
    { counter: "ordersPlaced", userId: retailer._id, day: todayIst(now), by },
  ]);
  await enqueueOrderEvents(ctx, "order.placed", parties, orderIds, now);
  const placed = { lineCount: by, paise: plan.owedPaise, productName: taken[0]?.product.name };
  const told = { ...placed, placementId: id, orderId: orderIds[0] };
  await notifyOfPlacement(ctx, { retailer, distributor }, told, now);
  return orderIds;
}
