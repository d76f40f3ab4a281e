/** People of the market under proof: signed up as anybody signs up, each with as many live clients as a proof wants. */
import type { ConvexHttpClient } from "convex/browser";
import { ConvexClient } from "convex/browser";
import { WebSocket } from "ws";
import { api } from "../convex/_generated/api";
import type { Id } from "../convex/_generated/dataModel";
import { logIn, register } from "./clients";
import { ANY_ORDERS } from "./manyOrders";
import type { Site } from "./market";
import { PICTURE, type Person } from "./people";

export const PASSWORD = "proven-again-2026";

/** So many sign up at once: each password takes the market a while. */
const AT_ONCE = 8;

export interface Trader {
  readonly person: Person;
  readonly id: Id<"users">;
  readonly token: string;
  /** Asks once, without a socket. */
  readonly http: ConvexHttpClient;
  /** One more live client of this person; whoever opens it closes it. */
  open(): ConvexClient;
}

/** A live client that anybody may open; `url` may be that of something that stands before the market. */
export function openClient(url: string, token?: string): ConvexClient {
  const client = new ConvexClient(url, {
    logger: false,
    unsavedChangesWarning: false,
    webSocketConstructor: WebSocket as never,
  });
  if (token !== undefined) client.setAuth(() => Promise.resolve(token));
  return client;
}

/** Distributors have a UPI ID, so that accepting needs no picture, and take any number of orders from anybody. */
export async function joinTrader(
  market: Site,
  role: "retailer" | "distributor",
  n: number,
): Promise<Trader> {
  const name = `${role} ${n}`;
  const person: Person = {
    name,
    email: `${role}${n}@example.test`,
    phone: `+9190000${String(n).padStart(5, "0")}`,
    password: PASSWORD,
    address: `${n} Market Road\nPune 411001`,
    ...(role === "retailer"
      ? { role, shopName: `Shop of ${name}` }
      : { role, companyName: `Company of ${name}` }),
  };
  await register(market, person);
  const { http, token } = await logIn(market, person);
  const me = await http.query(api.users.me, {});
  if (me === null) throw new Error(`${name} could not log in.`);
  if (role === "distributor") {
    await http.mutation(api.orders.saveTerms, { terms: ANY_ORDERS });
    await http.action(api.users.saveUpiId, { upiId: `company${n}@upi`, password: PASSWORD });
  }
  return { person, id: me._id, token, http, open: () => openClient(market.url, token) };
}

/** So many of each, by their numbers, the first of which is `from`. */
export async function joinTraders(
  market: Site,
  retailers: number,
  distributors: number,
  from = 0,
): Promise<{ retailers: Trader[]; distributors: Trader[] }> {
  const all = async (role: "retailer" | "distributor", count: number) => {
    const traders: Trader[] = [];
    while (traders.length < count) {
      const next = Math.min(AT_ONCE, count - traders.length);
      const joining = Array.from({ length: next }, (_, n) =>
        joinTrader(market, role, from + traders.length + n),
      );
      traders.push(...(await Promise.all(joining)));
    }
    return traders;
  };
  return {
    retailers: await all("retailer", retailers),
    distributors: await all("distributor", distributors),
  };
}

/** From now on they may talk with the distributor. */
export async function connect(retailers: readonly Trader[], distributor: Trader): Promise<void> {
  const distributorId = distributor.id;
  await Promise.all(
    retailers.map(({ http }) => http.mutation(api.network.request, { distributorId })),
  );
  const paginationOpts = { numItems: 1_000, cursor: null };
  const { page } = await distributor.http.query(api.network.pending, { paginationOpts });
  const status = "accepted" as const;
  for (const { _id: connectionId } of page)
    await distributor.http.mutation(api.network.answer, { connectionId, status });
}

/** The picture of whatever this person sells next. */
export async function uploadPicture(market: Site, { token }: Trader): Promise<Id<"_storage">> {
  const form = new FormData();
  form.append("image", new Blob([PICTURE.buffer], { type: PICTURE.mimeType }), PICTURE.name);
  const headers = { Authorization: `Bearer ${token}` };
  const sent = { method: "POST", body: form, headers };
  const answer = await fetch(`${market.url}/api/upload/image`, sent);
  return ((await answer.json()) as { imageId: Id<"_storage"> }).imageId;
}

/** @returns the new product's id. */
export async function listProduct(
  market: Site,
  seller: Trader,
  {
    stock,
    name = "Brass Lamp",
    pricePaise = 12_550,
  }: { stock: number; name?: string; pricePaise?: number },
): Promise<Id<"products">> {
  const { productId } = await seller.http.mutation(api.products.add, {
    ...{ name, pricePaise, stock, type: "Furniture", description: "Burns all night.", packSize: 6 },
    imageId: await uploadPicture(market, seller),
  });
  return productId;
}

/** The code of a refusal; what else was thrown, as text. */
export function codeIn(error: unknown): string {
  const { data } = error as { data?: { code?: unknown } };
  return typeof data?.code === "string" ? data.code : String(error);
}

/** What a refused call answered; throws what was thrown if that was no refusal of the market. */
export function refusalOf(error: unknown): { code: string } & Record<string, unknown> {
  const { data } = error as { data?: unknown };
  if (typeof data === "object" && data !== null && "code" in data) return data as never;
  throw error;
}
