import { describe, expect, it, vi } from "vitest";
import { api } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import {
  foldEffects,
  FIRST_PAGE,
  everything,
  joinAdmin,
  joinDistributor,
  joinRetailer,
  openMarket,
  refusal,
  type Market,
  type Person,
} from "../market.setup";

const PAGE = { paginationOpts: FIRST_PAGE };

async function pair(): Promise<{ t: Market; distributor: Person; retailer: Person }> {
  const t = openMarket();
  return { t, distributor: await joinDistributor(t), retailer: await joinRetailer(t) };
}

function ask(retailer: Person, distributor: Person) {
  return retailer.client.mutation(api.network.request, { distributorId: distributor.user._id });
}

async function onlyConnection(t: Market): Promise<Doc<"connections">> {
  const rows = await t.run((ctx) => ctx.db.query("connections").take(10));
  expect(rows).toHaveLength(1);
  return rows[0]!;
}

function reply(
  distributor: Person,
  connectionId: Id<"connections">,
  status: "accepted" | "rejected",
) {
  return distributor.client.mutation(api.network.answer, { connectionId, status });
}

describe("asking for a connection", () => {
  it("shows the retailer, as they are now, on the distributor's list and badge", async () => {
    const { t, distributor, retailer } = await pair();
    const { connectionId } = await ask(retailer, distributor);
    expect((await onlyConnection(t))._id).toBe(connectionId);
    await t.run((ctx) =>
      ctx.db.patch("users", retailer.user._id, { name: "New Name", shopName: "New Shop" }),
    );
    const { page } = await distributor.client.query(api.network.pending, PAGE);
    expect(page).toMatchObject([
      {
        userName: "New Name",
        userEmail: retailer.user.email,
        shopName: "New Shop",
        status: "pending",
      },
    ]);
    await foldEffects(t);
    expect(await distributor.client.query(api.network.pendingCount, {})).toBe(1);
  });

  it("[I-20] twenty times at once makes one request", async () => {
    const { t, distributor, retailer } = await pair();
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(retailer, distributor)));
    const { _id, status } = await onlyConnection(t);
    expect(status).toBe("pending");
    expect(new Set(answers.map(({ connectionId }) => connectionId))).toEqual(new Set([_id]));
    await foldEffects(t);
    expect(await distributor.client.query(api.network.pendingCount, {})).toBe(1);
  });

  it("[I-20] on an accepted pair makes nothing new", async () => {
    const { t, distributor, retailer } = await pair();
    await ask(retailer, distributor);
    const { _id } = await onlyConnection(t);
    await reply(distributor, _id, "accepted");
    expect(await ask(retailer, distributor)).toEqual({ connectionId: _id });
    expect((await onlyConnection(t)).status).toBe("accepted");
  });

  it("[I-20] after a refusal opens the same row again", async () => {
    const { t, distributor, retailer } = await pair();
    await ask(retailer, distributor);
    const { _id } = await onlyConnection(t);
    await reply(distributor, _id, "rejected");
    await foldEffects(t);
    expect(await distributor.client.query(api.network.pendingCount, {})).toBe(0);
    expect(await ask(retailer, distributor)).toEqual({ connectionId: _id });
    expect(await onlyConnection(t)).toMatchObject({ _id, status: "pending" });
    await foldEffects(t);
    expect(await distributor.client.query(api.network.pendingCount, {})).toBe(1);
  });

  it("once more brings the retailer to the top of the list: the newest request stands first", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const { t, distributor, retailer } = await pair();
    await ask(retailer, distributor);
    const { _id } = await onlyConnection(t);
    vi.setSystemTime(Date.now() + 1_000);
    const other = await joinRetailer(t);
    await ask(other, distributor);
    const names = async () => {
      const { page } = await distributor.client.query(api.network.pending, PAGE);
      return page.map(({ userName }) => userName);
    };
    expect(await names()).toEqual([other.user.name, retailer.user.name]);
    await reply(distributor, _id, "rejected");
    vi.setSystemTime(Date.now() + 1_000);
    await ask(retailer, distributor);
    expect(await names()).toEqual([retailer.user.name, other.user.name]);
    vi.useRealTimers();
  });

  it("is refused for what is no distributor, or one whose account is closed", async () => {
    const { t, retailer } = await pair();
    const closed = await joinDistributor(t, { deactivatedAt: 1 });
    for (const distributorId of [retailer.user._id, closed.user._id, "../x", ""]) {
      const call = retailer.client.mutation(api.network.request, { distributorId });
      expect(await refusal(call)).toMatchObject({ code: "NOT_FOUND" });
    }
  });

  it("is for retailers only", async () => {
    const { t, distributor } = await pair();
    for (const person of [distributor, await joinAdmin(t)]) {
      expect(await refusal(ask(person, distributor))).toMatchObject({ code: "FORBIDDEN" });
    }
  });
});

describe("answering a request", () => {
  it("[NETWORK13] accepted: leaves the pending list and appears on both sides' networks", async () => {
    const { t, distributor, retailer } = await pair();
    await ask(retailer, distributor);
    const { _id } = await onlyConnection(t);
    await reply(distributor, _id, "accepted");
    expect((await distributor.client.query(api.network.pending, PAGE)).page).toEqual([]);
    const shared = {
      _id,
      distributorName: distributor.user.name,
      distributorEmail: distributor.user.email,
      userName: retailer.user.name,
      userEmail: retailer.user.email,
      status: "accepted",
    };
    expect((await distributor.client.query(api.network.ofDistributor, PAGE)).page).toMatchObject([
      { ...shared, retailerImageUrl: expect.any(String) as string },
    ]);
    expect((await retailer.client.query(api.network.ofRetailer, PAGE)).page).toMatchObject([
      {
        ...shared,
        distributorId: distributor.user._id,
        companyName: "Big Wholesale",
        distributorImageUrl: expect.any(String) as string,
      },
    ]);
  });

  it("[NETWORK13] rejected: on nobody's list", async () => {
    const { t, distributor, retailer } = await pair();
    await ask(retailer, distributor);
    const { _id } = await onlyConnection(t);
    await reply(distributor, _id, "rejected");
    expect((await distributor.client.query(api.network.ofDistributor, PAGE)).page).toEqual([]);
    expect((await retailer.client.query(api.network.ofRetailer, PAGE)).page).toEqual([]);
  });

  it("[MARKET10] the same answer twice is one, another one afterwards is refused", async () => {
    const { t, distributor, retailer } = await pair();
    await ask(retailer, distributor);
    const { _id } = await onlyConnection(t);
    await reply(distributor, _id, "accepted");
    const before = await everything(t);
    await reply(distributor, _id, "accepted");
    expect(await refusal(reply(distributor, _id, "rejected"))).toMatchObject({
      code: "ALREADY_ANSWERED",
      status: "accepted",
    });
    expect(await everything(t)).toBe(before);
  });

  it("is for the distributor who was asked, and nobody else", async () => {
    const { t, distributor, retailer } = await pair();
    await ask(retailer, distributor);
    const { _id } = await onlyConnection(t);
    const rival = await joinDistributor(t);
    expect(await refusal(reply(rival, _id, "accepted"))).toMatchObject({ code: "NOT_FOUND" });
    expect(await refusal(reply(retailer, _id, "accepted"))).toMatchObject({ code: "FORBIDDEN" });
    const removal = rival.client.mutation(api.network.remove, { connectionId: _id });
    expect(await refusal(removal)).toMatchObject({ code: "NOT_FOUND" });
    const nonsense = distributor.client.mutation(api.network.remove, { connectionId: "../x" });
    expect(await refusal(nonsense)).toMatchObject({ code: "NOT_FOUND" });
    expect((await onlyConnection(t)).status).toBe("pending");
    expect((await rival.client.query(api.network.pending, PAGE)).page).toEqual([]);
  });
});

describe("removing a connection", () => {
  it.each(["pending", "accepted"] as const)("ends a %s one, once", async (status) => {
    const { t, distributor, retailer } = await pair();
    await ask(retailer, distributor);
    const { _id } = await onlyConnection(t);
    if (status === "accepted") await reply(distributor, _id, "accepted");
    const remove = () => distributor.client.mutation(api.network.remove, { connectionId: _id });
    await remove();
    expect((await onlyConnection(t)).status).toBe("rejected");
    expect((await retailer.client.query(api.network.ofRetailer, PAGE)).page).toEqual([]);
    await foldEffects(t);
    expect(await distributor.client.query(api.network.pendingCount, {})).toBe(0);
    const before = await everything(t);
    await remove();
    expect(await everything(t)).toBe(before);
  });
});

describe("[I-30] a closed account", () => {
  it("is on nobody's network and breaks nobody's list", async () => {
    const { t, distributor, retailer } = await pair();
    const other = await joinRetailer(t);
    await ask(retailer, distributor);
    await reply(distributor, (await onlyConnection(t))._id, "accepted");
    await ask(other, distributor);
    await t.run(async (ctx) => {
      await ctx.db.patch("users", retailer.user._id, { deactivatedAt: 1 });
      await ctx.db.patch("users", other.user._id, { deactivatedAt: 1 });
    });
    expect((await distributor.client.query(api.network.ofDistributor, PAGE)).page).toEqual([]);
    expect((await distributor.client.query(api.network.pending, PAGE)).page).toEqual([]);
    await t.run(async (ctx) => {
      await ctx.db.patch("users", retailer.user._id, { deactivatedAt: undefined });
      await ctx.db.patch("users", distributor.user._id, { deactivatedAt: 1 });
    });
    expect((await retailer.client.query(api.network.ofRetailer, PAGE)).page).toEqual([]);
  });
});
