/**
 * Placing an order: lines to one distributor, wholly or not at all. Names, price and picture come from the product at this moment,
 * whatever the caller sent; the stock is taken in the same transaction (deviations 1 and 4).
 */
import type { WithoutSystemFields } from "convex/server";
import type { ErrorCode } from "../../domain/errors";
import { BASKET_ECHO_MS, ORDER_LINES_MAX } from "../../domain/limits";
import type { ShortageRule } from "../../domain/orderAnswer";
import { asAsked } from "../../domain/orderLines";
import { missingFrom, orderMessage } from "../../domain/orderRequest";
import { quotedPrice } from "../../domain/price";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { bytesOf, spendBytes } from "../auth/storedBytes";
import { spend } from "../auth/limits";
import { linesOf as basketLinesOf, type Quantity, removePlaced } from "../basket/lines";
import { fail } from "../errors";
import { emit } from "../events";
import { getAccount } from "../khata/accounts";
import { requireCredit, takeCredit } from "../khata/credit";
import type { Once } from "../once";
import { consumeHolds, holdsOf } from "./holds";
import { takeOrdered } from "../products/stock";
import { requireMinimum, requireStanding, requireWithinBounds, deadlineOf } from "./terms";
import {
  type Plan,
  type PlaceLine,
  type PlannedLine,
  distributorIn,
  listedLines,
  planLines,
} from "./plan";

export type PlaceRequest<ProductId extends string = string> = {
  readonly once: Once;
  readonly msg: string;
  readonly lines: readonly PlaceLine<ProductId>[];
  /** The choice where the distributor can't send all pieces; absent: ask. */
  readonly shortageRule?: ShortageRule | undefined;
  /** Lines of the basket: they leave it with the order. */
  readonly fromBasket?: boolean | undefined;
  /** Set for screens, which show the basket; programs name their lines themselves. */
  readonly isOfScreen?: true;
};

/** Bytes of an order and its event without texts, and of each line: ids, figures and names of fields. */
const ORDER_BYTES = 1_000;
const LINE_BYTES = 400;

type CheckedRequest = PlaceRequest<Id<"products">>;

/** Lines that name products by ids, or NOT_FOUND: no other text, of whatever length, is written down with the order. */
function checkedLines(ctx: QueryCtx, lines: PlaceRequest["lines"]): CheckedRequest["lines"] {
  return lines.map((line) => ({
    ...line,
    productId: ctx.db.normalizeId("products", line.productId) ?? fail("NOT_FOUND"),
  }));
}

/** The request with its message trimmed, or the error that says what is wrong with it. */
function checkedRequest(ctx: QueryCtx, request: PlaceRequest): CheckedRequest {
  const { lines } = request;
  const msg = orderMessage(request.msg);
  const missing = missingFrom(request);
  if (msg === undefined || missing.length > 0) return fail("MISSING_INFORMATION", { missing });
  if (lines.length > ORDER_LINES_MAX) fail("TOO_MANY_LINES", { max: ORDER_LINES_MAX });
  return { ...request, msg, lines: checkedLines(ctx, lines) };
}

function areSame(placed: readonly Quantity[], requested: readonly Quantity[]): boolean {
  const [one, other] = [placed, requested].map((lines) =>
    lines.map(({ productId, quantity }) => `${productId} ${quantity}`).sort(),
  );
  return one?.join() === other?.join();
}

/**
 * A basket is the same on all devices, and one that had no connection may send what another has placed since. Errors: ORDERED_ALREADY
 * where the latest order of the pair, of the last day, was of these lines, and the basket has none of their products any more.
 */
async function requireNoEcho(
  ctx: QueryCtx,
  retailer: Doc<"users">,
  account: Doc<"creditAccounts"> | null,
  { lines }: CheckedRequest,
  now: number,
): Promise<void> {
  const latestId = account?.latestOrders.at(-1);
  const latest = latestId === undefined ? null : await ctx.db.get("orders", latestId);
  if (latest === null || latest.placedAt <= now - BASKET_ECHO_MS) return;
  if (!areSame(latest.lines.map(asAsked), lines)) return;
  const productIds = new Set(lines.map(({ productId }) => productId));
  const basket = await basketLinesOf(ctx, retailer);
  if (!basket.some(({ productId }) => productIds.has(productId))) fail("ORDERED_ALREADY");
}

type NewOrder = {
  readonly request: CheckedRequest;
  readonly plan: Plan;
  readonly retailer: Doc<"users">;
  readonly distributor: Doc<"users">;
  readonly now: number;
};

function toLine(line: PlannedLine) {
  const { _id: productId, name: productName, imageId } = line.product;
  return { productId, productName, imageId, quantity: line.quantity, ...quotedPrice(line) };
}

async function writeOrder(
  ctx: MutationCtx,
  { request, plan, retailer, distributor, now }: NewOrder,
): Promise<Doc<"orders">> {
  const { once, msg, shortageRule } = request;
  const row: WithoutSystemFields<Doc<"orders">> = {
    retailerId: retailer._id,
    distributorId: distributor._id,
    once,
    lines: plan.lines.map(toLine),
    shortageRule: shortageRule === "sendLess" ? "sendLess" : undefined,
    distributorName: distributor.name,
    companyName: distributor.companyName,
    distributorEmail: distributor.email,
    userName: retailer.name,
    userEmail: retailer.email,
    userPhone: retailer.phone,
    shopName: retailer.shopName ?? "",
    retailerAddress: retailer.address,
    status: "pending",
    msg,
    placedAt: now,
    ...deadlineOf(distributor, now),
    retailerList: "pending",
    distributorList: "pending",
    listedAt: now,
  };
  return { ...row, _id: await ctx.db.insert("orders", row), _creationTime: now };
}

/** Returns the bytes that an order stores: the shop, its products and the message, which the timeline has again. */
function bytesOfOrder(
  { lines }: Plan,
  { name, email, shopName, address }: Doc<"users">,
  { msg }: CheckedRequest,
): number {
  const copied = lines.map(({ product }) => [product.name, product.description]);
  const own = bytesOf([name, email, shopName, address]) + 2 * bytesOf(msg) + ORDER_BYTES;
  return own + lines.length * LINE_BYTES + bytesOf(copied);
}

/** Errors of `place`, besides ORDERED_ALREADY for screens. */
export const PLACE_ERRORS = [
  "MISSING_INFORMATION",
  "TOO_MANY_LINES",
  "ONE_DISTRIBUTOR",
  "NETWORK_ONLY",
  "NOT_FOUND",
  "LINES_REFUSED",
  "BAD_MULTIPLE",
  "PRICE_CHANGED",
  "INSUFFICIENT_STOCK",
  "MIN_ORDER",
  "CREDIT_LIMIT",
  "OVERDUE",
  "NOT_AVAILABLE",
  "YOU_BLOCKED",
  "TOO_MANY_OPEN_ORDERS",
  "TOO_MANY_PIECES",
  "TOO_MANY",
  "TOO_MUCH_DATA",
] as const satisfies readonly ErrorCode[];

/** Places an order, and returns it. Refusals of a line are LINES_REFUSED {lines} where there are several lines. Errors: PLACE_ERRORS. */
export async function place(
  ctx: MutationCtx,
  retailer: Doc<"users">,
  input: PlaceRequest,
  now: number,
): Promise<Doc<"orders">> {
  const request = checkedRequest(ctx, input);
  await spend(ctx, "orders", retailer._id);
  const lines = await listedLines(ctx, request.lines);
  const distributor = distributorIn(lines);
  const parties = { retailerId: retailer._id, distributorId: distributor._id };
  const standing = await requireStanding(ctx, retailer, distributor);
  const account = await getAccount(ctx, parties);
  if (request.fromBasket === true && request.isOfScreen === true)
    await requireNoEcho(ctx, retailer, account, request, now);
  // The retailer's reservation counts as stock for this order, and ends with it even if the order takes less.
  const productIds = new Set(request.lines.map(({ productId }) => productId));
  const holds = await holdsOf(ctx, retailer._id);
  const others = holds.filter(({ productId }) => !productIds.has(productId));
  const plan = await planLines(ctx, lines, holds);
  requireMinimum(distributor, plan.totalPaise);
  const planned = plan.lines.map(({ product, quantity }) => ({ productId: product._id, quantity }));
  const taken = [...plan.taken.values()];
  const waiting = { account, holds: others, planned, taken };
  await requireWithinBounds(ctx, parties, standing, waiting);
  const credit = await requireCredit(ctx, account, plan.owedPaise, now);
  await spendBytes(ctx, retailer._id, bytesOfOrder(plan, retailer, request));

  // Nothing is refused from here on.
  await consumeHolds(ctx, retailer, holds, productIds);
  for (const { product, stock } of taken) await takeOrdered(ctx, product, stock);
  const order = await writeOrder(ctx, { request, plan, retailer, distributor, now });
  await takeCredit(ctx, order, credit);
  if (request.fromBasket === true) await removePlaced(ctx, retailer, request.lines);

  const descriptions = plan.lines.map(({ product }) => product.description);
  await emit(ctx, {
    type: "orderPlaced",
    order,
    retailer,
    distributor,
    descriptions,
    now,
  });
  return order;
}
