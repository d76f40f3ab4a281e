/** Rejecting, completing and cancelling orders: each checks its input, then calls `advance` or `refuseLines`. Accepting is in `answer.ts`. */
import { parseDelivery } from "../../domain/dates";
import { ORDER_LINES_MAX, ORDERS_MOVED_MAX } from "../../domain/limits";
import { bareCancelReason } from "../../domain/orderLifecycle";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { fail } from "../errors";
import { reasonAcross, requireReason } from "../network/words";
import { advance } from "./advance";
import { requireOwnLines, requireWholeOrder } from "./find";
import { refuseLines } from "./refuse";
import { markBelowMinimum } from "./terms";

/** The day until which delivery is promised: today to two years ahead, in India. */
export function requireDelivery(text: string, now: number): string {
  if (text.trim() === "") fail("NO_DELIVERY_DATE");
  return parseDelivery(text, now) ?? fail("BAD_DELIVERY_DATE");
}

type Ids = {
  /** Ids of orders, and of lines where these can be refused; at most ORDERS_MOVED_MAX. */
  readonly orderIds: readonly string[];
};

function requireIds({ orderIds }: Ids): ReadonlySet<string> {
  if (orderIds.length === 0 || orderIds.length > ORDERS_MOVED_MAX) fail("BAD_LINES");
  return new Set(orderIds);
}

/** Each line is an event to send, and stock that may return. Errors: BAD_LINES. */
function requireFewLines(orders: readonly Doc<"orders">[]): void {
  const lines = orders.reduce((sum, order) => sum + order.lines.length, 0);
  if (orders.length > 1 && lines > ORDER_LINES_MAX) fail("BAD_LINES");
}

/** Own orders by their ids. Errors: BAD_LINES, NOT_FOUND, WHOLE_ORDER {orderId}. */
export async function requireOwnOrders(
  ctx: MutationCtx,
  user: Doc<"users">,
  ids: Ids,
): Promise<Doc<"orders">[]> {
  const orders: Doc<"orders">[] = [];
  for (const id of requireIds(ids)) orders.push(await requireWholeOrder(ctx, user, id));
  requireFewLines(orders);
  return orders;
}

/** An own order, whole or with the places of lines of it. */
type Named = { readonly order: Doc<"orders">; places: Set<number> | null };

/** Own orders, each once: an id of the order itself outweighs those of its lines. Errors: BAD_LINES, NOT_FOUND. */
async function requireNamed(ctx: MutationCtx, user: Doc<"users">, ids: Ids): Promise<Named[]> {
  const named = new Map<Id<"orders">, Named>();
  for (const { order, at } of await requireOwnLines(ctx, user, requireIds(ids))) {
    const entry = named.get(order._id) ?? { order, places: new Set() };
    if (at === null) entry.places = null;
    else entry.places?.add(at);
    named.set(order._id, entry);
  }
  const orders = [...named.values()];
  requireFewLines(orders.map(({ order }) => order));
  return orders;
}

type Refusing = Ids & { readonly reason: string };

/** Refuses orders, or lines of them, each with the reason that its other party reads: a block between the two withholds it. */
async function refuse(
  ctx: MutationCtx,
  actor: Doc<"users">,
  move: "reject" | "cancel",
  { orderIds, reason }: Refusing,
  now: number,
): Promise<Doc<"orders">[]> {
  const orders: Doc<"orders">[] = [];
  for (const { order, places } of await requireNamed(ctx, actor, { orderIds })) {
    const lines = order.lines.filter((_, at) => places?.has(at) === true);
    const isDone = lines.every(({ refused }) => refused !== undefined);
    const before = order.orderCancelReason ?? (isDone ? lines[0]?.refused?.reason : undefined);
    const words = await reasonAcross(ctx, order, reason, before);
    if (places === null) {
      const data = { orderCancelReason: words };
      orders.push(await advance(ctx, { order, move, actor, data, now }));
    } else {
      orders.push(await refuseLines(ctx, { order, places, move, actor, reason: words, now }));
    }
  }
  return orders;
}

/** Rejects orders or lines of them, by their distributor: pending ones, or accepted orders whose retailer closed the account. The stock returns. */
export async function reject(
  ctx: MutationCtx,
  distributor: Doc<"users">,
  { orderIds, reason }: Refusing,
  now: number,
): Promise<void> {
  await refuse(ctx, distributor, "reject", { orderIds, reason: requireReason(reason) }, now);
}

/**
 * Cancels orders or lines of them, by their retailer: pending ones, or accepted orders whose distributor closed the account. The stock
 * returns. What is left below the distributor's minimum is shown to it as such.
 */
export async function cancel(
  ctx: MutationCtx,
  retailer: Doc<"users">,
  { orderIds, reason }: Refusing,
  now: number,
): Promise<void> {
  const bare = requireReason(bareCancelReason(reason));
  for (const order of await refuse(ctx, retailer, "cancel", { orderIds, reason: bare }, now))
    await markBelowMinimum(ctx, order);
}

/** Accepted → completed, by the distributor, on the server's clock. */
export async function complete(
  ctx: MutationCtx,
  distributor: Doc<"users">,
  ids: Ids,
  now: number,
): Promise<void> {
  for (const order of await requireOwnOrders(ctx, distributor, ids))
    await advance(ctx, { order, move: "complete", actor: distributor, data: {}, now });
}
