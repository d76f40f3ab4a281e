/** Notifications of orders and offers: one for each, however many lines it has. */
import type { NotificationAnswer, NotificationKind } from "../../domain/notifications";
import { LIST_OF_STATUS, ORDER_MOVES, type OrderStatus } from "../../domain/orderLifecycle";
import { asAsked, keptLines, owedPaiseOf } from "../../domain/orderLines";
import { orderAddress } from "../../domain/links";
import type { TradeRole } from "../../domain/roles";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import type { Effects } from "../events";
import { notify, sidesOf } from "./notify";

type Line = Doc<"orders">["lines"][number];

function goodsOf(lines: readonly Line[]) {
  return {
    lineCount: lines.length,
    paise: owedPaiseOf(lines),
    productName: lines[0]?.productName,
    imageId: lines[0]?.imageId,
  };
}

/** Tells the distributor of an order. Its terms were asked just before: no block stands between the two. */
export function notifyOfOrder(
  effects: Effects,
  { retailer, distributor }: { retailer: Doc<"users">; distributor: Doc<"users"> },
  { _id, lines }: Doc<"orders">,
): void {
  const path = orderAddress("distributor", "pending", _id);
  const news = { kind: "orderPlaced", path, subject: _id, partner: retailer } as const;
  notify(effects, distributor, { ...news, ...goodsOf(lines) });
}

type MoveNews = { readonly kind: NotificationKind; readonly reader: TradeRole };

const NEWS_OF_STATUS = {
  accepted: { kind: "orderAccepted", reader: "retailer" },
  rejected: { kind: "orderRejected", reader: "retailer" },
  completed: { kind: "orderCompleted", reader: "retailer" },
  cancelled: { kind: "orderCancelled", reader: "distributor" },
} as const satisfies Record<Exclude<OrderStatus, "pending">, MoveNews>;

/** Tells the other party of an order's move. A null actor is the market itself. */
export async function notifyOfMove(
  ctx: MutationCtx,
  order: Doc<"orders">,
  actor: Doc<"users"> | null,
  effects: Effects,
): Promise<void> {
  const { _id: subject, status } = order;
  if (status === "pending") return;
  const { kind, reader: side } = NEWS_OF_STATUS[status];
  // Agreeing to an offer is the retailer's own acceptance.
  if (actor?.role === side) return;
  const sides = await sidesOf(ctx, order, side);
  if (sides === null) return;
  const path = orderAddress(side, LIST_OF_STATUS[status], subject);
  const news = { kind, path, subject, partner: sides.partner };
  notify(effects, sides.reader, { ...news, ...goodsOf(keptLines(order.lines)) });
}

type Refused = {
  readonly order: Doc<"orders">;
  readonly places: readonly number[];
  readonly move: "reject" | "cancel";
};

/** Tells the other party of lines that one took out of a pending order. */
export async function notifyOfRefusal(
  ctx: MutationCtx,
  { order, places, move }: Refused,
  effects: Effects,
): Promise<void> {
  const { kind, reader: side } = NEWS_OF_STATUS[ORDER_MOVES[move].to];
  const sides = await sidesOf(ctx, order, side);
  if (sides === null) return;
  const path = orderAddress(side, "pending", order._id);
  const news = { kind, path, subject: order._id, partner: sides.partner };
  const refused = order.lines.filter((_, at) => places.includes(at)).map(asAsked);
  notify(effects, sides.reader, { ...news, ...goodsOf(refused) });
}

/** Tells the retailer what the distributor can send, or that the same pieces cost more tax. */
export async function notifyOfOffer(
  ctx: MutationCtx,
  offer: Doc<"offers">,
  { order, lines }: { readonly order: Doc<"orders">; readonly lines: readonly Line[] },
  effects: Effects,
): Promise<void> {
  const sides = await sidesOf(ctx, offer, "retailer");
  if (sides === null) return;
  const isShort = lines.some(({ quantity }, at) => quantity < (order.lines[at]?.quantity ?? 0));
  const path = orderAddress("retailer", "pending", offer.orderId);
  const answer = isShort ? undefined : "newTax";
  const news = { kind: "offerMade", answer, path, subject: offer._id } as const;
  const offered = goodsOf(lines.filter((_, at) => order.lines[at]?.refused === undefined));
  notify(effects, sides.reader, { ...news, ...offered, partner: sides.partner });
}

type OfferAnswer = Extract<NotificationAnswer, "agreed" | "declined" | "expired">;

/** Tells the distributor what became of an offer. */
export async function notifyOfOfferAnswer(
  ctx: MutationCtx,
  offer: Doc<"offers">,
  answer: OfferAnswer,
  effects: Effects,
): Promise<void> {
  const sides = await sidesOf(ctx, offer, "distributor");
  if (sides === null) return;
  const list = answer === "agreed" ? "accepted" : "pending";
  const path = orderAddress("distributor", list, offer.orderId);
  const news = { kind: "offerAnswered", answer, path, subject: offer._id } as const;
  const lineCount = offer.lines.length;
  notify(effects, sides.reader, { ...news, lineCount, partner: sides.partner });
}
