import { describe, expect, it } from "vitest";
import { AGEING_BUCKETS, ageingBucket } from "../../domain/ageing";
import { DAY_MS, todayIst } from "../../domain/dates";
import { ORDER_STATUSES } from "../../domain/orderLifecycle";
import { PRODUCT_TYPES } from "../../domain/productTypes";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import { readCounter } from "../figures/counters";
import { NOBODYS_HASH, isPassword } from "../auth/secrets";
import { deliveriesOf, toAnswerOf, waitingOf } from "../home/orders";
import { salesOf } from "../home/sales";
import { soldViolations } from "../figures/soldRows.setup";
import { levelViolations } from "../products/levels.setup";
import { runsLowOf } from "../home/stock";
import { khataTables, khataViolations } from "../khata/khataRows.setup";
import { moneyOf } from "../khata/list";
import { foldEffects, openMarket, type Market } from "../market.setup";
import { notificationViolations } from "../notifications/notificationRows.setup";
import { stockOf } from "../products/stock";
import schema from "../schema";
import { portrait, productPictures } from "../imports/drawings";
import { DEMO_LOGINS, DEMO_PASSWORD } from "./logins";
import { DISTRIBUTORS, RETAILERS } from "./people";
import { STEPS } from "./steps";

let plantedOnce: Promise<Market> | undefined;

/** The demo data of a whole run; tests share it, and change nothing. */
function seeded(): Promise<Market> {
  const plant = async () => {
    const t = openMarket();
    expect(await t.action(internal.seed.run, {})).toEqual({ planted: true });
    await foldEffects(t);
    return t;
  };
  plantedOnce ??= plant();
  return plantedOnce;
}

async function userOf(t: Market, email: string): Promise<Doc<"users">> {
  const user = await t.run((ctx) =>
    ctx.db
      .query("users")
      .withIndex("by_email", (q) => q.eq("email", email))
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
      const stocks = await Promise.all(products.map((product) => stockOf(ctx, product)));
      expect(stocks).toContain(0);
      expect(stocks.some((stock) => stock > 0 && stock <= 10)).toBe(true);
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

  it("has paid and open invoices, and payments that wait for Asha and for others", async () => {
    const t = await seeded();
    const asha = await userOf(t, "asha@mandi.test");
    const meena = await userOf(t, "meena@mandi.test");
    await t.run(async (ctx) => {
      const accounts = await ctx.db.query("creditAccounts").take(100);
      expect(accounts.some(({ creditLimitPaise }) => creditLimitPaise !== undefined)).toBe(true);
      expect(accounts.every(({ advancePaise }) => advancePaise === 0)).toBe(true);
      const between = accounts.find(
        ({ retailerId, distributorId }) => retailerId === meena._id && distributorId === asha._id,
      );
      expect(between?.balancePaise).toBeGreaterThan(0);
      const dues = await ctx.db.query("dues").take(100);
      expect(new Set(dues.map(({ isOpen }) => isOpen)).size).toBe(2);
      const payments = await ctx.db.query("payments").take(100);
      const waiting = payments.filter(({ state }) => state === "claimed");
      expect(waiting.some(({ retailerId }) => retailerId === meena._id)).toBe(true);
      expect(waiting.some(({ distributorId }) => distributorId === asha._id)).toBe(true);
      const entries = await ctx.db.query("ledgerEntries").take(1_000);
      const days = entries.map(({ day }) => day);
      expect(days).toEqual([...days].sort());
    });
  });

  it("has something in the blocks of the homes: sales of the month, deliveries by day, dues, and what runs low", async () => {
    const t = await seeded();
    const today = todayIst(Date.now());
    for (const { email } of [...DISTRIBUTORS, ...RETAILERS]) {
      const user = await userOf(t, email);
      await t.run(async (ctx) => {
        const groups = await deliveriesOf(ctx, user, today);
        if (user.role === "distributor") {
          const days = await salesOf(ctx, user, today);
          expect(days.length, email).toBeGreaterThanOrEqual(4);
          expect((await toAnswerOf(ctx, user)).count, email).toBeGreaterThan(0);
          expect((await runsLowOf(ctx, user, today)).count, email).toBeGreaterThan(0);
          const shown = groups.filter(({ count }) => count > 0).map(({ group }) => group);
          expect(shown, email).toContain("late");
          expect(shown.length, email).toBeGreaterThanOrEqual(2);
        }
        const { openPaise, dues, overduePaise } = await moneyOf(ctx, user, today);
        expect(openPaise, email).toBeGreaterThan(0);
        if (user.role === "distributor") {
          expect(dues.length, email).toBeGreaterThan(0);
          expect(overduePaise, email).toBeGreaterThan(0);
        }
      });
    }
    const meena = await userOf(t, "meena@mandi.test");
    await t.run(async (ctx) => {
      const groups = await deliveriesOf(ctx, meena, today);
      expect(groups.some(({ count }) => count > 0)).toBe(true);
      expect((await waitingOf(ctx, meena)).count).toBeGreaterThan(0);
    });
  });

  it("shows Asha's year: tax invoices within and across States, orders of several lines, an offer to Meena, dues of every age, sales in each month", async () => {
    const t = await seeded();
    const [asha, meena] = [await userOf(t, "asha@mandi.test"), await userOf(t, "meena@mandi.test")];
    const today = todayIst(Date.now());
    await t.run(async (ctx) => {
      const invoices = (await ctx.db.query("invoices").take(1000)).filter(
        ({ distributorId }) => distributorId === asha._id,
      );
      expect(new Set(invoices.map(({ kind }) => kind))).toEqual(new Set(["taxInvoice"]));
      expect(new Set(invoices.map(({ isInterState }) => isInterState))).toEqual(
        new Set([true, false]),
      );
      const orders = await ctx.db.query("orders").take(1000);
      expect(new Set(orders.map(({ lines }) => lines.length))).toEqual(new Set([1, 2, 3, 4, 5]));
      const offers = await ctx.db.query("offers").take(10);
      expect(offers.map(({ retailerId, distributorId }) => [retailerId, distributorId])).toEqual([
        [meena._id, asha._id],
      ]);
      const dues = (await ctx.db.query("dues").take(1000)).filter(
        ({ distributorId, isOpen }) => distributorId === asha._id && isOpen,
      );
      const buckets = new Set(dues.map(({ dueOn }) => ageingBucket(dueOn, today)));
      expect([...AGEING_BUCKETS].filter((bucket) => !buckets.has(bucket))).toEqual([]);
      const months = invoices.map(({ issuedAt }) => todayIst(issuedAt).slice(0, 7));
      expect(new Set(months).size).toBeGreaterThanOrEqual(12);
    });
  });

  it("breaks no rule of the khata, the daily figures, the stock levels and the notifications", async () => {
    const t = await seeded();
    await t.run(async (ctx) => {
      const sold = {
        orders: await ctx.db.query("orders").take(1000),
        salesDays: await ctx.db.query("salesDays").take(1000),
        productSales: await ctx.db.query("productSales").take(1000),
        pairSales: await ctx.db.query("pairSales").take(1000),
        effects: await ctx.db.query("effects").take(1000),
      };
      expect([...soldViolations(sold)]).toEqual([]);
      const products = await ctx.db.query("products").take(1000);
      const stockLevels = await ctx.db.query("stockLevels").take(1000);
      expect(products.length).toBeGreaterThan(0);
      expect([...levelViolations({ products, stockLevels })]).toEqual([]);
      expect(khataViolations(await khataTables(ctx))).toEqual([]);
      expect(await notificationViolations(ctx)).toEqual([]);
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

  it("is open to the logins that the README and the start tell", async () => {
    expect(await openMarket().query(internal.seed.hasDemo, {})).toBe(false);
    const t = await seeded();
    expect(await t.query(internal.seed.hasDemo, {})).toBe(true);
    for (const { email, role } of DEMO_LOGINS) {
      const user = await userOf(t, email);
      expect(user.role).toBe(role.toLowerCase());
      const credential = await t.run((ctx) =>
        ctx.db
          .query("credentials")
          .withIndex("by_user", (q) => q.eq("userId", user._id))
          .unique(),
      );
      expect(credential && (await isPassword(DEMO_PASSWORD, credential.password))).toBe(true);
    }
  });

  it("has talks between connected pairs, feedback, the admin's word to everybody, and notifications, unread ones of the last two days alone", async () => {
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
      // One each: a second one would end every look at the chat.
      const pairs = talks.map(({ retailerId, distributorId }) => `${retailerId} ${distributorId}`);
      expect(new Set(pairs).size).toBe(talks.length);
      expect(talks.filter(({ lastAt }) => lastAt !== undefined)).not.toHaveLength(0);
      for (const { _id, lastContent, lastAt } of talks) {
        const newest = await ctx.db
          .query("messages")
          .withIndex("by_conversation", (q) => q.eq("conversationId", _id))
          .order("desc")
          .first();
        expect([lastContent, lastAt]).toEqual([newest?.content, newest?._creationTime]);
      }
      // Both people of the demo find a word to read at home, and it is the last of its talk.
      const unread = (side: "unreadByRetailer" | "unreadByDistributor") =>
        talks.filter((talk) => talk[side] > 0).map((talk) => talk[side]);
      expect([unread("unreadByRetailer"), unread("unreadByDistributor")]).toEqual([[1], [1]]);
      const [announcement] = await ctx.db.query("announcements").take(2);
      const author = announcement && (await ctx.db.get("users", announcement.authorId));
      expect(author?.role).toBe("admin");
      expect(await ctx.db.query("feedback").take(100)).not.toHaveLength(0);
    });
    const asha = await userOf(t, "asha@mandi.test");
    const before = Date.now() - 2 * DAY_MS;
    await t.run(async (ctx) => {
      const rows = await ctx.db.query("notifications").take(1_000);
      const unread = rows.filter(({ readAt }) => readAt === undefined);
      expect(unread.length).toBeGreaterThan(0);
      expect(unread.length).toBeLessThan(40);
      expect(unread.filter(({ at }) => at < before)).toEqual([]);
      expect(new Set(rows.map(({ userId }) => userId)).size).toBe(9);
      const toDo = rows.filter((row) => row.userId === asha._id && row.isToDo === true);
      const kinds = new Set(toDo.map(({ kind }) => kind));
      expect([...kinds].sort()).toEqual(["connectionRequested", "orderPlaced", "paymentClaimed"]);
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

  it("is counted right: every counter says what the rows say", async () => {
    const t = await seeded();
    await t.run(async (ctx) => {
      const orders = await ctx.db.query("orders").take(1000);
      const connections = await ctx.db.query("connections").take(1000);
      const users = await ctx.db.query("users").take(1000);
      for (const status of ORDER_STATUSES) {
        const count = orders.filter((order) => order.status === status).length;
        expect(await readCounter(ctx, `orders.${status}`), status).toBe(count);
      }
      for (const role of ["admin", "distributor", "retailer"] as const) {
        const count = users.filter((user) => user.role === role).length;
        expect(await readCounter(ctx, `users.${role}`), role).toBe(count);
      }
      for (const { _id, role, name } of users) {
        const ownOrders = orders.filter((order) => order.distributorId === _id);
        const asked = connections.filter(
          (connection) => connection.distributorId === _id && connection.status === "pending",
        ).length;
        expect(await readCounter(ctx, "requests.pending", _id), name).toBe(asked);
        const counts = await ctx.db
          .query("userCounts")
          .withIndex("by_user", (q) => q.eq("userId", _id))
          .take(10);
        const completed = ownOrders.filter((order) => order.status === "completed").length;
        const expected = {
          admin: {},
          retailer: { ordersPlaced: orders.filter((order) => order.retailerId === _id).length },
          distributor: { ordersCompleted: completed },
        };
        const found = Object.fromEntries(counts.map(({ counter, count }) => [counter, count]));
        expect(found, name).toEqual(expected[role]);
      }
    });
  });
});

/** Counts the rows of each table, without those of components. */
/** The search's index is left out: changes are merged into it whenever there is time. */
function rowCounts(t: Market): Promise<Record<string, number>> {
  return t.run(async (ctx) => {
    const counts: Record<string, number> = {};
    for (const table of Object.keys(schema.tables) as (keyof typeof schema.tables)[]) {
      if (table.startsWith("search")) continue;
      counts[table] = (await ctx.db.query(table).take(10_000)).length;
    }
    counts["_storage"] = (await ctx.db.system.query("_storage").take(10_000)).length;
    return counts;
  });
}

async function storeAll(t: Market, drawn: readonly string[]): Promise<Id<"_storage">[]> {
  const ids: Id<"_storage">[] = [];
  for (const drawing of drawn) {
    ids.push(await t.run((ctx) => ctx.storage.store(new Blob([drawing]))));
  }
  return ids;
}

/** Opens a market whose seeding was killed after so many steps. */
async function interruptedAfter(steps: number): Promise<Market> {
  const t = openMarket();
  await t.mutation(internal.seed.prepare, {});
  const pictures = await storeAll(t, productPictures());
  const portraits = await storeAll(
    t,
    [...DISTRIBUTORS, ...RETAILERS].map((_, index) => portrait(index)),
  );
  await t.mutation(internal.seed.begin, { password: NOBODYS_HASH, pictures, portraits });
  for (let step = 0; step < steps; step += 1) {
    expect(await t.mutation(internal.seed.goOn, {})).toBe(step + 1 < FURTHER_STEPS);
  }
  return t;
}

/** Goods, connections, the trade, money, talk, notifications. */
const FURTHER_STEPS = STEPS.length;

describe("planting that was killed", () => {
  // The steps of trade are alike: one is enough of those between the first and the last.
  it.each([0, 1, 2, 3, 6, FURTHER_STEPS - 3, FURTHER_STEPS - 2, FURTHER_STEPS - 1])(
    "after the people and %i further steps is finished by the next call, as if nothing had happened",
    async (steps) => {
      const t = await interruptedAfter(steps);
      expect(await t.action(internal.seed.run, {})).toEqual({ planted: true });
      await foldEffects(t);
      const whole = await seeded();
      expect(await rowCounts(t)).toEqual(await rowCounts(whole));
      expect((await rowCounts(t))["plantings"]).toBe(0);
      expect(await t.action(internal.seed.run, {})).toEqual({ planted: false });
    },
  );

  it("while it stored pictures leaves none of them behind, and touches nobody's upload", async () => {
    const t = openMarket();
    await storeAll(t, productPictures().slice(0, 7));
    const [imageId] = await storeAll(t, ["somebody's, who is just registering"]);
    if (imageId === undefined) throw new Error("Nothing was stored");
    await t.run((ctx) => ctx.db.insert("uploads", { imageId, purpose: "image", claimed: false }));
    await t.action(internal.seed.run, {});
    const whole = await seeded();
    expect((await rowCounts(t))["_storage"]).toBe(((await rowCounts(whole))["_storage"] ?? 0) + 1);
    expect(await t.run((ctx) => ctx.storage.getUrl(imageId))).not.toBeNull();
  });
});
