/** The REST calls that change stock; they throw refusals with their data, as live clients do. */
import type { Market } from "../../testkit/market";

type StockResponse = { message: string; stock: number };

async function call(
  { url }: Market,
  token: string,
  method: string,
  path: string,
  body: object,
): Promise<StockResponse> {
  const response = await fetch(`${url}/api/products/update-stock${path}`, {
    ...{ method, body: JSON.stringify(body) },
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
  });
  const data = (await response.json()) as StockResponse;
  if (!response.ok) throw Object.assign(new Error(data.message), { data });
  return data;
}

/** Reserves this quantity in place of the retailer's earlier reservation. */
export function holdStock(market: Market, token: string, productId: string, quantity: number) {
  return call(market, token, "POST", "", { productId, quantity });
}

/** Reduces a retailer's reservation, or adds to a distributor's own stock. */
export function restoreStock(market: Market, token: string, productId: string, increment: number) {
  return call(market, token, "PATCH", `/${productId}`, { increment });
}
