import { describe, expect, it } from "vitest";
import { ORDER_STATUSES } from "../../domain/orderLifecycle";
import { PRODUCT_TYPES } from "../../domain/productTypes";
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import { readCounter } from "../admin/counters";
import { isPassword } from "../auth/secrets";
import { openMarket, type Market } from "../market.setup";
import { DEMO_PASSWORD } from "./people";

async function seeded(): Promise<Market> {
  const t = openMarket();
  expect(await t.action(internal.seed.run, {})).toEqual({ planted: true });
  return t;
}

async function userOf(t: Market, email: string): Promise<Doc<"users">> {
  const user = await t.run((ctx) =>
    ctx.db
      .query("users")
      .withIndex("email", (q) => q.eq("email", email))
      .unique(),
  );
  if (user === null) throw new Error(`There is no ${email}`);
  return user;
}

describe("the demo data", () => {
  it("is a market: 10 accounts, 200 products of every type with pictures, connections in every state", async () => {
    const t = await seeded();
    await t.run(async (ctx) => {
      for (const [role, count] of [
        ["admin", 1],
        ["distributor", 3],
        ["retailer", 6],
      ] as const) {
        expect(await readCounter(ctx, `users.${role}`)).toBe(count);
      }
      const products = await ctx.db.query("products").take(1000);
      expect(products).toHaveLength(200);
      expect(new Set(products.map((product) => product.name)).size).toBe(200);
      for (const type of PRODUCT_TYPES) {
        expect(products.filter((product) => product.type === type)).toHaveLength(20);
      }
      const pictures = new Set(products.map((product) => product.imageId));
      expect(pictures.size).toBe(40);
      for (const id of pictures) expect(await ctx.storage.getUrl(id)).not.toBeNull();
      expect(products.some((product) => product.stock === 0)).toBe(true);
      expect(products.some((product) => product.stock > 0 && product.stock <= 10)).toBe(true);
      const connections = await ctx.db.query("connections").take(100);
      expect(new Set(connections.map((connection) => connection.status)).size).toBe(3);
    });
  });

  it("has orders in every status for every distributor, and for the retailer whom the README names", async () => {
    const t = await seeded();
    const meena = await userOf(t, "meena@mandi.test");
    await t.run(async (ctx) => {
      const orders = await ctx.db.query("orders").take(1000);
      const distributors = new Set(orders.map((order) => order.distributorId));
      expect(distributors.size).toBe(3);
      for (const status of ORDER_STATUSES) {
        for (const id of distributors) {
          const found = orders.some(
            (order) => order.distributorId === id && order.status === status,
          );
          expect(found, `${status} of a distributor`).toBe(true);
        }
        const found = orders.some(
          (order) => order.retailerId === meena._id && order.status === status,
        );
        expect(found, `${status} of Meena`).toBe(true);
      }
    });
  });

  it("lies in the past, in an order that can have been", async () => {
    const t = await seeded();
    const now = Date.now();
    await t.run(async (ctx) => {
      const orders = await ctx.db.query("orders").take(1000);
      for (const { placedAt, acceptedAt, rejectedAt, cancelledAt, completedOn } of orders) {
        const answered = acceptedAt ?? rejectedAt ?? cancelledAt ?? now;
        expect(placedAt).toBeLessThan(answered);
        expect(answered).toBeLessThanOrEqual(completedOn ?? now);
        expect(completedOn ?? now).toBeLessThanOrEqual(now);
      }
      const placed = orders.map((order) => order.placedAt);
      expect(placed).toEqual([...placed].sort((a, b) => a - b));
      const invoices = await ctx.db.query("invoices").take(1000);
      expect(invoices).toHaveLength(
        orders.filter((order) => order.acceptedAt !== undefined).length,
      );
      expect(invoices.length).toBeGreaterThan(20);
    });
  });

  it("is open to its password", async () => {
    const t = await seeded();
    const { _id } = await userOf(t, "asha@mandi.test");
    const credential = await t.run((ctx) =>
      ctx.db
        .query("credentials")
        .withIndex("by_user", (q) => q.eq("userId", _id))
        .unique(),
    );
    expect(credential).not.toBeNull();
    if (credential !== null)
      expect(await isPassword(DEMO_PASSWORD, credential.password)).toBe(true);
  });

  it("has talks between connected pairs, and feedback", async () => {
    const t = await seeded();
    await t.run(async (ctx) => {
      const talks = await ctx.db.query("conversations").take(100);
      expect(talks.length).toBeGreaterThan(0);
      for (const { retailerId, distributorId } of talks) {
        const connection = await ctx.db
          .query("connections")
          .withIndex("by_pair", (q) =>
            q.eq("retailerId", retailerId).eq("distributorId", distributorId),
          )
          .unique();
        expect(connection?.status).toBe("accepted");
      }
      expect(await ctx.db.query("feedback").take(100)).not.toHaveLength(0);
    });
  });

  it("is planted once, and never where somebody already has an account", async () => {
    const t = await seeded();
    expect(await t.action(internal.seed.run, {})).toEqual({ planted: false });
    const used = openMarket();
    await used.run((ctx) =>
      ctx.db.insert("users", { role: "admin", name: "A", email: "a@b.co", phone: "", address: "" }),
    );
    expect(await used.action(internal.seed.run, {})).toEqual({ planted: false });
    expect(await used.run((ctx) => ctx.db.query("products").first())).toBeNull();
  });
});
