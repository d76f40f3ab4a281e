/** REST calls that several tests need. */
import type { Market } from "./market";
import { LOGINS, pictureForm } from "./people";

type Role = "retailer" | "distributor" | "admin";

export async function tokenFor(market: Market, role: Role): Promise<string> {
  const response = await fetch(`${market.url}/api/auth/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(LOGINS[role]),
  });
  return ((await response.json()) as { token: string }).token;
}

export function placing(
  market: Market,
  token: string,
  body: object,
  key?: string,
): Promise<Response> {
  return fetch(`${market.url}/api/orders/place`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${token}`,
      "Content-Type": "application/json",
      ...(key !== undefined && { "Idempotency-Key": key }),
    },
    body: JSON.stringify(body),
  });
}

export async function newProduct(market: Market, stock: number): Promise<string> {
  const form = pictureForm();
  const fields = { productName: "Rare Lamp", productType: "Furniture", description: "Few." };
  for (const [name, value] of Object.entries({ ...fields, quantity: "1", price: "10" }))
    form.set(name, value);
  form.set("stock", String(stock));
  // The demo's distributor has a GSTIN, whose documents need these.
  form.set("tax", JSON.stringify({ hsn: "9405", taxKind: "taxable", ratePercent: 18 }));
  const headers = { Authorization: `Bearer ${await tokenFor(market, "distributor")}` };
  const sent = { method: "POST", body: form, headers };
  const answer = await fetch(`${market.url}/api/products/add`, sent);
  return ((await answer.json()) as { product: { _id: string } }).product._id;
}
