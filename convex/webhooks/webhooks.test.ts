/** Webhooks, but for the socket: `post` is a receiver that answers as each test says. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import { DAY_MS, todayIst } from "../../domain/dates";
import {
  OFFER_LIFETIME_MS,
  OUTGOING_ACCOUNT_MAX,
  WEBHOOKS_MAX,
  WEBHOOK_LOG_KEPT_MS,
  WEBHOOK_PAUSED_AFTER_MS,
  WEBHOOK_RETRIED_MS,
  WEBHOOK_URL_MAX,
} from "../../domain/limits";
import type { ShortageRule } from "../../domain/orderAnswer";
import { lineIdOf } from "../../domain/orderLines";
import { EVENTS_OF_ROLE, type WebhookEvent } from "../../domain/webhooks";
import { api, internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import {
  FIRST_PAGE,
  type Market,
  type Person,
  MEMBER_PASSWORD,
  acceptOne,
  connectPair,
  everything,
  listProduct,
  newKey,
  openMarket,
  placeOne,
  refusal,
  withPassword,
} from "../market.setup";
import * as market from "../market.setup";
import { ask, bearerOf } from "../rest/rest.setup";
import { deactivate } from "../account/deactivate";
import { ROWS_PER_SWEEP } from "./deliver";
import type { Outcome } from "../outgoing/post";
import { signatureOf } from "./signature";

type Message = {
  readonly id: string;
  readonly type: string;
  readonly createdAt: string;
  readonly data: Record<string, Record<string, unknown>>;
};
type Received = { url: string; headers: Record<string, string>; text: string; body: Message };

const TAKEN: Outcome = { taken: true, status: 200 };
const BROKEN: Outcome = { taken: false, status: 500, problem: "Out of paper." };

const receiver = vi.hoisted(() => ({
  received: [] as Received[],
  answer: (): Outcome | Promise<Outcome> => ({ taken: true, status: 200 }),
}));

vi.mock("../outgoing/post", () => ({
  post: (url: string, headers: Record<string, string>, text: string) => {
    receiver.received.push({ url, headers, text, body: JSON.parse(text) as Message });
    return Promise.resolve(receiver.answer());
  },
}));

/** Signing takes real time, also where the clock stands. */
const realTimeout = setTimeout;

/** The process that sends is gone before it could note how it went. */
function crash(): Outcome {
  throw new Error("The process ends here.");
}

const joinRetailer = async (t: Market) => withPassword(t, await market.joinRetailer(t));
const joinDistributor = async (t: Market) => withPassword(t, await market.joinDistributor(t));
const joinAdmin = async (t: Market) => withPassword(t, await market.joinAdmin(t));

const NOON = Date.UTC(2026, 10, 21, 12);
const URL_OF = "https://shop.example/hook";

beforeEach(() => {
  vi.stubEnv("RATE_LIMITS", "off");
  vi.useFakeTimers({ now: NOON });
  receiver.received.length = 0;
  receiver.answer = () => TAKEN;
});

/** Runs scheduled functions that are due now, and those that they schedule, but none that are due later. */
async function settle(t: Market): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) {
    await vi.advanceTimersByTimeAsync(1);
    await t.finishInProgressScheduledFunctions();
  }
}

/** Expects that moment, give or take the milliseconds that `settle` advances. */
const near = (moment: number): number => expect.closeTo(moment, -2) as number;

async function pass(t: Market, ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  await settle(t);
}

/** Lets a time pass, and makes each attempt in it at its own time. */
async function passWithRetries(t: Market, ms: number): Promise<void> {
  const end = Date.now() + ms;
  for (;;) {
    const rows = await t.run((ctx) => ctx.db.query("webhookDeliveries").take(100));
    const next = Math.min(...rows.map(({ nextAttemptAt = Infinity }) => nextAttemptAt));
    if (next > end) break;
    await pass(t, Math.max(next - Date.now(), 0));
  }
  await pass(t, end - Date.now());
}

/** The minute's sweep, once the deadlines of attempts that nobody ended have passed. */
async function endInterrupted(t: Market): Promise<void> {
  await pass(t, 61_000);
  await t.mutation(internal.outgoing.internal.sweep, {});
  await settle(t);
}

function listen({ client, user }: Person, events?: readonly WebhookEvent[], url = URL_OF) {
  const all = user.role === "retailer" ? EVENTS_OF_ROLE.retailer : EVENTS_OF_ROLE.distributor;
  return client.action(api.developers.createWebhook, {
    url,
    events: [...(events ?? all)],
    password: MEMBER_PASSWORD,
  });
}

async function openTrade() {
  const t = openMarket();
  const [distributor, retailer] = [await joinDistributor(t), await joinRetailer(t)];
  const productId = await listProduct(t, distributor);
  return { t, distributor, retailer, productId };
}

/** An order of 2, 4 and 6 pieces, of which the distributor's webhook has received all there is. */
async function openShortage(shortageRule?: ShortageRule) {
  const trade = await openTrade();
  const { t, distributor, retailer, productId } = trade;
  const { user } = distributor;
  await t.run((ctx) => ctx.db.patch("users", user._id, { orderTerms: market.ANY_ORDERS }));
  await listen(distributor);
  const products = [
    productId,
    await listProduct(t, distributor),
    await listProduct(t, distributor),
  ];
  const lines = products.map((id, n) => ({ productId: id, quantity: 2 * (n + 1) }));
  const request = { orderKey: newKey(), msg: "All.", lines, shortageRule };
  const { orderId } = await retailer.client.mutation(api.orders.place, request);
  const lineIds = lines.map((_, at) => lineIdOf({ _id: orderId, lines }, at));
  const settled = () => settle(t);
  await settled();
  receiver.received.length = 0;
  const answer = (quantities: readonly number[], deliveryBefore = todayIst(NOON + 5 * DAY_MS)) =>
    distributor.client.mutation(api.orders.accept, {
      orderId,
      lines: quantities.map((quantity, line) => ({ line, quantity })),
      deliveryBefore,
    });
  return { ...trade, orderId, lineIds, settled, answer };
}

async function logOf({ client }: Person, webhookId: Id<"webhooks">) {
  const asked = { webhookId, paginationOpts: FIRST_PAGE };
  return (await client.query(api.developers.deliveries, asked)).page;
}

function onlyMessage(): Received {
  const [message, ...others] = receiver.received;
  if (message === undefined || others.length > 0) throw new Error("There is not one message");
  return message;
}

const types = () => receiver.received.map(({ body }) => body.type);

describe("a webhook receives", () => {
  test("every step of an order, by both parties' own webhooks, in REST's words", async () => {
    const { t, distributor, retailer, productId } = await openTrade();
    await listen(distributor, undefined, "https://big.example/");
    await listen(retailer, undefined, "https://corner.example/");
    const placedAt = await market.settledTime(t);
    const orderId = await placeOne(retailer, productId, 2);
    await settle(t);
    const placed = await ask(t, "GET /api/orders/pending-by-email", {
      headers: await bearerOf(t, retailer),
    });
    const [order] = placed.body as unknown[];
    // Both are posted at once, in whatever order they arrive.
    expect(receiver.received.map(({ url }) => url).sort()).toEqual([
      "https://big.example/",
      "https://corner.example/",
    ]);
    for (const { body, headers } of receiver.received) {
      expect(body).toEqual({
        id: headers["Mandi-Id"],
        type: "order.placed",
        createdAt: new Date(placedAt).toISOString(),
        data: { order },
      });
    }
    const deliveryBefore = todayIst(NOON + DAY_MS);
    const { invoiceId } = await distributor.client.mutation(api.orders.accept, {
      orderId,
      deliveryBefore,
    });
    await distributor.client.mutation(api.orders.complete, { orderIds: [orderId] });
    const others = [await placeOne(retailer, productId), await placeOne(retailer, productId)];
    const [rejected = "", cancelled = ""] = others;
    await distributor.client.mutation(api.orders.reject, { orderIds: [rejected], reason: "Sold" });
    await retailer.client.mutation(api.orders.cancel, { orderIds: [cancelled], reason: "Twice" });
    await settle(t);
    expect(types().sort()).toEqual(
      [
        ...["order.placed", "order.accepted", "order.completed"],
        ...["order.placed", "order.placed", "order.rejected", "order.cancelled"],
      ]
        .flatMap((type) => [type, type])
        .sort(),
    );
    const of = (type: string) => receiver.received.find(({ body }) => body.type === type)?.body;
    expect(of("order.accepted")?.data).toMatchObject({
      order: { _id: orderId, status: "accepted", deliveryBefore, completedOn: null },
      invoiceId,
    });
    expect(of("order.rejected")?.data).toMatchObject({
      order: { _id: rejected, status: "rejected", orderCancelReason: "Sold" },
    });
  });

  test("of every line of a basket", async () => {
    const { t, distributor, retailer, productId } = await openTrade();
    await listen(distributor);
    const other = await listProduct(t, distributor);
    const lines = [productId, other].map((id) => ({ productId: id, quantity: 1 }));
    const request = { orderKey: newKey(), msg: "Both.", lines };
    const { orderId } = await retailer.client.mutation(api.orders.place, request);
    await settle(t);
    const told = receiver.received.map(({ body }) => body.data["order"]);
    expect(told.map((order) => order?.["_id"]).sort()).toEqual([`${orderId}-1`, `${orderId}-2`]);
    expect(told.map((order) => order?.["orderId"])).toEqual([orderId, orderId]);
    expect(new Set(receiver.received.map(({ body }) => body.id)).size).toBe(2);
  });

  test("of every line of an acceptance, with the invoice that they share", async () => {
    const { distributor, lineIds, settled, answer } = await openShortage("sendLess");
    const { invoiceId } = await answer([2, 0, 5]);
    await answer([2, 0, 5]);
    await settled();
    const told = receiver.received.map(({ body: { type, data } }) => [
      ...[type, data["order"]?.["_id"], data["order"]?.["quantity"]],
      ...[data["order"]?.["askedQuantity"], data["invoiceId"]],
    ]);
    expect(new Set(told)).toEqual(
      new Set([
        ["order.rejected", lineIds[1], 4, undefined, undefined],
        ["order.accepted", lineIds[0], 2, undefined, invoiceId],
        ["order.accepted", lineIds[2], 5, 6, invoiceId],
      ]),
    );
    expect(told).toHaveLength(3);
    const invoice = await distributor.client.query(api.invoices.one, { invoiceId: invoiceId! });
    expect(invoice?.lines).toHaveLength(2);
  });

  test("each step of an offer once, by both parties' own webhooks, as REST lists it", async () => {
    const { t, retailer, lineIds, settled, answer } = await openShortage();
    await listen(retailer, undefined, "https://corner.example/");
    const { offerId } = await answer([2, 4, 0]);
    await answer([2, 4, 0]);
    await settled();
    const headers = await bearerOf(t, retailer);
    const [offer] = (await ask(t, "GET /api/offers", { headers })).body as object[];
    expect(offer).toMatchObject({ _id: offerId, state: "open" });
    expect(receiver.received.map(({ body: { type, data } }) => ({ type, data }))).toEqual(
      Array(2).fill({ type: "offer.made", data: { offer } }),
    );

    receiver.received.length = 0;
    const agreed = await ask(t, `POST /api/offers/${offerId!}/agree`, { headers });
    await ask(t, `POST /api/offers/${offerId!}/agree`, { headers });
    await settled();
    const told = receiver.received.map(({ body: { type, data } }) => [
      ...[type, data["offer"]?.["_id"] ?? data["order"]?.["_id"]],
      ...[data["offer"]?.["state"] ?? data["order"]?.["status"], data["invoiceId"]],
    ]);
    const { invoiceId, offer: closed } = agreed.body as { invoiceId: string; offer: object };
    const steps = [
      ["offer.agreed", offerId, "agreed", undefined],
      ["order.rejected", lineIds[2], "rejected", undefined],
      ["order.accepted", lineIds[0], "accepted", invoiceId],
      ["order.accepted", lineIds[1], "accepted", invoiceId],
    ];
    expect(told.toSorted()).toEqual([...steps, ...steps].toSorted());
    const of = (type: string) => receiver.received.find(({ body }) => body.type === type)?.body;
    expect(of("offer.agreed")?.data).toEqual({ offer: closed });
  });

  test.each([
    ["offer.declined", "declined"],
    ["offer.withdrawn", "withdrawn"],
    ["offer.expired", "expired"],
  ] as const)("the end of an offer as %s, once and nothing else", async (type, state) => {
    const { t, retailer, distributor, settled, answer } = await openShortage();
    const { offerId } = await answer([2, 4, 0]);
    await settled();
    receiver.received.length = 0;
    const end = async () => {
      if (state === "declined")
        await retailer.client.mutation(api.offers.decline, { offerId: offerId! });
      else if (state === "withdrawn")
        await distributor.client.mutation(api.offers.withdraw, { offerId: offerId! });
      else await pass(t, OFFER_LIFETIME_MS);
    };
    await end();
    await end();
    await settled();
    const { body } = onlyMessage();
    expect(body).toMatchObject({ type, data: { offer: { _id: offerId, state } } });
    expect(body.data["offer"]?.["lines"]).toMatchObject([
      { askedQuantity: 2, quantity: 2 },
      { askedQuantity: 4, quantity: 4 },
      { askedQuantity: 6, quantity: 0 },
    ]);
  });

  test("that an offer was replaced, and what ended it with its order", async () => {
    const { retailer, orderId, settled, answer } = await openShortage();
    const first = await answer([2, 4, 0]);
    const second = await answer([1, 4, 0]);
    await retailer.client.mutation(api.orders.cancel, { orderIds: [orderId], reason: "Twice" });
    await settled();
    const told = receiver.received.map(({ body: { type, data } }) => [
      ...[type, data["offer"]?.["_id"] ?? "an order"],
    ]);
    expect(told.toSorted()).toEqual(
      [
        ["offer.made", first.offerId],
        ["offer.withdrawn", first.offerId],
        ["offer.made", second.offerId],
        ["offer.declined", second.offerId],
        ...Array<[string, string]>(3).fill(["order.cancelled", "an order"]),
      ].toSorted(),
    );
  });

  test("nothing of an answer that was refused, also where some of its lines had been moved", async () => {
    const { t, distributor, retailer, settled, answer, ...shortage } = await openShortage();
    const withdrawn = await answer([1, 4, 0]);
    await answer([2, 4, 0]);
    const [first = "", second = "", third = ""] = shortage.lineIds;
    await retailer.client.mutation(api.orders.cancel, { orderIds: [third], reason: "Twice" });
    const open = await distributor.client.mutation(api.orders.accept, {
      orderId: shortage.orderId,
      lines: [{ line: 1, quantity: 3 }],
      deliveryBefore: todayIst(NOON + DAY_MS),
    });
    await settled();
    receiver.received.length = 0;
    const reject = (ids: string[]) =>
      distributor.client.mutation(api.orders.reject, { orderIds: ids, reason: "Sold" });
    const refused = [
      () => retailer.client.mutation(api.offers.agree, { offerId: withdrawn.offerId! }),
      () => answer([2, 5, 0]),
      () => answer([2, 4, 6], "yesterday"),
      () => reject([first, second, third]),
    ];
    for (const call of refused) await refusal(call());
    await settled();
    expect(receiver.received).toEqual([]);
    await reject([first]);
    await settled();
    const told = receiver.received.map(({ body: { type, data } }) => [
      type,
      data["offer"]?.["_id"] ?? data["order"]?.["_id"],
    ]);
    expect(told.toSorted()).toEqual([
      ["offer.withdrawn", open.offerId],
      ["order.rejected", first],
    ]);
    expect(await t.run((ctx) => ctx.db.query("offers").take(9))).toHaveLength(3);
  });

  test("every step of a payment, by both parties' webhooks and nobody else's, as REST has it", async () => {
    const { t, distributor, retailer } = await openTrade();
    await connectPair(t, retailer, distributor);
    const [big, corner] = ["https://big.example/", "https://corner.example/"];
    await listen(distributor, undefined, big);
    await listen(retailer, undefined, corner);
    for (const other of [await joinDistributor(t), await joinRetailer(t)]) await listen(other);
    const headers = await bearerOf(t, distributor);
    const path = `GET /api/payments?partnerId=${retailer.user._id}`;
    /** Expects `type` alone, at both webhooks, with the payment as REST answers it now. */
    const expectTold = async (type: WebhookEvent, paymentId: string) => {
      await settle(t);
      const { body } = await ask(t, path, { headers });
      const payment = (body as { _id: string }[]).find(({ _id }) => _id === paymentId);
      expect(payment).toBeDefined();
      expect(receiver.received.map(({ url }) => url).sort()).toEqual([big, corner]);
      for (const { body: told } of receiver.received)
        expect(told).toMatchObject({ type, data: { payment } });
      expect(receiver.received.map(({ body: { data } }) => Object.keys(data))).toEqual([
        ["payment"],
        ["payment"],
      ]);
      receiver.received.length = 0;
    };
    const request = {
      ...{ amountPaise: 5_25, method: "cash" as const, paidOn: todayIst(NOON) },
      ...{ invoiceIds: [], isAdvanceMeant: true },
    };
    const { client: buyer } = retailer;
    const { client: seller } = distributor;
    const claimed = async () => {
      const partnerId = distributor.user._id;
      const asked = { ...request, partnerId, paymentKey: newKey() };
      const { paymentId } = await buyer.mutation(api.payments.claim, asked);
      await buyer.mutation(api.payments.claim, asked);
      await expectTold("payment.claimed", paymentId);
      return paymentId;
    };
    const reason = "Not on this day.";
    const [first, second, third] = [await claimed(), await claimed(), await claimed()];
    for (let n = 0; n < 2; n += 1)
      await seller.mutation(api.payments.confirm, { paymentId: first });
    await expectTold("payment.confirmed", first);
    await seller.mutation(api.payments.reverse, { paymentId: first, reason });
    await expectTold("payment.reversed", first);
    await seller.mutation(api.payments.dispute, { paymentId: second, reason });
    await expectTold("payment.disputed", second);
    await buyer.mutation(api.payments.withdraw, { paymentId: third });
    await expectTold("payment.withdrawn", third);
    const asked = { ...request, partnerId: retailer.user._id, paymentKey: newKey() };
    const { paymentId: recorded } = await seller.mutation(api.payments.record, asked);
    await expectTold("payment.confirmed", recorded);
    await buyer.mutation(api.payments.object, { paymentId: recorded, reason });
    await expectTold("payment.objected", recorded);
  });

  test("nothing of a payment that was refused", async () => {
    const { t, distributor, retailer, productId } = await openTrade();
    await placeOne(retailer, productId);
    await listen(distributor);
    const asked = {
      ...{ partnerId: distributor.user._id, amountPaise: 5_25, method: "cash" as const },
      ...{ paidOn: todayIst(NOON), invoiceIds: [], paymentKey: newKey() },
    };
    expect(await refusal(retailer.client.mutation(api.payments.claim, asked))).toEqual({
      ...{ code: "ADVANCE_NOT_MEANT", advancePaise: 5_25 },
    });
    await settle(t);
    expect(receiver.received).toEqual([]);
  });

  test("[NOTE13] a credit note, by both parties' webhooks and nobody else's, as REST has it, once", async () => {
    const { t, distributor, retailer, productId } = await openTrade();
    const orderId = await placeOne(retailer, productId, 3);
    const deliveryBefore = todayIst(NOON + DAY_MS);
    const { invoiceId } = await acceptOne(distributor, { orderId, deliveryBefore });
    await settle(t);
    const [big, corner] = ["https://big.example/", "https://corner.example/"];
    await listen(distributor, ["creditNote.issued"], big);
    await listen(retailer, undefined, corner);
    await listen(retailer, ["payment.confirmed"], "https://other.example/");
    for (const other of [await joinDistributor(t), await joinRetailer(t)]) await listen(other);
    const issue = (quantity: number, noteKey: string) =>
      distributor.client.mutation(api.creditNotes.issue, {
        ...{ invoiceId, lines: [{ lineId: orderId, quantity }], reason: "short" as const },
        ...{ restocks: false, noteKey },
      });
    const { noteId } = await issue(2, "one");
    await issue(2, "one");
    expect(await refusal(issue(2, "two"))).toMatchObject({ code: "CREDITED_TOO_MUCH" });
    await settle(t);
    const headers = await bearerOf(t, distributor);
    const { body: creditNote } = await ask(t, `GET /api/credit-notes/${noteId}`, { headers });
    expect(creditNote).toMatchObject({ total: 105, createdAt: expect.any(String) as string });
    expect(receiver.received.map(({ url }) => url).sort()).toEqual([big, corner]);
    for (const { body } of receiver.received)
      expect(body).toMatchObject({ type: "creditNote.issued", data: { creditNote } });
    expect(receiver.received.map(({ body: { data } }) => data)).toEqual(
      Array(2).fill({ creditNote }),
    );
  });

  test("of a retailer who asks for a connection, and who asks again after a refusal", async () => {
    const { t, distributor, retailer } = await openTrade();
    await listen(distributor);
    const asking = { distributorId: distributor.user._id };
    const requestedAt = await market.settledTime(t);
    await retailer.client.mutation(api.network.request, asking);
    await retailer.client.mutation(api.network.request, asking);
    await settle(t);
    expect(types()).toEqual(["connection.requested"]);
    const row = await t.run((ctx) => ctx.db.query("connections").first());
    expect(receiver.received[0]?.body.data).toEqual({
      connection: {
        _id: row?._id,
        userName: retailer.user.name,
        userEmail: retailer.user.email,
        distributorName: distributor.user.name,
        distributorEmail: distributor.user.email,
        status: "pending",
        createdAt: new Date(requestedAt).toISOString(),
        retail_img: expect.any(String) as string,
        dist_img: expect.any(String) as string,
      },
    });
    const refusing = { connectionId: row?._id ?? "", status: "rejected" } as const;
    await distributor.client.mutation(api.network.answer, refusing);
    await retailer.client.mutation(api.network.request, asking);
    await settle(t);
    expect(types()).toEqual(["connection.requested", "connection.requested"]);
  });

  test("no event that it did not select, none of others, and none that was rolled back", async () => {
    const { t, distributor, retailer, productId } = await openTrade();
    await listen(await joinDistributor(t));
    await listen(await joinRetailer(t));
    await listen(distributor, ["order.cancelled"]);
    const orderId = await placeOne(retailer, productId);
    const tooMuch = retailer.client.mutation(api.orders.place, {
      orderKey: newKey(),
      msg: "All of it.",
      lines: [{ productId, quantity: 100_000 }],
    });
    expect(await refusal(tooMuch)).toMatchObject({ code: "INSUFFICIENT_STOCK" });
    await settle(t);
    expect(receiver.received).toEqual([]);
    expect(await t.run((ctx) => ctx.db.query("webhookEvents").first())).toBeNull();
    await retailer.client.mutation(api.orders.cancel, { orderIds: [orderId], reason: "Twice" });
    await retailer.client.mutation(api.orders.cancel, { orderIds: [orderId], reason: "Twice" });
    await settle(t);
    expect(types()).toEqual(["order.cancelled"]);
  });

  test("once, however often the same order was sent", async () => {
    const { t, distributor, retailer, productId } = await openTrade();
    await listen(distributor);
    const lines = [{ productId, quantity: 1 }];
    const request = { orderKey: newKey(), msg: "Once.", lines };
    await retailer.client.mutation(api.orders.place, request);
    await retailer.client.mutation(api.orders.place, request);
    await settle(t);
    expect(types()).toEqual(["order.placed"]);
  });
});

describe("a message", () => {
  test("is signed with the webhook's own secret, over the moment and the very body", async () => {
    const { t, distributor, retailer, productId } = await openTrade();
    const { secret } = await listen(distributor);
    await placeOne(retailer, productId);
    await settle(t);
    const { headers, text } = onlyMessage();
    expect(headers).toEqual({
      "Content-Type": "application/json",
      "User-Agent": "Mandi-Webhooks/1",
      "Mandi-Id": (JSON.parse(text) as Message).id,
      "Mandi-Timestamp": String(NOON / 1000),
      "Mandi-Signature": await signatureOf(secret, NOON / 1000, text),
    });
    expect(secret).toMatch(/^whsec_[\w-]{43}$/);
  });

  test("that fails is delivered again with the same id and body, at growing intervals", async () => {
    const { t, distributor, retailer, productId } = await openTrade();
    const { webhookId } = await listen(distributor);
    receiver.answer = () => BROKEN;
    await placeOne(retailer, productId);
    await settle(t);
    expect(await logOf(distributor, webhookId)).toMatchObject([
      {
        state: "waiting",
        attempts: 1,
        status: 500,
        problem: "Out of paper.",
        nextAttemptAt: near(NOON + 15_000),
      },
    ]);
    await pass(t, 14_000);
    expect(receiver.received).toHaveLength(1);
    receiver.answer = () => TAKEN;
    await pass(t, 1_000);
    const [first, second] = receiver.received;
    expect(second?.text).toBe(first?.text);
    expect(second?.headers["Mandi-Id"]).toBe(first?.headers["Mandi-Id"]);
    expect(second?.headers["Mandi-Timestamp"]).toBe(String(NOON / 1000 + 15));
    expect(second?.headers["Mandi-Signature"]).not.toBe(first?.headers["Mandi-Signature"]);
    const [line] = await logOf(distributor, webhookId);
    expect(line).toMatchObject({ state: "delivered", attempts: 2, status: 200 });
    expect(line).not.toHaveProperty("problem");
    expect(line).not.toHaveProperty("nextAttemptAt");
    await pass(t, WEBHOOK_RETRIED_MS);
    expect(receiver.received).toHaveLength(2);
  });

  test("is dropped a day after the event", async () => {
    const { t, distributor, retailer, productId } = await openTrade();
    const { webhookId } = await listen(distributor);
    receiver.answer = () => BROKEN;
    await placeOne(retailer, productId);
    await settle(t);
    await passWithRetries(t, WEBHOOK_RETRIED_MS + DAY_MS);
    expect(await logOf(distributor, webhookId)).toMatchObject([{ state: "failed", attempts: 11 }]);
    expect(new Set(receiver.received.map(({ body }) => body.id)).size).toBe(1);
    const last = receiver.received.at(-1)?.headers["Mandi-Timestamp"];
    expect(Number(last)).toBe((NOON + WEBHOOK_RETRIED_MS) / 1000);
  });

  test("is retried when the outcome of an attempt is lost", async () => {
    const { t, distributor, retailer, productId } = await openTrade();
    const { webhookId } = await listen(distributor);
    receiver.answer = crash;
    vi.spyOn(console, "error").mockReturnValueOnce(undefined);
    await placeOne(retailer, productId);
    await settle(t);
    receiver.answer = () => TAKEN;
    await endInterrupted(t);
    expect(await logOf(distributor, webhookId)).toMatchObject([
      { state: "waiting", attempts: 1, problem: "The attempt was interrupted." },
    ]);
    await pass(t, 15_000);
    expect(await logOf(distributor, webhookId)).toMatchObject([
      { state: "delivered", attempts: 2 },
    ]);
  });

  test("goes nowhere once its webhook is deleted", async () => {
    const { t, distributor, retailer, productId } = await openTrade();
    const { webhookId } = await listen(distributor);
    receiver.answer = () => BROKEN;
    await placeOne(retailer, productId);
    await settle(t);
    await distributor.client.mutation(api.developers.deleteWebhook, { webhookId });
    await pass(t, 15_000);
    expect(receiver.received).toHaveLength(1);
    expect(await logOf(distributor, webhookId)).toEqual([]);
  });

  test("with a late outcome counts a success and ignores a failure", async () => {
    const { t, distributor, retailer, productId } = await openTrade();
    const { webhookId } = await listen(distributor);
    receiver.answer = () => BROKEN;
    await placeOne(retailer, productId);
    await settle(t);
    const requestId = await t.run((ctx) =>
      ctx.db.insert("outgoingRequests", {
        ...{ account: "nobody", job: { kind: "news" }, rank: 0, state: "underWay", at: 0 },
      }),
    );
    await t.run((ctx) => ctx.db.delete("outgoingRequests", requestId));
    const [line] = await logOf(distributor, webhookId);
    if (line === undefined) throw new Error("Nothing was sent");
    const hear = (outcome: Outcome) =>
      t.mutation(internal.webhooks.deliver.settle, {
        ...{ requestId, deliveryId: line._id, answer: "answered", ...outcome },
      });
    await hear({ taken: false, problem: "Late." });
    expect(await logOf(distributor, webhookId)).toEqual([line]);
    await hear(TAKEN);
    const taken = await logOf(distributor, webhookId);
    expect(taken).toMatchObject([{ state: "delivered" }]);
    await hear({ taken: false, problem: "Late." });
    expect(await logOf(distributor, webhookId)).toEqual(taken);
    await pass(t, WEBHOOK_RETRIED_MS);
    expect(receiver.received).toHaveLength(1);
  });
});

describe("a receiver that does not answer", () => {
  const ROOM = OUTGOING_ACCOUNT_MAX;
  const LINES = 2 * ROOM + 3;
  const SLOW = "https://slow.example/";

  /** Runs what is due, without waiting for attempts that are under way; until something holds, or for some turns. */
  async function pump(holds?: () => boolean): Promise<void> {
    for (let turn = 0; turn < (holds === undefined ? 40 : 1_000); turn += 1) {
      if (holds?.() === true) return;
      await vi.advanceTimersByTimeAsync(1);
      await new Promise((resolve) => realTimeout(resolve, 1));
    }
  }

  const hasReceived = (count: number) => pump(() => receiver.received.length >= count);

  /** An order of many lines at a distributor with a webhook. */
  async function placed() {
    const trade = await openTrade();
    const { t, distributor, retailer, productId } = trade;
    const { user } = distributor;
    await t.run((ctx) => ctx.db.patch("users", user._id, { orderTerms: market.ANY_ORDERS }));
    const { webhookId } = await listen(distributor, undefined, SLOW);
    const ids = [productId];
    for (let n = 1; n < LINES; n += 1) ids.push(await listProduct(t, distributor));
    const lines = ids.map((id) => ({ productId: id, quantity: 1 }));
    const request = { orderKey: newKey(), msg: "All.", lines };
    await retailer.client.mutation(api.orders.place, request);
    return { ...trade, webhookId };
  }

  /** The same, where the receiver holds each message until the test answers it. */
  async function holding() {
    const answers: ((outcome: Outcome) => void)[] = [];
    receiver.answer = () => new Promise<Outcome>((resolve) => answers.push(resolve));
    const trade = await placed();
    await hasReceived(ROOM);
    return { ...trade, answers };
  }

  const told = () => receiver.received.map(({ body }) => body.data["order"]?.["_id"]);

  test(`has ${ROOM} messages under way; each answer begins one more, until all have come once`, async () => {
    const { t, distributor, webhookId, answers } = await holding();
    expect(receiver.received).toHaveLength(ROOM);
    await pump();
    expect(receiver.received).toHaveLength(ROOM);
    for (let n = 1; n <= LINES; n += 1) {
      answers[n - 1]!(TAKEN);
      await hasReceived(Math.min(ROOM + n, LINES));
      expect(receiver.received).toHaveLength(Math.min(ROOM + n, LINES));
    }
    await t.finishInProgressScheduledFunctions();
    expect(new Set(told()).size).toBe(LINES);
    const log = await logOf(distributor, webhookId);
    expect(log.map(({ state, attempts }) => `${state} ${attempts}`)).toEqual(
      Array(LINES).fill("delivered 1"),
    );
  });

  test("holds up no other webhook, and no test of its own", async () => {
    const { t, retailer, distributor, webhookId, answers } = await holding();
    await listen(retailer, ["order.rejected"], "https://corner.example/");
    const [order] = await t.run((ctx) => ctx.db.query("orders").take(1));
    const asked = { orderIds: [lineIdOf(order!, 0)], reason: "Sold" };
    await distributor.client.mutation(api.orders.reject, asked);
    await hasReceived(ROOM + 1);
    expect(receiver.received.at(-1)?.url).toBe("https://corner.example/");
    await distributor.client.mutation(api.developers.testWebhook, { webhookId });
    await hasReceived(ROOM + 2);
    expect(types().at(-1)).toBe("ping");
    // Those that the answers let go follow in the list.
    for (const answer of answers) {
      answer(TAKEN);
      await pump();
    }
    await t.finishInProgressScheduledFunctions();
  });

  test("costs no queued message when a crash ends all attempts", async () => {
    vi.spyOn(console, "error").mockReturnValue(undefined);
    receiver.answer = crash;
    const { t, distributor, webhookId } = await placed();
    await settle(t);
    expect(receiver.received).toHaveLength(ROOM);
    receiver.answer = () => TAKEN;
    await endInterrupted(t);
    await pass(t, 15_000);
    for (let turn = 0; turn < LINES; turn += 1) await settle(t);
    const log = await logOf(distributor, webhookId);
    expect(log.map(({ state }) => state)).toEqual(Array(LINES).fill("delivered"));
  });
});

describe("a test", () => {
  test("is a message that says nothing, tried once, with its outcome in the log", async () => {
    const { t, distributor } = await openTrade();
    const { webhookId } = await listen(distributor);
    receiver.answer = () => BROKEN;
    await distributor.client.mutation(api.developers.testWebhook, { webhookId });
    await settle(t);
    expect(receiver.received[0]?.body).toMatchObject({ type: "ping", data: {} });
    expect(await logOf(distributor, webhookId)).toMatchObject([
      { type: "ping", state: "failed", attempts: 1, problem: "Out of paper." },
    ]);
    await pass(t, WEBHOOK_RETRIED_MS);
    expect(receiver.received).toHaveLength(1);
  });

  test("whose outcome is never noted ends as failed", async () => {
    const { t, distributor } = await openTrade();
    const { webhookId } = await listen(distributor);
    receiver.answer = crash;
    vi.spyOn(console, "error").mockReturnValueOnce(undefined);
    await distributor.client.mutation(api.developers.testWebhook, { webhookId });
    await settle(t);
    await endInterrupted(t);
    expect(await logOf(distributor, webhookId)).toMatchObject([
      { state: "failed", problem: "The attempt was interrupted." },
    ]);
  });

  test("can't be asked for without end", async () => {
    vi.stubEnv("RATE_LIMITS", "");
    const { distributor } = await openTrade();
    const { webhookId } = await listen(distributor);
    const asking = () => distributor.client.mutation(api.developers.testWebhook, { webhookId });
    for (let asked = 0; asked < 10; asked += 1) await asking();
    expect(await refusal(asking())).toMatchObject({ code: "TOO_MANY" });
  });
});

describe("a webhook without a success for three days", () => {
  const listed = async ({ client }: Person) =>
    (await client.query(api.developers.webhooks, {}))[0] ?? {};

  /** An order at each end of the time: the first failure says little, one three days later much. */
  async function failForDays({ t, retailer, productId }: Awaited<ReturnType<typeof openTrade>>) {
    receiver.answer = () => BROKEN;
    await placeOne(retailer, productId);
    await settle(t);
    await passWithRetries(t, WEBHOOK_PAUSED_AFTER_MS);
    await placeOne(retailer, productId);
    await settle(t);
    receiver.received.length = 0;
  }

  test("is paused until a test succeeds", async () => {
    const trade = await openTrade();
    const { t, distributor, retailer, productId } = trade;
    const { webhookId } = await listen(distributor);
    await failForDays(trade);
    expect(await listed(distributor)).toMatchObject({
      failingSince: near(NOON),
      pausedAt: near(NOON + WEBHOOK_PAUSED_AFTER_MS),
    });
    const [first] = await t.run((ctx) => ctx.db.query("webhookEvents").take(10));
    await placeOne(retailer, productId);
    await settle(t);
    expect(await t.run((ctx) => ctx.db.query("webhookEvents").take(10))).toHaveLength(2);
    expect(first).toBeDefined();
    receiver.answer = () => TAKEN;
    await distributor.client.mutation(api.developers.testWebhook, { webhookId });
    await settle(t);
    expect(await listed(distributor)).not.toHaveProperty("pausedAt");
    expect(await listed(distributor)).not.toHaveProperty("failingSince");
    receiver.received.length = 0;
    await placeOne(retailer, productId);
    await settle(t);
    expect(types()).toEqual(["order.placed"]);
  });

  test("is none that failed at a test, or took something in between", async () => {
    const { t, distributor, retailer, productId } = await openTrade();
    const { webhookId } = await listen(distributor);
    receiver.answer = () => BROKEN;
    await distributor.client.mutation(api.developers.testWebhook, { webhookId });
    await settle(t);
    expect(await listed(distributor)).not.toHaveProperty("failingSince");
    await placeOne(retailer, productId);
    await settle(t);
    expect(await listed(distributor)).toMatchObject({ failingSince: near(NOON) });
    receiver.answer = () => TAKEN;
    await pass(t, 15_000);
    expect(await listed(distributor)).not.toHaveProperty("failingSince");
  });
});

describe("making a webhook", () => {
  test("takes a full https address, and keeps it in its normal form", async () => {
    const { client } = await joinRetailer(openMarket());
    const url = "  https://Shop.Example:8443/a b?x=1#part ";
    await client.action(api.developers.createWebhook, {
      url,
      events: ["order.accepted"],
      password: MEMBER_PASSWORD,
    });
    expect(await client.query(api.developers.webhooks, {})).toEqual([
      {
        _id: expect.any(String) as string,
        url: "https://shop.example:8443/a%20b?x=1",
        events: ["order.accepted"],
        createdAt: expect.any(Number) as number,
      },
    ]);
  });

  test("refuses what is no address, what is not https, and what holds a password", async () => {
    const t = openMarket();
    const retailer = await joinRetailer(t);
    for (const url of [
      ...["", "shop.example", "/hook", "http://shop.example/", "ftp://shop.example/"],
      ...["javascript:alert(1)", "file:///etc/passwd", "https://", "https://a:b@shop.example/"],
      ...["https://token@shop.example/", `https://shop.example/${"a".repeat(WEBHOOK_URL_MAX)}`],
    ]) {
      const making = listen(retailer, ["order.placed"], url);
      expect(await refusal(making), url).toEqual({ code: "BAD_WEBHOOK_URL" });
    }
    expect(await t.run((ctx) => ctx.db.query("webhooks").first())).toBeNull();
  });

  test("refuses literal addresses of private networks, unless the deployment allows them", async () => {
    const retailer = await joinRetailer(openMarket());
    for (const host of [
      ...["127.0.0.1", "localhost", "LOCALHOST.", "a.localhost", "10.1.2.3", "169.254.169.254"],
      ...["2130706433", "0x7f.1", "[::1]", "[::ffff:127.0.0.1]", "[fd00::1]", "0.0.0.0"],
    ]) {
      const making = listen(retailer, ["order.placed"], `https://${host}/hook`);
      expect(await refusal(making), host).toEqual({ code: "PRIVATE_ADDRESS" });
    }
    vi.stubEnv("WEBHOOKS_ALLOW_PRIVATE", "1");
    await listen(retailer, ["order.placed"], "http://127.0.0.1:8080/hook");
    vi.stubEnv("WEBHOOKS_ALLOW_PRIVATE", "");
  });

  test("refuses events that the role is not told of, and none at all", async () => {
    const t = openMarket();
    const [retailer, admin] = [await joinRetailer(t), await joinAdmin(t)];
    for (const events of [[], ["connection.requested"]] as const) {
      expect(await refusal(listen(retailer, events))).toEqual({ code: "NO_EVENTS" });
    }
    expect(await refusal(listen(admin, ["order.placed"]))).toEqual({ code: "FORBIDDEN" });
    const { client } = retailer;
    const events: WebhookEvent[] = ["order.cancelled", "order.placed", "order.cancelled"];
    await client.action(api.developers.createWebhook, {
      url: URL_OF,
      events,
      password: MEMBER_PASSWORD,
    });
    const [webhook] = await client.query(api.developers.webhooks, {});
    expect(webhook?.events).toEqual(["order.placed", "order.cancelled"]);
  });

  test("ends at as many as one may have", async () => {
    const retailer = await joinRetailer(openMarket());
    for (let made = 0; made < WEBHOOKS_MAX; made += 1) await listen(retailer);
    expect(await refusal(listen(retailer))).toEqual({
      code: "TOO_MANY_WEBHOOKS",
      max: WEBHOOKS_MAX,
    });
  });
});

describe("somebody else's webhook", () => {
  test("is treated as missing by every call", async () => {
    const { t, distributor, retailer } = await openTrade();
    const { webhookId } = await listen(distributor);
    const before = await everything(t);
    const { client } = retailer;
    for (const id of [webhookId, distributor.user._id, "", "nonsense"]) {
      const asked = { webhookId: id };
      for (const call of [
        client.mutation(api.developers.deleteWebhook, asked),
        client.mutation(api.developers.testWebhook, asked),
        client.action(api.developers.renewSecret, { ...asked, password: MEMBER_PASSWORD }),
      ]) {
        expect(await refusal(call)).toEqual({ code: "NOT_FOUND" });
      }
      const log = { ...asked, paginationOpts: FIRST_PAGE };
      expect((await client.query(api.developers.deliveries, log)).page).toEqual([]);
    }
    for (const call of [
      t.action(api.developers.renewSecret, { webhookId, password: MEMBER_PASSWORD }),
      t.action(api.developers.createWebhook, {
        url: URL_OF,
        events: ["order.placed"],
        password: MEMBER_PASSWORD,
      }),
    ]) {
      expect(await refusal(call)).toEqual({ code: "UNAUTHENTICATED" });
    }
    expect((await everything(t)) === before, "nothing was written").toBe(true);
  });
});

test("a new secret signs from then on, and no list shows one", async () => {
  const { t, distributor, retailer, productId } = await openTrade();
  const { webhookId, secret } = await listen(distributor);
  const renewed = await distributor.client.action(api.developers.renewSecret, {
    webhookId,
    password: MEMBER_PASSWORD,
  });
  expect(renewed.secret).not.toBe(secret);
  await placeOne(retailer, productId);
  await settle(t);
  const { headers, text } = onlyMessage();
  expect(headers["Mandi-Signature"]).toBe(await signatureOf(renewed.secret, NOON / 1000, text));
  const page = { section: "webhooks", paginationOpts: FIRST_PAGE } as const;
  const shown = [
    await distributor.client.query(api.developers.webhooks, {}),
    await distributor.client.query(api.account.records, page),
    await logOf(distributor, webhookId),
  ];
  expect(JSON.stringify(shown)).not.toContain("whsec_");
});

test("with a closed account its webhooks end, and the other party is told what became of its orders", async () => {
  const { t, distributor, retailer, productId } = await openTrade();
  await listen(retailer, undefined, "https://corner.example/");
  await listen(distributor, undefined, "https://big.example/");
  await placeOne(retailer, productId);
  await settle(t);
  receiver.received.length = 0;
  const userId = retailer.user._id;
  await t.run((ctx) => deactivate(ctx, { userId, role: "retailer" }, Date.now()));
  await settle(t);
  expect(receiver.received.map(({ url, body }) => [url, body.type])).toEqual([
    ["https://big.example/", "order.cancelled"],
  ]);
});

test("deletes log entries after a month, in batches", async () => {
  const { t, distributor, retailer, productId } = await openTrade();
  const { webhookId } = await listen(distributor);
  await placeOne(retailer, productId);
  await settle(t);
  await t.run(async (ctx) => {
    const [line] = await ctx.db.query("webhookDeliveries").take(1);
    if (line === undefined) throw new Error("Nothing was sent");
    const { _id, _creationTime, ...fields } = line;
    for (let more = 0; more < ROWS_PER_SWEEP; more += 1) {
      await ctx.db.insert("webhookDeliveries", fields);
    }
  });
  vi.setSystemTime(NOON + WEBHOOK_LOG_KEPT_MS / 2);
  await placeOne(retailer, productId);
  await settle(t);
  vi.setSystemTime(NOON + WEBHOOK_LOG_KEPT_MS + 1_000);
  await t.mutation(internal.webhooks.deliver.sweep, {});
  await settle(t);
  expect(await logOf(distributor, webhookId)).toHaveLength(1);
  expect(await t.run((ctx) => ctx.db.query("webhookEvents").take(10))).toHaveLength(1);
});
