/** A small market for tests: a few businesses with products, and the clients they hold. Not for the demo, which has its own rules. */
import rateLimiter from "@convex-dev/rate-limiter/test";
import { convexTest, type TestConvex } from "convex-test";
import { getFunctionName } from "convex/server";
import { vi } from "vitest";
import type { Doc, Id, TableNames } from "./_generated/dataModel";
import { DAY_MS, todayIst } from "../domain/dates";
import type { OrderTerms } from "../domain/orderTerms";
import { api, internal } from "./_generated/api";
// Tells events who listens: tests add products before they call any function.
import "./functions";
import type { Once } from "./once";
import { stockOf as readStock } from "./products/stock";
import { insertProduct } from "./products/write";
import schema from "./schema";

const modules = import.meta.glob(["./**/*.{ts,js}", "!./**/*.*.ts"]);

export type Market = TestConvex<typeof schema>;

export function openMarket(): Market {
  const t = convexTest(schema, modules);
  rateLimiter.register(t);
  return t;
}

/** A market whose transactions end where Convex ends them: by what they read, write and schedule. */
export function openLimitedMarket(): Market {
  const t = convexTest({ schema, modules, transactionLimits: true });
  rateLimiter.register(t);
  return t;
}

/**
 * Returns the time at which each transaction runs from here on, until the test moves its clock.
 * A transaction is later than the last commit, so the market's time is up to a millisecond ahead of a clock that stands still.
 */
export async function settledTime(t: Market): Promise<number> {
  const timeOfNext = () => t.run(() => Promise.resolve(Date.now()));
  await timeOfNext();
  await timeOfNext();
  return timeOfNext();
}

/** Stops the market's time: each transaction runs at that moment, of which the clock stays a millisecond short. */
export async function stopTimeAt(t: Market, moment: number): Promise<void> {
  vi.setSystemTime(moment - 1);
  await settledTime(t);
}

/** Begins what is scheduled for now by the market's time, which may be a millisecond ahead of the clock. */
export function runDueTimers(): void {
  vi.advanceTimersByTime(1);
}

/** Runs what is scheduled for now, and what that schedules for now; a function of a later time stays. */
export async function finishDueFunctions(t: Market): Promise<void> {
  const isDue = () =>
    t.run(async (ctx) => {
      const jobs = await ctx.db.system.query("_scheduled_functions").take(10_000);
      return jobs.some((job) => job.state.kind === "pending" && job.scheduledTime <= Date.now());
    });
  while (await isDue()) {
    runDueTimers();
    await t.finishInProgressScheduledFunctions();
  }
}

/** The fields of a row, to insert others like it. */
export function fieldsOf<Row extends { _id: unknown; _creationTime: number }>({
  _id,
  _creationTime,
  ...fields
}: Row): Omit<Row, "_id" | "_creationTime"> {
  return fields;
}

/** The fields of a row that a command made once, as if it came `n` times with other keys. */
export function copyOf<Row extends { _id: unknown; _creationTime: number; once: Once }>(
  row: Row,
  n: number,
) {
  return { ...fieldsOf(row), once: { ...row.once, key: `copy ${n}` } };
}

const PICTURE = new Blob(["picture"], { type: "image/png" });

export function storePicture(t: Market): Promise<Id<"_storage">> {
  return t.run((ctx) => ctx.storage.store(PICTURE));
}

/** Somebody with an account, and the client they hold. */
export type Person = {
  readonly user: Doc<"users">;
  readonly client: ReturnType<Market["withIdentity"]>;
};

/** Returns the client of a session. What it asks of notifications is answered as soon as the fold has written them. */
export function clientOf(t: Market, subject: string): Person["client"] {
  const client = t.withIdentity({ subject });
  const query: typeof client.query = async (func, ...args) => {
    if (typeof func !== "function" && getFunctionName(func).startsWith("notifications:"))
      await foldEffects(t);
    return client.query(func, ...args);
  };
  return { ...client, query };
}

let people = 0;

async function join(
  t: Market,
  role: Doc<"users">["role"],
  extra: Partial<Doc<"users">>,
): Promise<Person> {
  people += 1;
  const { user, session } = await t.run(async (ctx) => {
    const imageId = await ctx.storage.store(PICTURE);
    const userId = await ctx.db.insert("users", {
      role,
      name: `${role} ${people}`,
      email: `${role}${people}@mandi.test`,
      phone: "+919000000000",
      address: `${people} Market Road\nPune`,
      imageId,
      ...extra,
    });
    const session = await ctx.db.insert("authSessions", {
      userId,
      expirationTime: Number.MAX_SAFE_INTEGER,
    });
    return { user: await ctx.db.get("users", userId), session };
  });
  if (user === null) throw new Error("The account was not made");
  return { user, client: clientOf(t, `${user._id}|${session}`) };
}

/** Password of every test user who has one. */
export const MEMBER_PASSWORD = "the current password";

/** One round: members' passwords are checked in hundreds of tests. */
async function quickHash(password: string): Promise<Doc<"credentials">["password"]> {
  const [rounds, salt] = [1, new Uint8Array(16)];
  const text = new TextEncoder().encode(password);
  const key = await crypto.subtle.importKey("raw", text, "PBKDF2", false, ["deriveBits"]);
  const parameters = { name: "PBKDF2", hash: "SHA-256", salt, iterations: rounds };
  const bytes = new Uint8Array(await crypto.subtle.deriveBits(parameters, key, 256));
  const base64 = (from: Uint8Array) => btoa(String.fromCharCode(...from));
  return { algorithm: "PBKDF2-HMAC-SHA256", rounds, salt: base64(salt), hash: base64(bytes) };
}

/** The same person, who now has a password. */
export async function withPassword(
  t: Market,
  person: Person,
  password = MEMBER_PASSWORD,
): Promise<Person> {
  const kept = await quickHash(password);
  const userId = person.user._id;
  await t.run((ctx) => ctx.db.insert("credentials", { userId, password: kept }));
  return person;
}

export function joinRetailer(t: Market, extra: Partial<Doc<"users">> = {}): Promise<Person> {
  return join(t, "retailer", { shopName: "Corner Shop", ...extra });
}

/** With a UPI ID, so that accepting needs no picture; pass `upiId: undefined` for one without. */
export function joinDistributor(t: Market, extra: Partial<Doc<"users">> = {}): Promise<Person> {
  return join(t, "distributor", { companyName: "Big Wholesale", upiId: "big@upi", ...extra });
}

export function joinAdmin(t: Market): Promise<Person> {
  return join(t, "admin", {});
}

/** Connects the two, as an accepted request does: the retailer may order whatever there is. */
export async function connectPair(
  t: Market,
  retailer: Person,
  distributor: Person,
): Promise<Id<"connections">> {
  return t.run((ctx) =>
    ctx.db.insert("connections", {
      retailerId: retailer.user._id,
      distributorId: distributor.user._id,
      status: "accepted",
      requestedAt: 0,
      answeredAt: 0,
    }),
  );
}

/** Terms under which any retailer may have as much waiting as there is. */
export const ANY_ORDERS: OrderTerms = {
  connected: { sharePercent: 100, orders: null },
  newcomer: { sharePercent: 100, orders: null },
  answerDays: 14,
};

const SAMPLE_PRODUCT = {
  name: "Steel Tumbler",
  type: "Home Goods",
  description: "Holds 300 ml.",
  packSize: 12,
  pricePaise: 5250,
  stock: 100,
} as const;

export type ProductFields = Partial<Parameters<typeof insertProduct>[1]>;

/** Puts a product on the market without an upload. */
export async function listProduct(
  t: Market,
  distributor: Person,
  fields: ProductFields = {},
): Promise<Id<"products">> {
  return t.run(async (ctx) =>
    insertProduct(ctx, {
      ...SAMPLE_PRODUCT,
      distributorId: distributor.user._id,
      imageId: await ctx.storage.store(PICTURE),
      ...fields,
    }),
  );
}

type People = {
  readonly retailer?: Partial<Doc<"users">>;
  readonly distributor?: Partial<Doc<"users">>;
};

/** A market with a retailer and a distributor who know nothing of each other. */
export async function openPair({ retailer, distributor }: People = {}) {
  const t = openMarket();
  const people = {
    retailer: await joinRetailer(t, retailer),
    distributor: await joinDistributor(t, distributor),
  };
  return { t, ...people };
}

/** A market with a retailer and a distributor who are connected, and a product of the distributor. */
export async function openConnectedPair(people: People = {}, product: ProductFields = {}) {
  const { t, retailer, distributor } = await openPair(people);
  const connectionId = await connectPair(t, retailer, distributor);
  const productId = await listProduct(t, distributor, product);
  return { t, retailer, distributor, connectionId, productId };
}

let keys = 0;

/** A key that no order had before. */
export function newKey(): string {
  keys += 1;
  return `key-${keys}`;
}

/** Places an order of several lines, and returns its id. */
export async function placeLines(
  { client }: Person,
  lines: { productId: Id<"products">; quantity: number }[],
): Promise<Id<"orders">> {
  const order = { orderKey: newKey(), msg: "Please deliver soon.", lines };
  return (await client.mutation(api.orders.place, order)).orderId;
}

/** One line, ordered by `retailer` at today's price. */
export function placeOne(
  retailer: Person,
  productId: Id<"products">,
  quantity = 1,
): Promise<Id<"orders">> {
  return placeLines(retailer, [{ productId, quantity }]);
}

/** Accepts an order as it was placed, and returns its invoice. */
export async function acceptOne(
  { client }: Person,
  { orderId, ...given }: { orderId: string; deliveryBefore: string; qrImageId?: Id<"_storage"> },
): Promise<{ invoiceId: Id<"invoices"> }> {
  const { invoiceId } = await client.mutation(api.orders.accept, { orderId, ...given });
  if (invoiceId === null) throw new Error("The order was not accepted.");
  return { invoiceId };
}

/** Offers one piece less than was asked for, to a retailer who wants to be asked, and returns the offer. */
export async function offerOne(
  { client }: Person,
  orderId: Id<"orders">,
  quantity = 1,
): Promise<Id<"offers">> {
  const deliveryBefore = todayIst(Date.now() + DAY_MS);
  const lines = [{ line: 0, quantity }];
  const { offerId } = await client.mutation(api.orders.accept, { orderId, lines, deliveryBefore });
  if (offerId === null) throw new Error("Nothing was offered.");
  return offerId;
}

export function stockOf(t: Market, productId: Id<"products">): Promise<number> {
  return t.run(async (ctx) => {
    const product = await ctx.db.get("products", productId);
    return product === null ? Number.NaN : readStock(ctx, product);
  });
}

export async function requireOrder(t: Market, orderId: Id<"orders">): Promise<Doc<"orders">> {
  const order = await t.run((ctx) => ctx.db.get("orders", orderId));
  if (order === null) throw new Error("There is no such order");
  return order;
}

/** Returns the error code and data of a refused call; fails the test if the call succeeded. */
export async function refusal(call: Promise<unknown>): Promise<Record<string, unknown>> {
  try {
    await call;
  } catch (error) {
    const data: unknown = (error as { data?: unknown }).data;
    const parsed: unknown = typeof data === "string" ? JSON.parse(data) : data;
    if (typeof parsed === "object" && parsed !== null) return parsed as Record<string, unknown>;
    throw error;
  }
  throw new Error("The call was not refused");
}

/** A whole page, large enough for every test. */
export const FIRST_PAGE = { numItems: 100, cursor: null };

/** Runs that follow fast on many changes find only those few that settled meanwhile, hence so many. */
const FOLDS_MAX = 1_000;

/** Applies all effects that are queued, until the fold ends. */
export async function foldEffects(t: Market): Promise<void> {
  for (let n = 0; n < FOLDS_MAX; n += 1) {
    if ((await t.run((ctx) => ctx.db.query("foldsAtWork").first())) === null) return;
    await t.mutation(internal.effects.fold.run, {});
  }
  throw new Error("The fold does not end.");
}

/** Everything that all tables hold, to compare before and after a call that must change nothing. */
export async function everything(t: Market): Promise<string> {
  await foldEffects(t);
  return t.run(async (ctx) => {
    const tables = Object.keys(schema.tables) as TableNames[];
    const rows = await Promise.all(tables.map((table) => ctx.db.query(table).take(1000)));
    const files = await ctx.db.system.query("_storage").take(1000);
    return JSON.stringify([rows, files]);
  });
}
