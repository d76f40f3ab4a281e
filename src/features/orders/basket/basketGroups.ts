/** The basket by distributors: sums, and what keeps a line or a group from being placed. Pure. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../../convex/_generated/api";
import { ORDER_LINES_MAX } from "../../../../domain/limits";
import { formatRupees, lineTotal } from "../../../../domain/money";
import { tradeName } from "../../../../domain/names";
import { priceFor, type QuotedPrice, totalWithTax } from "../../../../domain/price";
import { nearestText, wrongQuantity } from "../../../../domain/productTerms";
import type { BasketCommand } from "../../../outbox/entry";
import type { BasketMessage } from "./basketMessage";
import { t } from "../../../../domain/language/texts";

export type Basket = FunctionReturnType<typeof api.basket.lines>;
type Line = Basket["lines"][number];
type Distributor = Basket["distributors"][number];

export type BasketLine = Line & {
  /** The price of one piece in this quantity. */
  readonly price: QuotedPrice;
  /** All pieces at their price: it counts towards the smallest order. */
  readonly goodsPaise: number;
  /** The same with the tax on top. */
  readonly totalPaise: number;
  /** Undefined until it has been received. */
  readonly stock: number | undefined;
  /** Why the line can't be placed as it is, or null. */
  readonly problem: string | null;
};

export type BasketGroup = {
  readonly distributor: Distributor;
  readonly lines: readonly BasketLine[];
  readonly totalPaise: number;
  /** Missing to the distributor's smallest order. */
  readonly missingPaise: number;
  readonly canBePlaced: boolean;
};

function problemOf(line: Line, stock: number | undefined): string | null {
  if (line.isGone === true) return t("No longer sold. Please remove it.");
  const nearest = wrongQuantity(line, line.quantity);
  if (nearest !== null) return nearestText(nearest);
  if (stock === undefined || line.quantity <= stock) return null;
  return stock === 0
    ? t("Out of stock.")
    : t("Only {stock} in stock.", { stock: stock.toLocaleString("en-IN") });
}

function toBasketLine(line: Line, stock: number | undefined): BasketLine {
  const price = priceFor(line, line.quantity);
  return {
    ...line,
    price,
    stock,
    goodsPaise: lineTotal(price.pricePaise, line.quantity),
    totalPaise: totalWithTax(price, line.quantity),
    problem: problemOf(line, stock),
  };
}

function toGroup(distributor: Distributor, lines: readonly BasketLine[]): BasketGroup {
  const sold = lines.filter(({ isGone }) => isGone !== true);
  const totalPaise = sold.reduce((sum, line) => sum + line.totalPaise, 0);
  const goodsPaise = sold.reduce((sum, line) => sum + line.goodsPaise, 0);
  const missingPaise = Math.max(0, (distributor.minOrderPaise ?? 0) - goodsPaise);
  const isWhole = lines.every(({ problem }) => problem === null);
  const canBePlaced = isWhole && missingPaise === 0 && lines.length <= ORDER_LINES_MAX;
  return { distributor, lines, totalPaise, missingPaise, canBePlaced };
}

/** Groups in the order of their first lines. */
export function basketGroups(
  { lines, distributors }: Basket,
  stockOf: (productId: string) => number | undefined,
): BasketGroup[] {
  const groups = distributors.map((distributor) => {
    const own = lines.filter(({ distributorId }) => distributorId === distributor._id);
    return toGroup(
      distributor,
      own.map((line) => toBasketLine(line, stockOf(line.productId))),
    );
  });
  // A line that is being removed goes at once, its distributor with the server's answer.
  return groups.filter((group) => group.lines.length > 0);
}

/** Returns true until the retailer has set the line, or ordered it, at the price that it has now. */
export function isPriceChanged({ seenPricePaise, price }: BasketLine): boolean {
  return seenPricePaise !== price.pricePaise;
}

export function nameOf({ companyName, name }: Distributor): string {
  return tradeName({ name, business: companyName });
}

/** Returns the sentence below a group that is too small or too large, or null. */
export function groupHint({ missingPaise, lines }: BasketGroup): string | null {
  if (lines.length > ORDER_LINES_MAX)
    return t("One order has at most {count} products.", { count: ORDER_LINES_MAX });
  return missingPaise === 0
    ? null
    : t("{sum} more to the minimum", { sum: formatRupees(missingPaise) });
}

/** Returns the order of a group, at the prices that its lines show. */
export function commandOf(
  { distributor, lines }: BasketGroup,
  message: BasketMessage,
): BasketCommand {
  return {
    kind: "basket",
    distributorId: distributor._id,
    distributorName: nameOf(distributor),
    ...message,
    lines: lines.map(({ productId, name: productName, quantity, price }) => {
      return { productId, productName, quantity, ...price };
    }),
  };
}
