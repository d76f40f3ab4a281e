/**
 * The rows that an order will write, found by reading alone: an order that is refused, by whichever line or bound, has written nothing
 * and cost as little as looking.
 */
import { ConvexError } from "convex/values";
import { type RefusedLine, toErrorData } from "../../domain/errors";
import { quoteOf } from "../../domain/gst/addedTax";
import { owedPaiseOf, totalPaiseOf } from "../../domain/orderLines";
import { isSamePrice, type QuotedPrice } from "../../domain/price";
import { unitPrice, wrongQuantity } from "../../domain/productTerms";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { fail, failWith } from "../errors";
import { type ListedProduct, listedProductsOf } from "../products/find";
import { stockOf } from "../products/stock";

/** A line with the price that the caller saw: where `pricePaise` is sent, the whole price must still be the product's. */
export type PlaceLine<ProductId extends string = string> = Partial<QuotedPrice> & {
  readonly productId: ProductId;
  readonly quantity: number;
};

type CheckedLine = PlaceLine<Id<"products">>;

/** A line with its product and seller; null if it is not on sale (any more). */
type ListedLine = { readonly line: CheckedLine; readonly listed: ListedProduct | null };

/** A line as it will be written. */
export type PlannedLine = QuotedPrice & {
  readonly product: Doc<"products">;
  readonly distributor: Doc<"users">;
  readonly quantity: number;
};

/** A product that pieces are taken of, and what is left of its stock. */
type Taken = { readonly product: Doc<"products">; stock: number };

export type Plan = {
  readonly lines: readonly PlannedLine[];
  readonly taken: ReadonlyMap<Id<"products">, Taken>;
  /** The sum of all lines at their prices. */
  readonly totalPaise: number;
  /** The same with the tax on top. */
  readonly owedPaise: number;
};

/** A price that was seen must be the price now, with or without tax on top. Errors: PRICE_CHANGED {sentPricePaise and the price}. */
function requireSeenPrice(line: PlaceLine, price: QuotedPrice): void {
  const { pricePaise: sentPricePaise } = line;
  if (sentPricePaise === undefined) return;
  if (!isSamePrice({ ...line, pricePaise: sentPricePaise }, price))
    fail("PRICE_CHANGED", { ...price, sentPricePaise });
}

export async function listedLines(
  ctx: QueryCtx,
  lines: readonly CheckedLine[],
): Promise<ListedLine[]> {
  const getListed = listedProductsOf(ctx);
  const found: ListedLine[] = [];
  for (const line of lines) found.push({ line, listed: await getListed(line.productId) });
  return found;
}

/** Errors: that of the line if it was the only one, else LINES_REFUSED {lines}. */
function refuseLines(refused: readonly RefusedLine[], lineCount: number): never {
  const [first] = refused;
  if (lineCount > 1 || first === undefined)
    return failWith({ code: "LINES_REFUSED", lines: refused });
  const { productId: _, ...refusal } = first;
  return failWith(refusal);
}

/** The distributor of all lines that are on sale. Errors: ONE_DISTRIBUTOR; as `refuseLines` if no line is. */
export function distributorIn(lines: readonly ListedLine[]): Doc<"users"> {
  const [first, ...others] = lines.flatMap(({ listed }) => listed ?? []);
  if (first === undefined) {
    const refused = lines.map(
      ({ line: { productId } }) => ({ code: "NOT_FOUND", productId }) as const,
    );
    return refuseLines(refused, lines.length);
  }
  const { distributor } = first;
  if (others.some((other) => other.distributor._id !== distributor._id)) fail("ONE_DISTRIBUTOR");
  return distributor;
}

type Taking = {
  readonly taken: Map<Id<"products">, Taken>;
  /** The caller's own reservations, which the order takes first: they count as stock. */
  readonly holds: readonly Doc<"stockHolds">[];
};

/** Errors: INSUFFICIENT_STOCK {stock, productName}. */
async function takePieces(
  ctx: QueryCtx,
  { taken, holds }: Taking,
  product: Doc<"products">,
  quantity: number,
): Promise<void> {
  const held = holds
    .filter(({ productId }) => productId === product._id)
    .reduce((sum, hold) => sum + hold.quantity, 0);
  const stock = taken.get(product._id)?.stock ?? (await stockOf(ctx, product)) + held;
  if (stock < quantity) fail("INSUFFICIENT_STOCK", { stock, productName: product.name });
  taken.set(product._id, { product, stock: stock - quantity });
}

async function planLine(
  ctx: QueryCtx,
  taking: Taking,
  { line, listed }: ListedLine,
): Promise<PlannedLine> {
  const { product, distributor } = listed ?? fail("NOT_FOUND");
  const { quantity } = line;
  const nearest = wrongQuantity(product, quantity);
  if (nearest !== null) fail("BAD_MULTIPLE", { ...nearest, productName: product.name });
  const price = quoteOf(distributor, product, unitPrice(product, quantity));
  requireSeenPrice(line, price);
  await takePieces(ctx, taking, product, quantity);
  return { product, distributor, quantity, ...price };
}

/** Plans all lines, or refuses with what is wrong with each. Errors: see `refuseLines`. */
export async function planLines(
  ctx: QueryCtx,
  lines: readonly ListedLine[],
  holds: readonly Doc<"stockHolds">[],
): Promise<Plan> {
  const taking: Taking = { taken: new Map(), holds };
  const planned: PlannedLine[] = [];
  const refused: RefusedLine[] = [];
  for (const line of lines) {
    try {
      planned.push(await planLine(ctx, taking, line));
    } catch (error) {
      const refusal = error instanceof ConvexError ? toErrorData(error.data) : null;
      if (refusal === null) throw error;
      refused.push({ ...refusal, productId: line.line.productId });
    }
  }
  if (refused.length > 0) refuseLines(refused, lines.length);
  const [totalPaise, owedPaise] = [totalPaiseOf(planned), owedPaiseOf(planned)];
  return { lines: planned, taken: taking.taken, totalPaise, owedPaise };
}
