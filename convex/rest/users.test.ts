import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../_generated/api";
import {
  connectPair,
  FIRST_PAGE,
  everything,
  joinAdmin,
  joinDistributor,
  joinRetailer,
  listProduct,
  openMarket,
  placeOne,
  requireOrder,
  stockOf,
} from "../market.setup";
import { ask, bearerOf, refused } from "./rest.setup";

beforeEach(() => {
  vi.stubEnv("RATE_LIMITS", "off");
});
afterEach(() => {
  vi.restoreAllMocks();
});

const NOBODY = refused(401, "UNAUTHENTICATED", "Please log in to continue.");
const NOT_ALLOWED = refused(403, "FORBIDDEN", "You are not allowed to do this.");
const NOT_FOUND = refused(404, "NOT_FOUND", "Not found.");

async function openStage() {
  const t = openMarket();
  const people = {
    retailer: await joinRetailer(t, { stateCode: "27" }),
    distributor: await joinDistributor(t),
    rival: await joinDistributor(t, { companyName: "Rival" }),
    admin: await joinAdmin(t),
  };
  const headers = {
    nobody: {},
    retailer: await bearerOf(t, people.retailer),
    distributor: await bearerOf(t, people.distributor),
    admin: await bearerOf(t, people.admin),
  };
  return { t, ...people, headers };
}

const image = expect.stringMatching(/^https?:/) as string;

describe("the list of retailers", () => {
  it("is for distributors and admins", async () => {
    const { t, retailer, headers } = await openStage();
    await joinRetailer(t, { deactivatedAt: 1 });
    const { _id, _creationTime, name, email, phone, address } = retailer.user;
    const createdAt = new Date(_creationTime).toISOString();
    const shop = { shopName: "Corner Shop", role: "retailer" };
    for (const [who, shown] of [
      ["distributor", "Maharashtra"],
      ["admin", address],
    ] as const) {
      const answer = await ask(t, "GET /api/users/retailers", { headers: headers[who] });
      expect(answer).toMatchObject({ status: 200 });
      expect(answer.body).toEqual([
        { _id, name, email, phone, address: shown, image, createdAt, ...shop },
      ]);
    }
    const asked = (who: "nobody" | "retailer") =>
      ask(t, "GET /api/users/retailers", { headers: headers[who] });
    expect(await asked("nobody")).toMatchObject(NOBODY);
    expect(await asked("retailer")).toMatchObject(NOT_ALLOWED);
  });

  it("goes on where its Link header says", async () => {
    const { t, retailer, headers } = await openStage();
    const second = await joinRetailer(t);
    const asked = { headers: headers.admin };
    const first = await ask(t, "GET /api/users/retailers?limit=1", asked);
    expect(first.body).toMatchObject([{ _id: second.user._id }]);
    const next = /^<(\S+)>; rel="next"$/.exec(first.headers.get("Link") ?? "")?.[1] ?? "";
    expect(next).toContain("limit=1&");
    expect((await ask(t, `GET ${next}`, asked)).body).toMatchObject([{ _id: retailer.user._id }]);
    const whole = await ask(t, "GET /api/users/retailers", asked);
    expect(whole.headers.get("Link")).toBeNull();
    for (const limit of ["0", "-1", "1001", "1.5", "x"])
      expect((await ask(t, `GET /api/users/retailers?limit=${limit}`, asked)).status).toBe(400);
  });
});

describe("the list of distributors", () => {
  it("is for retailers and admins", async () => {
    const { t, distributor, rival, headers } = await openStage();
    const { _id, _creationTime, name, email, phone, address } = distributor.user;
    const createdAt = new Date(_creationTime).toISOString();
    const company = { companyName: "Big Wholesale", role: "distributor" };
    for (const who of ["retailer", "admin"] as const) {
      const { body } = await ask(t, "GET /api/users/distributors", { headers: headers[who] });
      expect(body).toMatchObject([{ _id: rival.user._id }, { _id }]);
      expect((body as unknown[])[1]).toEqual({
        ...{ _id, name, email, phone, image, createdAt },
        address: who === "admin" ? address : "",
        ...company,
      });
    }
    const asked = (who: "nobody" | "distributor") =>
      ask(t, "GET /api/users/distributors", { headers: headers[who] });
    expect(await asked("nobody")).toMatchObject(NOBODY);
    expect(await asked("distributor")).toMatchObject(NOT_ALLOWED);
  });
});

describe("one distributor", () => {
  it("is shown to retailers and admins, and to themselves, however the e-mail is written", async () => {
    const { t, distributor, headers } = await openStage();
    const { _creationTime, name, email, phone, address } = distributor.user;
    const createdAt = new Date(_creationTime).toISOString();
    const profile = { name, email, phone, address, image, createdAt, companyName: "Big Wholesale" };
    for (const who of ["retailer", "distributor", "admin"] as const) {
      for (const path of [email, email.toUpperCase(), encodeURIComponent(` ${email} `)]) {
        const answer = await ask(t, `GET /api/users/data/${path}`, { headers: headers[who] });
        const shown = who === "retailer" ? { ...profile, address: "" } : profile;
        expect(answer.body).toEqual(shown);
      }
    }
    expect(await ask(t, `GET /api/users/data/${email}`)).toMatchObject(NOBODY);
  });

  it.each(["pending", "accepted", "rejected"] as const)(
    "shows its address to retailers on an accepted connection alone, in every view (%s)",
    async (status) => {
      const { t, distributor, retailer, headers } = await openStage();
      const { email, address } = distributor.user;
      const connectionId = await connectPair(t, retailer, distributor);
      await t.run((ctx) => ctx.db.patch("connections", connectionId, { status }));
      const { client } = retailer;
      const productId = await listProduct(t, distributor);
      const paginationOpts = FIRST_PAGE;
      const views: unknown[] = [
        (await ask(t, "GET /api/users/distributors", { headers: headers.retailer })).body,
        (await ask(t, `GET /api/users/data/${email}`, { headers: headers.retailer })).body,
        await client.query(api.users.distributors, { paginationOpts }),
        await client.query(api.users.distributor, { email }),
      ];
      for (const view of views)
        expect(JSON.stringify(view).includes(JSON.stringify(address))).toBe(status === "accepted");
      // Views that never show one.
      const call = `GET /api/products/${productId}/distributor`;
      for (const view of [
        (await ask(t, call, { headers: headers.retailer })).body,
        await client.query(api.products.all, { paginationOpts }),
        await client.query(api.products.one, { productId }),
        await client.query(api.network.ofRetailer, { paginationOpts }),
        await client.query(api.chat.conversation, { with: email }),
      ])
        expect(JSON.stringify(view)).not.toContain(JSON.stringify(address).slice(1, -1));
    },
  );

  it("is not found by rivals, and nobody else is a distributor", async () => {
    const { t, retailer, rival, admin, headers } = await openStage();
    const closed = await joinDistributor(t, { deactivatedAt: 1 });
    const data = (who: "retailer" | "distributor" | "admin", email: string) =>
      ask(t, `GET /api/users/data/${email}`, { headers: headers[who] });
    const emailOfRival = rival.user.email;
    expect(await data("distributor", emailOfRival)).toMatchObject(NOT_FOUND);
    const tricks = ["%00", "..%2Fadmin", "%ED%A0%80", "%", "a%40b", "a".repeat(5_000)];
    for (const who of ["retailer", "distributor", "admin"] as const) {
      for (const { user } of [retailer, admin, closed])
        expect(await data(who, user.email)).toMatchObject(NOT_FOUND);
      for (const email of ["nobody@mandi.test", ...tricks])
        expect(await data(who, email), email).toMatchObject(NOT_FOUND);
    }
  });
});

describe("closing an account", () => {
  it("is for admins: it ends sessions and pending orders, and is done once", async () => {
    const { t, retailer, distributor, headers } = await openStage();
    const productId = await listProduct(t, distributor, { stock: 10 });
    const orderId = await placeOne(retailer, productId, 3);
    const call = `DELETE /api/users/retailers/${retailer.user._id}`;
    const done = { status: 200, body: { message: "Retailer deleted successfully." } };
    expect(await ask(t, call, { headers: headers.admin })).toMatchObject(done);
    expect(await requireOrder(t, orderId)).toMatchObject({ status: "cancelled" });
    expect(await stockOf(t, productId)).toBe(10);
    expect(
      await ask(t, "GET /api/users/distributors", { headers: headers.retailer }),
    ).toMatchObject(NOBODY);
    const before = await everything(t);
    expect(await ask(t, call, { headers: headers.admin })).toMatchObject(NOT_FOUND);
    expect(await everything(t)).toBe(before);
  });

  it("takes a distributor's products from the market", async () => {
    const { t, retailer, distributor, headers } = await openStage();
    await listProduct(t, distributor);
    const call = `DELETE /api/users/distributors/${distributor.user._id}`;
    const done = { status: 200, body: { message: "Distributor removed successfully." } };
    expect(await ask(t, call, { headers: headers.admin })).toMatchObject(done);
    const all = await retailer.client.query(api.products.all, { paginationOpts: FIRST_PAGE });
    expect(all.page).toEqual([]);
    expect(await ask(t, call, { headers: headers.admin })).toMatchObject(NOT_FOUND);
  });

  it("finds nobody of another role, and is refused to everybody else", async () => {
    const { t, retailer, distributor, admin, headers } = await openStage();
    const productId = await listProduct(t, distributor);
    const before = await everything(t);
    const ids = { retailers: retailer.user._id, distributors: distributor.user._id };
    for (const [kind, id] of Object.entries(ids)) {
      const call = `DELETE /api/users/${kind}`;
      const others = Object.values(ids).filter((other) => other !== id);
      for (const wrong of [...others, admin.user._id, productId, "x", "__proto__", "%00", "null"])
        expect(await ask(t, `${call}/${wrong}`, { headers: headers.admin })).toMatchObject(
          NOT_FOUND,
        );
      expect(await ask(t, `${call}/${id}`)).toMatchObject(NOBODY);
      for (const who of ["retailer", "distributor"] as const)
        expect(await ask(t, `${call}/${id}`, { headers: headers[who] })).toMatchObject(NOT_ALLOWED);
    }
    expect(await everything(t)).toBe(before);
  });
});

it("a failure of ours says what did not happen, and not why", async () => {
  const { t, retailer, distributor, headers } = await openStage();
  const log = vi.spyOn(console, "error").mockReturnValue();
  // No product and no stock goes while orders name it: without both, their pieces can't be returned.
  const productId = await listProduct(t, distributor);
  await placeOne(retailer, productId);
  await t.run(async (ctx) => {
    await ctx.db.delete("products", productId);
    for (const { _id } of await ctx.db.query("stockLevels").take(10))
      await ctx.db.delete("stockLevels", _id);
  });
  const call = `DELETE /api/users/retailers/${retailer.user._id}`;
  const answer = await ask(t, call, { headers: headers.admin });
  expect(answer).toMatchObject(refused(500, "INTERNAL", "Failed to delete the retailer."));
  expect(log).toHaveBeenCalled();
});
