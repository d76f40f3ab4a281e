/** Rows of the order lists, and an order page's product, in the server's own shapes; and what is shown of an order alike everywhere. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";
import {
  askedOf,
  keptLines,
  lineIdOf,
  owedPaiseOf,
  piecesText,
  withPieces,
} from "../../../domain/orderLines";
import type { LineRefusal } from "../../../domain/orderLines";
import { tradeLabel } from "../../../domain/names";
import type { TradeRole } from "../../../domain/roles";
import { t } from "../../../domain/language/texts";

/** An order as the distributor lists it, with the customer. */
export type IncomingOrder = FunctionReturnType<typeof api.orders.incoming>["page"][number];

/** An order as the retailer lists it, with the seller. */
export type OutgoingOrder = FunctionReturnType<typeof api.orders.outgoing>["page"][number];

export type Order = IncomingOrder | OutgoingOrder;

/** A line as lists, dialogs and the whole order have it. */
export type Line = Omit<IncomingOrder["lines"][number], "picture">;

/** A line with its order: a row of tables and of paper. */
export type LineRow<Of extends Order = Order> = {
  /** The line's id. */
  readonly _id: string;
  readonly order: Of;
  readonly line: Of["lines"][number];
  /** Its place, from 0. */
  readonly at: number;
  /** True for an order of several lines. */
  readonly isOfSeveral: boolean;
};

/** The rows of orders that did not change stay the same objects, so that they are not drawn again. */
const rowsByOrder = new WeakMap<Order, readonly LineRow[]>();

export function lineRowsOf<Of extends Order>(order: Of): readonly LineRow<Of>[] {
  const cachedRows = rowsByOrder.get(order);
  if (cachedRows !== undefined) return cachedRows as readonly LineRow<Of>[];
  const isOfSeveral = order.lines.length > 1;
  const rows = order.lines.map((line: Of["lines"][number], at): LineRow<Of> => {
    return { _id: lineIdOf(order, at), order, line, at, isOfSeveral };
  });
  rowsByOrder.set(order, rows);
  return rows;
}

/** Returns, for example, "Banyan Court · Asha Kolhari": the seller as the basket names it, and its person. */
export function sellerOf({
  distributorName,
  companyName,
}: Pick<OutgoingOrder, "distributorName" | "companyName">): string {
  return tradeLabel({ name: distributorName, business: companyName });
}

/** Returns, for example, "Meena Talwari · Peepal Chowk Stores". */
export function customerOf({
  userName,
  shopName,
}: Pick<IncomingOrder, "userName" | "shopName">): string {
  return shopName === "" ? userName : `${userName} · ${shopName}`;
}

type WithLines = { readonly lines: readonly Line[] };

/** Returns paise, with the tax that comes on top of the prices. */
export function totalOf({ lines }: WithLines): number {
  return owedPaiseOf(lines);
}

/** Returns, for example, "12 × Basmati rice", or "5 lines": those that are or may be sent. */
export function contentOf({ lines }: WithLines): string {
  const sentLines = keptLines(lines);
  const [first] = sentLines;
  if (first === undefined || sentLines.length > 1)
    return t("{count, plural, one {# line} other {# lines}}", { count: sentLines.length });
  return `${askedOf(first).toLocaleString("en-IN")} × ${first.productName}`;
}

/** Returns the pieces of a line that are on offer: fewer than were asked for, or undefined. */
export function offeredOf({ offer }: Pick<Order, "offer">, line: Line, at: number) {
  const offered = line.refused === undefined ? offer?.quantities[at] : undefined;
  return offered !== undefined && offered < line.quantity ? offered : undefined;
}

/** Returns "12", or "6 of 10" where fewer pieces were agreed on, or are offered. */
export function offeredText(order: Pick<Order, "offer">, line: Line, at: number): string {
  return piecesText(withPieces(line, offeredOf(order, line, at) ?? line.quantity));
}

/** The retailer's word on goods that are short. */
export const SHORTAGES = {
  ask: t("If short: ask me"),
  sendLess: t("If short: send what you have"),
} as const;

export function messageOf({ msg }: Order): string {
  return msg ?? t("No message");
}

export type LineReader = { readonly party: TradeRole; readonly partnerName: string };

/** Returns, for example, "Left out by Asha Kolhari: Not available"; a reader's own doing is "by you". */
export function refusalText({ by, reason }: LineRefusal, reader: LineReader): string {
  const name = reader.partnerName;
  if (by === "retailer")
    return by === reader.party
      ? t("Cancelled by you: {reason}", { reason })
      : t("Cancelled by {name}: {reason}", { name, reason });
  return by === reader.party
    ? t("Left out by you: {reason}", { reason })
    : t("Left out by {name}: {reason}", { name, reason });
}

/** The product of an order page; stock and e-mail are present only for signed-in users. */
export type OrderedProduct = NonNullable<FunctionReturnType<typeof api.products.one>>;
