/** Registers traders for proofs and benchmarks as the sign-up page does, and opens live clients for them. */
import type { ConvexHttpClient } from "convex/browser";
import { ConvexClient } from "convex/browser";
import { WebSocket } from "ws";
import { api } from "../convex/_generated/api";
import type { Id } from "../convex/_generated/dataModel";
import { logIn, operatorOf, register, uploadImage } from "./clients";
import { ANY_ORDERS } from "./manyOrders";
import type { Market, Site } from "./market";
import type { Person } from "./people";

export const PASSWORD = "proven-again-2026";

/** Limits concurrent registrations, because password hashes are slow. */
const CONCURRENT_MAX = 8;

export interface Trader {
  readonly person: Person;
  readonly id: Id<"users">;
  readonly token: string;
  /** Runs a query once, over HTTP. */
  readonly http: ConvexHttpClient;
  /** Opens another live client of this trader; the caller closes it. */
  open(): ConvexClient;
}

/** Opens a live client; the URL may be that of a proxy in front of the market. */
export function openClient(url: string, token?: string, Socket = WebSocket): ConvexClient {
  const client = new ConvexClient(url, {
    logger: false,
    unsavedChangesWarning: false,
    webSocketConstructor: Socket as never,
  });
  if (token !== undefined) client.setAuth(() => Promise.resolve(token));
  return client;
}

/** Registers a trader; a distributor gets a UPI ID, so that it can accept orders, and no limits on pending orders. */
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

/** Makes an administrator by the operator's command, and logs in. */
export async function joinAdmin(
  market: Site & Pick<Market, "dataDir">,
  { email = "head@example.test", password = PASSWORD } = {},
): Promise<Omit<Trader, "person">> {
  const admin = { email, password, name: "Head" };
  await operatorOf(market).action("admin:upsertAdmin" as never, admin as never);
  const { http, token } = await logIn(market, { email, password, role: "admin" });
  const { _id: id } = (await http.query(api.users.me, {}))!;
  return { id, token, http, open: () => openClient(market.url, token) };
}

/** Registers this many traders of each role, numbered from `from`. */
export async function joinTraders(
  market: Site,
  retailers: number,
  distributors: number,
  from = 0,
): Promise<{ retailers: Trader[]; distributors: Trader[] }> {
  const join = async (role: "retailer" | "distributor", count: number) => {
    const traders: Trader[] = [];
    while (traders.length < count) {
      const next = Math.min(CONCURRENT_MAX, count - traders.length);
      const joining = Array.from({ length: next }, (_, n) =>
        joinTrader(market, role, from + traders.length + n),
      );
      traders.push(...(await Promise.all(joining)));
    }
    return traders;
  };
  return {
    retailers: await join("retailer", retailers),
    distributors: await join("distributor", distributors),
  };
}

/** Connects the retailers with the distributor. */
export async function connect(
  retailers: readonly Pick<Trader, "http">[],
  distributor: Pick<Trader, "http" | "id">,
): Promise<void> {
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

/** Uploads a picture as this trader and returns its storage id. */
export function uploadPicture(market: Site, { token }: Trader): Promise<Id<"_storage">> {
  return uploadImage(market, { Authorization: `Bearer ${token}` });
}

/** Adds a product and returns its id. */
export async function listProduct(
  market: Site,
  distributor: Trader,
  {
    stock,
    name = "Brass Lamp",
    pricePaise = 12_550,
  }: { stock: number; name?: string; pricePaise?: number },
): Promise<Id<"products">> {
  const { productId } = await distributor.http.mutation(api.products.add, {
    ...{ name, pricePaise, stock, type: "Furniture", description: "Burns all night.", packSize: 6 },
    imageId: await uploadPicture(market, distributor),
  });
  return productId;
}

/** Returns the code of a refusal, or the text of another error. */
export function codeIn(error: unknown): string {
  const { data } = error as { data?: { code?: unknown } };
  return typeof data?.code === "string" ? data.code : String(error);
}

/** Returns "done", or the code of the refusal. */
export function outcomeOf(call: Promise<unknown>): Promise<string> {
  return call.then(() => "done", codeIn);
}

/** Returns the refusal of a failed call; throws any other error. */
export function refusalOf(error: unknown): { code: string } & Record<string, unknown> {
  const { data } = error as { data?: unknown };
  if (typeof data === "object" && data !== null && "code" in data) return data as never;
  throw error;
}
