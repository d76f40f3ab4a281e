/** Lists of more rows than a page has, each row as large as it can be: every page is answered within what Convex lets a query read. */
import type { WithoutSystemFields } from "convex/server";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { DAY_MS, todayIst } from "../../domain/dates";
import {
  ADDRESS_MAX,
  CHAT_MESSAGE_MAX,
  CREDIT_NOTES_MAX,
  FEEDBACK_MAX,
  MESSAGE_MAX,
  NAME_MAX,
  NOTIFICATION_PATH_MAX,
  ORDER_LINES_MAX,
  PAGE_ROWS_MAX,
  PRODUCT_DESCRIPTION_MAX,
  PRODUCT_NAME_MAX,
  REASON_MAX,
} from "../../domain/limits";
import { api } from "../_generated/api";
import type { Doc, Id, TableNames } from "../_generated/dataModel";
import {
  ANY_ORDERS,
  connectPair,
  fieldsOf,
  joinAdmin,
  joinDistributor,
  joinRetailer,
  listProduct,
  newKey,
  offerOne,
  openLimitedMarket,
  placeOne,
} from "../market.setup";
import { ask, bearerOf } from "./rest.setup";

beforeEach(() => {
  vi.stubEnv("RATE_LIMITS", "off");
  return () => vi.unstubAllEnvs();
});

/** Letters of three bytes, the most that a character of a text has. */
const long = (length: number) => "क".repeat(length);
const ROWS = PAGE_ROWS_MAX + 100;
const INSERTED_AT_ONCE = 100;
const DETAILS = { name: long(NAME_MAX), address: long(ADDRESS_MAX) };

/** A pair with an order on each list, an invoice that is credited, an offer, a payment and a message. */
async function openWorld() {
  const t = openLimitedMarket();
  const retailer = await joinRetailer(t, { ...DETAILS, shopName: long(NAME_MAX) });
  const distributor = await joinDistributor(t, {
    ...{ ...DETAILS, companyName: long(NAME_MAX), orderTerms: ANY_ORDERS, upiId: "asha@bank" },
  });
  const conn = await connectPair(t, retailer, distributor);
  const product = { name: long(PRODUCT_NAME_MAX), description: long(PRODUCT_DESCRIPTION_MAX) };
  const productId = await listProduct(t, distributor, product);
  const orderId = await placeOne(retailer, productId, 2);
  const deliveryBefore = todayIst(Date.now() + DAY_MS);
  const answer = { lines: [{ orderId }], deliveryBefore };
  const { invoiceId } = await distributor.client.mutation(api.orders.accept, answer);
  const offerId = await offerOne(distributor, await placeOne(retailer, productId, 2));
  await distributor.client.mutation(api.creditNotes.issue, {
    ...{ invoiceId: invoiceId!, lines: [{ orderId, quantity: 1 }] },
    ...{ reason: "other", text: long(REASON_MAX), restocks: true, noteKey: newKey() },
  });
  const { paymentId } = await retailer.client.mutation(api.payments.claim, {
    ...{ partnerId: distributor.user._id, amountPaise: 1, method: "cash", paymentKey: newKey() },
    ...{ paidOn: todayIst(Date.now()), invoiceIds: [] },
  });
  const { _id: conversationId } = await t.run(async (ctx) => {
    const pair = { retailerId: retailer.user._id, distributorId: distributor.user._id };
    const counts = { unreadByRetailer: 0, unreadByDistributor: 0 };
    const id = await ctx.db.insert("conversations", { ...pair, ...counts });
    await ctx.db.patch("connections", conn, { conversationId: id });
    return (await ctx.db.get("conversations", id))!;
  });
  const people = { retailer, distributor, admin: await joinAdmin(t) };
  const ids = { productId, orderId, invoiceId: invoiceId!, offerId, paymentId, conversationId };
  const pair = { retailerId: retailer.user._id, distributorId: distributor.user._id };
  return { t, ...people, ...ids, pair };
}

type World = Awaited<ReturnType<typeof openWorld>>;

async function rowOf<Table extends TableNames>({ t }: World, table: Table) {
  const row = await t.run(async (ctx) => await ctx.db.query(table).first());
  const { _id, _creationTime, ...fields } = row as Doc<Table> & { _creationTime: number };
  return fields as unknown as WithoutSystemFields<Doc<Table>>;
}

/** Inserts rows in several transactions, each made of its number. */
async function insertMany<Table extends TableNames>(
  { t }: World,
  table: Table,
  rowAt: (n: number) => WithoutSystemFields<Doc<Table>>,
  count = ROWS,
): Promise<Id<Table>[]> {
  const ids: Id<Table>[] = [];
  for (let from = 0; from < count; from += INSERTED_AT_ONCE)
    await t.run(async (ctx) => {
      const end = Math.min(count, from + INSERTED_AT_ONCE);
      for (let n = from; n < end; n += 1) ids.push(await ctx.db.insert(table, rowAt(n)));
    });
  return ids;
}

async function addOrders(world: World, list: Doc<"orders">["status"], count = ROWS) {
  const order = fieldsOf((await world.t.run((ctx) => ctx.db.get("orders", world.orderId)))!);
  const shelf = list === "cancelled" ? "rejected" : list;
  return insertMany(
    world,
    "orders",
    () => ({
      ...{ ...order, status: list, retailerShelf: shelf, distributorShelf: shelf },
      ...{ msg: long(MESSAGE_MAX), orderCancelReason: long(REASON_MAX) },
      ...(list === "completed" && { completedOn: 1 }),
    }),
    count,
  );
}

/** Invoices with dues and credits of their own. */
async function addInvoices(world: World, count: number, lines: number): Promise<number> {
  const invoice = await rowOf(world, "invoices");
  const orderIds = await addOrders(world, "accepted", lines);
  const line = { ...invoice.lines[0]!, productName: "x", description: "" };
  const invoiceIds = await insertMany(
    world,
    "invoices",
    (n) => ({
      ...{ ...invoice, number: n + 2, orderId: orderIds[0]! },
      lines: orderIds.map((orderId) => ({ ...line, orderId })),
    }),
    count,
  );
  const due = { ...world.pair, dueOn: "2026-12-01", totalPaise: 1, openPaise: 1, isOpen: true };
  await insertMany(world, "dues", (n) => ({ ...due, invoiceId: invoiceIds[n]! }), count);
  const credits = { pieces: [0], paise: 0, notes: 1 };
  await insertMany(world, "invoiceCredits", (n) => ({ ...credits, invoiceId: invoiceIds[n]! }), count); // prettier-ignore
  return count;
}

async function addOffers(world: World, count: number, lines: number): Promise<number> {
  const offer = await rowOf(world, "offers");
  const ids = await addOrders(world, "pending", count * lines);
  const linesAt = (n: number) =>
    ids.slice(n * lines, (n + 1) * lines).map((orderId) => ({ orderId, quantity: 1 }));
  await insertMany(world, "offers", (n) => ({ ...offer, lines: linesAt(n) }), count);
  return count;
}

async function addProducts(world: World): Promise<number> {
  const product = await rowOf(world, "products");
  const ids = await insertMany(world, "products", () => product);
  const level = { distributorId: world.pair.distributorId, stock: 1 };
  await insertMany(world, "stockLevels", (n) => ({ ...level, productId: ids[n]! }));
  return ROWS;
}

function addUsers(world: World, role: "retailer" | "distributor"): Promise<Id<"users">[]> {
  const user = fieldsOf(world[role].user);
  return insertMany(world, "users", (n) => ({ ...user, email: `${role}${n}@mandi.test` }));
}

async function addConnections(
  world: World,
  role: "retailer" | "distributor",
  status: "pending" | "accepted",
): Promise<number> {
  const others = await addUsers(world, role);
  const at = { status, requestedAt: 0 };
  await insertMany(world, "connections", (n) => ({
    ...{ ...world.pair, ...at },
    [`${role}Id`]: others[n]!,
  }));
  return ROWS;
}

async function addAccounts(world: World): Promise<number> {
  const retailers = await addUsers(world, "retailer");
  const account = await rowOf(world, "creditAccounts");
  await insertMany(world, "creditAccounts", (n) => ({ ...account, retailerId: retailers[n]! }));
  return ROWS;
}

async function addPayments(world: World): Promise<number> {
  const payment = await rowOf(world, "payments");
  const invoiceIds = Array.from({ length: 20 }, () => world.invoiceId);
  const texts = { reason: long(REASON_MAX), objection: long(REASON_MAX) };
  const request = JSON.stringify(invoiceIds);
  const { imageId } = world.retailer.user;
  await insertMany(world, "payments", (n) => ({
    ...{ ...payment, ...texts, invoiceIds, request, paymentKey: `p${n}`, proofImageId: imageId! },
  }));
  return ROWS;
}

async function addEntries(world: World): Promise<number> {
  const entry = { ...(await rowOf(world, "ledgerEntries")), reason: long(REASON_MAX) };
  await insertMany(world, "ledgerEntries", () => entry);
  return ROWS;
}

async function addNotes(world: World): Promise<number> {
  const note = await rowOf(world, "creditNotes");
  const lines = Array.from({ length: ORDER_LINES_MAX }, () => note.lines[0]!);
  const rowAt = (n: number) => ({ ...note, lines, number: n + 2, noteKey: `n${n}` });
  await insertMany(world, "creditNotes", rowAt, CREDIT_NOTES_MAX - 1);
  return CREDIT_NOTES_MAX - 1;
}

async function addMessages(world: World): Promise<number> {
  const { conversationId, retailer, pair } = world;
  const sent = { senderId: pair.retailerId, receiverId: pair.distributorId, status: "sent" } as const; // prettier-ignore
  const content = long(CHAT_MESSAGE_MAX);
  await insertMany(world, "messages", (n) => ({
    ...{ ...sent, conversationId, content, imageId: retailer.user.imageId!, sendKey: `m${n}` },
  }));
  return ROWS;
}

async function addNotifications(world: World): Promise<number> {
  const row = await rowOf(world, "notifications");
  const userId = world.pair.distributorId;
  const path = `/${"x".repeat(NOTIFICATION_PATH_MAX - 1)}`;
  await insertMany(world, "notifications", () => ({ ...row, userId, path, isToDo: true as const }));
  return ROWS;
}

async function addFeedback(world: World): Promise<number> {
  const { _id: userId, email, role, name } = world.retailer.user;
  const texts = { complaint: long(FEEDBACK_MAX), review: long(FEEDBACK_MAX) };
  await insertMany(world, "feedback", () => ({ userId, email, role, name, ...texts, rating: 5 }));
  return ROWS;
}

type Case = {
  readonly as: "retailer" | "distributor" | "admin";
  /** Asked for instead of the path as it is described. */
  readonly path?: (world: World) => string;
  /** Returns how many rows the list gains. */
  readonly add: (world: World) => Promise<number>;
};

const incoming = (list: Doc<"orders">["status"]): Case => ({
  as: "distributor",
  add: async (world) => (await addOrders(world, list)).length,
});
const outgoing = (list: Doc<"orders">["status"]): Case => ({
  as: "retailer",
  add: async (world) => (await addOrders(world, list)).length,
});

/** By the path in the OpenAPI description; a number in front of it tells several cases of one path apart. */
const CASES: Record<string, Case> = {
  "/api/users/distributors": {
    as: "retailer",
    add: async (world) => (await addUsers(world, "distributor")).length,
  },
  "/api/users/retailers": {
    as: "distributor",
    add: async (world) => (await addUsers(world, "retailer")).length,
  },
  "/api/landingpage/products/all": { as: "retailer", add: addProducts },
  "/api/products/all": { as: "retailer", add: addProducts },
  "/api/products": { as: "distributor", add: addProducts },
  "/api/products/distributor/{email}": {
    ...{ as: "retailer", add: addProducts },
    path: ({ distributor }) => `/api/products/distributor/${distributor.user.email}`,
  },
  "/api/orders/pending": incoming("pending"),
  "/api/orders/pending-by-email": outgoing("pending"),
  "/api/orders/accepted": incoming("accepted"),
  "/api/orders/accepted-by-email": outgoing("accepted"),
  "/api/orders/rejected": incoming("rejected"),
  "/api/orders/rejected-by-email": outgoing("cancelled"),
  "/api/orders/completed": incoming("completed"),
  "/api/orders/completed-by-email": outgoing("completed"),
  "/api/offers": { as: "distributor", add: (world) => addOffers(world, 300, 15) },
  "2 /api/offers": { as: "retailer", add: (world) => addOffers(world, 40, ORDER_LINES_MAX) },
  "/api/invoices/email": { as: "distributor", add: (world) => addInvoices(world, ROWS, 1) },
  "2 /api/invoices/email": {
    as: "retailer",
    add: (world) => addInvoices(world, 50, ORDER_LINES_MAX),
  },
  "/api/invoices/{id}/credit-notes": {
    ...{ as: "retailer", add: addNotes },
    path: ({ invoiceId }) => `/api/invoices/${invoiceId}/credit-notes`,
  },
  "/api/khata": { as: "distributor", add: addAccounts },
  "/api/khata/{partnerId}/entries": {
    ...{ as: "distributor", add: addEntries },
    path: ({ pair }) => `/api/khata/${pair.retailerId}/entries`,
  },
  "/api/khata/{partnerId}/statement": {
    ...{ as: "distributor", add: addEntries },
    path: ({ pair }) => {
      const day = todayIst(Date.now());
      return `/api/khata/${pair.retailerId}/statement?from=${day}&to=${day}`;
    },
  },
  "/api/payments": { as: "distributor", add: addPayments },
  "2 /api/payments": {
    ...{ as: "retailer", add: addPayments },
    path: ({ pair }) => `/api/payments?partnerId=${pair.distributorId}`,
  },
  "/api/network/pending": {
    as: "distributor",
    add: (world) => addConnections(world, "retailer", "pending"),
  },
  "/api/network/accepted": {
    as: "distributor",
    add: (world) => addConnections(world, "retailer", "accepted"),
  },
  "/api/network/all/accepted/retailer": {
    as: "retailer",
    add: (world) => addConnections(world, "distributor", "accepted"),
  },
  "/api/network/accepted/{email}": {
    ...{ as: "retailer", add: (world) => addConnections(world, "distributor", "accepted") },
    path: ({ retailer }) => `/api/network/accepted/${retailer.user.email}`,
  },
  "/api/chat/{conversationId}": {
    ...{ as: "retailer", add: addMessages },
    path: ({ conversationId }) => `/api/chat/${conversationId}`,
  },
  "/api/notifications": { as: "distributor", add: addNotifications },
  "/api/feedback": { as: "admin", add: addFeedback },
  "/admin/orders": {
    as: "admin",
    add: async (world) => (await addOrders(world, "pending")).length,
  },
  "/admin/users": {
    as: "admin",
    add: async (world) => (await addUsers(world, "distributor")).length,
  },
};

const NEXT = /^<([^>]+)>; rel="next"$/;

function idsOf(body: unknown): string[] {
  const rows = Array.isArray(body) ? body : (body as { entries: unknown[] }).entries;
  type Row = { _id?: string; id?: string; partnerId?: string };
  return (rows as Row[]).map(({ _id, id, partnerId }) => _id ?? id ?? partnerId ?? "");
}

describe("a list of more rows than a page has, each as large as it can be", () => {
  it.each(Object.entries(CASES))("%s", { timeout: 60_000 }, async (name, { as, path, add }) => {
    const world = await openWorld();
    const headers = await bearerOf(world.t, world[as]);
    let next: string | undefined = path?.(world) ?? name.replace(/^\d /, "");
    const before = idsOf((await ask(world.t, `GET ${next}`, { headers })).body).length;
    const added = await add(world);
    const ids: string[] = [];
    let pages = 0;
    while (next !== undefined && pages < 200) {
      const answer = await ask(world.t, `GET ${next}`, { headers });
      expect(answer.status).toBe(200);
      ids.push(...idsOf(answer.body));
      next = NEXT.exec(answer.headers.get("Link") ?? "")?.[1];
      pages += 1;
    }
    expect(new Set(ids).size).toBe(before + added);
    expect(ids).toHaveLength(before + added);
  });
});

it("stands here for every list of the description", async () => {
  const { body } = await ask(openLimitedMarket(), "GET /api/openapi.json");
  type Item = { get?: { parameters?: { name: string }[] } };
  const { paths } = body as { paths: Record<string, Item> };
  const lists = Object.entries(paths).filter(([, { get }]) =>
    get?.parameters?.some(({ name }) => name === "cursor"),
  );
  expect(lists.map(([path]) => path).sort()).toEqual(
    Object.keys(CASES)
      .filter((name) => name.startsWith("/"))
      .sort(),
  );
});
