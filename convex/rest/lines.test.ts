/** Orders of several lines over REST: their rows on lists, the calls that take one line, and those that take the whole order. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DAY_MS, todayIst } from "../../domain/dates";
import { api } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import {
  ANY_ORDERS,
  everything,
  joinAdmin,
  joinDistributor,
  joinRetailer,
  listProduct,
  openMarket,
  placeLines,
  placeOne,
  stockOf,
} from "../market.setup";
import { ask, bearerOf, refused, type SentHeaders } from "./rest.setup";

type Row = { _id: string; orderId?: string } & Record<string, unknown>;

const NOON = Date.parse("2026-06-10T06:30:00Z");
const DAY = todayIst(NOON + 3 * DAY_MS);
const MISSING = refused(404, "NOT_FOUND", "Not found.");

/** An order of 10, 4 and 6 pieces of three products with 100 each, at ₹52.50. */
async function openTrade() {
  const t = openMarket();
  const retailer = await joinRetailer(t);
  const distributor = await joinDistributor(t, { orderTerms: ANY_ORDERS });
  const [asRetailer, asDistributor] = [await bearerOf(t, retailer), await bearerOf(t, distributor)];
  const products: Id<"products">[] = [];
  for (let n = 0; n < 3; n += 1) products.push(await listProduct(t, distributor));
  const placed = products.map((productId, n) => ({ productId, quantity: [10, 4, 6][n]! }));
  const orderId = await placeLines(retailer, placed);
  const lineIds = placed.map((_, at) => `${orderId}-${at + 1}`);
  const [first, second, third] = lineIds as [string, string, string];

  const rows = async (path: string, headers: SentHeaders = asRetailer) => {
    const answer = await ask(t, `GET ${path}`, { headers });
    expect(answer.status, path).toBe(200);
    return answer.body as Row[];
  };
  const accept = () =>
    ask(t, `POST /api/orders/${orderId}/accept`, {
      headers: asDistributor,
      body: { deliveryBefore: DAY },
    });
  const cancel = (id: string, msg = "Ordered twice") =>
    ask(t, `PATCH /api/orders/retail/status/${id}`, {
      headers: asRetailer,
      body: { status: "cancelled", msg },
    });
  const reject = (id: string, orderCancelReason = "Sold out.") =>
    ask(t, `PATCH /api/orders/status/${id}`, {
      headers: asDistributor,
      body: { status: "rejected", orderCancelReason },
    });
  const stocks = () => Promise.all(products.map((id) => stockOf(t, id)));
  return {
    ...{ t, retailer, distributor, asRetailer, asDistributor, products, orderId, lineIds },
    ...{ first, second, third, rows, accept, cancel, reject, stocks },
  };
}

type Trade = Awaited<ReturnType<typeof openTrade>>;

const illegal = (status: string, error: string) => ({
  status: 409,
  body: { code: "ILLEGAL_MOVE", status, error },
});

beforeEach(() => {
  vi.stubEnv("RATE_LIMITS", "off");
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

describe("a list has a row for each line of an order", () => {
  const LISTS = ["pending", "accepted", "completed", "rejected"] as const;

  async function moveTo({ distributor, orderId, accept }: Trade, list: (typeof LISTS)[number]) {
    const { client } = distributor;
    if (list === "rejected")
      await client.mutation(api.orders.reject, { orderIds: [orderId], reason: "No." });
    if (list === "accepted" || list === "completed") await accept();
    if (list === "completed") await client.mutation(api.orders.complete, { orderIds: [orderId] });
  }

  it.each(LISTS)("that is %s, for both parties and administrators", async (list) => {
    const trade = await openTrade();
    const { t, asDistributor, orderId, lineIds, products, rows } = trade;
    await moveTo(trade, list);
    const shown = await rows(`/api/orders/${list}-by-email`);
    expect(shown).toMatchObject(
      products.map((productId, at) => ({
        ...{ _id: lineIds[at], orderId, productId, status: list, price: 52.5 },
        quantity: [10, 4, 6][at],
      })),
    );
    expect(await rows(`/api/orders/${list}`, asDistributor)).toEqual(shown);
    expect(await rows("/admin/orders", await bearerOf(t, await joinAdmin(t)))).toEqual(shown);
    for (const other of LISTS)
      if (other !== list) expect(await rows(`/api/orders/${other}`, asDistributor)).toEqual([]);
  });

  it("and a refused one has its own status, reason and the pieces that were asked for", async () => {
    const { t, orderId, first, second, cancel, reject, accept, rows, ...trade } = await openTrade();
    const { asDistributor } = trade;
    expect((await cancel(first)).status).toBe(200);
    expect((await reject(second)).status).toBe(200);
    const refusals = [
      {
        ...{ status: "cancelled", quantity: 10, orderCancelReason: "Ordered twice" },
        ...{ msg: "Cancelled by Retailer. Reason: Ordered twice" },
        ...{ deliveryBefore: null, completedOn: null },
      },
      {
        ...{ status: "rejected", quantity: 4, orderCancelReason: "Sold out." },
        ...{ msg: "Please deliver soon.", deliveryBefore: null, completedOn: null },
      },
    ];
    const pending = await rows("/api/orders/pending-by-email");
    expect(pending).toMatchObject([
      ...refusals,
      { status: "pending", quantity: 6, orderCancelReason: null, msg: "Please deliver soon." },
    ]);
    for (const row of pending) expect(row).not.toHaveProperty("askedQuantity");
    expect(await rows("/api/orders/rejected-by-email")).toEqual([]);
    expect((await accept()).status).toBe(200);
    expect(await rows("/api/orders/accepted", asDistributor)).toMatchObject([
      ...refusals,
      { status: "accepted", quantity: 6, deliveryBefore: DAY },
    ]);
    await ask(t, `POST /api/orders/${orderId}/complete`, { headers: asDistributor });
    expect(await rows("/api/orders/completed", asDistributor)).toMatchObject([
      ...refusals,
      { status: "completed", completedOn: expect.any(String) as string },
    ]);
  });
});

describe("pages of orders", () => {
  type Page = { rows: Row[]; next: string | undefined };

  async function pageAt({ t, asDistributor }: Trade, path: string): Promise<Page> {
    const { status, headers, body } = await ask(t, `GET ${path}`, { headers: asDistributor });
    expect(status).toBe(200);
    const next = /^<(.+)>; rel="next"$/.exec(headers.get("Link") ?? "")?.[1];
    return { rows: body as Row[], next };
  }

  async function pagesOf(trade: Trade, limit: number): Promise<string[][]> {
    const pages: string[][] = [];
    let next: string | undefined = `/api/orders/pending?limit=${limit}`;
    while (next !== undefined) {
      const page: Page = await pageAt(trade, next);
      pages.push(page.rows.map(({ _id }) => _id));
      next = page.next;
    }
    return pages;
  }

  it.each([
    [1, [3, 1, 3]],
    [2, [3, 1, 3]],
    [3, [3, 1, 3]],
    [4, [4, 3]],
    [6, [4, 3]],
    [7, [7]],
  ])("of at most %d rows end with an order, and have at least one", async (limit, sizes) => {
    const trade = await openTrade();
    const { retailer, products, orderId, lineIds } = trade;
    const oneLine = await placeOne(retailer, products[0]!);
    const lines = products.map((productId) => ({ productId, quantity: 1 }));
    const latest = await placeLines(retailer, lines);
    const pages = (await pagesOf(trade, limit)).filter(({ length }) => length > 0);
    expect(pages.map(({ length }) => length)).toEqual(sizes);
    const ofLatest = lineIds.map((id) => id.replace(orderId, latest));
    expect(pages.flat()).toEqual([...ofLatest, oneLine, ...lineIds]);
  });
});

describe("a line of several", () => {
  it("is read by its id", async () => {
    const { t, asRetailer, asDistributor, second, products } = await openTrade();
    await t.run((ctx) => ctx.db.patch("products", products[1]!, { name: "Another by now" }));
    const asAdmin = await bearerOf(t, await joinAdmin(t));
    for (const headers of [asRetailer, asDistributor, asAdmin])
      expect(await ask(t, `GET /api/orders/getdata/${second}`, { headers })).toMatchObject({
        status: 200,
        body: { productName: "Steel Tumbler", quantity: 4, price: 52.5 },
      });
  });

  it("is cancelled alone, once, and the last one with its order", async () => {
    const { t, first, second, third, cancel, stocks, rows, orderId, asRetailer } =
      await openTrade();
    const answer = await cancel(second);
    expect(answer).toMatchObject({
      status: 200,
      body: { _id: second, orderId, status: "cancelled", orderCancelReason: "Ordered twice" },
    });
    expect(await stocks()).toEqual([90, 100, 94]);
    const before = await everything(t);
    expect((await cancel(second)).body).toEqual(answer.body);
    expect(await cancel(second, "Another")).toMatchObject(
      illegal("cancelled", "Failed to cancel the order and update product stock."),
    );
    expect(await everything(t)).toBe(before);
    await cancel(first);
    expect(await cancel(third, "All of it")).toMatchObject({ body: { status: "cancelled" } });
    expect(await stocks()).toEqual([100, 100, 100]);
    expect(await rows("/api/orders/pending-by-email")).toEqual([]);
    expect(await rows("/api/orders/rejected-by-email")).toMatchObject([
      { _id: first, orderCancelReason: "Ordered twice" },
      { _id: second, orderCancelReason: "Ordered twice" },
      { _id: third, orderCancelReason: "All of it" },
    ]);
    expect(await ask(t, `GET /api/orders/${orderId}`, { headers: asRetailer })).toMatchObject({
      body: { _id: orderId, status: "cancelled" },
    });
  });

  it("is rejected alone, once, while its order waits", async () => {
    const { t, first, reject, cancel, accept, stocks, orderId } = await openTrade();
    const answer = await reject(first);
    expect(answer).toMatchObject({
      status: 200,
      body: { _id: first, orderId, status: "rejected", orderCancelReason: "Sold out." },
    });
    expect(await stocks()).toEqual([100, 96, 94]);
    const before = await everything(t);
    expect((await reject(first)).body).toEqual(answer.body);
    expect(await reject(first, "Another")).toMatchObject({
      ...illegal("rejected", "This order can no longer be changed."),
    });
    expect(await cancel(first)).toMatchObject({ status: 409, body: { code: "ILLEGAL_MOVE" } });
    expect(await everything(t)).toBe(before);
    await accept();
    const accepted = await everything(t);
    expect((await reject(first)).status).toBe(200);
    expect(await everything(t)).toBe(accepted);
  });

  it("that is accepted can't be refused", async () => {
    const { t, second, reject, cancel, accept } = await openTrade();
    await accept();
    const before = await everything(t);
    expect(await reject(second)).toMatchObject(
      illegal("accepted", "This order can no longer be changed."),
    );
    expect(await cancel(second)).toMatchObject(
      illegal("accepted", "Failed to cancel the order and update product stock."),
    );
    expect(await everything(t)).toBe(before);
  });

  it.each([
    ["PATCH /api/orders/retail/msg/", { msg: "By noon." }],
    ["PUT /api/orders/update-message/", { newMessage: "By noon." }],
  ])("by %s changes the message that all lines have", async (call, body) => {
    const { t, asRetailer, asDistributor, second, rows } = await openTrade();
    expect(await ask(t, call + second, { headers: asRetailer, body })).toMatchObject({
      status: 200,
      body: { _id: second, msg: "By noon." },
    });
    const messages = (await rows("/api/orders/pending", asDistributor)).map(({ msg }) => msg);
    expect(messages).toEqual(["By noon.", "By noon.", "By noon."]);
  });

  const CALLS = {
    read: ["GET /api/orders/getdata/{id}", "retailer", undefined],
    reject: [
      "PATCH /api/orders/status/{id}",
      "distributor",
      { status: "rejected", orderCancelReason: "No." },
    ],
    accept: [
      "PATCH /api/orders/status/{id}",
      "distributor",
      { status: "accepted", deliveryBefore: DAY },
    ],
    complete: ["PUT /api/orders/{id}/status", "distributor", { status: "completed" }],
    remove: ["DELETE /api/orders/status/{id}", "distributor", undefined],
    cancel: [
      "PATCH /api/orders/retail/status/{id}",
      "retailer",
      { status: "cancelled", msg: "Ordered twice" },
    ],
    reword: ["PATCH /api/orders/retail/msg/{id}", "retailer", { msg: "By noon." }],
    updateMessage: ["PUT /api/orders/update-message/{id}", "retailer", { newMessage: "By noon." }],
    removeOwn: ["DELETE /api/orders/delete-rejected/{id}", "retailer", undefined],
  } as const;
  type Name = keyof typeof CALLS;

  async function send({ t }: Trade, name: Name, id: string, headers: SentHeaders) {
    const [call, , body] = CALLS[name];
    const before = await everything(t);
    const answer = await ask(t, call.replace("{id}", id), {
      headers,
      ...(body !== undefined && { body }),
    });
    expect(await everything(t)).toBe(before);
    return answer;
  }

  it.each(Object.keys(CALLS) as Name[])(
    "that is not there, or somebody else's, is none for the call to %s it",
    async (name) => {
      const trade = await openTrade();
      const { t, retailer, products, orderId, second, asRetailer, asDistributor } = trade;
      const oneLine = await placeOne(retailer, products[0]!);
      const [, role] = CALLS[name];
      const headers = role === "retailer" ? asRetailer : asDistributor;
      const ids = [`${orderId}-4`, `${orderId}-0`, `${orderId}-01`, `${orderId}-`, `${orderId}-x`];
      for (const id of [...ids, `${oneLine}-1`, "x-1", "-1"])
        expect(await send(trade, name, id, headers), id).toMatchObject(MISSING);
      const stranger = await (role === "retailer" ? joinRetailer(t) : joinDistributor(t));
      for (const id of [second, orderId])
        expect(await send(trade, name, id, await bearerOf(t, stranger)), id).toMatchObject(MISSING);
    },
  );

  it.each([
    ["read", "GET /api/orders/{id}", ["order"]],
    ["reject", "POST /api/orders/{id}/reject", ["order"]],
    ["cancel", "POST /api/orders/{id}/cancel", ["order"]],
    ["reword", "PATCH /api/orders/retail/msg/{id}-1", ["order"]],
    ["updateMessage", "PATCH /api/orders/retail/msg/{id}-1", ["order"]],
    ["accept", "POST /api/orders/{id}/accept", ["order", "line"]],
    ["complete", "POST /api/orders/{id}/complete", ["order", "line"]],
    ["remove", "DELETE /api/orders/{id}", ["order", "line"]],
    ["removeOwn", "DELETE /api/orders/{id}", ["order", "line"]],
  ] as const)(
    "names the call for all lines where %s has no row to answer",
    async (name, whole, kinds) => {
      const trade = await openTrade();
      const { orderId, second, asRetailer, asDistributor } = trade;
      const call = whole.replace("{id}", orderId);
      const headers = CALLS[name][1] === "retailer" ? asRetailer : asDistributor;
      for (const kind of kinds) {
        const answer = await send(trade, name, kind === "line" ? second : orderId, headers);
        const text = `This order has several lines. ${call} is for all of them.`;
        expect(answer, kind).toMatchObject(refused(409, "WHOLE_ORDER", text));
        expect(answer.body).toMatchObject({ orderId, call });
      }
    },
  );

  it.each(["reject", "cancel"] as const)(
    "of an accepted order is no line to %s, once the other account is closed: the order is",
    async (name) => {
      const trade = await openTrade();
      const { t, orderId, second, accept, asRetailer, asDistributor } = trade;
      await accept();
      const closedParty = name === "reject" ? "retailer" : "distributor";
      await t.run((ctx) => ctx.db.patch("orders", orderId, { closedParty }));
      const headers = name === "reject" ? asDistributor : asRetailer;
      const call = `POST /api/orders/${orderId}/${name}`;
      expect(await send(trade, name, second, headers)).toMatchObject({
        status: 409,
        body: { code: "WHOLE_ORDER", orderId, call },
      });
      const body = { orderCancelReason: "The shop is closed." };
      expect(await ask(t, call, { headers, body })).toMatchObject({
        status: 200,
        body: { order: { status: name === "reject" ? "rejected" : "cancelled" } },
      });
    },
  );
});

describe("a whole order", () => {
  it("is cancelled with all lines that are left, once", async () => {
    const { t, asRetailer, orderId, first, reject, stocks } = await openTrade();
    await reject(first);
    const cancel = (orderCancelReason: unknown) =>
      ask(t, `POST /api/orders/${orderId}/cancel`, {
        headers: asRetailer,
        body: { orderCancelReason },
      });
    for (const reason of [undefined, null, "", " ", 7, "x".repeat(501)])
      expect(await cancel(reason)).toMatchObject({ status: 400, body: { code: "NO_REASON" } });
    const answer = await cancel("Ordered twice");
    expect(answer).toMatchObject({
      status: 200,
      body: {
        order: {
          ...{ _id: orderId, status: "cancelled" },
          lines: [{ status: "rejected" }, { status: "cancelled" }, { status: "cancelled" }],
        },
      },
    });
    expect(await stocks()).toEqual([100, 100, 100]);
    const before = await everything(t);
    expect((await cancel("Ordered twice")).body).toEqual(answer.body);
    expect(await cancel("Another")).toMatchObject({
      status: 409,
      body: { code: "ILLEGAL_MOVE", status: "cancelled" },
    });
    expect(await everything(t)).toBe(before);
  });

  it("is completed once it was accepted, and once", async () => {
    const { t, asDistributor, orderId, accept } = await openTrade();
    const complete = () =>
      ask(t, `POST /api/orders/${orderId}/complete`, { headers: asDistributor });
    expect(await complete()).toMatchObject({ status: 409, body: { code: "ILLEGAL_MOVE" } });
    await accept();
    const answer = await complete();
    const completed = { status: "completed", completedOn: expect.any(String) as string };
    expect(answer).toMatchObject({
      status: 200,
      body: { order: { status: "completed", lines: [completed, completed, completed] } },
    });
    const before = await everything(t);
    expect((await complete()).body).toEqual(answer.body);
    expect(await everything(t)).toBe(before);
  });

  it("is taken off each party's lists by itself, when it came to nothing", async () => {
    const { t, asRetailer, asDistributor, orderId, reject, rows, lineIds } = await openTrade();
    const remove = (headers: SentHeaders) => ask(t, `DELETE /api/orders/${orderId}`, { headers });
    for (const headers of [asRetailer, asDistributor])
      expect(await remove(headers)).toMatchObject({ status: 409, body: { code: "ILLEGAL_MOVE" } });
    for (const id of lineIds) await reject(id);
    expect(await remove(asRetailer)).toMatchObject({
      status: 200,
      body: { message: "Order removed successfully." },
    });
    expect(await rows("/api/orders/rejected-by-email")).toEqual([]);
    expect(await rows("/api/orders/rejected", asDistributor)).toHaveLength(3);
    expect(await remove(asDistributor)).toMatchObject({ status: 200 });
    expect(await rows("/api/orders/rejected", asDistributor)).toEqual([]);
  });

  it.each(["accept", "reject", "cancel", "complete", "remove"] as const)(
    "is what the call to %s takes: the id of a line is refused with the order's",
    async (move) => {
      const { t, asRetailer, asDistributor, orderId, second } = await openTrade();
      const before = await everything(t);
      const call = (id: string) =>
        move === "remove" ? `DELETE /api/orders/${id}` : `POST /api/orders/${id}/${move}`;
      const body = {
        ...(move === "accept" && { deliveryBefore: DAY }),
        ...((move === "reject" || move === "cancel") && { orderCancelReason: "No." }),
      };
      const headers = move === "cancel" ? asRetailer : asDistributor;
      const text = `This order has several lines. ${call(orderId)} is for all of them.`;
      expect(await ask(t, call(second), { headers, body })).toMatchObject(
        refused(409, "WHOLE_ORDER", text),
      );
      expect(await ask(t, call(`${orderId}-4`), { headers, body })).toMatchObject(MISSING);
      expect(await everything(t)).toBe(before);
    },
  );
});
