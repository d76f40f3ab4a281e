/** Products of a distributor that run low: few pieces left, or a stock that lasts less than a week. */
import { getOneFrom } from "convex-helpers/server/relationships";
import type { Infer } from "convex/values";
import { coverDays, piecesSold, runsLow } from "../../domain/cover";
import { BADGE_MAX, HOME_ROWS_MAX, LOW_STOCK_MAX } from "../../domain/limits";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { shortPictureOf } from "../uploads/short";
import { requireDay } from "../day";
import { soldLately } from "../figures/sold";
import { getListedStock, lowLevels } from "../products/stock";
import type { runsLowBlock } from "./view";

type RunsLow = Infer<typeof runsLowBlock>;
type Low = { productId: Id<"products">; stock: number; cover: number | null };

function salesOf(ctx: QueryCtx, productId: Id<"products">): Promise<Doc<"productSales"> | null> {
  return getOneFrom(ctx.db, "productSales", "by_product", productId, "productId");
}

/** Those with the fewest pieces, of which no more than a badge counts. */
async function fewLeft(ctx: QueryCtx, distributor: Doc<"users">, today: string): Promise<Low[]> {
  const levels = await lowLevels(ctx, distributor._id).take(BADGE_MAX);
  return Promise.all(
    levels
      .flatMap(({ low }) => low ?? [])
      .map(async ({ productId, stock }) => {
        const sales = await salesOf(ctx, productId);
        return { productId, stock, cover: coverDays(stock, piecesSold(sales?.days ?? [], today)) };
      }),
  );
}

/** Among the products that were sold last. */
async function soldOutSoon(
  ctx: QueryCtx,
  distributor: Doc<"users">,
  today: string,
): Promise<Low[]> {
  const low: Low[] = [];
  for (const { productId, pieces: sold } of await soldLately(ctx, distributor._id, today)) {
    const stock = await getListedStock(ctx, productId);
    if (stock !== null && stock > LOW_STOCK_MAX && runsLow(stock, sold))
      low.push({ productId, stock, cover: coverDays(stock, sold) });
  }
  return low;
}

/** Whatever ends first: a stock of none at once, one that does not sell last. */
function byEnd(one: Low, other: Low): number {
  const [a, b] = [one, other].map(({ stock, cover }) =>
    stock === 0 ? -1 : (cover ?? Number.MAX_SAFE_INTEGER),
  );
  return (a ?? 0) - (b ?? 0) || one.stock - other.stock;
}

/** Errors: BAD_REQUEST. */
export async function runsLowOf(
  ctx: QueryCtx,
  distributor: Doc<"users">,
  clientDay: string,
): Promise<RunsLow> {
  const today = requireDay(clientDay);
  const low = [
    ...(await fewLeft(ctx, distributor, today)),
    ...(await soldOutSoon(ctx, distributor, today)),
  ].sort(byEnd);
  const rows = low.slice(0, HOME_ROWS_MAX).map(async ({ productId, stock, cover }) => {
    const product = await ctx.db.get("products", productId);
    const picture = product === null ? null : await shortPictureOf(ctx, product.imageId);
    return { _id: productId, name: product?.name ?? "", picture, stock, cover };
  });
  return { count: Math.min(low.length, BADGE_MAX), rows: await Promise.all(rows) };
}
