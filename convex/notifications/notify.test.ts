/** Each person is told once for each thing that happened, and never of their own doing. */
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { DAY_MS, todayIst } from "../../domain/dates";
import type { NotificationKind } from "../../domain/notifications";
import { OFFER_LIFETIME_MS } from "../../domain/limits";
import { shortAddress } from "../../domain/pictureAddress";
import { api } from "../_generated/api";
import {
  acceptOne,
  everything,
  FIRST_PAGE,
  joinDistributor,
  joinRetailer,
  listProduct,
  type Market,
  newKey,
  offerOne,
  openConnectedPair,
  openMarket,
  type Person,
  placeOne,
  refusal,
  storePicture,
} from "../market.setup";
import { deactivate } from "../account/deactivate";
import { advance } from "../orders/advance";
import { rowsOf, unread } from "./notifications.setup";

beforeAll(() => {
  vi.stubEnv("RATE_LIMITS", "off");
  return () => vi.unstubAllEnvs();
});

const tomorrow = () => todayIst(Date.now() + DAY_MS);

function openTrade() {
  const [retailer, distributor] = [{ shopName: "Ravi Stores" }, { companyName: "Asha Wholesale" }];
  return openConnectedPair({ retailer, distributor }, { stock: 1_000 });
}

async function told({ client }: Person, filter: "all" | "toDo" = "all") {
  const page = { filter, paginationOpts: FIRST_PAGE };
  return (await client.query(api.notifications.list, page)).page;
}

const kindsOf = async (person: Person): Promise<NotificationKind[]> =>
  (await told(person)).map(({ kind }) => kind);

/** Places so many lines of different products at once, and returns the order. */
async function placeLines(
  { t, retailer, distributor }: { t: Market; retailer: Person; distributor: Person },
  count: number,
) {
  const lines = [];
  while (lines.length < count)
    lines.push({ productId: await listProduct(t, distributor), quantity: 2 });
  const request = { orderKey: newKey(), msg: "Soon, please.", lines };
  const { orderId } = await retailer.client.mutation(api.orders.place, request);
  return { orderId, request };
}

describe("the picture", () => {
  it("is of the first product of an order, else of the partner, and never of the reader", async () => {
    const { t, retailer, distributor, productId } = await openTrade();
    const imageId = await storePicture(t);
    const [ofProduct, ofRetailer] = await t.run(async (ctx) => {
      const userId = distributor.user._id;
      for (const id of [userId, retailer.user._id]) await ctx.db.patch("users", id, { imageId });
      await ctx.db.insert("notifications", {
        ...{ userId, partnerId: userId, partnerName: "Mandi", kind: "storageLow", at: 1 },
        ...{ path: "/settings", subject: "rows" },
      });
      const product = await ctx.db.get("products", productId);
      const urls = [product!.imageId, imageId].map((id) => ctx.storage.getUrl(id));
      return (await Promise.all(urls)).map((url) => shortAddress(url!));
    });
    await placeOne(retailer, productId);
    await retailer.client.mutation(api.chat.send, {
      ...{ to: distributor.user.email, content: "Hello", sendKey: newKey() },
    });
    const pictures = (await told(distributor)).map(({ kind, picture }) => [kind, picture]);
    expect(pictures.toSorted()).toEqual([
      ["message", ofRetailer],
      ["orderPlaced", ofProduct],
      ["storageLow", null],
    ]);
  });
});

describe("an order", () => {
  it("[TOLD1] [TOLD4] of 12 lines is one notification, with their number and sum", async () => {
    const trade = await openTrade();
    const { orderId, request } = await placeLines(trade, 12);
    const row = {
      ...{ kind: "orderPlaced", partnerName: "Ravi Stores", lineCount: 12 },
      ...{ paise: 12 * 2 * 52_50, productName: "Steel Tumbler" },
      path: `/pendingorders_dist?order=${orderId}`,
    };
    expect(await told(trade.distributor)).toMatchObject([{ ...row, isRead: false }]);
    expect(await rowsOf(trade.t)).toHaveLength(1);
    // The same order again is not told again.
    await trade.retailer.client.mutation(api.orders.place, request);
    expect(await told(trade.distributor)).toHaveLength(1);
    expect(await told(trade.distributor, "toDo")).toHaveLength(1);
    const { client } = trade.distributor;
    const others = Array.from({ length: 11 }, (_, at) => `${orderId}-${at + 2}`);
    await client.mutation(api.orders.reject, { orderIds: others, reason: "None left" });
    expect(await told(trade.distributor, "toDo")).toHaveLength(1);
    await acceptOne(trade.distributor, { orderId, deliveryBefore: tomorrow() });
    expect(await told(trade.distributor, "toDo")).toEqual([]);
    expect(await unread(trade.distributor)).toBe(0);
  });

  it("of which lines are refused tells of these, and still is to do", async () => {
    const trade = await openTrade();
    const { retailer, distributor } = trade;
    const { orderId } = await placeLines(trade, 5);
    const [rejected, cancelled] = [[1, 2].map((n) => `${orderId}-${n}`), [`${orderId}-5`]];
    const reason = "None left";
    await distributor.client.mutation(api.orders.reject, { orderIds: rejected, reason });
    await retailer.client.mutation(api.orders.cancel, { orderIds: cancelled, reason });
    const ofLines = { productName: "Steel Tumbler", isRead: false };
    expect(await told(retailer)).toMatchObject([
      {
        ...{ ...ofLines, kind: "orderRejected", lineCount: 2, paise: 2 * 2 * 52_50 },
        path: `/pendingretail?order=${orderId}`,
      },
    ]);
    const [latest, ...others] = await told(distributor);
    expect(latest).toMatchObject({
      ...{ ...ofLines, kind: "orderCancelled", lineCount: 1, paise: 2 * 52_50 },
      path: `/pendingorders_dist?order=${orderId}`,
    });
    expect(others).toMatchObject([{ kind: "orderPlaced" }]);
    expect(await told(distributor, "toDo")).toMatchObject([{ kind: "orderPlaced" }]);
    // The last lines end the order, which is told as such.
    const last = [3, 4].map((n) => `${orderId}-${n}`);
    await distributor.client.mutation(api.orders.reject, { orderIds: last, reason });
    expect((await told(retailer))[0]).toMatchObject({
      ...{ kind: "orderRejected", lineCount: 2, path: `/rejectedretail?order=${orderId}` },
    });
    expect(await told(distributor, "toDo")).toEqual([]);
  });

  it("[TOLD5] that is refused, or whose transaction fails, tells nobody", async () => {
    const { t, retailer, productId } = await openTrade();
    const before = await everything(t);
    const refused = await refusal(placeOne(retailer, productId, 5_000));
    expect(refused).toMatchObject({ code: "INSUFFICIENT_STOCK" });
    expect(await everything(t)).toBe(before);
  });
});

describe("an order's", () => {
  it("[TOLD2] acceptance, completion and rejection tell the retailer, once for all lines", async () => {
    const trade = await openTrade();
    const { retailer, distributor } = trade;
    const { orderId } = await placeLines(trade, 3);
    const answer = { orderId, deliveryBefore: tomorrow() };
    await distributor.client.mutation(api.orders.accept, answer);
    await distributor.client.mutation(api.orders.accept, answer);
    await distributor.client.mutation(api.orders.complete, { orderIds: [orderId] });
    const { orderId: other } = await placeLines(trade, 2);
    const refused = { orderIds: [other], reason: "No truck" };
    await distributor.client.mutation(api.orders.reject, refused);
    expect(await told(retailer)).toMatchObject([
      { kind: "orderRejected", lineCount: 2, path: `/rejectedretail?order=${other}` },
      { kind: "orderCompleted", lineCount: 3, path: `/completedretail?order=${orderId}` },
      {
        ...{ kind: "orderAccepted", lineCount: 3, path: `/acceptedretail?order=${orderId}` },
        ...{ partnerName: "Asha Wholesale", paise: 3 * 2 * 52_50 },
      },
    ]);
    expect(await kindsOf(distributor)).toEqual(["orderPlaced", "orderPlaced"]);
  });

  it("bulk answer is told once for each order", async () => {
    const trade = await openTrade();
    const [one, other] = [await placeLines(trade, 2), await placeLines(trade, 1)];
    const orderIds = [one.orderId, other.orderId];
    await trade.distributor.client.mutation(api.orders.reject, { orderIds, reason: "No truck" });
    const counts = (await told(trade.retailer)).map(({ kind, lineCount }) => [kind, lineCount]);
    expect(counts.sort()).toEqual([
      ["orderRejected", 1],
      ["orderRejected", 2],
    ]);
  });

  it("cancellation tells the distributor, and it is no longer to do", async () => {
    const { retailer, distributor, productId } = await openTrade();
    const orderIds = [await placeOne(retailer, productId)];
    await retailer.client.mutation(api.orders.cancel, { orderIds, reason: "Ordered twice" });
    expect(await told(distributor)).toMatchObject([
      { kind: "orderCancelled", path: `/rejected_dist?order=${orderIds[0]}`, isRead: false },
      { kind: "orderPlaced", isRead: true },
    ]);
    expect(await told(distributor, "toDo")).toEqual([]);
    expect(await told(retailer)).toEqual([]);
  });

  it("end without an answer tells the retailer alone", async () => {
    const { t, retailer, distributor, productId } = await openTrade();
    const orderId = await placeOne(retailer, productId);
    await t.run(async (ctx) => {
      const order = await ctx.db.get("orders", orderId);
      const data = { orderCancelReason: "Not answered in time" };
      const step = { order: order!, actor: null, data, now: Date.now() };
      await advance(ctx, { ...step, move: "reject" });
    });
    expect(await kindsOf(retailer)).toEqual(["orderRejected"]);
    expect(await told(distributor, "toDo")).toEqual([]);
    expect(await kindsOf(distributor)).toEqual(["orderPlaced"]);
  });
});

describe("an offer", () => {
  it.each([
    ["agree", "agreed", "/accepted_dist"],
    ["decline", "declined", "/pendingorders_dist"],
  ] as const)("is told, and then its answer: %s", async (answer, word, path) => {
    const { retailer, distributor, productId } = await openTrade();
    const orderId = await placeOne(retailer, productId, 3);
    const offerId = await offerOne(distributor, orderId, 2);
    const offered = { kind: "offerMade", lineCount: 1, paise: 2 * 52_50 };
    const query = `?order=${orderId}`;
    expect(await told(retailer, "toDo")).toMatchObject([
      { ...offered, path: `/pendingretail${query}` },
    ]);
    await retailer.client.mutation(api.offers[answer], { offerId });
    expect(await told(retailer)).toMatchObject([{ kind: "offerMade", isRead: true }]);
    expect(await told(retailer, "toDo")).toEqual([]);
    const [latest, ...others] = await told(distributor);
    expect(latest).toMatchObject({ kind: "offerAnswered", answer: word, path: path + query });
    expect(others).toMatchObject([{ kind: "orderPlaced" }]);
  });

  it("that nobody answers is told as expired", async () => {
    vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
    try {
      const { t, retailer, distributor, productId } = await openTrade();
      await offerOne(distributor, await placeOne(retailer, productId, 3), 2);
      vi.advanceTimersByTime(OFFER_LIFETIME_MS);
      await t.finishInProgressScheduledFunctions();
      expect(await told(distributor)).toMatchObject([
        { kind: "offerAnswered", answer: "expired" },
        { kind: "orderPlaced" },
      ]);
      expect(await told(retailer, "toDo")).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });

  it("that ends with its order is told as the order's end alone", async () => {
    const { retailer, distributor, productId } = await openTrade();
    const orderId = await placeOne(retailer, productId, 3);
    await offerOne(distributor, orderId, 2);
    await retailer.client.mutation(api.orders.cancel, { orderIds: [orderId], reason: "Too late" });
    expect(await kindsOf(distributor)).toEqual(["orderCancelled", "orderPlaced"]);
    expect(await told(retailer, "toDo")).toEqual([]);
  });
});

describe("a payment", () => {
  const paid = () => ({
    ...{ amountPaise: 500_00, method: "cash" as const, paidOn: todayIst(Date.now()) },
    ...{ invoiceIds: [], paymentKey: newKey(), isAdvanceMeant: true },
  });

  it.each([
    ["confirm", "confirmed"],
    ["dispute", "disputed"],
  ] as const)(
    "that is claimed waits for the distributor, whose answer is told: %s",
    async (move, word) => {
      const { retailer, distributor } = await openTrade();
      const [buyerId, sellerId] = [retailer.user._id, distributor.user._id];
      const claim = { ...paid(), partnerId: sellerId };
      const { paymentId } = await retailer.client.mutation(api.payments.claim, claim);
      await retailer.client.mutation(api.payments.claim, claim);
      expect(await told(distributor, "toDo")).toMatchObject([
        { kind: "paymentClaimed", paise: 500_00, path: `/khata/${buyerId}` },
      ]);
      const asked = move === "confirm" ? { paymentId } : { paymentId, reason: "Nothing came" };
      await distributor.client.mutation(api.payments[move], asked);
      expect(await told(distributor)).toMatchObject([{ kind: "paymentClaimed", isRead: true }]);
      expect(await told(distributor, "toDo")).toEqual([]);
      expect(await told(retailer)).toMatchObject([
        { kind: "paymentAnswered", answer: word, paise: 500_00, path: `/khata/${sellerId}` },
      ]);
    },
  );

  it("that is recorded, then reversed, tells the retailer; one that is withdrawn waits no longer", async () => {
    const { retailer, distributor } = await openTrade();
    const [buyerId, sellerId] = [retailer.user._id, distributor.user._id];
    const record = { ...paid(), partnerId: buyerId };
    const { paymentId } = await distributor.client.mutation(api.payments.record, record);
    await distributor.client.mutation(api.payments.reverse, { paymentId, reason: "Bounced" });
    expect(await told(retailer)).toMatchObject([{ answer: "reversed" }, { answer: "recorded" }]);
    expect(await told(distributor)).toEqual([]);
    const claim = { ...paid(), partnerId: sellerId };
    const claimed = await retailer.client.mutation(api.payments.claim, claim);
    await retailer.client.mutation(api.payments.withdraw, claimed);
    expect(await told(distributor)).toMatchObject([{ kind: "paymentClaimed", isRead: true }]);
    expect(await told(distributor, "toDo")).toEqual([]);
    expect(await told(retailer)).toHaveLength(2);
  });
});

describe("a request for a connection", () => {
  async function requested() {
    const t = openMarket();
    const retailer = await joinRetailer(t, { shopName: "Ravi Stores" });
    const distributor = await joinDistributor(t);
    const distributorId = distributor.user._id;
    const ask = () => retailer.client.mutation(api.network.request, { distributorId });
    const { connectionId } = await ask();
    await ask();
    return { t, retailer, distributor, connectionId };
  }

  it.each(["accepted", "rejected"] as const)("is told once, and its answer: %s", async (status) => {
    const { retailer, distributor, connectionId } = await requested();
    expect(await told(distributor, "toDo")).toMatchObject([
      { kind: "connectionRequested", partnerName: "Ravi Stores", path: "/requests" },
    ]);
    await distributor.client.mutation(api.network.answer, { connectionId, status });
    expect(await told(distributor, "toDo")).toEqual([]);
    expect(await told(distributor)).toMatchObject([{ isRead: true }]);
    const answered = { kind: "connectionAnswered", answer: status, path: "/retailerNetwork" };
    expect(await told(retailer)).toMatchObject([answered]);
  });

  it("that is taken back waits no longer, and a connection that ends is not told as an answer", async () => {
    const { retailer, distributor, connectionId } = await requested();
    await retailer.client.mutation(api.network.leave, { connectionId });
    expect(await told(distributor, "toDo")).toEqual([]);
    expect(await told(retailer)).toEqual([]);
    const trade = await openTrade();
    const ended = { connectionId: trade.connectionId };
    await trade.distributor.client.mutation(api.network.remove, ended);
    expect(await told(trade.retailer)).toEqual([]);
  });
});

describe("messages", () => {
  const write = ({ client }: Person, to: Person, content: string) =>
    client.mutation(api.chat.send, { to: to.user.email, content, sendKey: newKey() });

  it("[TOLD3] of one conversation are one row until it is read, without their words", async () => {
    const { t, retailer, distributor } = await openTrade();
    for (let n = 1; n <= 20; n += 1) await write(retailer, distributor, `secret ${n}`);
    const path = `/chat?with=${encodeURIComponent(retailer.user.email)}`;
    const [row, ...others] = await told(distributor);
    expect(row).toMatchObject({ kind: "message", lineCount: 20, path, isRead: false });
    expect(others).toEqual([]);
    expect(JSON.stringify(await rowsOf(t))).not.toContain("secret");
    expect(await told(retailer)).toEqual([]);
    const [conversation] = await t.run((ctx) => ctx.db.query("conversations").take(1));
    const conversationId = conversation!._id;
    await distributor.client.mutation(api.chat.markRead, { conversationId });
    expect(await unread(distributor)).toBe(0);
    await write(retailer, distributor, "one more");
    const rows = await told(distributor);
    expect(rows.map(({ lineCount, isRead }) => [lineCount, isRead])).toEqual([
      [1, false],
      [20, true],
    ]);
  });

  it("[TOLD3] are in the bell from the next one on, once their reader wants that again", async () => {
    const { retailer, distributor } = await openTrade();
    const { client } = distributor;
    const set = async (channels: ("bell" | "push")[]) => {
      const settings = await client.query(api.notifications.settings, {});
      const rows = settings.channels.map((row) =>
        row.kind === "message" ? { ...row, channels } : row,
      );
      await client.mutation(api.notifications.saveSettings, { ...settings, channels: rows });
    };
    await set(["push"]);
    await write(retailer, distributor, "Not in the bell");
    expect([await told(distributor), await unread(distributor)]).toEqual([[], 0]);
    await set(["bell", "push"]);
    expect(await told(distributor)).toEqual([]);
    await write(retailer, distributor, "In the bell");
    expect(await told(distributor)).toMatchObject([
      { kind: "message", lineCount: 2, isRead: false },
    ]);
    expect(await unread(distributor)).toBe(1);
    await set(["push"]);
    await write(retailer, distributor, "Not any more");
    expect([await told(distributor), await unread(distributor)]).toEqual([[], 0]);
  });

  it("renew the row's time, so that it is the first again", async () => {
    const { retailer, distributor, productId } = await openTrade();
    await write(retailer, distributor, "Good morning");
    await placeOne(retailer, productId);
    expect(await kindsOf(distributor)).toEqual(["orderPlaced", "message"]);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 1_000 });
    onTestFinished(() => void vi.useRealTimers());
    await write(retailer, distributor, "Are you there?");
    expect(await kindsOf(distributor)).toEqual(["message", "orderPlaced"]);
  });
});

describe("nobody is told", () => {
  it("[TOLD5] across a block, whichever side made it", async () => {
    for (const blocker of ["retailer", "distributor"] as const) {
      const { t, retailer, distributor, productId } = await openTrade();
      const orderId = await placeOne(retailer, productId);
      const other = blocker === "retailer" ? distributor : retailer;
      const by = blocker === "retailer" ? retailer : distributor;
      await by.client.mutation(api.network.block, { userId: other.user._id });
      const before = (await rowsOf(t)).length;
      await distributor.client.mutation(api.orders.reject, { orderIds: [orderId], reason: "No" });
      expect(await rowsOf(t)).toHaveLength(before);
    }
  });

  it("[TOLD5] whose account is closed; the other party is told what ends with it", async () => {
    const { t, retailer, distributor, productId } = await openTrade();
    await placeOne(retailer, productId);
    const accepted = await placeOne(retailer, productId);
    await acceptOne(distributor, { orderId: accepted, deliveryBefore: tomorrow() });
    const { _id: userId } = retailer.user;
    await t.run((ctx) => deactivate(ctx, { userId, role: "retailer" }, Date.now()));
    expect(await kindsOf(distributor)).toEqual(["orderCancelled", "orderPlaced", "orderPlaced"]);
    const reason = "They closed";
    await distributor.client.mutation(api.orders.reject, { orderIds: [accepted], reason });
    const own = (await rowsOf(t)).filter((row) => row.userId === userId);
    expect(own).toEqual([]);
  });
});
