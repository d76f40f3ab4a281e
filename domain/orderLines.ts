/**
 * The lines of an order: what of each was asked for, is sent and is owed, and the ids by which callers name one. An order has one status;
 * a line that is not sent although its order may be has 0 pieces, and says who left it out and why.
 */
import { lineTotal } from "./money";
import type { OrderStatus } from "./orderLifecycle";
import { type QuotedPrice, totalWithTax } from "./price";
import type { TradeRole } from "./roles";
import { t } from "./language/texts";

/** The reason that a line is not sent: its retailer cancelled it, or its distributor has none of it. */
export type LineRefusal = { readonly by: TradeRole; readonly reason: string };

type LinePieces = {
  /** Pieces that were asked for, or agreed on since; 0 of a refused line. */
  readonly quantity: number;
  /** Present if fewer pieces were agreed on than were asked for. */
  readonly askedQuantity?: number | undefined;
  readonly refused?: LineRefusal | undefined;
};

export type OrderLine = LinePieces & QuotedPrice;
type PricedLine = Pick<OrderLine, "quantity"> & QuotedPrice;

/** Pieces that the retailer asked for, before an answer with fewer. */
export function askedOf({ quantity, askedQuantity }: LinePieces): number {
  return askedQuantity ?? quantity;
}

/** Returns the line with another number of pieces agreed on. */
export function withPieces<Line extends LinePieces>(line: Line, quantity: number): Line {
  const askedPieces = askedOf(line);
  return { ...line, quantity, askedQuantity: quantity === askedPieces ? undefined : askedPieces };
}

/** Returns the pieces as rows show them: those that are sent, with those asked for where these are more; of a refused line the latter alone. */
export function shownPieces(line: LinePieces): Omit<LinePieces, "refused"> {
  const { quantity, askedQuantity, refused } = line;
  if (refused !== undefined || askedQuantity === undefined) return { quantity: askedOf(line) };
  return { quantity, askedQuantity };
}

/** Returns "6 of 10" where fewer pieces were agreed on than were asked for, else "10". */
export function piecesText(line: LinePieces): string {
  const pieces = line.quantity.toLocaleString("en-IN");
  const askedPieces = askedOf(line).toLocaleString("en-IN");
  return pieces === askedPieces ? pieces : t("{pieces} of {asked}", { pieces, asked: askedPieces });
}

/** The lines of which pieces are or may be sent. */
export function keptLines<Line extends Pick<OrderLine, "refused">>(lines: readonly Line[]): Line[] {
  return lines.filter(({ refused }) => refused === undefined);
}

/** Pieces of all the lines. */
export function piecesOf(lines: readonly Pick<OrderLine, "quantity">[]): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** Paise of the lines at their prices, without the tax on top. */
export function totalPaiseOf(lines: readonly PricedLine[]): number {
  return lines.reduce((sum, { pricePaise, quantity }) => sum + lineTotal(pricePaise, quantity), 0);
}

/** Paise that the lines will ask for, with the tax on top of their prices. */
export function owedPaiseOf(lines: readonly PricedLine[]): number {
  return lines.reduce((sum, line) => sum + totalWithTax(line, line.quantity), 0);
}

/** The status of one line: that of its order, unless one party refused it alone. */
export function lineStatus(status: OrderStatus, { refused }: OrderLine): OrderStatus {
  if (refused === undefined) return status;
  return refused.by === "retailer" ? "cancelled" : "rejected";
}

/** The line without its refusal: as many pieces as were asked for. */
export function asAsked<Line extends OrderLine>(line: Line): Line {
  return { ...withPieces(line, askedOf(line)), refused: undefined };
}

/** The first orders that have at most so many lines together: at least one, if there is any. */
export function withinLines<Order extends { readonly lines: readonly unknown[] }>(
  orders: readonly Order[],
  most: number,
): Order[] {
  let lines = 0;
  return orders.filter((order, at) => {
    lines += order.lines.length;
    return at === 0 || lines <= most;
  });
}

const SEPARATOR = "-";

/**
 * The id by which callers name one line: that of an order with a single line is the order's own, as the specification has it; others
 * append the place of the line, counted from 1.
 */
export function lineIdOf(
  order: { readonly _id: string; readonly lines: readonly unknown[] },
  at: number,
): string {
  return order.lines.length === 1 ? order._id : `${order._id}${SEPARATOR}${at + 1}`;
}

export type NamedLine = {
  readonly orderId: string;
  /** Place of the line in its order, from 0; absent where the id names a whole order. */
  readonly at?: number;
};

const PLACE = /^[1-9][0-9]{0,2}$/u;

/** The order, and the line, that an id may name. What is neither is the id of an order that there is not. */
export function readLineId(id: string): NamedLine {
  const cut = id.lastIndexOf(SEPARATOR);
  const place = cut < 0 ? "" : id.slice(cut + 1);
  if (!PLACE.test(place)) return { orderId: id };
  return { orderId: id.slice(0, cut), at: Number(place) - 1 };
}
