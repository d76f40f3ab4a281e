/** Notifications of orders and offers: one for each placement or offer, however many lines it has. */
import type { NotificationAnswer, NotificationKind } from "../../domain/notifications";
import { LIST_OF_STATUS, type OrderStatus } from "../../domain/orderLifecycle";
import { orderAddress } from "../../domain/orderPages";
import type { TradeRole } from "../../domain/roles";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import type { Moved } from "../orders/moved";
import { owedOf } from "../orders/owed";
import { notify, sidesOf } from "./notify";

type Lines = {
  readonly lineCount: number;
  readonly paise: number;
  readonly productName: string | undefined;
};

type Placed = Lines & {
  readonly placementId: Id<"placements">;
  /** Its first line. */
  readonly orderId: Id<"orders"> | undefined;
};

/** Tells the distributor of a placement. Its terms were asked just before: no block stands between the two. */
export function notifyOfPlacement(
  ctx: MutationCtx,
  { retailer, distributor }: { retailer: Doc<"users">; distributor: Doc<"users"> },
  { placementId, orderId, ...lines }: Placed,
  now: number,
): Promise<void> {
  const path = orderAddress("distributor", "pending", orderId);
  const news = { kind: "orderPlaced", path, subject: placementId } as const;
  return notify(ctx, distributor, { ...news, ...lines, partner: retailer }, now);
}

type MoveNews = { readonly kind: NotificationKind; readonly reader: TradeRole };

const NEWS_OF_STATUS = {
  accepted: { kind: "orderAccepted", reader: "retailer" },
  rejected: { kind: "orderRejected", reader: "retailer" },
  completed: { kind: "orderCompleted", reader: "retailer" },
  cancelled: { kind: "orderCancelled", reader: "distributor" },
} as const satisfies Record<Exclude<OrderStatus, "pending">, MoveNews>;

function linesOf(orders: readonly Doc<"orders">[]): Lines {
  const paise = orders.reduce((sum, order) => sum + owedOf(order), 0);
  return { lineCount: orders.length, paise, productName: orders[0]?.productName };
}

/** Tells the other party of moves of one step: once for each placement and what became of its lines. A null actor is the market itself. */
export async function notifyOfMoves(
  ctx: MutationCtx,
  moves: readonly Moved[],
  actor: Doc<"users"> | null,
  now: number,
): Promise<void> {
  const groups = new Map<string, Doc<"orders">[]>();
  for (const { order, moved } of moves) {
    const key = `${order.placementId} ${order.status}`;
    if (moved) groups.set(key, [...(groups.get(key) ?? []), order]);
  }
  for (const orders of groups.values()) {
    const [first] = orders;
    if (first === undefined || first.status === "pending") continue;
    const { kind, reader: side } = NEWS_OF_STATUS[first.status];
    // Agreeing to an offer is the retailer's own acceptance.
    if (actor?.role === side) continue;
    const sides = await sidesOf(ctx, first, side);
    if (sides === null) continue;
    const path = orderAddress(side, LIST_OF_STATUS[first.status], first._id);
    const news = { kind, path, subject: first.placementId, partner: sides.partner };
    await notify(ctx, sides.reader, { ...news, ...linesOf(orders) }, now);
  }
}

/** Tells the retailer what the distributor can send, or that the same pieces cost more tax. */
export async function notifyOfOffer(
  ctx: MutationCtx,
  offer: Doc<"offers">,
  lines: readonly {
    readonly order: Doc<"orders">;
    readonly quantity: number;
    readonly addedTaxBp?: number | undefined;
  }[],
  now: number,
): Promise<void> {
  const sides = await sidesOf(ctx, offer, "retailer");
  if (sides === null) return;
  const { partner, reader } = sides;
  const offered = linesOf(
    lines.map(({ order, quantity, addedTaxBp = order.addedTaxBp }) => ({
      ...order,
      quantity,
      addedTaxBp,
    })),
  );
  const isShort = lines.some(({ order, quantity }) => quantity < order.quantity);
  const path = orderAddress("retailer", "pending", offer.lines[0]?.orderId);
  const answer = isShort ? undefined : "newTax";
  const news = { kind: "offerMade", answer, path, subject: offer._id, partner } as const;
  await notify(ctx, reader, { ...news, ...offered }, now);
}

type OfferAnswer = Extract<NotificationAnswer, "agreed" | "declined" | "expired">;

/** Tells the distributor what became of an offer. */
export async function notifyOfOfferAnswer(
  ctx: MutationCtx,
  offer: Doc<"offers">,
  answer: OfferAnswer,
  now: number,
): Promise<void> {
  const sides = await sidesOf(ctx, offer, "distributor");
  if (sides === null) return;
  const list = answer === "agreed" ? "accepted" : "pending";
  const path = orderAddress("distributor", list, offer.lines[0]?.orderId);
  const news = { kind: "offerAnswered", answer, path, subject: offer._id } as const;
  const lineCount = offer.lines.length;
  await notify(ctx, sides.reader, { ...news, lineCount, partner: sides.partner }, now);
}
