/**
 * Rows of the distributor's lists as placements: the lines that were sent together are one card. Lines that came apart, because they
 * have another delivery date, reason or status, are cards of their own.
 */
import { answerKind, type AnsweredLine, type AnswerKind } from "../../../domain/orderAnswer";
import { actionsFor, type OrderAction } from "../../../domain/orderLifecycle";
import { type IncomingOrder, totalOf } from "./orderRow";

export type IncomingPlacement = {
  /** Stays the same while other lines leave the list. */
  readonly _id: string;
  readonly createdAt: number;
  /** In the order of placing. */
  readonly lines: readonly [IncomingOrder, ...IncomingOrder[]];
};

function keyOf(row: IncomingOrder): string {
  const { _id, placementId, status, deliveryBefore, orderCancelReason } = row;
  if (placementId === undefined) return _id;
  return [placementId, status, deliveryBefore, orderCancelReason].join(" ");
}

function isSame(before: IncomingPlacement, { lines }: IncomingPlacement): boolean {
  return (
    before.lines.length === lines.length && lines.every((line, at) => line === before.lines[at])
  );
}

/** The order of a list's rows: its lines of one placement are in it, too. */
export type RowOrder = "latest" | "oldest";

/** Groups the rows of a list. An unchanged placement of `previous` is returned as the same object. */
export function placementsOf(
  rows: readonly IncomingOrder[],
  order: RowOrder = "latest",
  previous: readonly IncomingPlacement[] = [],
): readonly IncomingPlacement[] {
  const groups = new Map<string, [IncomingOrder, ...IncomingOrder[]]>();
  for (const row of rows) {
    const key = keyOf(row);
    const lines = groups.get(key);
    if (lines === undefined) groups.set(key, [row]);
    else if (order === "latest") lines.unshift(row);
    else lines.push(row);
  }
  const known = new Map(previous.map((placement) => [placement._id, placement]));
  return Array.from(groups, ([_id, lines]) => {
    const placement = { _id, createdAt: lines[0].createdAt, lines };
    const before = known.get(_id);
    return before !== undefined && isSame(before, placement) ? before : placement;
  });
}

export function totalOfLines(lines: readonly IncomingOrder[]): number {
  return lines.reduce((sum, line) => sum + totalOf(line), 0);
}

export function orderIdsOf(lines: readonly IncomingOrder[]): IncomingOrder["_id"][] {
  return lines.map(({ _id }) => _id);
}

/** "Meena Talwari · Peepal Chowk Stores". */
export function customerOf({ userName, shopName }: IncomingOrder): string {
  return shopName === "" ? userName : `${userName} · ${shopName}`;
}

/** "12 × Basmati rice", or "5 lines". */
export function contentOf({ lines }: IncomingPlacement): string {
  const [{ quantity, productName }] = lines;
  return lines.length === 1 ? `${quantity} × ${productName}` : `${lines.length} lines`;
}

/** Returns the lines with which the distributor can do this. */
export function linesFor(
  { lines }: IncomingPlacement,
  action: OrderAction,
): readonly IncomingOrder[] {
  return lines.filter((line) => actionsFor(line, "distributor").includes(action));
}

/** Pieces to send by order; orders that are not named are sent whole. */
export type SentPieces = Readonly<Record<string, number>>;

function answerOf(order: IncomingOrder, sent: SentPieces): AnsweredLine {
  return { asked: order.quantity, quantity: sent[order._id] ?? order.quantity };
}

export type AnswerPreview = {
  readonly kind: AnswerKind;
  /** All pieces of all lines are sent. */
  readonly isWhole: boolean;
  readonly totalPaise: number;
};

/** Returns the effect of sending these pieces; the server decides by the same rules. */
export function previewOf(lines: readonly IncomingOrder[], sent: SentPieces): AnswerPreview {
  const answers = lines.map((line) => answerOf(line, sent));
  const totals = lines.map((line) => totalOf({ ...line, quantity: answerOf(line, sent).quantity }));
  return {
    kind: answerKind(answers, lines[0]?.shortageRule ?? "ask"),
    isWhole: answers.every(({ asked, quantity }) => quantity === asked),
    totalPaise: totals.reduce((sum, paise) => sum + paise, 0),
  };
}

/** Returns the lines as `orders.accept` takes them: without a quantity where all pieces are sent. */
export function answeredLines(
  lines: readonly IncomingOrder[],
  sent: SentPieces,
): { orderId: string; quantity?: number }[] {
  return lines.map((line) => {
    const { asked, quantity } = answerOf(line, sent);
    return quantity === asked ? { orderId: line._id } : { orderId: line._id, quantity };
  });
}

export type OfferedPieces = {
  readonly offerId: string;
  readonly quantity: number;
  readonly asked: number;
  readonly expiresAt: number;
};

/** Returns the open offer with the pieces of all its lines, or null. */
export function openOfferOf({ lines }: IncomingPlacement): OfferedPieces | null {
  const offer = lines.find((line) => line.offer !== undefined)?.offer;
  if (offer === undefined) return null;
  const { offerId, expiresAt } = offer;
  const own = lines.filter((line) => line.offer?.offerId === offerId);
  return {
    offerId,
    expiresAt,
    quantity: own.reduce((sum, line) => sum + (line.offer?.quantity ?? 0), 0),
    asked: own.reduce((sum, line) => sum + line.quantity, 0),
  };
}
