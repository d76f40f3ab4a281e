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
  const answer = { orderId, deliveryBefore };
  const { invoiceId } = await distributor.client.mutation(api.orders.accept, answer);
  const offerId = await offerOne(distributor, await placeOne(retailer, productId, 2));
  await distributor.client.mutation(api.creditNotes.issue, {
    ...{ invoiceId: invoiceId!, lines: [{ lineId: orderId, quantity: 1 }] },
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

async function addOrders(
  world: World,
  list: Doc<"orders">["status"],
  { count = ROWS, lines = 1 } = {},
) {
  const order = fieldsOf((await world.t.run((ctx) => ctx.db.get("orders", world.orderId)))!);
  const line = order.lines[0]!;
  const shelf = list === "cancelled" ? "rejected" : list;
  return insertMany(
    world,
    "orders",
    () => ({
      ...{ ...order, status: list, retailerList: shelf, distributorList: shelf },
      ...{ msg: long(MESSAGE_MAX), orderCancelReason: long(REASON_MAX) },
      lines: Array.from({ length: lines }, () => line),
      ...(list === "completed" && { completedOn: 1 }),
    }),
    count,
  );
}

/** Invoices with dues and credits of their own. */
async function addInvoices(world: World, count: number, lines: number): Promise<number> {
  const invoice = await rowOf(world, "invoices");
  const [orderId] = await addOrders(world, "accepted", { count: 1, lines });
  const line = { ...invoice.lines[0]!, productName: "x", description: "" };
  const invoiceIds = await insertMany(
    world,
    "invoices",
    (n) => ({
      ...{ ...invoice, number: n + 2, orderId: orderId! },
      lines: Array.from({ length: lines }, () => line),
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
  const ids = await addOrders(world, "pending", { count, lines });
  const offered = Array.from({ length: lines }, () => ({ quantity: 1 }));
  const rowAt = (n: number) => ({ ...offer, orderId: ids[n]!, lines: offered });
  await insertMany(world, "offers", rowAt, count);
  return count;
}

async function addProducts(world: World): Promise<number> {
  const product = await rowOf(world, "products");
  const ids = await insertMany(world, "products", () => product);
  const { distributorId } = world.pair;
  await insertMany(world, "stockLevels", (n) => ({
    stock: 1,
    low: { productId: ids[n]!, distributorId, stock: 1 },
  }));
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
  const { imageId } = world.retailer.user;
  await insertMany(world, "payments", (n) => ({
    ...{
      ...payment,
      ...texts,
      invoiceIds,
      once: { ...payment.once, key: `p${n}` },
      proofImageId: imageId!,
    },
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
  const rowAt = (n: number) => ({ ...note, lines, number: n + 2, once: null });
  await insertMany(world, "creditNotes", rowAt, CREDIT_NOTES_MAX - 1);
  return CREDIT_NOTES_MAX - 1;
}

async function addMessages(world: World): Promise<number> {
  const { conversationId, retailer, pair } = world;
  const sent = { senderId: pair.retailerId, receiverId: pair.distributorId, status: "sent" } as const; // prettier-ignore
  const content = long(CHAT_MESSAGE_MAX);
  const onceOf = (n: number) => ({ owner: pair.retailerId, key: `m${n}`, digest: "" });
  await insertMany(world, "messages", (n) => ({
    ...{ ...sent, conversationId, content, imageId: retailer.user.imageId!, once: onceOf(n) },
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

type List = {
  readonly as: "retailer" | "distributor" | "admin";
  /** Asked for instead of the path as it is described. */
  readonly path?: (world: World) => string;
};

/** Fewer rows than an order has lines. */
const PENDING_A_FEW = "/api/orders/pending-by-email?limit=7";

type Case = {
  /** Returns how many rows each of the lists gains. */
  readonly add: (world: World) => Promise<number>;
  /** By the path in the OpenAPI description. */
  readonly lists: Record<string, List>;
};

const orders = (list: Doc<"orders">["status"], lists: Case["lists"]): Case => ({
  add: async (world) => (await addOrders(world, list)).length,
  lists,
});

const CASES: Record<string, Case> = {
  distributors: {
    add: async (world) => (await addUsers(world, "distributor")).length,
    lists: { "/api/users/distributors": { as: "retailer" }, "/admin/users": { as: "admin" } },
  },
  retailers: {
    add: async (world) => (await addUsers(world, "retailer")).length,
    lists: { "/api/users/retailers": { as: "distributor" } },
  },
  products: {
    add: addProducts,
    lists: {
      "/api/landingpage/products/all": { as: "retailer" },
      "/api/products/all": { as: "retailer" },
      "/api/products": { as: "distributor" },
      "/api/products/distributor/{email}": {
        as: "retailer",
        path: ({ distributor }) => `/api/products/distributor/${distributor.user.email}`,
      },
    },
  },
  "pending orders": orders("pending", {
    "/api/orders/pending": { as: "distributor" },
    "/api/orders/pending-by-email": { as: "retailer" },
    "/admin/orders": { as: "admin" },
  }),
  "accepted orders": orders("accepted", {
    "/api/orders/accepted": { as: "distributor" },
    "/api/orders/accepted-by-email": { as: "retailer" },
  }),
  "rejected orders": orders("rejected", { "/api/orders/rejected": { as: "distributor" } }),
  "cancelled orders": orders("cancelled", {
    "/api/orders/rejected-by-email": { as: "retailer" },
  }),
  "completed orders": orders("completed", {
    "/api/orders/completed": { as: "distributor" },
    "/api/orders/completed-by-email": { as: "retailer" },
  }),
  "orders of many lines": {
    add: async (world) => {
      const size = { count: 60, lines: ORDER_LINES_MAX };
      return (await addOrders(world, "pending", size)).length * ORDER_LINES_MAX;
    },
    lists: {
      "/api/orders/pending": { as: "distributor" },
      "/api/orders/pending-by-email": { as: "retailer", path: () => PENDING_A_FEW },
      "/admin/orders": { as: "admin" },
    },
  },
  "many offers": {
    add: (world) => addOffers(world, 300, 15),
    lists: { "/api/offers": { as: "distributor" } },
  },
  "offers of many lines": {
    add: (world) => addOffers(world, 40, ORDER_LINES_MAX),
    lists: { "/api/offers": { as: "retailer" } },
  },
  "many invoices": {
    add: (world) => addInvoices(world, ROWS, 1),
    lists: { "/api/invoices/email": { as: "distributor" } },
  },
  "invoices of many lines": {
    add: (world) => addInvoices(world, 50, ORDER_LINES_MAX),
    lists: { "/api/invoices/email": { as: "retailer" } },
  },
  "credit notes": {
    add: addNotes,
    lists: {
      "/api/invoices/{id}/credit-notes": {
        as: "retailer",
        path: ({ invoiceId }) => `/api/invoices/${invoiceId}/credit-notes`,
      },
    },
  },
  accounts: { add: addAccounts, lists: { "/api/khata": { as: "distributor" } } },
  entries: {
    add: addEntries,
    lists: {
      "/api/khata/{partnerId}/entries": {
        as: "distributor",
        path: ({ pair }) => `/api/khata/${pair.retailerId}/entries`,
      },
      "/api/khata/{partnerId}/statement": {
        as: "distributor",
        path: ({ pair }) => {
          const day = todayIst(Date.now());
          return `/api/khata/${pair.retailerId}/statement?from=${day}&to=${day}`;
        },
      },
    },
  },
  payments: {
    add: addPayments,
    lists: {
      "/api/payments": { as: "distributor" },
      "/api/payments?partnerId": {
        as: "retailer",
        path: ({ pair }) => `/api/payments?partnerId=${pair.distributorId}`,
      },
    },
  },
  requests: {
    add: (world) => addConnections(world, "retailer", "pending"),
    lists: { "/api/network/pending": { as: "distributor" } },
  },
  "connections with retailers": {
    add: (world) => addConnections(world, "retailer", "accepted"),
    lists: { "/api/network/accepted": { as: "distributor" } },
  },
  "connections with distributors": {
    add: (world) => addConnections(world, "distributor", "accepted"),
    lists: {
      "/api/network/all/accepted/retailer": { as: "retailer" },
      "/api/network/accepted/{email}": {
        as: "retailer",
        path: ({ retailer }) => `/api/network/accepted/${retailer.user.email}`,
      },
    },
  },
  messages: {
    add: addMessages,
    lists: {
      "/api/chat/{conversationId}": {
        as: "retailer",
        path: ({ conversationId }) => `/api/chat/${conversationId}`,
      },
    },
  },
  notifications: { add: addNotifications, lists: { "/api/notifications": { as: "distributor" } } },
  feedback: { add: addFeedback, lists: { "/api/feedback": { as: "admin" } } },
};

const NEXT = /^<([^>]+)>; rel="next"$/;

function idsOf(body: unknown): string[] {
  const rows = Array.isArray(body) ? body : (body as { entries: unknown[] }).entries;
  type Row = { _id?: string; id?: string; partnerId?: string };
  return (rows as Row[]).map(({ _id, id, partnerId }) => _id ?? id ?? partnerId ?? "");
}

/** The ids of all rows, page by page. */
async function readAll(world: World, name: string, { as, path }: List): Promise<string[]> {
  const headers = await bearerOf(world.t, world[as]);
  const ids: string[] = [];
  let next: string | undefined = path?.(world) ?? name;
  for (let pages = 0; next !== undefined && pages < 200; pages += 1) {
    const answer = await ask(world.t, `GET ${next}`, { headers });
    expect(answer.status, name).toBe(200);
    ids.push(...idsOf(answer.body));
    next = NEXT.exec(answer.headers.get("Link") ?? "")?.[1];
  }
  return ids;
}

describe("a list of more rows than a page has, each as large as it can be", () => {
  it.each(Object.entries(CASES))("%s", { timeout: 60_000 }, async (_, { add, lists }) => {
    const world = await openWorld();
    const before = new Map<string, number>();
    for (const [name, list] of Object.entries(lists))
      before.set(name, (await readAll(world, name, list)).length);
    const added = await add(world);
    for (const [name, list] of Object.entries(lists)) {
      const ids = await readAll(world, name, list);
      expect(ids, name).toHaveLength(before.get(name)! + added);
      expect(new Set(ids).size, name).toBe(ids.length);
    }
  });
});

it("stands here for every list of the description", async () => {
  const { body } = await ask(openLimitedMarket(), "GET /api/openapi.json");
  type Item = { get?: { parameters?: { name: string }[] } };
  const { paths } = body as { paths: Record<string, Item> };
  const described = Object.entries(paths).filter(([, { get }]) =>
    get?.parameters?.some(({ name }) => name === "cursor"),
  );
  const read = Object.values(CASES).flatMap(({ lists }) => Object.keys(lists));
  expect(described.map(([path]) => path).sort()).toEqual(
    [...new Set(read.map((name) => name.replace(/\?.*/, "")))].sort(),
  );
});
