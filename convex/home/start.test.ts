/** The first steps of a new account: what ticks them, whom a new retailer is shown, and that they are dismissed for good. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { addDays, todayIst } from "../../domain/dates";
import { START_DISTRIBUTORS, START_PRODUCTS } from "../../domain/limits";
import { api } from "../_generated/api";
import {
  acceptOne,
  ANY_ORDERS,
  connectPair,
  joinAdmin,
  joinDistributor,
  joinRetailer,
  listProduct,
  type Market,
  openMarket,
  openPair,
  type Person,
  placeOne,
  refusal,
} from "../market.setup";

beforeEach(() => vi.stubEnv("RATE_LIMITS", "off"));
afterEach(() => {
  vi.unstubAllEnvs();
});

const start = ({ client }: Person) => client.query(api.home.start, {});

async function retailerStart(person: Person) {
  const card = await start(person);
  if (card?.role !== "retailer") throw new Error("There is no card of a retailer.");
  return card;
}

const offered = async (person: Person): Promise<string[]> =>
  (await retailerStart(person)).distributors.map(({ name }) => name);

/** A distributor with a product. */
async function seller(
  t: Market,
  name: string,
  fields: Parameters<typeof joinDistributor>[1] = {},
): Promise<Person> {
  const person = await joinDistributor(t, { name, ...fields });
  await listProduct(t, person);
  return person;
}

it("[START1] a retailer's steps tick with its first accepted request and its first order", async () => {
  const { t, retailer, distributor } = await openPair({ distributor: { orderTerms: ANY_ORDERS } });
  const productId = await listProduct(t, distributor);
  expect(await retailerStart(retailer)).toMatchObject({ isConnected: false, hasOrdered: false });
  const distributorId = distributor.user._id;
  const { connectionId } = await retailer.client.mutation(api.network.request, { distributorId });
  expect(await retailerStart(retailer)).toMatchObject({
    isConnected: false,
    distributors: [{ _id: distributorId, connection: "pending" }],
  });
  const status = "accepted" as const;
  await distributor.client.mutation(api.network.answer, { connectionId, status });
  expect(await retailerStart(retailer)).toMatchObject({
    ...{ isConnected: true, hasOrdered: false, distributors: [] },
  });
  await placeOne(retailer, productId, 1);
  const done = { isConnected: true, hasOrdered: true, distributors: [] };
  expect(await retailerStart(retailer)).toMatchObject(done);
  // What was done once stays done.
  await distributor.client.mutation(api.network.remove, { connectionId });
  expect(await retailerStart(retailer)).toMatchObject(done);
});

it("[START2] a distributor's steps tick with ten products, a payee, a shop and an accepted order", async () => {
  const { t, retailer, distributor } = await openPair({
    distributor: { orderTerms: ANY_ORDERS, upiId: undefined },
  });
  const role = "distributor";
  const nothing = { hasPayee: false, hasShops: false, hasAccepted: false };
  expect(await start(distributor)).toEqual({ role, products: 0, ...nothing });
  const productId = await listProduct(t, distributor);
  expect(await start(distributor)).toEqual({ role, products: 1, ...nothing });
  for (let n = 1; n <= START_PRODUCTS; n += 1) await listProduct(t, distributor);
  await distributor.client.mutation(api.products.archive, { productId });
  expect(await start(distributor)).toMatchObject({ products: START_PRODUCTS });
  const pay = (fields: object) =>
    t.run((ctx) => ctx.db.patch("users", distributor.user._id, fields));
  await pay({ upiId: "big@upi" });
  expect(await start(distributor)).toMatchObject({ ...nothing, hasPayee: true });
  await connectPair(t, retailer, distributor);
  expect(await start(distributor)).toMatchObject({ hasShops: true, hasAccepted: false });
  const other = await listProduct(t, distributor);
  const orderId = await placeOne(retailer, other, 1);
  expect(await start(distributor)).toMatchObject({ hasAccepted: false });
  const deliveryBefore = addDays(todayIst(Date.now()), 1);
  await acceptOne(distributor, { orderId, deliveryBefore });
  const done = {
    role,
    products: START_PRODUCTS,
    hasPayee: true,
    hasShops: true,
    hasAccepted: true,
  };
  expect(await start(distributor)).toEqual(done);
  // Without an ID accepting took another payment code.
  await pay({ upiId: undefined });
  expect(await start(distributor)).toEqual(done);
});

it("[START3] shows the distributors of the State first, by tax details, else by the PIN code of the address", async () => {
  const t = openMarket();
  const near = await seller(t, "Near", { stateCode: "27" });
  await seller(t, "Near by address", { address: "Old Yard\nNashik 422001" });
  for (let n = 1; n <= START_DISTRIBUTORS; n += 1) await seller(t, `Far ${n}`, { stateCode: "32" });
  await joinDistributor(t, { name: "Without products", stateCode: "27" });
  const byAddress = await joinRetailer(t, { address: "Peepal Chowk\nPune 411030" });
  expect(await offered(byAddress)).toEqual(["Near", "Near by address", "Far 3"]);
  const byTax = await joinRetailer(t, { address: "Pune 411030", stateCode: "32" });
  expect(await offered(byTax)).toEqual(["Far 3", "Far 2", "Far 1"]);
  const nowhere = await joinRetailer(t, { address: "Peepal Chowk" });
  expect(await offered(nowhere)).toEqual(["Far 3", "Far 2", "Far 1"]);
  await t.run((ctx) => ctx.db.patch("users", near.user._id, { deactivatedAt: 1 }));
  expect(await offered(byAddress)).toEqual(["Near by address", "Far 3", "Far 2"]);
});

it("[START3] shows whoever invited the retailer first, also without products, and nobody who blocks it", async () => {
  const t = openMarket();
  const inviter = await joinDistributor(t, { name: "Inviter" });
  const blocker = await seller(t, "Blocker");
  await seller(t, "Other");
  const retailer = await joinRetailer(t, { invitedBy: inviter.user._id });
  await blocker.client.mutation(api.network.block, { userId: retailer.user._id });
  expect(await offered(retailer)).toEqual(["Inviter", "Other"]);
  await t.run((ctx) => ctx.db.patch("users", inviter.user._id, { deactivatedAt: 1 }));
  expect(await offered(retailer)).toEqual(["Other"]);
});

it("[START4] is dismissed for good, by its account alone, and the time of it stays", async () => {
  const { t, retailer, distributor } = await openPair();
  await retailer.client.mutation(api.home.dismissStart, {});
  expect(await start(retailer)).toBeNull();
  expect(await start(distributor)).not.toBeNull();
  const dismissedAt = async () =>
    (await t.run((ctx) => ctx.db.get("users", retailer.user._id)))!.startDismissedAt!;
  const first = await dismissedAt();
  vi.useFakeTimers({ toFake: ["Date"], now: first + 60_000 });
  await retailer.client.mutation(api.home.dismissStart, {});
  vi.useRealTimers();
  expect(await dismissedAt()).toBe(first);
  const admin = await joinAdmin(t);
  const forbidden = { code: "FORBIDDEN" };
  expect(await refusal(start(admin))).toEqual(forbidden);
  expect(await refusal(admin.client.mutation(api.home.dismissStart, {}))).toEqual(forbidden);
  expect(await refusal(t.query(api.home.start, {}))).toEqual({ code: "UNAUTHENTICATED" });
});
