/** Ownership: another user of the same role can neither read nor change a business's data. */
import { describe, expect, test, vi } from "vitest";
import { DAY_MS, todayIst } from "../domain/dates";
import { UPLOAD_UNCLAIMED_MS } from "../domain/limits";
import { ORDER_LISTS } from "../domain/orderLifecycle";
import { api, internal } from "./_generated/api";
import type { Id } from "./_generated/dataModel";
import { RECORD_SECTIONS } from "../domain/recordSections";
import { publicFunctions } from "./publicFunctions.setup";
import { ROWS, refusalFor } from "./rest/rightsTable.setup";
import { PNG, upload } from "./auth/visitor.setup";
import { FILES_PER_SWEEP } from "./uploads/internal";
import {
  FIRST_PAGE,
  type Market,
  type Person,
  everything,
  joinAdmin,
  joinDistributor,
  joinRetailer,
  listProduct,
  newKey,
  acceptOne,
  openMarket,
  placeLines,
  placeOne,
  refusal,
  storePicture,
} from "./market.setup";

const PAGE = { paginationOpts: FIRST_PAGE };
const THIS_MONTH = { month: todayIst(Date.now()).slice(0, 7) };
const TODAY = { from: todayIst(Date.now()), to: todayIst(Date.now() + DAY_MS) };
const tomorrow = () => todayIst(Date.now() + DAY_MS);

/** Data that only the two parties of a trade may read. */
const SECRET = "canary";

/** A trade in all its parts, each of which says SECRET where only its parties may look. */
async function secretTrade(t: Market) {
  const distributor = await joinDistributor(t, {
    upiId: `${SECRET}@bank`,
    email: "asha@mandi.test",
  });
  const retailer = await joinRetailer(t, {
    name: `${SECRET} name`,
    email: `${SECRET}@mandi.test`,
    phone: `+91${SECRET}`,
    address: `${SECRET} road`,
    shopName: `${SECRET} shop`,
  });
  const productId = await listProduct(t, distributor);
  const place = async () => {
    const { orderId } = await retailer.client.mutation(api.orders.place, {
      orderKey: newKey(),
      msg: `${SECRET} message`,
      lines: [{ productId, quantity: 1 }],
    });
    return orderId;
  };
  const several = await placeLines(
    retailer,
    [1, 2, 3].map((quantity) => ({ productId, quantity })),
  );
  const [pending, accepted, completed, rejected] = [
    await place(),
    await place(),
    await place(),
    await place(),
  ];
  const reason = `${SECRET} reason`;
  await distributor.client.mutation(api.orders.reject, { orderIds: [rejected], reason });
  const line = { orderIds: [`${several}-1`], reason };
  await distributor.client.mutation(api.orders.reject, line);
  const invoices: Id<"invoices">[] = [];
  for (const orderId of [accepted, completed]) {
    const { invoiceId } = await acceptOne(distributor, {
      orderId,
      deliveryBefore: tomorrow(),
    });
    invoices.push(invoiceId);
  }
  await distributor.client.mutation(api.orders.complete, { orderIds: [completed] });
  const distributorId = distributor.user._id;
  await retailer.client.mutation(api.network.request, { distributorId });
  await retailer.client.mutation(api.basket.set, { productId, quantity: 1 });
  const told = { amountPaise: 1_00, method: "cash" as const, paidOn: todayIst(Date.now()) };
  const { paymentId: claimed } = await retailer.client.mutation(api.payments.claim, {
    ...{ ...told, partnerId: distributorId, invoiceIds: invoices, paymentKey: `${SECRET}-key` },
  });
  const { paymentId: recorded } = await distributor.client.mutation(api.payments.record, {
    ...{ ...told, partnerId: retailer.user._id, invoiceIds: [], paymentKey: newKey() },
  });
  const objection = `${SECRET} objection`;
  await retailer.client.mutation(api.payments.object, { paymentId: recorded, reason: objection });
  const notes: Id<"creditNotes">[] = [];
  for (const [n, orderId] of [accepted, completed].entries()) {
    const { noteId } = await distributor.client.mutation(api.creditNotes.issue, {
      ...{ invoiceId: invoices[n]!, lines: [{ lineId: orderId, quantity: 1 }], restocks: true },
      ...{ reason: "other", text: `${SECRET} text`, noteKey: newKey() },
    });
    notes.push(noteId);
  }
  const openingId = await t.run((ctx) =>
    ctx.db.insert("openings", {
      ...{ retailerId: retailer.user._id, distributorId, paise: 5_00, day: told.paidOn },
      ...{ state: "proposed", proposedAt: Date.now(), countsAt: Date.now() + DAY_MS },
      objection: `${SECRET} objection`,
    }),
  );
  const name = `${SECRET} basket`;
  const { savedBasketId } = await retailer.client.mutation(api.basket.save, { name });
  return {
    distributor,
    retailer,
    productId,
    orders: [pending, accepted, completed, rejected, several],
    /** Of all of these, and of the lines of the last one: one was refused, the others wait. */
    orderIds: [
      ...[pending, accepted, completed, rejected, several],
      ...[1, 2, 3].map((n) => `${several}-${n}`),
    ],
    invoices,
    payments: [claimed, recorded],
    notes,
    openingId,
    savedBasketId,
  };
}

type Trade = Awaited<ReturnType<typeof secretTrade>>;
type Question = (client: Person["client"]) => Promise<unknown>;

/** Every question that somebody may ask about orders, invoices and connections, with the ids of the trade wherever one goes. */
function questionsAbout(trade: Trade): Question[] {
  const { orderIds, invoices, notes, productId } = trade;
  const { _id: distributorId } = trade.distributor.user;
  const { _id: retailerId } = trade.retailer.user;
  return [
    ...ORDER_LISTS.flatMap((list): Question[] => [
      (client) => client.query(api.orders.incoming, { ...PAGE, list }),
      (client) => client.query(api.orders.outgoing, { ...PAGE, list }),
      (client) => client.query(api.orders.outgoing, { ...PAGE, list, partnerId: distributorId }),
      (client) => client.query(api.orders.incoming, { ...PAGE, list, partnerId: retailerId }),
      (client) => client.query(api.orders.partners, { list }),
    ]),
    ...orderIds.flatMap((orderId): Question[] => [
      (client) => client.query(api.orders.one, { orderId }),
      (client) => client.query(api.orders.timeline, { orderId }),
      (client) => client.query(api.orders.retailerLanguage, { orderId }),
      (client) => client.query(api.offers.mine, { ...PAGE, orderId }),
    ]),
    ...invoices.flatMap((invoiceId): Question[] => [
      (client) => client.query(api.invoices.one, { invoiceId }),
      (client) => client.query(api.invoices.timeline, { invoiceId }),
      (client) => client.query(api.creditNotes.state, { invoiceId }),
      (client) => client.query(api.creditNotes.ofInvoice, { invoiceId, ...PAGE }),
    ]),
    ...notes.map(
      (noteId): Question =>
        (client) =>
          client.query(api.creditNotes.one, { noteId }),
    ),
    ...RECORD_SECTIONS.map(
      (section): Question =>
        (client) =>
          client.query(api.account.records, { ...PAGE, section }),
    ),
    (client) => client.query(api.basket.saved, {}),
    (client) => client.query(api.basket.usual, {}),
    ...HOME_QUESTIONS,
    (client) => client.query(api.invoices.mine, PAGE),
    (client) => client.query(api.exports.orders, { ...TODAY, ...PAGE }),
    (client) => client.query(api.exports.invoices, { ...TODAY, ...PAGE }),
    (client) => client.query(api.exports.ledger, { ...TODAY, ...PAGE }),
    (client) => client.query(api.exports.products, PAGE),
    (client) => client.query(api.monthEnd.invoices, { ...THIS_MONTH, ...PAGE }),
    (client) => client.query(api.monthEnd.creditNotes, { ...THIS_MONTH, ...PAGE }),
    (client) => client.query(api.network.pending, PAGE),
    ...(["all", "toDo"] as const).map(
      (filter): Question =>
        (client) =>
          client.query(api.notifications.list, { ...PAGE, filter }),
    ),
    (client) => client.query(api.network.ofDistributor, PAGE),
    (client) => client.query(api.network.ofRetailer, PAGE),
    (client) => client.query(api.products.landing, PAGE),
    (client) => client.query(api.products.all, PAGE),
    (client) => client.query(api.products.mine, PAGE),
    (client) => client.query(api.products.one, { productId }),
    (client) =>
      client.query(api.products.byDistributor, { ...PAGE, distributorEmail: "asha@mandi.test" }),
    (client) => client.query(api.quickOrder.match, { texts: ["Steel Tumbler"] }),
    (client) => client.query(api.quickOrder.habits, {}),
    (client) => client.query(api.quickOrder.hits, { productIds: [productId] }),
    (client) =>
      client.query(api.quickOrder.names, { ...PAGE, distributorId: trade.distributor.user._id }),
    ...["", "steel", "00001"].flatMap((text): Question[] => [
      (client) => client.query(api.search.products, { text }),
      (client) => client.query(api.search.orders, { text }),
      (client) => client.query(api.search.invoices, { text }),
    ]),
    (client) => client.query(api.users.distributor, { email: "asha@mandi.test" }),
    (client) => client.query(api.users.distributors, PAGE),
    (client) => client.query(api.users.me, {}),
  ];
}

/** Everything that somebody tries to do with the trade. */
function deedsOn(
  { orders, orderIds, invoices, productId, savedBasketId }: Trade,
  connectionId: string,
): Question[] {
  return [
    ...orderIds.flatMap((orderId): Question[] => [
      (client) => client.mutation(api.orders.accept, { orderId, deliveryBefore: tomorrow() }),
      (client) => client.mutation(api.orders.reject, { orderIds: [orderId], reason: "mine" }),
      (client) => client.mutation(api.orders.complete, { orderIds: [orderId] }),
      (client) => client.mutation(api.orders.cancel, { orderIds: [orderId], reason: "mine" }),
      (client) => client.mutation(api.orders.updateMessage, { orderId, msg: "mine" }),
      (client) => client.mutation(api.orders.hide, { orderIds: [orderId] }),
      (client) => client.mutation(api.basket.addOrdered, { orderId }),
    ]),
    ...invoices.map(
      (invoiceId): Question =>
        (client) =>
          client.mutation(api.creditNotes.issue, {
            ...{ invoiceId, lines: [{ lineId: orders[1]!, quantity: 1 }], restocks: true },
            ...{ reason: "returned", noteKey: newKey() },
          }),
    ),
    (client) => client.mutation(api.basket.addSaved, { savedBasketId }),
    (client) => client.mutation(api.basket.renameSaved, { savedBasketId, name: "mine" }),
    (client) => client.mutation(api.basket.deleteSaved, { savedBasketId }),
    (client) => client.mutation(api.products.edit, { productId, changes: { pricePaise: 1 } }),
    (client) => client.mutation(api.products.edit, { productId, changes: { stock: 999_999 } }),
    (client) => client.mutation(api.products.archive, { productId }),
    (client) => client.mutation(api.network.answer, { connectionId, status: "accepted" }),
    (client) => client.mutation(api.network.remove, { connectionId }),
  ];
}

/** Every block of the home pages: each is about whoever asks. */
const HOME_QUESTIONS: readonly Question[] = [
  (client) => client.query(api.home.start, {}),
  (client) => client.query(api.home.offers, {}),
  (client) => client.query(api.home.arriving, { today: tomorrow() }),
  (client) => client.query(api.home.waiting, {}),
  (client) => client.query(api.home.newProducts, {}),
  (client) => client.query(api.home.unread, {}),
  (client) => client.query(api.home.toAnswer, {}),
  (client) => client.query(api.home.toDeliver, { today: tomorrow() }),
  (client) => client.query(api.home.runsLow, { today: tomorrow() }),
  (client) => client.query(api.products.sold, { today: tomorrow() }),
  (client) => client.query(api.home.sales, { today: tomorrow() }),
];

/** Every question about the khata of a trade, asked of the partner that it names. */
function khataQuestions(partnerId: string): Record<string, Question> {
  const today = todayIst(Date.now());
  const period = { partnerId, from: today, to: today };
  return {
    "khata:account": (client) => client.query(api.khata.account, { partnerId }),
    "khata:accounts": (client) => client.query(api.khata.accounts, PAGE),
    "khata:ageing": (client) => client.query(api.khata.ageing, { partnerId, today }),
    "khata:facts": (client) => client.query(api.khata.facts, { partnerId }),
    "khata:entries": (client) => client.query(api.khata.entries, { partnerId, ...PAGE }),
    "khata:money": (client) => client.query(api.khata.money, { today }),
    "khata:statement": (client) => client.query(api.khata.statement, period),
    "khata:statementEntries": (client) =>
      client.query(api.khata.statementEntries, { ...period, ...PAGE }),
    "payments:waiting": (client) => client.query(api.payments.waiting, PAGE),
    "payments:withPartner": (client) =>
      client.query(api.payments.withPartner, { partnerId, ...PAGE }),
  };
}

/** Everything that somebody tries to do with the khata of a trade. */
function khataDeeds({
  payments,
  retailer,
  distributor,
  openingId,
}: Trade): Record<string, Question>[] {
  const told = {
    ...{ amountPaise: 1, method: "cash" as const, paidOn: todayIst(Date.now()) },
    ...{ invoiceIds: [], isAdvanceMeant: true },
  };
  const [retailerId, partnerId] = [retailer.user._id, distributor.user._id];
  const onPair: Record<string, Question> = {
    "khata:allowOnce": (client) => client.mutation(api.khata.allowOnce, { retailerId, paise: 1 }),
    "khata:agreeToOpening": (client) => client.mutation(api.khata.agreeToOpening, { openingId }),
    "khata:objectToOpening": (client) =>
      client.mutation(api.khata.objectToOpening, { openingId, reason: "mine" }),
    "khata:withdrawOpening": (client) => client.mutation(api.khata.withdrawOpening, { openingId }),
    "khata:openWith": (client) =>
      client.mutation(api.khata.openWith, { retailerId, paise: 1, day: told.paidOn }),
    "khata:setTerms": (client) =>
      client.mutation(api.khata.setTerms, { retailerId, terms: "advance" }),
    "payments:claim": (client) =>
      client.mutation(api.payments.claim, { ...told, partnerId, paymentKey: newKey() }),
    "payments:record": (client) =>
      client.mutation(api.payments.record, {
        ...told,
        partnerId: retailerId,
        paymentKey: newKey(),
      }),
  };
  const onPayment = (paymentId: string): Record<string, Question> => ({
    "payments:confirm": (client) => client.mutation(api.payments.confirm, { paymentId }),
    "payments:dispute": (client) =>
      client.mutation(api.payments.dispute, { paymentId, reason: "mine" }),
    "payments:object": (client) =>
      client.mutation(api.payments.object, { paymentId, reason: "mine" }),
    "payments:reverse": (client) =>
      client.mutation(api.payments.reverse, { paymentId, reason: "mine" }),
    "payments:withdraw": (client) => client.mutation(api.payments.withdraw, { paymentId }),
  });
  return [onPair, ...payments.map(onPayment)];
}

/** Text of a call's answer or refusal, as its caller could read it. */
async function heard(call: Promise<unknown>): Promise<string> {
  return JSON.stringify(await call.catch(() => refusal(call)));
}

describe("[I-22] somebody else's trade", () => {
  test("is visible to its parties only, in answers and in refusals", async () => {
    const t = openMarket();
    const trade = await secretTrade(t);
    const questions = questionsAbout(trade);
    const tellingOf = async (client: Person["client"]) => {
      const answers: string[] = [];
      for (const ask of questions) answers.push(await heard(ask(client)));
      return answers.filter((answer) => answer.includes(SECRET)).length;
    };
    expect(await tellingOf(trade.distributor.client)).toBeGreaterThan(15);
    expect(await tellingOf(trade.retailer.client)).toBeGreaterThan(15);
    const [rival, neighbour] = [await joinDistributor(t), await joinRetailer(t)];
    const visitor = t.withIdentity({ subject: "x|y" });
    for (const client of [rival.client, neighbour.client, visitor]) {
      expect(await tellingOf(client)).toBe(0);
    }
  });

  test("can't be changed by strangers or admins, nor its existence detected", async () => {
    const t = openMarket();
    const trade = await secretTrade(t);
    const connection = await t.run((ctx) => ctx.db.query("connections").first());
    const deeds = deedsOn(trade, connection?._id ?? "none");
    const [rival, neighbour, admin] = [
      await joinDistributor(t),
      await joinRetailer(t),
      await joinAdmin(t),
    ];
    const before = await everything(t);
    const codesOf = async (client: Person["client"]) => {
      const codes = new Set<unknown>();
      for (const tryIt of deeds) codes.add(JSON.stringify(await refusal(tryIt(client))));
      return [...codes].sort();
    };
    const [forbidden, missing] = ['{"code":"FORBIDDEN"}', '{"code":"NOT_FOUND"}'];
    expect(await codesOf(rival.client)).toEqual([forbidden, missing]);
    expect(await codesOf(neighbour.client)).toEqual([forbidden, missing]);
    expect(await codesOf(admin.client)).toEqual([forbidden]);
    expect(await codesOf(t.withIdentity({ subject: "x|y" }))).toEqual([
      '{"code":"UNAUTHENTICATED"}',
    ]);
    expect(await everything(t)).toBe(before);
  });

  test("is an admin's to read as an order, and not as an invoice", async () => {
    const t = openMarket();
    const { orders, invoices, notes } = await secretTrade(t);
    const { client } = await joinAdmin(t);
    for (const orderId of orders) {
      expect(await client.query(api.orders.one, { orderId })).toMatchObject({ _id: orderId });
    }
    for (const invoiceId of invoices) {
      expect(await client.query(api.invoices.one, { invoiceId })).toBeNull();
      expect(await client.query(api.invoices.timeline, { invoiceId })).toEqual([]);
      expect(await client.query(api.creditNotes.state, { invoiceId })).toBeNull();
      const { page } = await client.query(api.creditNotes.ofInvoice, { invoiceId, ...PAGE });
      expect(page).toEqual([]);
    }
    for (const noteId of notes)
      expect(await client.query(api.creditNotes.one, { noteId })).toBeNull();
    expect(await refusal(client.query(api.invoices.mine, PAGE))).toEqual({ code: "FORBIDDEN" });
  });
});

describe("[I-22] the khata of somebody else's trade", () => {
  test("is not an admin's to read or change, by any function or REST call", async () => {
    const t = openMarket();
    const trade = await secretTrade(t);
    const admin = await joinAdmin(t);
    const before = await everything(t);
    const deeds = khataDeeds(trade);
    const tried = new Set(["payments:ofInvoice"]);
    for (const { user } of [trade.retailer, trade.distributor])
      for (const [name, call] of [khataQuestions(user._id), ...deeds].flatMap(Object.entries)) {
        tried.add(name);
        expect(await refusal((call as Question)(admin.client)), name).toEqual({
          code: "FORBIDDEN",
        });
      }
    const all = [...publicFunctions().keys()].filter((path) => /^(khata|payments):/.test(path));
    expect([...tried].sort()).toEqual(all.sort());
    for (const invoiceId of trade.invoices)
      expect(await admin.client.query(api.payments.ofInvoice, { invoiceId })).toBeNull();
    expect(await everything(t)).toBe(before);
    const rows = ROWS.filter(({ path }) => /^\/api\/(khata|payments)/.test(path));
    expect(rows).toHaveLength(17);
    expect(rows.map((row) => refusalFor(row, "admin")?.status)).toEqual(rows.map(() => 403));
  });

  test("is not there for strangers, who change nothing of it", async () => {
    const t = openMarket();
    const trade = await secretTrade(t);
    const [rival, neighbour] = [await joinDistributor(t), await joinRetailer(t)];
    const before = await everything(t);
    for (const [{ client }, partner] of [
      [rival, trade.retailer],
      [neighbour, trade.distributor],
    ] as const) {
      for (const [name, ask] of Object.entries(khataQuestions(partner.user._id)))
        expect(await heard(ask(client)), name).not.toContain(SECRET);
      for (const invoiceId of trade.invoices)
        expect(await client.query(api.payments.ofInvoice, { invoiceId })).toBeNull();
      const codes = new Set<unknown>();
      for (const call of khataDeeds(trade).flatMap((deeds) => Object.values(deeds)))
        codes.add((await refusal(call(client)))["code"]);
      expect([...codes].sort()).toEqual(["FORBIDDEN", "NOT_FOUND"]);
    }
    expect(await everything(t)).toBe(before);
  });
});

test("what a party took off its lists, the other one cannot see in its records", async () => {
  const t = openMarket();
  const { distributor, retailer, orders } = await secretTrade(t);
  const rejected = orders[3]!;
  await distributor.client.mutation(api.orders.hide, { orderIds: [rejected] });
  const { page } = await retailer.client.query(api.account.records, { ...PAGE, section: "orders" });
  expect(page).toHaveLength(5);
  expect(JSON.stringify(page)).not.toContain("removed");
});

test("uses the account's current role, not that of the sign-in", async () => {
  const t = openMarket();
  const { user, client } = await joinDistributor(t);
  expect(await client.query(api.orders.pendingCount, {})).toBe(0);
  await t.run((ctx) => ctx.db.patch("users", user._id, { role: "retailer" }));
  expect(await refusal(client.query(api.orders.pendingCount, {}))).toEqual({ code: "FORBIDDEN" });
  expect((await client.query(api.products.all, PAGE)).page).toEqual([]);
});

test("treats an ended session as a visitor: no stock, no e-mail, no account", async () => {
  const t = openMarket();
  const [distributor, retailer] = [await joinDistributor(t), await joinRetailer(t)];
  const productId = await listProduct(t, distributor);
  expect(await retailer.client.query(api.products.one, { productId })).toHaveProperty("stock");
  await t.run((ctx) => ctx.db.patch("users", retailer.user._id, { deactivatedAt: 1 }));
  expect(await retailer.client.query(api.users.me, {})).toBeNull();
  const seen = await retailer.client.query(api.products.one, { productId });
  expect(seen).not.toHaveProperty("stock");
  expect(seen).not.toHaveProperty("distributorEmail");
});

describe("a picture", () => {
  const product = {
    name: "Brass Lamp",
    type: "Home Goods",
    description: "Hand-finished.",
    packSize: 6,
    pricePaise: 49_950,
    stock: 12,
  } as const;

  async function bring({ client }: Person, field = "image"): Promise<Response> {
    // The screens send their token; what it says is the identity that the client was given.
    return upload(client as Market, { Authorization: "Bearer of.own.screens" }, PNG, field);
  }

  async function pictureOf(person: Person, field = "image"): Promise<Id<"_storage">> {
    return ((await (await bring(person, field)).json()) as { imageId: Id<"_storage"> }).imageId;
  }

  test("is brought by whoever is signed in, a payment code by distributors alone", async () => {
    const t = openMarket();
    const [distributor, retailer] = [await joinDistributor(t), await joinRetailer(t)];
    const admin = await joinAdmin(t);
    for (const person of [distributor, retailer, admin]) {
      expect((await bring(person)).status).toBe(200);
    }
    expect((await bring(distributor, "qrCode")).status).toBe(200);
    expect((await bring(retailer, "qrCode")).status).toBe(403);
    expect((await bring(admin, "qrCode")).status).toBe(403);
    await t.run((ctx) => ctx.db.patch("users", distributor.user._id, { deactivatedAt: 1 }));
    expect((await bring(distributor)).status).toBe(401);
    expect((await bring(distributor, "qrCode")).status).toBe(401);
    expect(await t.run((ctx) => ctx.db.query("uploads").take(10))).toHaveLength(4);
    expect(await t.run((ctx) => ctx.db.system.query("_storage").take(50))).toHaveLength(4 + 3);
  });

  test("may be shown twice by its owner, and by nobody else even then", async () => {
    const t = openMarket();
    const [distributor, rival] = [await joinDistributor(t), await joinDistributor(t)];
    const imageId = await pictureOf(distributor);
    const add = ({ client }: Person) => client.mutation(api.products.add, { ...product, imageId });
    await add(distributor);
    await add(distributor);
    expect(await refusal(add(rival))).toEqual({ code: "NO_IMAGE" });
    const save = rival.client.mutation(api.account.save, {
      name: "Rival",
      phone: "+919876543210",
      address: "Elsewhere",
      business: "Rival & Co",
      imageId,
    });
    expect(await refusal(save)).toEqual({ code: "NO_IMAGE" });
  });

  test("that pays a rival, or none that was brought as one, is no payment code", async () => {
    const t = openMarket();
    const [distributor, rival] = [
      await joinDistributor(t, { upiId: undefined }),
      await joinDistributor(t),
    ];
    const orderId = await placeOne(await joinRetailer(t), await listProduct(t, distributor));
    const accept = (qrImageId: Id<"_storage">) =>
      distributor.client.mutation(api.orders.accept, {
        orderId,
        deliveryBefore: tomorrow(),
        qrImageId,
      });
    const before = await pictureOf(distributor);
    for (const wrong of [await pictureOf(rival, "qrCode"), before, await storePicture(t)]) {
      expect(await refusal(accept(wrong))).toEqual({ code: "NO_QR" });
    }
    const qrImageId = await pictureOf(distributor, "qrCode");
    const { invoiceId } = await accept(qrImageId);
    // The same acceptance again is one; with another code it is another, and too late.
    expect(await accept(qrImageId)).toEqual({ invoiceId, offerId: null });
    expect(await refusal(accept(await pictureOf(distributor, "qrCode")))).toEqual({
      code: "ILLEGAL_MOVE",
      status: "accepted",
    });
  });

  test("[I-31] that nobody claimed goes after a day, however many there are; one in use stays", async () => {
    vi.useFakeTimers();
    const t = openMarket();
    const distributor = await joinDistributor(t);
    const imageId = await pictureOf(distributor);
    await distributor.client.mutation(api.products.add, { ...product, imageId });
    await t.run(async (ctx) => {
      for (let n = 0; n <= FILES_PER_SWEEP; n += 1) {
        await ctx.db.insert("uploads", {
          imageId: await ctx.storage.store(new Blob(["x"])),
          userId: distributor.user._id,
          purpose: "image",
          claimed: false,
        });
      }
    });
    vi.advanceTimersByTime(UPLOAD_UNCLAIMED_MS - 60_000);
    await t.mutation(internal.uploads.internal.sweep, {});
    expect(await t.run((ctx) => ctx.db.query("uploads").take(500))).toHaveLength(
      FILES_PER_SWEEP + 2,
    );
    vi.advanceTimersByTime(120_000);
    await t.mutation(internal.uploads.internal.sweep, {});
    await t.finishAllScheduledFunctions(vi.runAllTimers);
    expect(await t.run((ctx) => ctx.db.query("uploads").take(10))).toMatchObject([{ imageId }]);
    expect(await t.run((ctx) => ctx.storage.getUrl(imageId))).not.toBeNull();
    vi.useRealTimers();
  });
});
