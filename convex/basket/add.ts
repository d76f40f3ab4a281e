/**
 * Adds several lines to a basket at once: of a past order, a saved basket, or as a caller names them. What can't be added as it
 * was is said of each line; nothing of it refuses the others.
 */
import { v, type Infer } from "convex/values";
import { BASKET_LINES_MAX, ORDER_QUANTITY_MAX } from "../../domain/limits";
import { isOrderQuantity } from "../../domain/orderRequest";
import { nearestQuantity, unitPrice } from "../../domain/productTerms";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { spend, spendReserved } from "../auth/limits";
import { fail } from "../errors";
import { listedProductsOf } from "../products/find";
import { stockOf } from "../products/stock";
import { linesOf } from "./lines";

/** The difference of a line from the wanted one. `GONE` and `BASKET_FULL` are not in the basket, the others are. */
const lineChange = v.union(
  v.object({ code: v.literal("GONE") }),
  v.object({ code: v.literal("BASKET_FULL") }),
  /** A line, with the price of one piece. */
  v.object({
    code: v.literal("PRICE_CHANGED"),
    fromPaise: v.number(),
    toPaise: v.number(),
  }),
  /** The product's terms allow other quantities now; the nearest one was taken. */
  v.object({ code: v.literal("QUANTITY_CHANGED"), from: v.number(), to: v.number() }),
  /** The basket had more pieces already, and keeps them. */
  v.object({ code: v.literal("HAD_MORE"), quantity: v.number() }),
  v.object({ code: v.literal("SHORT"), stock: v.number() }),
);

export const addedLine = v.object({
  productId: v.id("products"),
  name: v.string(),
  changes: v.array(lineChange),
});

export type AddedLine = Infer<typeof addedLine>;
type LineChange = Infer<typeof lineChange>;

export type WantedLine = {
  readonly productId: Id<"products">;
  readonly quantity: number;
  /** The price of one piece that the retailer saw then. */
  readonly pricePaise?: number;
};

/** A basket that lines are added to, with what was written so far. */
type Filling = {
  readonly retailer: Doc<"users">;
  readonly linesByProduct: ReadonlyMap<Id<"products">, Doc<"basketLines">>;
  room: number;
  written: number;
};

/** Each product once, with all its pieces. */
function merged(lines: readonly WantedLine[]): WantedLine[] {
  const found = new Map<Id<"products">, WantedLine>();
  for (const line of lines) {
    const quantity = line.quantity + (found.get(line.productId)?.quantity ?? 0);
    found.set(line.productId, { ...line, quantity: Math.min(quantity, ORDER_QUANTITY_MAX) });
  }
  return [...found.values()];
}

type Setting = { readonly quantity: number; readonly seenPricePaise: number };

/** Raises the line to the quantity, and returns what is in the basket; null if the basket has no room. */
async function raiseLine(
  ctx: MutationCtx,
  filling: Filling,
  productId: Id<"products">,
  setting: Setting,
): Promise<number | null> {
  const line = filling.linesByProduct.get(productId);
  if (line !== undefined && line.quantity >= setting.quantity) return line.quantity;
  if (line === undefined && filling.room === 0) return null;
  if (filling.written === 0) await spend(ctx, "basketChanges", filling.retailer._id);
  filling.written += 1;
  if (line !== undefined) {
    await ctx.db.patch("basketLines", line._id, setting);
  } else {
    filling.room -= 1;
    const retailerId = filling.retailer._id;
    await ctx.db.insert("basketLines", { retailerId, productId, ...setting });
  }
  return setting.quantity;
}

async function addLine(
  ctx: MutationCtx,
  filling: Filling,
  product: Doc<"products">,
  wantedLine: WantedLine,
): Promise<LineChange[]> {
  const quantity = nearestQuantity(product, wantedLine.quantity);
  const toPaise = unitPrice(product, wantedLine.quantity);
  const fromPaise = wantedLine.pricePaise ?? toPaise;
  const isPriceChanged = fromPaise !== toPaise;
  // A price that has changed stays the one last seen, until the retailer has looked at the line.
  const seenPricePaise = isPriceChanged ? fromPaise : unitPrice(product, quantity);
  const inBasket = await raiseLine(ctx, filling, product._id, { quantity, seenPricePaise });
  if (inBasket === null) return [{ code: "BASKET_FULL" }];
  const changes: LineChange[] = [];
  if (isPriceChanged) changes.push({ code: "PRICE_CHANGED", fromPaise, toPaise });
  if (inBasket > quantity) changes.push({ code: "HAD_MORE", quantity: inBasket });
  else if (quantity !== wantedLine.quantity)
    changes.push({ code: "QUANTITY_CHANGED", from: wantedLine.quantity, to: quantity });
  const stock = await stockOf(ctx, product);
  if (stock < inBasket) changes.push({ code: "SHORT", stock });
  return changes;
}

/**
 * Adds the lines of products that are on sale. The basket has at least the wanted quantity of each afterwards, and never less than
 * before: adding the same lines again changes nothing. Errors: TOO_MANY {retryAfterMs}.
 */
export async function addLines(
  ctx: MutationCtx,
  retailer: Doc<"users">,
  wantedLines: readonly WantedLine[],
): Promise<AddedLine[]> {
  const linesByProduct = new Map(
    (await linesOf(ctx, retailer)).map((line) => [line.productId, line]),
  );
  const filling: Filling = {
    retailer,
    linesByProduct,
    room: BASKET_LINES_MAX - linesByProduct.size,
    written: 0,
  };
  const getListed = listedProductsOf(ctx);
  const added: AddedLine[] = [];
  for (const line of merged(wantedLines)) {
    const { productId } = line;
    const listed = await getListed(productId);
    const product = listed?.product ?? (await ctx.db.get("products", productId));
    if (product === null) continue;
    const changes: LineChange[] =
      listed === null ? [{ code: "GONE" }] : await addLine(ctx, filling, product, line);
    added.push({ productId, name: product.name, changes });
  }
  if (filling.written > 1)
    await spendReserved(ctx, "basketChanges", retailer._id, filling.written - 1);
  return added;
}

type NamedLine = { readonly productId: string; readonly quantity: number };

function checkedLine(ctx: QueryCtx, { productId, quantity }: NamedLine): WantedLine {
  if (!isOrderQuantity(quantity)) fail("BAD_QUANTITY");
  return { productId: ctx.db.normalizeId("products", productId) ?? fail("NOT_FOUND"), quantity };
}

/** Adds lines that the caller names. Errors: TOO_MANY_LINES {max}, BAD_QUANTITY, NOT_FOUND (an id that is none), as `addLines`. */
export async function addNamed(
  ctx: MutationCtx,
  retailer: Doc<"users">,
  lines: readonly NamedLine[],
): Promise<AddedLine[]> {
  if (lines.length > BASKET_LINES_MAX) fail("TOO_MANY_LINES", { max: BASKET_LINES_MAX });
  return addLines(
    ctx,
    retailer,
    lines.map((line) => checkedLine(ctx, line)),
  );
}
