/** The calls of REST that change stock. Refusals are thrown with their data, as live clients throw them. */
import type { Market } from "../../testkit/market";

type Answer = { message: string; stock: number };

async function call(
  { url }: Market,
  token: string,
  method: string,
  path: string,
  body: object,
): Promise<Answer> {
  const answer = await fetch(`${url}/api/products/update-stock${path}`, {
    ...{ method, body: JSON.stringify(body) },
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
  });
  const data = (await answer.json()) as Answer;
  if (!answer.ok) throw Object.assign(new Error(data.message), { data });
  return data;
}

/** Instead of what the retailer held of it before. */
export function holdStock(market: Market, token: string, productId: string, quantity: number) {
  return call(market, token, "POST", "", { productId, quantity });
}

/** A retailer gives back what it holds; a distributor adds to its own. */
export function restoreStock(market: Market, token: string, productId: string, increment: number) {
  return call(market, token, "PATCH", `/${productId}`, { increment });
}
