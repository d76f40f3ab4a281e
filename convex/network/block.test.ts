import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { REQUEST_PAUSE_MS, REQUEST_REFUSALS_MAX } from "../../domain/limits";
import { errorText } from "../../domain/errors";
import { api } from "../_generated/api";
import {
  connectPair,
  everything,
  FIRST_PAGE,
  foldEffects,
  joinAdmin,
  joinDistributor,
  joinRetailer,
  listProduct,
  type Market,
  newKey,
  openMarket,
  type Person,
  placeOne,
  refusal,
  settledTime,
  stockOf,
} from "../market.setup";
import { ask, bearerOf, reserve } from "../rest/rest.setup";

const BEGIN = Date.parse("2026-05-01T10:00:00+05:30");

beforeEach(() => {
  vi.useFakeTimers({ now: BEGIN, toFake: ["Date"] });
  vi.stubEnv("RATE_LIMITS", "off");
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

async function pair() {
  const t = openMarket();
  const [distributor, retailer] = [await joinDistributor(t), await joinRetailer(t)];
  return { t, distributor, retailer, productId: await listProduct(t, distributor) };
}

const request = (retailer: Person, distributor: Person) =>
  retailer.client.mutation(api.network.request, { distributorId: distributor.user._id });

async function connectionOf(t: Market) {
  const [row] = await t.run((ctx) => ctx.db.query("connections").take(2));
  return row!;
}

async function reject(t: Market, distributor: Person): Promise<void> {
  const { _id: connectionId } = await connectionOf(t);
  await distributor.client.mutation(api.network.answer, { connectionId, status: "rejected" });
}

const say = (from: Person, to: Person) =>
  from.client.mutation(api.chat.send, {
    to: to.user.email,
    content: "Hello",
    sendKey: newKey(),
  });

const block = (who: Person, whom: Person) =>
  who.client.mutation(api.network.block, { userId: whom.user._id });
const unblock = (who: Person, whom: Person) =>
  who.client.mutation(api.network.unblock, { userId: whom.user._id });
const blockedBy = async (who: Person) =>
  (await who.client.query(api.network.blocked, { paginationOpts: FIRST_PAGE })).page;

describe("a retailer whose requests are rejected", () => {
  async function refusedOften(t: Market, retailer: Person, distributor: Person, times: number) {
    for (let n = 0; n < times; n += 1) {
      await request(retailer, distributor);
      await reject(t, distributor);
    }
  }

  it(`can't ask again for some days after ${REQUEST_REFUSALS_MAX} in a row, through the app or REST`, async () => {
    const { t, distributor, retailer } = await pair();
    const until = (await settledTime(t)) + REQUEST_PAUSE_MS;
    await refusedOften(t, retailer, distributor, REQUEST_REFUSALS_MAX);
    const before = await everything(t);
    const told = await refusal(request(retailer, distributor));
    expect(told).toEqual({ code: "REQUESTS_PAUSED", until, retryAfterMs: REQUEST_PAUSE_MS });
    expect(errorText(told as never)).toContain("You can ask again on 08 May 2026.");
    expect(await everything(t)).toBe(before);
    const answer = await ask(t, "POST /api/network/add", {
      headers: await bearerOf(t, retailer),
      body: { distributorEmail: distributor.user.email },
    });
    expect(answer).toMatchObject({ status: 429, body: { code: "REQUESTS_PAUSED", until } });
    expect(answer.headers.get("Retry-After")).toBe(String(REQUEST_PAUSE_MS / 1000));
    vi.setSystemTime(until - 1);
    expect(await refusal(request(retailer, distributor))).toMatchObject({ retryAfterMs: 1 });
    vi.setSystemTime(until);
    await request(retailer, distributor);
    // The next rejection pauses again at once.
    await reject(t, distributor);
    expect(await refusal(request(retailer, distributor))).toMatchObject({
      code: "REQUESTS_PAUSED",
    });
  });

  it("can ask other distributors meanwhile", async () => {
    const { t, distributor, retailer } = await pair();
    await refusedOften(t, retailer, distributor, REQUEST_REFUSALS_MAX);
    await request(retailer, await joinDistributor(t));
  });

  it("begins anew after an accepted request, and leaving a connection is no rejection", async () => {
    const { t, distributor, retailer } = await pair();
    await refusedOften(t, retailer, distributor, REQUEST_REFUSALS_MAX - 1);
    await request(retailer, distributor);
    const { _id: connectionId } = await connectionOf(t);
    await distributor.client.mutation(api.network.answer, { connectionId, status: "accepted" });
    await distributor.client.mutation(api.network.remove, { connectionId });
    await refusedOften(t, retailer, distributor, REQUEST_REFUSALS_MAX - 1);
    await request(retailer, distributor);
    await distributor.client.mutation(api.network.answer, { connectionId, status: "accepted" });
    await retailer.client.mutation(api.network.leave, { connectionId });
    await request(retailer, distributor);
  });

  it.each(["withdraws", "blocks and unblocks"])(
    "pauses as well when the retailer %s",
    async (way) => {
      const { t, distributor, retailer } = await pair();
      for (let n = 0; n < REQUEST_REFUSALS_MAX; n += 1) {
        await request(retailer, distributor);
        const { _id: connectionId } = await connectionOf(t);
        if (way === "withdraws")
          await retailer.client.mutation(api.network.leave, { connectionId });
        else {
          await block(retailer, distributor);
          await unblock(retailer, distributor);
        }
      }
      expect(await refusal(request(retailer, distributor))).toMatchObject({
        code: "REQUESTS_PAUSED",
      });
    },
  );
});

describe("a retailer who leaves", () => {
  it("ends the connection and the right to write, both keep what was said", async () => {
    const { t, distributor, retailer } = await pair();
    const connectionId = await connectPair(t, retailer, distributor);
    const { _id } = await say(retailer, distributor);
    await retailer.client.mutation(api.network.leave, { connectionId });
    await retailer.client.mutation(api.network.leave, { connectionId });
    expect(await connectionOf(t)).toMatchObject({ status: "rejected" });
    for (const [one, other] of [
      [retailer, distributor],
      [distributor, retailer],
    ] as const)
      expect(await refusal(say(one, other))).toEqual({ code: "NOT_CONNECTED" });
    expect(await t.run((ctx) => ctx.db.get("messages", _id))).not.toBeNull();
  });

  it("is a party of the connection", async () => {
    const { t, distributor, retailer } = await pair();
    const connectionId = await connectPair(t, retailer, distributor);
    const stranger = await joinRetailer(t);
    for (const id of [connectionId, "x", retailer.user._id])
      expect(
        await refusal(stranger.client.mutation(api.network.leave, { connectionId: id })),
      ).toEqual({ code: "NOT_FOUND" });
    expect(await refusal(distributor.client.mutation(api.network.leave, { connectionId }))).toEqual(
      { code: "FORBIDDEN" },
    );
  });
});

describe.each(["retailer", "distributor"] as const)("a %s's block", (side) => {
  async function blockedPair({ connected = true } = {}) {
    const stage = await pair();
    const { t, retailer, distributor } = stage;
    if (connected) await connectPair(t, retailer, distributor);
    const [who, whom] = side === "retailer" ? [retailer, distributor] : [distributor, retailer];
    return { ...stage, who, whom };
  }
  /** Message that the retailer reads. */
  const code = side === "retailer" ? "YOU_BLOCKED" : "NOT_AVAILABLE";

  it.each([true, false])(
    "ends the connection and everything new, either way (connected before: %s)",
    async (connected) => {
      const { t, retailer, distributor, productId, who, whom } = await blockedPair({ connected });
      const orderId = await placeOne(retailer, productId);
      await reserve(retailer, productId, 1);
      await block(who, whom);
      await block(who, whom);
      expect(await t.run((ctx) => ctx.db.query("stockHolds").take(2))).toEqual([]);
      expect(await stockOf(t, productId)).toBe(99);
      const before = await everything(t);
      expect(await refusal(request(retailer, distributor))).toEqual({ code });
      expect(await refusal(placeOne(retailer, productId))).toEqual({ code });
      expect(await refusal(reserve(retailer, productId, 1))).toEqual({ code });
      for (const [one, other] of [
        [retailer, distributor],
        [distributor, retailer],
      ] as const)
        expect(await refusal(say(one, other))).toEqual({ code: "NOT_CONNECTED" });
      expect(await everything(t)).toBe(before);
      const headers = await bearerOf(t, retailer);
      const order = { productId, quantity: 1, msg: "m" };
      for (const [call, body] of [
        ["POST /api/orders/place", order],
        ["POST /api/products/update-stock", { productId, quantity: 1 }],
        ["POST /api/network/add", { distributorEmail: distributor.user.email }],
      ] as const)
        expect(await ask(t, call, { headers, body })).toMatchObject({
          status: 409,
          body: { code },
        });
      // Orders placed before the block can still be answered.
      await distributor.client.mutation(api.orders.reject, { orderIds: [orderId], reason: "r" });
    },
  );

  it("ends an open request, which can't be accepted afterwards", async () => {
    const { t, retailer, distributor, who, whom } = await blockedPair({ connected: false });
    await request(retailer, distributor);
    await block(who, whom);
    const { _id: connectionId, refusals } = await connectionOf(t);
    expect(refusals).toBe(1);
    await foldEffects(t);
    expect(await distributor.client.query(api.network.pendingCount, {})).toBe(0);
    expect(
      await refusal(
        distributor.client.mutation(api.network.answer, { connectionId, status: "accepted" }),
      ),
    ).toEqual({ code: "ALREADY_ANSWERED", status: "rejected" });
  });

  it("is listed for the one who made it, and shown to the other nowhere", async () => {
    const { t, who, whom } = await blockedPair();
    const blockedAt = await settledTime(t);
    await block(who, whom);
    const { user } = whom;
    expect(await blockedBy(who)).toEqual([
      {
        userId: user._id,
        name: user.name,
        business: user.companyName ?? user.shopName,
        email: user.email,
        blockedAt,
      },
    ]);
    expect(await blockedBy(whom)).toEqual([]);
    const records = await whom.client.query(api.account.records, {
      section: "connections",
      paginationOpts: FIRST_PAGE,
    });
    expect(JSON.stringify(records.page)).not.toContain("blocked");
    expect(await blockedBy(await joinRetailer(t))).toEqual([]);
  });

  it("is taken back by the one who made it alone; the retailer can then ask again", async () => {
    const { t, retailer, distributor, productId, who, whom } = await blockedPair();
    await block(who, whom);
    await unblock(whom, who);
    expect(await refusal(request(retailer, distributor))).toEqual({ code });
    await unblock(who, whom);
    await unblock(who, whom);
    expect(await blockedBy(who)).toEqual([]);
    expect((await connectionOf(t)).status).toBe("rejected");
    await request(retailer, distributor);
    await placeOne(retailer, productId);
  });

  it("holds as long as either of two blocks does", async () => {
    const { retailer, distributor, who, whom } = await blockedPair();
    await block(who, whom);
    await block(whom, who);
    await unblock(who, whom);
    expect(await refusal(request(retailer, distributor))).toEqual({
      code: side === "retailer" ? "NOT_AVAILABLE" : "YOU_BLOCKED",
    });
  });

  it("affects no third party, and no users who can't be connected", async () => {
    const { t, retailer, productId, who, whom } = await blockedPair();
    await block(who, whom);
    const third = side === "retailer" ? await joinRetailer(t) : retailer;
    if (side === "retailer") await placeOne(third, productId);
    const admin = await joinAdmin(t);
    for (const userId of [who.user._id, admin.user._id, "x", ""])
      expect(await refusal(who.client.mutation(api.network.block, { userId }))).toEqual({
        code: "NOT_FOUND",
      });
    for (const call of [block(admin, whom), unblock(admin, whom), blockedBy(admin)])
      expect(await refusal(call)).toEqual({ code: "FORBIDDEN" });
  });

  it("shows the text of its own side only", () => {
    const sentence = errorText({ code });
    expect(sentence).toBe(
      side === "retailer"
        ? "You blocked this business. You can unblock it in your settings."
        : "This is not possible with this business at present.",
    );
  });
});
