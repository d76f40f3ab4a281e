import { describe, expect, it } from "vitest";
import { api } from "../_generated/api";
import {
  FIRST_PAGE,
  joinAdmin,
  joinDistributor,
  joinRetailer,
  listProduct,
  openMarket,
  type Person,
  placeOne,
  refusal,
  MEMBER_PASSWORD,
  withPassword,
} from "../market.setup";
import { ask, bearerOf } from "../rest/rest.setup";

const PAGE = { paginationOpts: FIRST_PAGE };

/** Nothing else of an account is anybody's to read. */
const CONTACT = ["_id", "address", "createdAt", "email", "imageUrl", "name", "phone"];

function fieldsOf(row: object | undefined): string[] {
  return Object.keys(row ?? {}).sort();
}

describe("oneself", () => {
  it("is shown with role and business, and nobody while nobody is signed in", async () => {
    const t = openMarket();
    const [distributor, retailer] = [await joinDistributor(t), await joinRetailer(t)];
    const asDistributor = await distributor.client.query(api.users.me, {});
    const asRetailer = await retailer.client.query(api.users.me, {});
    expect(asDistributor).toMatchObject({ role: "distributor", companyName: "Big Wholesale" });
    expect(asRetailer).toMatchObject({ role: "retailer", shopName: "Corner Shop" });
    expect(fieldsOf(asRetailer ?? {})).toEqual([...CONTACT, "role", "shopName"].sort());
    expect(await t.query(api.users.me, {})).toBeNull();
  });
});

describe("the list of distributors", () => {
  it("holds those whose account is open, the newest first, with what retailers may know", async () => {
    const t = openMarket();
    const retailer = await joinRetailer(t);
    const [first, second] = [await joinDistributor(t), await joinDistributor(t)];
    await joinDistributor(t, { deactivatedAt: 1 });
    await joinAdmin(t);
    const { page } = await retailer.client.query(api.users.distributors, PAGE);
    expect(page.map(({ _id }) => _id)).toEqual([second.user._id, first.user._id]);
    expect(fieldsOf(page[0])).toEqual([...CONTACT, "companyName", "connection"].sort());
  });

  it("says how far the caller's own connection has come, and nobody else's", async () => {
    const t = openMarket();
    const [retailer, neighbour] = [await joinRetailer(t), await joinRetailer(t)];
    const distributor = await joinDistributor(t);
    const distributorId = distributor.user._id;
    const seenBy = async ({ client }: typeof retailer) => {
      const { page } = await client.query(api.users.distributors, PAGE);
      const one = await client.query(api.users.distributor, { email: distributor.user.email });
      expect(page).toEqual([one]);
      return one.connection;
    };
    expect(await seenBy(retailer)).toBeNull();
    await retailer.client.mutation(api.network.request, { distributorId });
    expect(await seenBy(retailer)).toBe("pending");
    expect(await seenBy(neighbour)).toBeNull();
    const { page } = await distributor.client.query(api.network.pending, PAGE);
    const connectionId = page[0]?._id ?? "none";
    await distributor.client.mutation(api.network.answer, { connectionId, status: "accepted" });
    expect(await seenBy(retailer)).toBe("accepted");
    await distributor.client.mutation(api.network.remove, { connectionId });
    expect(await seenBy(retailer)).toBe("rejected");
  });

  it("finds one by e-mail in any case, and nobody who is none or gone", async () => {
    const t = openMarket();
    const retailer = await joinRetailer(t);
    const { user } = await joinDistributor(t);
    const closed = await joinDistributor(t, { deactivatedAt: 1 });
    const find = (email: string) => retailer.client.query(api.users.distributor, { email });
    expect(await find(` ${user.email.toUpperCase()} `)).toMatchObject({ _id: user._id });
    for (const email of [closed.user.email, retailer.user.email, "nobody@mandi.test"]) {
      expect(await refusal(find(email))).toEqual({ code: "NOT_FOUND" });
    }
  });
});

describe("the list of retailers", () => {
  it("holds those whose account is open, the newest first, with what distributors may know", async () => {
    const t = openMarket();
    const distributor = await joinDistributor(t);
    const [first, second] = [await joinRetailer(t), await joinRetailer(t)];
    await joinRetailer(t, { deactivatedAt: 1 });
    await joinAdmin(t);
    const { page } = await distributor.client.query(api.users.retailers, PAGE);
    expect(page.map(({ _id }) => _id)).toEqual([second.user._id, first.user._id]);
    expect(fieldsOf(page[0])).toEqual([...CONTACT, "role", "shopName"].sort());
  });
});

describe("[ADDRESS1] the postal address of a distributor", () => {
  const YARD = "3 Hidden Yard\nPune 411002";

  it("is for connected retailers, as long as the connection lasts, and not for one that only asked or ordered", async () => {
    const t = openMarket();
    const distributor = await joinDistributor(t, { address: YARD });
    const [retailer, neighbour] = [await joinRetailer(t), await joinRetailer(t)];
    const { email, _id: distributorId } = distributor.user;
    const addressesFor = async (reader: Person) => {
      const { page } = await reader.client.query(api.users.distributors, PAGE);
      const one = await reader.client.query(api.users.distributor, { email });
      const headers = await bearerOf(t, reader);
      const rest = await ask(t, "GET /api/users/distributors", { headers });
      const [row] = rest.body as { address: string }[];
      return new Set([page[0]?.address, one.address, row?.address]);
    };
    await placeOne(retailer, await listProduct(t, distributor));
    expect(await addressesFor(retailer)).toEqual(new Set([""]));
    await retailer.client.mutation(api.network.request, { distributorId });
    expect(await addressesFor(retailer)).toEqual(new Set([""]));
    const [request] = (await distributor.client.query(api.network.pending, PAGE)).page;
    const connectionId = request!._id;
    await distributor.client.mutation(api.network.answer, { connectionId, status: "accepted" });
    expect(await addressesFor(retailer)).toEqual(new Set([YARD]));
    expect(await addressesFor(neighbour)).toEqual(new Set([""]));
    await retailer.client.mutation(api.network.leave, { connectionId });
    expect(await addressesFor(retailer)).toEqual(new Set([""]));
  });

  it("is for administrators, as a retailer's is", async () => {
    const t = openMarket();
    await joinDistributor(t, { address: YARD });
    await joinRetailer(t, { address: "7 Secret Lane" });
    const admin = await joinAdmin(t);
    const headers = await bearerOf(t, admin);
    for (const [list, address] of [
      ["distributors", YARD],
      ["retailers", "7 Secret Lane"],
    ] as const)
      expect((await ask(t, `GET /api/users/${list}`, { headers })).body).toMatchObject([
        { address },
      ]);
  });
});

describe("[ADDRESS1] the postal address of a retailer", () => {
  const HOME = "7 Secret Lane\nPune 411001";

  it.each([
    ["27", "Maharashtra"],
    [undefined, ""],
  ])(
    "is its State alone for a distributor who has nothing to do with it: %s",
    async (stateCode, shown) => {
      const t = openMarket();
      const distributor = await joinDistributor(t);
      await joinRetailer(t, { address: HOME, stateCode });
      const { page } = await distributor.client.query(api.users.retailers, PAGE);
      expect(page).toMatchObject([{ address: shown }]);
      expect(JSON.stringify(page)).not.toContain("Secret");
    },
  );

  it("is for a connected distributor, as long as the connection lasts, and not for one that was only asked", async () => {
    const t = openMarket();
    const [distributor, rival] = [await joinDistributor(t), await joinDistributor(t)];
    const retailer = await joinRetailer(t, { address: HOME });
    const addressFor = async ({ client }: Person) =>
      (await client.query(api.users.retailers, PAGE)).page[0]?.address;
    await retailer.client.mutation(api.network.request, { distributorId: distributor.user._id });
    expect(await addressFor(distributor)).toBe("");
    const [request] = (await distributor.client.query(api.network.pending, PAGE)).page;
    const connectionId = request!._id;
    await distributor.client.mutation(api.network.answer, { connectionId, status: "accepted" });
    expect([await addressFor(distributor), await addressFor(rival)]).toEqual([HOME, ""]);
    await retailer.client.mutation(api.network.leave, { connectionId });
    expect(await addressFor(distributor)).toBe("");
  });

  it("is for the distributor of an order, and for no other", async () => {
    const t = openMarket();
    const [distributor, rival] = [await joinDistributor(t), await joinDistributor(t)];
    const retailer = await joinRetailer(t, { address: HOME });
    await placeOne(retailer, await listProduct(t, distributor));
    for (const [{ client }, shown] of [
      [distributor, HOME],
      [rival, ""],
    ] as const)
      expect((await client.query(api.users.retailers, PAGE)).page).toMatchObject([
        { address: shown },
      ]);
  });
});

describe("the UPI ID", () => {
  it("is kept trimmed, and forgotten with null", async () => {
    const t = openMarket();
    const { client } = await withPassword(t, await joinDistributor(t, { upiId: undefined }));
    const kept = async () => (await client.query(api.users.me, {}))?.upiId;
    const password = MEMBER_PASSWORD;
    await client.action(api.users.saveUpiId, { upiId: " asha@bank ", password });
    expect(await kept()).toBe("asha@bank");
    await client.action(api.users.saveUpiId, { upiId: null, password });
    expect(await kept()).toBeUndefined();
  });
});

describe("[MONEY5] bank details", () => {
  const account = { holder: "Big Wholesale", number: "00112233445566", ifsc: "HDFC0001234" };
  const password = MEMBER_PASSWORD;

  it("are kept in one spelling, and forgotten with null", async () => {
    const t = openMarket();
    const { client } = await withPassword(t, await joinDistributor(t));
    const kept = async () => (await client.query(api.users.me, {}))?.bankAccount;
    const typed = { holder: " Big Wholesale ", number: "0011 2233 4455 66", ifsc: "hdfc0001234" };
    await client.action(api.users.saveBankAccount, { account: typed, password });
    expect(await kept()).toEqual(account);
    await client.action(api.users.saveBankAccount, { account: null, password });
    expect(await kept()).toBeUndefined();
  });

  it("are mailed about when they change, and not when they stay", async () => {
    const t = openMarket();
    const { client } = await withPassword(t, await joinDistributor(t));
    const mails = () => t.run(async (ctx) => (await ctx.db.query("outbox").take(9)).length);
    await client.action(api.users.saveBankAccount, { account, password });
    await client.action(api.users.saveBankAccount, { account, password });
    expect(await mails()).toBe(1);
    await client.action(api.users.saveBankAccount, {
      account: { ...account, number: "00112233445567" },
      password,
    });
    expect(await mails()).toBe(2);
  });

  it("are a distributor's alone", async () => {
    const t = openMarket();
    const { client } = await withPassword(t, await joinRetailer(t));
    expect(await refusal(client.action(api.users.saveBankAccount, { account, password }))).toEqual({
      code: "FORBIDDEN",
    });
  });
});
