import { beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../_generated/api";
import {
  joinAdmin,
  joinDistributor,
  joinRetailer,
  listProduct,
  openMarket,
  placeOne,
} from "../market.setup";
import { ask, bearerOf, refused } from "./rest.setup";

beforeEach(() => {
  vi.stubEnv("RATE_LIMITS", "off");
});

async function openStage() {
  const t = openMarket();
  const [retailer, distributor] = [await joinRetailer(t), await joinDistributor(t)];
  const admin = await joinAdmin(t);
  return { t, retailer, distributor, admin, headers: await bearerOf(t, admin) };
}

describe("an admin reads", () => {
  it("everybody's orders, of every status, the newest first, also those that a party took off its lists", async () => {
    const { t, retailer, distributor, headers } = await openStage();
    const productId = await listProduct(t, distributor);
    const rejected = await placeOne(retailer, productId, 2);
    await distributor.client.mutation(api.orders.reject, {
      orderIds: [rejected],
      reason: "Sold out",
    });
    await distributor.client.mutation(api.orders.hide, { orderIds: [rejected] });
    const pending = await placeOne(retailer, productId, 3);
    const { status, body } = await ask(t, "GET /admin/orders", { headers });
    expect(status).toBe(200);
    expect(body).toMatchObject([
      { _id: pending, status: "pending", quantity: 3, price: 52.5, userId: retailer.user._id },
      { _id: rejected, status: "rejected", orderCancelReason: "Sold out" },
    ]);
    const path = `/api/orders/rejected-by-email?userEmail=${retailer.user.email}`;
    const own = await ask(t, `GET ${path}`, { headers: await bearerOf(t, retailer) });
    expect((body as unknown[])[1], "as the parties see it").toEqual((own.body as unknown[])[0]);
  });

  it("everybody with an open account, the newest first", async () => {
    const { t, retailer, distributor, admin, headers } = await openStage();
    await joinRetailer(t, { deactivatedAt: 1 });
    const { status, body } = await ask(t, "GET /admin/users", { headers });
    expect(status).toBe(200);
    const record = ({ user }: typeof admin) => ({
      _id: user._id,
      name: user.name,
      email: user.email,
      phone: user.phone,
      role: user.role,
      address: user.address,
      createdAt: new Date(user._creationTime).toISOString(),
    });
    expect(body).toEqual([
      record(admin),
      { ...record(distributor), companyName: "Big Wholesale" },
      { ...record(retailer), shopName: "Corner Shop" },
    ]);
  });
});

it.each(["/admin/orders", "/admin/users"])("%s is paged, and for admins alone", async (path) => {
  const { t, retailer, distributor, headers } = await openStage();
  const productId = await listProduct(t, distributor);
  await placeOne(retailer, productId);
  await placeOne(retailer, productId);
  const first = await ask(t, `GET ${path}?limit=1`, { headers });
  expect(first.body).toHaveLength(1);
  const next = /^<(\S+)>; rel="next"$/.exec(first.headers.get("Link") ?? "")?.[1] ?? "";
  const second = await ask(t, `GET ${next}`, { headers });
  expect(second.body).toHaveLength(1);
  expect(second.body).not.toEqual(first.body);
  expect(await ask(t, `GET ${path}`)).toMatchObject(
    refused(401, "UNAUTHENTICATED", "Please log in to continue."),
  );
  for (const person of [retailer, distributor])
    expect(await ask(t, `GET ${path}`, { headers: await bearerOf(t, person) })).toMatchObject(
      refused(403, "FORBIDDEN", "You are not allowed to do this."),
    );
  const wrongWay = await ask(t, `POST ${path}`, { headers });
  expect(wrongWay.status).toBe(405);
});
