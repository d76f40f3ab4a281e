import { exportJWK, exportPKCS8, generateKeyPair } from "jose";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { DAY_MS, todayIst } from "../../domain/dates";
import {
  BASKET_LINES_MAX,
  LINE_REASONS_MAX,
  ORDER_LINES_MAX,
  PRODUCT_NAME_MAX,
} from "../../domain/limits";
import { api, internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import { readCounter } from "../figures/counters";
import type { MutationCtx } from "../_generated/server";
import { SESSIONS_MAX, insertAccount } from "../auth/accounts";
import { hashPassword } from "../auth/secrets";
import {
  foldEffects,
  ANY_ORDERS,
  FIRST_PAGE,
  everything,
  fieldsOf,
  joinAdmin,
  joinDistributor,
  joinRetailer,
  listProduct,
  offerOne,
  openLimitedMarket,
  openMarket,
  placeLines,
  placeOne,
  refusal,
  requireOrder,
  stockOf,
  type Market,
  type Person,
} from "../market.setup";
import { ENDED_AT_ONCE, LINES_PER_STEP, ORDERS_PER_STEP, REQUESTS_PER_STEP } from "./deactivate";

const PAGE = { paginationOpts: FIRST_PAGE };

type Stage = {
  t: Market;
  admin: Person;
  distributor: Person;
  retailer: Person;
  productId: Id<"products">;
};

async function stage(t = openMarket()): Promise<Stage> {
  const distributor = await joinDistributor(t);
  return {
    t,
    admin: await joinAdmin(t),
    distributor,
    retailer: await joinRetailer(t),
    productId: await listProduct(t, distributor, { stock: 10_000 }),
  };
}

function close(admin: Person, person: Person): Promise<null> {
  const command =
    person.user.role === "retailer" ? api.admin.deleteRetailer : api.admin.removeDistributor;
  return admin.client.mutation(command, { userId: person.user._id });
}

function mailsTo(t: Market, { user }: Person) {
  return t.run((ctx) =>
    ctx.db
      .query("outbox")
      .withIndex("by_recipient", (q) => q.eq("to", user.email))
      .take(5),
  );
}

function accept(distributor: Person, orderId: string) {
  const deliveryBefore = todayIst(Date.now() + DAY_MS);
  return distributor.client.mutation(api.orders.accept, { orderId, deliveryBefore });
}

beforeAll(async () => {
  const keys = await generateKeyPair("RS256", { extractable: true });
  const privateKey = await exportPKCS8(keys.privateKey);
  const publicKey = { use: "sig", ...(await exportJWK(keys.publicKey)) };
  vi.stubEnv("JWT_PRIVATE_KEY", privateKey.trimEnd().replaceAll("\n", " "));
  vi.stubEnv("JWKS", JSON.stringify({ keys: [publicKey] }));
  vi.stubEnv("CONVEX_SITE_URL", "http://127.0.0.1:3211");
});

afterEach(() => {
  vi.useRealTimers();
});

describe.each(["retailer", "distributor"] as const)("a %s whom an admin removes", (role) => {
  it("is signed out everywhere at once: the open client answers no more, the sessions are gone", async () => {
    const here = await stage();
    const person = here[role];
    await here.t.run(async (ctx) => {
      const session = await ctx.db
        .query("authSessions")
        .withIndex("userId", (q) => q.eq("userId", person.user._id))
        .unique();
      const sessionId = session!._id;
      const expirationTime = session!.expirationTime;
      await ctx.db.insert("authRefreshTokens", { sessionId, expirationTime });
    });
    expect(await person.client.query(api.users.me, {})).not.toBeNull();
    await close(here.admin, person);
    expect(await person.client.query(api.users.me, {})).toBeNull();
    expect(await refusal(person.client.query(api.invoices.mine, PAGE))).toEqual({
      code: "UNAUTHENTICATED",
    });
    await here.t.run(async (ctx) => {
      const left = await ctx.db
        .query("authSessions")
        .withIndex("userId", (q) => q.eq("userId", person.user._id))
        .take(10);
      expect(left).toEqual([]);
      expect(await ctx.db.query("authRefreshTokens").take(10)).toEqual([]);
    });
  });

  it("cannot sign in again", async () => {
    const here = await stage();
    const { user } = here[role];
    const password = await hashPassword("a long password");
    await here.t.run((ctx) => ctx.db.insert("credentials", { userId: user._id, password }));
    const login = () =>
      here.t.action(api.auth.signIn, {
        provider: "password",
        params: { email: user.email, password: "a long password", role },
      });
    await expect(login()).resolves.toHaveProperty("tokens.token");
    await close(here.admin, here[role]);
    expect(await refusal(login())).toMatchObject({ code: "INVALID_LOGIN" });
  });

  it("leaves the lists and the count of users", async () => {
    const here = await stage();
    const counted = async () => {
      await foldEffects(here.t);
      return here.t.run((ctx) => readCounter(ctx, `users.${role}`));
    };
    const before = await counted();
    await close(here.admin, here[role]);
    expect(await counted()).toBe(before - 1);
    const { page } = await here.admin.client.query(api.admin.users, { ...PAGE, role });
    expect(page).toEqual([]);
  });

  it("is removed once: a second time there is nobody", async () => {
    const here = await stage();
    await placeOne(here.retailer, here.productId);
    await close(here.admin, here[role]);
    const before = await everything(here.t);
    expect(await refusal(close(here.admin, here[role]))).toEqual({ code: "NOT_FOUND" });
    expect(await everything(here.t)).toBe(before);
  });

  it("leaves accepted and completed orders, and invoices, as they are", async () => {
    const here = await stage();
    const { t, admin, distributor, retailer, productId } = here;
    const [accepted, completed] = [
      await placeOne(retailer, productId, 3),
      await placeOne(retailer, productId, 4),
    ];
    await accept(distributor, accepted);
    await accept(distributor, completed);
    await distributor.client.mutation(api.orders.complete, { orderIds: [completed] });
    await close(admin, here[role]);
    expect((await requireOrder(t, accepted)).status).toBe("accepted");
    expect((await requireOrder(t, completed)).status).toBe("completed");
    expect(await stockOf(t, productId)).toBe(10_000 - 7);
    const other = role === "retailer" ? distributor : retailer;
    expect((await other.client.query(api.invoices.mine, PAGE)).page).toHaveLength(2);
  });
});

describe("what a removed retailer had open", () => {
  it("is cancelled with the stock returned, and the distributor reads why", async () => {
    const { t, admin, distributor, retailer, productId } = await stage();
    const orderId = await placeOne(retailer, productId, 5);
    const others = await placeOne(await joinRetailer(t), productId, 2);
    await close(admin, retailer);
    const reason = "The retailer's account was closed.";
    expect(await distributor.client.query(api.orders.one, { orderId })).toMatchObject({
      status: "cancelled",
      orderCancelReason: reason,
      msg: `Cancelled by Retailer. Reason: ${reason}`,
    });
    expect((await requireOrder(t, others)).status).toBe("pending");
    expect(await stockOf(t, productId)).toBe(10_000 - 2);
    await foldEffects(t);
    expect(await distributor.client.query(api.orders.pendingCount, {})).toBe(1);
  });

  it("includes requests: they leave the distributor's list and badge; connections stay for the other side's chat", async () => {
    const { t, admin, distributor, retailer } = await stage();
    const friend = await joinDistributor(t);
    for (const { user } of [distributor, friend]) {
      await retailer.client.mutation(api.network.request, { distributorId: user._id });
    }
    const [request] = (await friend.client.query(api.network.pending, PAGE)).page;
    await friend.client.mutation(api.network.answer, {
      connectionId: request!._id,
      status: "accepted",
    });
    await foldEffects(t);
    expect(await distributor.client.query(api.network.pendingCount, {})).toBe(1);
    await close(admin, retailer);
    await foldEffects(t);
    expect(await distributor.client.query(api.network.pendingCount, {})).toBe(0);
    const connections = await t.run((ctx) => ctx.db.query("connections").take(10));
    expect(connections.map(({ status }) => status).sort()).toEqual(["accepted", "rejected"]);
  });
});

describe("what a removed distributor had open", () => {
  it("is rejected with the stock returned, and the retailer reads why", async () => {
    const { t, admin, distributor, retailer, productId } = await stage();
    const orderId = await placeOne(retailer, productId, 5);
    await close(admin, distributor);
    expect(await stockOf(t, productId)).toBe(10_000);
    const rejected = await retailer.client.query(api.orders.outgoing, {
      ...PAGE,
      list: "rejected",
    });
    expect(rejected.page).toMatchObject([
      {
        _id: orderId,
        status: "rejected",
        orderCancelReason: "The distributor's account was closed.",
      },
    ]);
  });

  it("is off the market: its products are on no list and can't be ordered", async () => {
    const { admin, distributor, retailer, productId } = await stage();
    await close(admin, distributor);
    expect((await retailer.client.query(api.products.all, PAGE)).page).toEqual([]);
    expect(await refusal(placeOne(retailer, productId))).toEqual({ code: "NOT_FOUND" });
  });
});

describe("more open orders than one transaction carries", () => {
  it("end in the transactions that follow, each once", async () => {
    vi.useFakeTimers();
    const { t, admin, distributor, retailer, productId } = await stage();
    await distributor.client.mutation(api.orders.saveTerms, { terms: ANY_ORDERS });
    const count = 2 * ORDERS_PER_STEP + 50;
    for (let n = 0; n < count; n += 1) await placeOne(retailer, productId);
    await close(admin, retailer);
    expect(await stockOf(t, productId)).toBe(10_000 - count + ENDED_AT_ONCE);
    await t.finishAllScheduledFunctions(() => vi.runAllTimers());
    await foldEffects(t);
    expect(await distributor.client.query(api.orders.pendingCount, {})).toBe(0);
    expect(await stockOf(t, productId)).toBe(10_000);
    expect((await admin.client.query(api.admin.counts, {})).orders.cancelled).toBe(count);
  });

  it("are few of many lines: the others end in the transactions that follow", async () => {
    vi.useFakeTimers();
    const { t, admin, distributor, retailer, productId } = await stage();
    await distributor.client.mutation(api.orders.saveTerms, { terms: ANY_ORDERS });
    const lines = Array.from({ length: LINES_PER_STEP / 3 }, () => ({ productId, quantity: 1 }));
    for (let n = 0; n < 8; n += 1) await placeLines(retailer, lines);
    await close(admin, retailer);
    expect(await distributor.client.query(api.orders.pendingCount, {})).toBe(8 - 3);
    expect(await stockOf(t, productId)).toBe(10_000 - 5 * lines.length);
    await t.finishAllScheduledFunctions(() => vi.runAllTimers());
    await foldEffects(t);
    expect(await distributor.client.query(api.orders.pendingCount, {})).toBe(0);
    expect(await stockOf(t, productId)).toBe(10_000);
    expect((await admin.client.query(api.admin.counts, {})).orders.cancelled).toBe(8);
  });

  it("are never ended for an account that is open", async () => {
    const { t, retailer, productId } = await stage();
    const orderId = await placeOne(retailer, productId);
    await t.mutation(internal.account.deactivate.continueDeactivation, {
      userId: retailer.user._id,
    });
    expect((await requireOrder(t, orderId)).status).toBe("pending");
  });
});

describe("nobody is removed by", () => {
  it("an id that is not of that role, or no id: admins can't be removed at all, oneself included", async () => {
    const { t, admin, distributor, retailer, productId } = await stage();
    const other = await joinAdmin(t);
    const before = await everything(t);
    const ids = {
      admin: admin.user._id,
      other: other.user._id,
      productId,
      none: "../x",
      empty: "",
    };
    for (const [what, userId] of Object.entries({ ...ids, distributor: distributor.user._id })) {
      const call = admin.client.mutation(api.admin.deleteRetailer, { userId });
      expect(await refusal(call), what).toEqual({ code: "NOT_FOUND" });
    }
    for (const [what, userId] of Object.entries({ ...ids, retailer: retailer.user._id })) {
      const call = admin.client.mutation(api.admin.removeDistributor, { userId });
      expect(await refusal(call), what).toEqual({ code: "NOT_FOUND" });
    }
    expect(await everything(t)).toBe(before);
    const closed = await t.run(async (ctx) =>
      (await ctx.db.query("users").take(10)).filter((user) => user.deactivatedAt !== undefined),
    );
    expect(closed).toEqual([]);
  });
});

describe("more pending requests than one transaction carries", () => {
  it.each(["retailer", "distributor"] as const)("end for a closed %s, each once", async (role) => {
    vi.useFakeTimers();
    const here = await stage();
    const person = here[role];
    const count = 2 * REQUESTS_PER_STEP + 20;
    await here.t.run(async (ctx) => {
      const { _id, _creationTime, ...other } = (
        role === "retailer" ? here.distributor : here.retailer
      ).user;
      for (let n = 0; n < count; n += 1) {
        const otherId = await ctx.db.insert("users", { ...other, email: `other${n}@mandi.test` });
        const pair =
          role === "retailer"
            ? { retailerId: person.user._id, distributorId: otherId }
            : { retailerId: otherId, distributorId: person.user._id };
        await ctx.db.insert("connections", { ...pair, status: "pending", requestedAt: n });
      }
    });
    const pending = () =>
      here.t.run(
        async (ctx) =>
          (await ctx.db.query("connections").take(count)).filter(
            ({ status }) => status === "pending",
          ).length,
      );
    await close(here.admin, person);
    expect(await pending()).toBe(count - ENDED_AT_ONCE);
    await here.t.finishAllScheduledFunctions(() => vi.runAllTimers());
    expect(await pending()).toBe(0);
  });
});

type Line = Doc<"orders">["lines"][number];

/** As many lines as an order may have; of as many bytes, where all but the first were refused. */
function linesLike(line: Line, areRefused: boolean): Line[] {
  const full = { ...line, productName: "घ".repeat(PRODUCT_NAME_MAX) };
  const refused = {
    by: "retailer",
    reason: "घ".repeat(LINE_REASONS_MAX / ORDER_LINES_MAX),
  } as const;
  const others = areRefused ? { ...full, quantity: 0, askedQuantity: 2, refused } : full;
  return [full, ...Array.from({ length: ORDER_LINES_MAX - 1 }, () => others)];
}

/** Gives the account as much of everything as it can have: each order has its own offer, each partner its own request. */
async function fillUp({ t, distributor, retailer, productId }: Stage, { user }: Person) {
  const orderId = await placeOne(retailer, productId, 2);
  const offerId = await offerOne(distributor, orderId);
  await foldEffects(t);
  const rows = await t.run(async (ctx) => ({
    order: fieldsOf((await ctx.db.get("orders", orderId))!),
    offer: fieldsOf((await ctx.db.get("offers", offerId))!),
    session: fieldsOf((await ctx.db.query("authSessions").first())!),
    account: fieldsOf((await ctx.db.query("creditAccounts").first())!),
    notification: fieldsOf((await ctx.db.query("notifications").first())!),
  }));
  const other = fieldsOf((user._id === retailer.user._id ? distributor : retailer).user);
  const pairWith = (partnerId: Id<"users">) =>
    user.role === "retailer"
      ? { retailerId: user._id, distributorId: partnerId }
      : { retailerId: partnerId, distributorId: user._id };
  const addPartner = async (ctx: MutationCtx, n: number) => {
    const pair = pairWith(
      await ctx.db.insert("users", { ...other, email: `other${n}@mandi.test` }),
    );
    await ctx.db.insert("connections", { ...pair, status: "pending", requestedAt: n });
    await ctx.db.insert("creditAccounts", { ...rows.account, ...pair });
    const [line] = rows.order.lines;
    const lines = n % 5 === 0 ? linesLike(line!, n % 10 === 0) : [line!];
    const once = { ...rows.order.once, key: `k${n}` };
    const id = await ctx.db.insert("orders", { ...rows.order, ...pair, lines, once });
    const made = await ctx.db.insert("offers", { ...rows.offer, ...pair, orderId: id });
    const offer = { ...rows.order.offer!, offerId: made };
    await ctx.db.patch("orders", id, { offer });
  };
  for (let n = 0; n < PARTNERS; n += 20)
    await t.run(async (ctx) => {
      for (let at = n; at < n + 20; at += 1) await addPartner(ctx, at);
    });
  const { _id: userId } = user;
  await t.run(async (ctx) => {
    for (let n = 1; n < SESSIONS_MAX; n += 1) {
      const sessionId = await ctx.db.insert("authSessions", { ...rows.session, userId });
      const token = { sessionId, expirationTime: rows.session.expirationTime };
      await ctx.db.insert("authRefreshTokens", token);
    }
    const lines = linesLike(rows.order.lines[0]!, true);
    const accepted = { status: "accepted", retailerList: "accepted", distributorList: "accepted" } as const; // prettier-ignore
    for (let n = 0; n < ORDERS_PER_STEP; n += 1)
      await ctx.db.insert("orders", { ...rows.order, ...accepted, offer: undefined, lines });
    const line = { retailerId: userId, productId, quantity: 1, seenPricePaise: 1 };
    for (let n = 0; n < BASKET_LINES_MAX; n += 1) await ctx.db.insert("basketLines", line);
    for (let n = 0; n < 600; n += 1)
      await ctx.db.insert("notifications", { ...rows.notification, userId });
  });
}

/** With an order and a request each. */
const PARTNERS = 200;

describe.each(["retailer", "distributor"] as const)("a %s with much open business", (role) => {
  it("is closed at once; everything ends in transactions that the database's limits allow", async () => {
    vi.useFakeTimers();
    const here = await stage(openLimitedMarket());
    await fillUp(here, here[role]);
    const { t, admin } = here;
    await close(admin, here[role]);
    expect(await here[role].client.query(api.users.me, {})).toBeNull();
    await t.finishAllScheduledFunctions(() => vi.runAllTimers(), 1_000);
    const left = await t.run(async (ctx) => ({
      orders: await ctx.db
        .query("orders")
        .withIndex("by_status", (q) => q.eq("status", "pending"))
        .take(999),
      offers: (await ctx.db.query("offers").take(999)).filter((row) => row.state === "open"),
      requests: (await ctx.db.query("connections").take(999)).filter(
        (row) => row.status === "pending",
      ),
      notifications: (await ctx.db.query("notifications").take(999)).filter(
        (row) => row.userId === here[role].user._id,
      ),
    }));
    expect(left).toEqual({ orders: [], offers: [], requests: [], notifications: [] });
  }, 90_000);
});

it("an order that is accepted between the closing and its end is marked, too", async () => {
  vi.useFakeTimers();
  const { t, admin, distributor, retailer, productId } = await stage();
  await distributor.client.mutation(api.orders.saveTerms, { terms: ANY_ORDERS });
  const orderIds: Id<"orders">[] = [];
  for (let n = 0; n <= ENDED_AT_ONCE; n += 1) orderIds.push(await placeOne(retailer, productId));
  const last = orderIds.at(-1)!;
  await close(admin, retailer);
  await accept(distributor, last);
  expect((await requireOrder(t, last)).closedParty).toBeUndefined();
  await t.finishAllScheduledFunctions(() => vi.runAllTimers());
  expect((await requireOrder(t, last)).closedParty).toBe("retailer");
});

describe.each(["retailer", "distributor"] as const)("what is kept of a closed %s", (role) => {
  const details = { phone: "+919811112222", address: "99 Hidden Lane" };
  const tax = {
    gstin: "27AAAAA0000A1Z5",
    legalName: "Hidden Ltd",
    stateCode: "27",
    pincode: "411987",
  };

  it("holds neither phone, address, picture nor payment address, but on invoices and orders", async () => {
    const here = await stage();
    const person = here[role];
    const bankAccount = { holder: "Hidden Holder", number: "123456789", ifsc: "HIDE0000001" };
    const upiId = role === "distributor" ? { upiId: "hidden@bank", bankAccount } : {};
    await here.t.run(async (ctx) => {
      await ctx.db.patch("users", person.user._id, { ...details, ...upiId });
    });
    const orderId = await placeOne(here.retailer, here.productId);
    await accept(here.distributor, orderId);
    // Its invoices would lack the product's details.
    const settings = { pricesExcludeTax: true, roundsToRupee: false } as const;
    await here.t.run((ctx) => ctx.db.patch("users", person.user._id, { ...tax, ...settings }));
    const { imageId } = person.user;
    const invoice = await here.t.run((ctx) => ctx.db.query("invoices").first());
    await close(here.admin, person);
    const kept = await here.t.run((ctx) => ctx.db.get("users", person.user._id));
    for (const field of Object.keys(settings)) expect(kept).not.toHaveProperty(field);
    for (const secret of [
      details.phone,
      details.address,
      ...[tax.gstin, tax.pincode],
      "hidden@bank",
      "Hidden",
      imageId!,
    ])
      expect(JSON.stringify(kept)).not.toContain(secret);
    expect(await here.t.run((ctx) => ctx.storage.getUrl(imageId!))).toBeNull();
    expect(await here.t.run((ctx) => ctx.db.query("invoices").first())).toEqual(invoice);
    expect(invoice?.[role]).toMatchObject({ phone: details.phone, address: details.address });
  });

  it("leaves the e-mail free: a new account inherits nothing, and the old sessions stay ended", async () => {
    const here = await stage();
    const person = here[role];
    const orderId = await placeOne(here.retailer, here.productId);
    await accept(here.distributor, orderId);
    await close(here.admin, person);
    const password = await hashPassword("a long password");
    const { email, name } = person.user;
    const business = role === "retailer" ? { shopName: "New" } : { companyName: "New" };
    const userId = await here.t.run((ctx) =>
      insertAccount(ctx, { role, email, name, phone: "", address: "", ...business }, password),
    );
    expect(await person.client.query(api.users.me, {})).toBeNull();
    const session = await here.t.run((ctx) =>
      ctx.db.insert("authSessions", { userId, expirationTime: Number.MAX_SAFE_INTEGER }),
    );
    const client = here.t.withIdentity({ subject: `${userId}|${session}` });
    expect(await client.query(api.users.me, {})).toMatchObject({ _id: userId, email });
    expect((await client.query(api.invoices.mine, PAGE)).page).toEqual([]);
    expect(await client.query(api.orders.one, { orderId })).toBeNull();
    expect(await client.query(api.developers.keys, {})).toEqual([]);
    // A second open account of the same address is refused as ever.
    const again = here.t.run((ctx) =>
      insertAccount(ctx, { role, email, name, phone: "", address: "", ...business }, password),
    );
    expect(await refusal(again)).toEqual({ code: "EMAIL_TAKEN" });
  });

  it("gets no reset mail and no new password; the answer is the same", async () => {
    const here = await stage();
    await close(here.admin, here[role]);
    await here.t.action(api.auth.sendOtp, { email: here[role].user.email, purpose: "reset" });
    expect(await mailsTo(here.t, here[role])).toMatchObject([
      { subject: "Your Mandi account was closed" },
    ]);
  });

  it("is told of it by a last mail, once, which nothing of the account is needed to deliver", async () => {
    vi.useFakeTimers();
    vi.setSystemTime(Date.parse("2026-11-27T08:12:00+05:30"));
    vi.stubEnv("RESEND_API_KEY", "re_test");
    const posted: string[] = [];
    vi.stubGlobal("fetch", (_: string, { body }: { body: string }) => {
      posted.push(body);
      return Promise.resolve(Response.json({ id: "1" }));
    });
    const here = await stage();
    const { t, admin } = here;
    const { name, email, _id } = here[role].user;
    await t.run((ctx) => ctx.db.patch("users", _id, { name: "Tom & <Sons>" }));
    await close(admin, here[role]);
    await t.run((ctx) => ctx.db.delete("users", _id));
    await t.finishAllScheduledFunctions(() => vi.runAllTimers());
    vi.unstubAllGlobals();
    vi.stubEnv("RESEND_API_KEY", undefined);
    const [mail, ...others] = posted.map((body) => JSON.parse(body) as Record<string, string>);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to: email, subject: "Your Mandi account was closed" });
    expect(mail!["text"]).toContain("Hello Tom & <Sons>,");
    expect(mail!["text"]).toContain("closed on 27 Nov 2026, 8:12 am in India.");
    expect(mail!["html"]).toContain("Tom &amp; &lt;Sons&gt;");
    expect(name).not.toContain("Tom");
    vi.setSystemTime(Date.now() + DAY_MS + 60_000);
    await t.mutation(internal.auth.sweep.run, {});
    expect(await mailsTo(t, here[role])).toEqual([]);
  });
});

describe("an accepted order whose other party closed its account", () => {
  it("is cancelled and hidden by the retailer, and the stock returns", async () => {
    const { t, admin, distributor, retailer, productId } = await stage();
    const orderId = await placeOne(retailer, productId, 5);
    await accept(distributor, orderId);
    const cancel = { orderIds: [orderId], reason: "They are gone" };
    expect(await refusal(retailer.client.mutation(api.orders.cancel, cancel))).toMatchObject({
      code: "ILLEGAL_MOVE",
    });
    await close(admin, distributor);
    expect(await retailer.client.query(api.orders.one, { orderId })).toMatchObject({
      closedParty: "distributor",
    });
    await retailer.client.mutation(api.orders.cancel, cancel);
    expect(await requireOrder(t, orderId)).toMatchObject({ status: "cancelled" });
    expect(await stockOf(t, productId)).toBe(10_000);
    await retailer.client.mutation(api.orders.hide, { orderIds: [orderId] });
    const rejected = { ...PAGE, list: "rejected" } as const;
    expect((await retailer.client.query(api.orders.outgoing, rejected)).page).toEqual([]);
    await foldEffects(t);
    expect((await admin.client.query(api.admin.counts, {})).orders).toMatchObject({
      accepted: 0,
      cancelled: 1,
    });
  });

  it("is rejected or completed by the distributor", async () => {
    const { t, admin, distributor, retailer, productId } = await stage();
    const [first, second] = [
      await placeOne(retailer, productId),
      await placeOne(retailer, productId),
    ];
    for (const orderId of [first, second]) await accept(distributor, orderId);
    const reject = { orderIds: [first], reason: "They are gone" };
    expect(await refusal(distributor.client.mutation(api.orders.reject, reject))).toMatchObject({
      code: "ILLEGAL_MOVE",
    });
    await close(admin, retailer);
    await distributor.client.mutation(api.orders.reject, reject);
    await distributor.client.mutation(api.orders.complete, { orderIds: [second] });
    expect((await requireOrder(t, first)).status).toBe("rejected");
    expect((await requireOrder(t, second)).status).toBe("completed");
    expect(await stockOf(t, productId)).toBe(10_000 - 1);
  });

  it("is marked also beyond what one transaction carries", async () => {
    vi.useFakeTimers();
    const { t, admin, distributor, retailer, productId } = await stage();
    const { _id, _creationTime, ...order } = await requireOrder(
      t,
      await placeOne(retailer, productId),
    );
    const count = ORDERS_PER_STEP + 30;
    const accepted = { status: "accepted", retailerList: "accepted", distributorList: "accepted" } as const; // prettier-ignore
    await t.run(async (ctx) => {
      for (let n = 0; n < count; n += 1) await ctx.db.insert("orders", { ...order, ...accepted });
    });
    await close(admin, distributor);
    await t.finishAllScheduledFunctions(() => vi.runAllTimers());
    const marked = await t.run(async (ctx) =>
      (await ctx.db.query("orders").take(1_000)).filter((row) => row.closedParty === "distributor"),
    );
    expect(marked).toHaveLength(count);
  });
});
