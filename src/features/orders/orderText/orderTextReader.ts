/** Reads orders by text with the shop's habits and the names in the catalogues of its distributors. */
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../../convex/_generated/api";
import {
  ORDER_TEXT_HITS_MAX,
  ORDER_TEXT_PRODUCTS_MAX,
  PAGE_ROWS_MAX,
} from "../../../../domain/limits";
import { divideOrderText } from "../../../../domain/orderText/lines";
import type { OrderTextProduct } from "../../../../domain/orderText/product";
import { ProductIndex } from "../../../../domain/orderText/productIndex";
import {
  type OrderTextContext,
  settledLines,
  understandLine,
} from "../../../../domain/orderText/understand";
import type { MarketClient } from "../../../live/convexClient";
import type { ProductHit } from "../quickOrder/quickOrder";
import { type TextRow, toTextRows } from "./orderTextRows";

type Name = FunctionReturnType<typeof api.quickOrder.names>["page"][number];

type Names = { readonly names: readonly Name[]; readonly isDone: boolean };

/** Loads the names of a distributor's products, until all are there or they are enough. */
async function loadNames(
  client: MarketClient,
  distributorId: string,
  namesMax: number,
): Promise<Names> {
  const names: Name[] = [];
  let cursor: string | null = null;
  while (names.length < namesMax) {
    const paginationOpts = { numItems: PAGE_ROWS_MAX, cursor };
    const result: FunctionReturnType<typeof api.quickOrder.names> = await client.query(
      api.quickOrder.names,
      { distributorId, paginationOpts },
    );
    names.push(...result.page);
    if (result.isDone) return { names, isDone: true };
    cursor = result.continueCursor;
  }
  return { names, isDone: false };
}

/** Loads what texts are compared with. */
export async function loadContext(client: MarketClient): Promise<OrderTextContext> {
  const { distributorIds, usual, latest, learned, ...habits } = await client.query(
    api.quickOrder.habits,
    {},
  );
  const usualById = new Map(usual.map((each) => [each.productId, each]));
  const products: OrderTextProduct[] = [];
  let { isComplete } = habits;
  for (const distributorId of distributorIds) {
    const room = ORDER_TEXT_PRODUCTS_MAX - products.length;
    const { names, isDone } = await loadNames(client, distributorId, room);
    isComplete &&= isDone;
    for (const { _id: id, name, minQuantity, multiple, isLoose } of names)
      products.push({
        id,
        name,
        terms: { minQuantity, multiple },
        isLoose: isLoose === true,
        usual: usualById.get(id) ?? null,
      });
  }
  const chosen = new Map(learned.map(({ words, productId }) => [words, productId]));
  const index = new ProductIndex(products);
  return { index, latest, isComplete, learned: (words) => chosen.get(words) };
}

async function loadHits(
  client: MarketClient,
  productIds: readonly string[],
): Promise<Map<string, ProductHit>> {
  const hits = new Map<string, ProductHit>();
  for (let at = 0; at < productIds.length; at += ORDER_TEXT_HITS_MAX) {
    const part = productIds.slice(at, at + ORDER_TEXT_HITS_MAX);
    for (const hit of await client.query(api.quickOrder.hits, { productIds: part }))
      hits.set(hit._id, hit);
  }
  return hits;
}

/** Returns the rows of a text; null if it is too long. */
export async function readOrderText(
  client: MarketClient,
  context: OrderTextContext,
  text: string,
): Promise<TextRow[] | null> {
  const parts = divideOrderText(text);
  if (parts === null) return null;
  const lines = settledLines(parts.flatMap((part) => understandLine(part, context)));
  const ids = lines.flatMap(({ candidates }) => candidates.map(({ productId }) => productId));
  return toTextRows(lines, await loadHits(client, [...new Set(ids)]));
}
