import type { FunctionArgs, FunctionReturnType } from "convex/server";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { todayIst } from "../../domain/dates";
import {
  LINE_REASONS_MAX,
  MESSAGE_MAX,
  ORDER_EVENTS_MAX,
  ORDER_LINES_MAX,
  PAGE_ROWS_MAX,
  PRODUCT_DESCRIPTION_MAX,
} from "../../domain/limits";
import { api } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import { isPassword } from "../auth/secrets";
import { getAccount } from "../khata/accounts";
import {
  FIRST_PAGE,
  type Market,
  type Person,
  connectPair,
  joinAdmin,
  foldEffects,
  joinDistributor,
  joinRetailer,
  listProduct,
  newKey,
  openLimitedMarket,
  openMarket,
  acceptOne,
  placeLines,
  placeOne,
  refusal,
  stockOf,
  storePicture,
  withPassword,
} from "../market.setup";
import { deactivate } from "./deactivate";
import { RECORD_SECTIONS } from "../../domain/recordSections";

const DETAILS = {
  name: "Meena Talwari",
  phone: "+91 98765 43210",
  address: "Shop 4\nPune",
  business: "Peepal Chowk Stores",
};

function stored(t: Market, { user }: Person) {
  return t.run((ctx) => ctx.db.get("users", user._id));
}

function upload(t: Market, { user }: Person) {
  return t.run(async (ctx) => {
    const imageId = await ctx.storage.store(new Blob(["new"], { type: "image/png" }));
    await ctx.db.insert("uploads", {
      imageId,
      userId: user._id,
      purpose: "image",
      claimed: false,
    });
    return imageId;
  });
}

describe("one's own details", () => {
  it("are kept as typed, the phone number in its plain form", async () => {
    const t = openMarket();
    const meena = await joinRetailer(t);
    await meena.client.mutation(api.account.save, DETAILS);
    expect(await stored(t, meena)).toMatchObject({
      name: "Meena Talwari",
      phone: "+919876543210",
      address: "Shop 4\nPune",
      shopName: "Peepal Chowk Stores",
    });
  });

  it("name the company of a distributor and nothing of an administrator", async () => {
    const t = openMarket();
    const [asha, admin] = [await joinDistributor(t), await joinAdmin(t)];
    await asha.client.mutation(api.account.save, { ...DETAILS, business: "Asha & Co" });
    await admin.client.mutation(api.account.save, { ...DETAILS, phone: "", address: "" });
    expect(await stored(t, asha)).toMatchObject({ companyName: "Asha & Co" });
    expect(await stored(t, asha)).not.toHaveProperty("shopName");
    expect(await stored(t, admin)).not.toHaveProperty("companyName");
  });

  it.each([
    ["no name", { name: " " }, "MISSING_FIELDS"],
    ["no address", { address: "" }, "MISSING_FIELDS"],
    ["no shop", { business: "" }, "MISSING_FIELDS"],
    ["a phone number that is none", { phone: "call me" }, "BAD_PHONE"],
    ["a control character", { name: "Me\u0007ena" }, "MISSING_FIELDS"],
  ])("are refused with %s, and nothing changes", async (_what, change, code) => {
    const t = openMarket();
    const meena = await joinRetailer(t);
    const before = await stored(t, meena);
    const call = meena.client.mutation(api.account.save, { ...DETAILS, ...change });
    expect(await refusal(call)).toMatchObject({ code });
    expect(await stored(t, meena)).toEqual(before);
  });

  it("take a picture that the same user uploaded, and no other", async () => {
    const t = openMarket();
    const [meena, ravi] = [await joinRetailer(t), await joinRetailer(t)];
    const imageId = await upload(t, meena);
    const call = ravi.client.mutation(api.account.save, { ...DETAILS, imageId });
    expect(await refusal(call)).toMatchObject({ code: "NO_IMAGE" });
    await meena.client.mutation(api.account.save, { ...DETAILS, imageId });
    expect(await stored(t, meena)).toMatchObject({ imageId });
    const foreign = meena.client.mutation(api.account.save, {
      ...DETAILS,
      imageId: await storePicture(t),
    });
    expect(await refusal(foreign)).toMatchObject({ code: "NO_IMAGE" });
  });
});

describe("a picture that is replaced", () => {
  const PRODUCT = {
    name: "Steel Tumbler",
    type: "Home Goods",
    description: "Holds 300 ml.",
    packSize: 12,
    pricePaise: 5250,
    stock: 100,
  } as const;

  /** Returns which of the two are still there. */
  function kept(t: Market, imageId: Id<"_storage">) {
    return t.run(async (ctx) => ({
      file: (await ctx.db.system.get("_storage", imageId)) !== null,
      record: (await ctx.db.query("uploads").take(100)).some((row) => row.imageId === imageId),
    }));
  }

  const GONE = { file: false, record: false };
  const KEPT = { file: true, record: true };

  async function showing(person: Person, imageId: Id<"_storage">): Promise<void> {
    await person.client.mutation(api.account.save, { ...DETAILS, imageId });
  }

  it("is deleted with the record of its upload, and only then", async () => {
    const t = openMarket();
    const meena = await joinRetailer(t);
    const [first, second] = [await upload(t, meena), await upload(t, meena)];
    await showing(meena, first);
    expect((await kept(t, meena.user.imageId!)).file).toBe(false);
    await showing(meena, first);
    await meena.client.mutation(api.account.save, DETAILS);
    expect(await kept(t, first)).toEqual(KEPT);
    await showing(meena, second);
    expect(await kept(t, first)).toEqual(GONE);
    expect(await kept(t, second)).toEqual(KEPT);
  });

  it("stays where the change is refused", async () => {
    const t = openMarket();
    const meena = await joinRetailer(t);
    const [first, second] = [await upload(t, meena), await upload(t, meena)];
    await showing(meena, first);
    const change = { ...DETAILS, name: "", imageId: second };
    await refusal(meena.client.mutation(api.account.save, change));
    expect(await kept(t, first)).toEqual(KEPT);
  });

  it("stays while a product shows it", async () => {
    const t = openMarket();
    const asha = await joinDistributor(t);
    const [first, second, third] = [
      await upload(t, asha),
      await upload(t, asha),
      await upload(t, asha),
    ];
    await asha.client.mutation(api.products.add, { ...PRODUCT, imageId: first });
    await listProduct(t, asha, { imageId: second });
    for (const imageId of [first, second, third]) await showing(asha, imageId);
    expect(await kept(t, first)).toEqual(KEPT);
    expect(await kept(t, second)).toEqual(KEPT);
  });

  it("stays where an order shows it, though its product has another picture by now", async () => {
    const t = openMarket();
    const [asha, meena] = [await joinDistributor(t), await joinRetailer(t)];
    const [first, second] = [await upload(t, asha), await upload(t, asha)];
    const product = { ...PRODUCT, imageId: first };
    const { productId } = await asha.client.mutation(api.products.add, product);
    const orderId = await placeOne(meena, productId);
    await showing(asha, first);
    await asha.client.mutation(api.products.edit, { productId, changes: { imageId: second } });
    await showing(asha, second);
    expect(await kept(t, first)).toEqual(KEPT);
    const order = await meena.client.query(api.orders.one, { orderId });
    expect(order?.lines).toMatchObject([{ imageUrl: expect.any(String) as string }]);
  });

  it("[LIMIT4] of a product is deleted at once where no order shows it, and so is that of one taken off sale", async () => {
    const t = openMarket();
    const [asha, meena] = [await joinDistributor(t), await joinRetailer(t)];
    const pictures: Id<"_storage">[] = [];
    for (let n = 0; n < 12; n += 1) pictures.push(await upload(t, asha));
    const [first, ...others] = pictures;
    const { productId } = await asha.client.mutation(api.products.add, {
      ...{ ...PRODUCT, imageId: first! },
    });
    const show = (imageId: Id<"_storage">) =>
      asha.client.mutation(api.products.edit, { productId, changes: { imageId } });
    for (const imageId of others) await show(imageId);
    for (const imageId of pictures.slice(0, -1)) expect(await kept(t, imageId)).toEqual(GONE);
    const last = pictures.at(-1)!;
    expect(await kept(t, last)).toEqual(KEPT);
    await asha.client.mutation(api.products.archive, { productId });
    expect(await kept(t, last)).toEqual(GONE);
    const ordered = await upload(t, asha);
    const another = { ...PRODUCT, imageId: ordered };
    const { productId: soldId } = await asha.client.mutation(api.products.add, another);
    await placeOne(meena, soldId);
    await asha.client.mutation(api.products.archive, { productId: soldId });
    expect(await kept(t, ordered)).toEqual(KEPT);
  });

  it("stays on the account and on products that show it, whichever loses it first", async () => {
    const t = openMarket();
    const asha = await joinDistributor(t);
    const [both, next] = [await upload(t, asha), await upload(t, asha)];
    const { productId } = await asha.client.mutation(api.products.add, {
      ...{ ...PRODUCT, imageId: both },
    });
    await showing(asha, both);
    await asha.client.mutation(api.products.edit, { productId, changes: { imageId: next } });
    expect(await kept(t, both)).toEqual(KEPT);
    await showing(asha, next);
    expect(await kept(t, both)).toEqual(GONE);
  });

  it("stays as the proof of a payment, also when the account is closed", async () => {
    const t = openMarket();
    const [asha, meena] = [await joinDistributor(t), await joinRetailer(t)];
    await connectPair(t, meena, asha);
    const [proof, other] = [await upload(t, meena), await upload(t, meena)];
    await meena.client.mutation(api.payments.claim, {
      ...{
        partnerId: asha.user._id,
        amountPaise: 100,
        method: "cash",
        paidOn: todayIst(Date.now()),
      },
      ...{ invoiceIds: [], isAdvanceMeant: true, proofImageId: proof, paymentKey: newKey() },
    });
    await showing(meena, proof);
    await showing(meena, other);
    expect(await kept(t, proof)).toEqual(KEPT);
    await showing(meena, proof);
    const account = { userId: meena.user._id, role: "retailer" } as const;
    await t.run((ctx) => deactivate(ctx, account, Date.now()));
    expect(await kept(t, proof)).toEqual(KEPT);
  });
});

describe("the password", () => {
  beforeEach(() => {
    vi.unstubAllEnvs();
  });

  async function isNow(t: Market, { user }: Person, text: string): Promise<boolean> {
    const kept = await t.run((ctx) =>
      ctx.db
        .query("credentials")
        .withIndex("by_user", (q) => q.eq("userId", user._id))
        .unique(),
    );
    return kept !== null && isPassword(text, kept.password);
  }

  it("changes with the current one, and ends the other sessions", async () => {
    const t = openMarket();
    const meena = await withPassword(t, await joinRetailer(t), "the old password");
    const elsewhere = await t.run((ctx) =>
      ctx.db.insert("authSessions", {
        userId: meena.user._id,
        expirationTime: Number.MAX_SAFE_INTEGER,
      }),
    );
    await meena.client.action(api.account.changePassword, {
      current: "the old password",
      password: "the new password",
    });
    expect(await isNow(t, meena, "the new password")).toBe(true);
    expect(await meena.client.query(api.users.me, {})).toMatchObject({ _id: meena.user._id });
    expect(await t.run((ctx) => ctx.db.get("authSessions", elsewhere))).toBeNull();
  });

  it("is unchanged when the current one is wrong, or the new one is too short or too common", async () => {
    const t = openMarket();
    const meena = await withPassword(t, await joinRetailer(t), "the old password");
    const wrong = { current: "a guess", password: "the new password" };
    const short = { current: "the old password", password: "short" };
    expect(await refusal(meena.client.action(api.account.changePassword, wrong))).toEqual({
      code: "WRONG_PASSWORD",
    });
    expect(await refusal(meena.client.action(api.account.changePassword, short))).toEqual({
      code: "BAD_PASSWORD",
    });
    const common = { current: "the old password", password: "12345678" };
    expect(await refusal(meena.client.action(api.account.changePassword, common))).toEqual({
      code: "COMMON_PASSWORD",
    });
    expect(await isNow(t, meena, "the old password")).toBe(true);
  });

  it("allows a limited number of guesses", async () => {
    const t = openMarket();
    const meena = await withPassword(t, await joinRetailer(t), "the old password");
    const guess = () =>
      refusal(
        meena.client.action(api.account.changePassword, {
          current: "a guess",
          password: "the new password",
        }),
      );
    for (let i = 0; i < 10; i += 1) expect(await guess()).toEqual({ code: "WRONG_PASSWORD" });
    expect(await guess()).toMatchObject({ code: "TOO_MANY" });
  });

  it("can't be changed without a session", async () => {
    const t = openMarket();
    const call = t.action(api.account.changePassword, { current: "x", password: "long enough" });
    expect(await refusal(call)).toEqual({ code: "UNAUTHENTICATED" });
  });
});

describe("closing the account", () => {
  it("is final, cancels pending orders and returns their stock", async () => {
    const t = openMarket();
    const meena = await withPassword(t, await joinRetailer(t), "the old password");
    const asha = await joinDistributor(t);
    const productId = await listProduct(t, asha, { stock: 10 });
    const orderId = await placeOne(meena, productId, 4);
    await meena.client.action(api.account.close, { password: "the old password" });
    expect(await meena.client.query(api.users.me, {})).toBeNull();
    expect(await t.run((ctx) => ctx.db.get("orders", orderId))).toMatchObject({
      status: "cancelled",
    });
    expect(await stockOf(t, productId)).toBe(10);
  });

  it("needs the password, and is not for administrators", async () => {
    const t = openMarket();
    const meena = await withPassword(t, await joinRetailer(t), "the old password");
    const admin = await withPassword(t, await joinAdmin(t), "the old password");
    const close = (person: Person, password: string) =>
      refusal(person.client.action(api.account.close, { password }));
    expect(await close(meena, "a guess")).toEqual({ code: "WRONG_PASSWORD" });
    expect(await close(admin, "the old password")).toEqual({ code: "FORBIDDEN" });
    expect(await meena.client.query(api.users.me, {})).not.toBeNull();
  });
});

it("signing out everywhere ends this session too", async () => {
  const t = openMarket();
  const meena = await joinRetailer(t);
  await meena.client.mutation(api.account.signOutEverywhere, {});
  expect(await meena.client.query(api.users.me, {})).toBeNull();
});

describe("the timelines of one's own orders", () => {
  type Answer = FunctionReturnType<typeof api.account.records>;

  /** All rows of the section, in pages as large as a client may ask for. */
  async function timelinesOf({ client }: Person): Promise<Doc<"orderEvents">[]> {
    const rows: Doc<"orderEvents">[] = [];
    let cursor: string | null = null;
    for (;;) {
      const asked: FunctionArgs<typeof api.account.records> = {
        section: "orderEvents",
        paginationOpts: { numItems: PAGE_ROWS_MAX, cursor },
      };
      const answer: Answer = await client.query(api.account.records, asked);
      rows.push(...(answer.page as Doc<"orderEvents">[]));
      if (answer.isDone) return rows;
      cursor = answer.continueCursor;
    }
  }

  it("are among the records of both parties, and of nobody else", async () => {
    const t = openMarket();
    const [meena, ravi] = [await joinRetailer(t), await joinRetailer(t)];
    const asha = await joinDistributor(t);
    const productId = await listProduct(t, asha, { stock: 100 });
    const orderId = await placeOne(meena, productId);
    await placeOne(ravi, productId);
    const reason = "Out of season";
    await asha.client.mutation(api.orders.reject, { orderIds: [orderId], reason });
    const told = [
      { orderId, kind: "placed" },
      { orderId, kind: "rejected", reason },
    ];
    expect(await timelinesOf(meena)).toMatchObject(told);
    expect(await timelinesOf(asha)).toHaveLength(3);
    expect(await timelinesOf(await joinDistributor(t))).toEqual([]);
  });

  it("are whole for many orders, and can be read where their messages were reworded without end", async () => {
    const t = openLimitedMarket();
    const meena = await joinRetailer(t);
    const asha = await joinDistributor(t);
    await connectPair(t, meena, asha);
    const description = "म".repeat(PRODUCT_DESCRIPTION_MAX);
    const productId = await listProduct(t, asha, { stock: 10_000, description });
    const lines = Array.from({ length: ORDER_LINES_MAX }, () => ({ productId, quantity: 1 }));
    const msg = "म".repeat(MESSAGE_MAX);
    const refused = {
      by: "retailer",
      reason: "म".repeat(LINE_REASONS_MAX / ORDER_LINES_MAX),
    } as const;
    const ORDERS = 15;
    for (let n = 0; n < ORDERS; n += 1) {
      const orderId = await placeLines(meena, lines);
      await t.run(async (ctx) => {
        const order = await ctx.db.get("orders", orderId);
        const largest = order!.lines.map((line) => ({ ...line, refused }));
        await ctx.db.patch("orders", orderId, { lines: largest });
        // None of them waits any more.
        const account = await getAccount(ctx, order!);
        await ctx.db.patch("creditAccounts", account!._id, { openLines: 0, openPieces: 0 });
        const event = { orderId, kind: "messageChanged", at: n, to: "pending", msg } as const;
        for (let m = 1; m < ORDER_EVENTS_MAX; m += 1) await ctx.db.insert("orderEvents", event);
      });
    }
    expect(await timelinesOf(asha)).toHaveLength(ORDERS * ORDER_EVENTS_MAX);
  });
});

it("returns each order once, in whatever lists it is and goes to between two pages", async () => {
  const t = openMarket();
  const [meena, asha] = [await joinRetailer(t), await joinDistributor(t)];
  const productId = await listProduct(t, asha);
  const orderIds: string[] = [];
  for (let n = 0; n < 4; n += 1) orderIds.push(await placeOne(meena, productId));
  const [first, , third] = orderIds;
  const refused = { orderIds: [third!], reason: "None left" };
  for (const person of [meena, asha]) {
    const read: { _id: string; [list: string]: unknown }[] = [];
    let cursor: string | null = null;
    do {
      const asked: FunctionArgs<typeof api.account.records> = {
        ...{ section: "orders", paginationOpts: { numItems: 2, cursor } },
      };
      const { page, continueCursor, isDone }: FunctionReturnType<typeof api.account.records> =
        await person.client.query(api.account.records, asked);
      read.push(...(page as typeof read));
      cursor = isDone ? null : continueCursor;
      if (person === meena) {
        await asha.client.mutation(api.orders.reject, refused);
        await acceptOne(asha, { orderId: first!, deliveryBefore: todayIst(Date.now()) });
      }
      await person.client.mutation(api.orders.hide, { orderIds: [third!] });
    } while (cursor !== null);
    expect(read.map(({ _id }) => _id)).toEqual(orderIds);
    const own = person === meena ? "retailerList" : "distributorList";
    expect(read[2]).toMatchObject({ [own]: "removed" });
  }
});

it("returns the account's own records only", async () => {
  const t = openMarket();
  const [meena, ravi] = [await joinRetailer(t), await joinRetailer(t)];
  const asha = await joinDistributor(t);
  const productId = await listProduct(t, asha);
  const orderId = await placeOne(meena, productId);
  await placeOne(ravi, productId);
  const rowsOf = async (person: Person, section: (typeof RECORD_SECTIONS)[number]) => {
    await foldEffects(t);
    const { page } = await person.client.query(api.account.records, {
      section,
      paginationOpts: FIRST_PAGE,
    });
    return page as { _id: string }[];
  };
  await meena.client.mutation(api.basket.set, { productId, quantity: 2 });
  expect(await rowsOf(meena, "basket")).toMatchObject([{ productId, quantity: 2 }]);
  expect(await rowsOf(ravi, "basket")).toEqual([]);
  await meena.client.mutation(api.basket.save, { name: "Diwali" });
  expect(await rowsOf(meena, "savedBaskets")).toMatchObject([{ name: "Diwali" }]);
  expect(await rowsOf(ravi, "savedBaskets")).toEqual([]);
  expect((await rowsOf(meena, "orders")).map(({ _id }) => _id)).toEqual([orderId]);
  expect(await rowsOf(asha, "orders")).toHaveLength(2);
  expect(JSON.stringify(await rowsOf(meena, "orders"))).toContain("once");
  expect(JSON.stringify(await rowsOf(asha, "orders"))).not.toContain("once");
  expect(await rowsOf(meena, "orderEvents")).toMatchObject([{ orderId, kind: "placed" }]);
  expect(await rowsOf(asha, "orderEvents")).toHaveLength(2);
  expect((await rowsOf(asha, "products")).map(({ _id }) => _id)).toEqual([productId]);
  expect((await rowsOf(meena, "account")).map(({ _id }) => _id)).toEqual([meena.user._id]);
  const deliveryBefore = todayIst(Date.now());
  const { invoiceId } = await acceptOne(asha, { orderId, deliveryBefore });
  const { paymentId } = await meena.client.mutation(api.payments.claim, {
    ...{ partnerId: asha.user._id, amountPaise: 100, method: "cash", paidOn: deliveryBefore },
    ...{ invoiceIds: [], paymentKey: "a-key-of-Meena's" },
  });
  const distributorId = asha.user._id;
  for (const person of [meena, asha]) {
    expect(await rowsOf(person, "creditNotes")).toEqual([]);
    expect(await rowsOf(person, "khataEntries")).toMatchObject([{ kind: "invoice", invoiceId }]);
    expect(await rowsOf(person, "dues")).toMatchObject([{ invoiceId, openPaise: 52_50 }]);
    expect(await rowsOf(person, "payments")).toMatchObject([{ _id: paymentId }]);
  }
  expect(await rowsOf(meena, "khata")).toMatchObject([{ distributorId, balancePaise: 52_50 }]);
  expect(await rowsOf(asha, "khata")).toHaveLength(2);
  expect(JSON.stringify(await rowsOf(meena, "payments"))).toContain("a-key-of-Meena's");
  expect(JSON.stringify(await rowsOf(asha, "payments"))).not.toContain("Meena");
  expect(await rowsOf(ravi, "khata")).toHaveLength(1);
  for (const section of ["khataEntries", "dues", "payments"] as const)
    expect(await rowsOf(ravi, section)).toEqual([]);
  const kinds = async (person: Person) =>
    ((await rowsOf(person, "notifications")) as { kind?: string }[]).map(({ kind }) => kind);
  expect(await kinds(meena)).toEqual(["orderAccepted"]);
  expect(await kinds(asha)).toEqual(["orderPlaced", "orderPlaced", "paymentClaimed"]);
  expect(await kinds(ravi)).toEqual([]);
  const { noteId } = await asha.client.mutation(api.creditNotes.issue, {
    ...{ invoiceId, lines: [{ lineId: orderId, quantity: 1 }], noteKey: "a-key-of-Asha's" },
    ...{ reason: "damaged", restocks: false },
  });
  for (const person of [meena, asha])
    expect(await rowsOf(person, "creditNotes")).toMatchObject([{ _id: noteId, invoiceId }]);
  expect(JSON.stringify(await rowsOf(asha, "creditNotes"))).toContain("a-key-of-Asha's");
  expect(JSON.stringify(await rowsOf(meena, "creditNotes"))).not.toContain("a-key");
  expect(await rowsOf(ravi, "creditNotes")).toEqual([]);
  const settings = { digest: "morning", showsSums: true, repeatsSound: false } as const;
  await meena.client.mutation(api.notifications.saveSettings, { channels: [], ...settings });
  expect(await rowsOf(meena, "notificationSettings")).toMatchObject([settings]);
  expect(await rowsOf(ravi, "notificationSettings")).toEqual([]);
  await asha.client.mutation(api.imports.begin, {
    ...{ importId: "goods-november", mode: "addAndUpdate", rowCount: 1 },
  });
  expect(await rowsOf(asha, "imports")).toMatchObject([{ once: { key: "goods-november" } }]);
  expect(await rowsOf(await joinDistributor(t), "imports")).toEqual([]);
  await meena.client.mutation(api.account.save, DETAILS);
  expect(await rowsOf(meena, "formerNames")).toMatchObject([{ name: meena.user.name }]);
  expect(await rowsOf(ravi, "formerNames")).toEqual([]);
  await t.run((ctx) =>
    ctx.db.insert("offers", {
      ...{ orderId, retailerId: meena.user._id, distributorId },
      ...{ deliveryBefore, lines: [{ quantity: 1 }] },
      ...{ state: "declined", madeAt: 1, expiresAt: 2 },
    }),
  );
  expect(await rowsOf(meena, "offers")).toMatchObject([{ madeAt: 1 }]);
  expect(await rowsOf(asha, "offers")).toMatchObject([{ madeAt: 1 }]);
  expect(await rowsOf(ravi, "offers")).toEqual([]);
  for (const section of RECORD_SECTIONS) {
    expect(JSON.stringify(await rowsOf(meena, section))).not.toContain("PBKDF2");
  }
});
