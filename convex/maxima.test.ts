/** Every limit of `domain/limits.ts` that bounds what people send is tried as accepted: the greatest value is taken, and kept whole. */
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { DAY_MS, lastDeliveryDay, todayIst } from "../domain/dates";
import * as limits from "../domain/limits";
import { api, internal } from "./_generated/api";
import { EMAIL, form, imageFor, setDeployment, ticketFor } from "./auth/visitor.setup";
import {
  FIRST_PAGE,
  joinDistributor,
  joinRetailer,
  listProduct,
  newKey,
  openMarket,
  placeLines,
  placeOne,
  refusal,
  requireOrder,
  stockOf,
} from "./market.setup";

beforeAll(async () => {
  await setDeployment();
  vi.stubEnv("RATE_LIMITS", "off");
});
afterAll(() => {
  vi.unstubAllEnvs();
});

async function openTrade(stock = 1_000) {
  const t = openMarket();
  const [distributor, retailer] = [await joinDistributor(t), await joinRetailer(t)];
  const { connectionId } = await t.run(async (ctx) => {
    const parties = { distributorId: distributor.user._id, retailerId: retailer.user._id };
    await retailer.client.mutation(api.network.request, {
      distributorId: distributor.user._id,
    });
    const connection = await ctx.db
      .query("connections")
      .withIndex("by_pair", (q) =>
        q.eq("retailerId", parties.retailerId).eq("distributorId", parties.distributorId),
      )
      .unique();
    return { connectionId: connection!._id };
  });
  await distributor.client.mutation(api.network.answer, { connectionId, status: "accepted" });
  const productId = await listProduct(t, distributor, { stock });
  return { t, distributor, retailer, productId };
}

const filled = (length: number) => "é".repeat(length);

it("takes an order of the greatest message, key and number of lines", async () => {
  const { t, retailer, distributor, productId } = await openTrade();
  const others = await Promise.all(
    Array.from({ length: limits.ORDER_LINES_MAX - 1 }, () => listProduct(t, distributor)),
  );
  const { orderId } = await retailer.client.mutation(api.orders.place, {
    orderKey: "k".repeat(limits.CLIENT_KEY_MAX),
    msg: filled(limits.MESSAGE_MAX),
    lines: [productId, ...others].map((id) => ({ productId: id, quantity: 1 })),
  });
  const order = await requireOrder(t, orderId);
  expect(order.lines).toHaveLength(limits.ORDER_LINES_MAX);
  expect(order.msg).toBe(filled(limits.MESSAGE_MAX));
});

it("saves a full basket under a name of the greatest length, as many as there may be, and adds it again", async () => {
  const { t, retailer, distributor, productId } = await openTrade();
  const { client } = retailer;
  const others = await Promise.all(
    Array.from({ length: limits.BASKET_LINES_MAX - 1 }, () => listProduct(t, distributor)),
  );
  const lines = [productId, ...others].map((id) => ({ productId: id, quantity: 1 }));
  const { added } = await client.mutation(api.basket.add, { lines });
  expect(added).toHaveLength(limits.BASKET_LINES_MAX);
  expect(added.flatMap(({ changes }) => changes)).toEqual([]);
  const full = { name: filled(limits.BASKET_NAME_MAX) };
  const { savedBasketId } = await client.mutation(api.basket.save, full);
  await t.run(async (ctx) => {
    for (const { _id } of await ctx.db.query("basketLines").take(limits.BASKET_LINES_MAX))
      await ctx.db.delete("basketLines", _id);
  });
  await client.mutation(api.basket.set, { productId, quantity: 1 });
  for (let n = 1; n < limits.SAVED_BASKETS_MAX; n += 1)
    await client.mutation(api.basket.save, { name: `Basket ${n}` });
  expect(await refusal(client.mutation(api.basket.save, { name: "One more" }))).toEqual({
    ...{ code: "TOO_MANY_BASKETS", max: limits.SAVED_BASKETS_MAX },
  });
  const saved = await client.query(api.basket.saved, {});
  expect(saved).toHaveLength(limits.SAVED_BASKETS_MAX);
  expect(saved[0]).toMatchObject({ ...full, lines: limits.BASKET_LINES_MAX });
  const again = await client.mutation(api.basket.addSaved, { savedBasketId });
  expect(again.added).toHaveLength(limits.BASKET_LINES_MAX);
});

it("takes a whole batch of an import with texts of the greatest length, of the largest file", async () => {
  const { t, distributor } = await openTrade();
  const importId = "k".repeat(limits.CLIENT_KEY_MAX);
  const rowCount = limits.IMPORT_ROWS_MAX;
  const mode = "addAndUpdate" as const;
  // Before the import, which has them drawn else: convex-test mixes up the transactions of actions that store files at once.
  await t.action(internal.imports.internal.draw, {});
  await distributor.client.mutation(api.imports.begin, { importId, mode, rowCount });
  const rows = Array.from({ length: limits.IMPORT_BATCH_ROWS }, (_, at) => ({
    line: limits.IMPORT_LINE_MAX - at,
    cells: {
      sku: `${filled(limits.SKU_MAX - 2)}${at + 10}`,
      name: filled(limits.PRODUCT_NAME_MAX),
      type: "Furniture",
      description: filled(limits.PRODUCT_DESCRIPTION_MAX).padEnd(limits.IMPORT_CELL_MAX),
      ...{ packSize: `${limits.PACK_SIZE_MAX}`, stock: `${limits.STOCK_MAX}` },
      pricePaise: "₹9,99,99,999.99",
      picture: `https://shop.example/${at}-`.padEnd(limits.PICTURE_ADDRESS_MAX, "x"),
    },
  }));
  const batch = rowCount / limits.IMPORT_BATCH_ROWS - 1;
  const { outcomes } = await distributor.client.mutation(api.imports.take, {
    ...{ importId, batch, rows },
  });
  expect(outcomes.filter(({ outcome }) => outcome === "added")).toHaveLength(rows.length);
  const progress = await distributor.client.query(api.imports.progress, { importId });
  expect(progress?.pictures.wanted).toBe(rows.length);
});

it("refuses a first order beyond the largest sum that the ledger counts exactly", async () => {
  const { t, retailer, distributor } = await openTrade();
  const price = { pricePaise: limits.PRICE_MAX_PAISE, stock: limits.STOCK_MAX };
  const place = async (count: number, quantity = limits.ORDER_QUANTITY_MAX) => {
    const products: string[] = [];
    for (let n = 0; n < count; n += 1) products.push(await listProduct(t, distributor, price));
    return retailer.client.mutation(api.orders.place, {
      ...{ orderKey: newKey(), msg: "Soon" },
      lines: products.map((productId) => ({ productId, quantity })),
    });
  };
  expect(await refusal(place(1))).toMatchObject({
    ...{ code: "CREDIT_LIMIT", limitPaise: limits.LEDGER_SUM_MAX_PAISE, usedPaise: 0 },
  });
  expect(await t.run((ctx) => ctx.db.query("creditAccounts").first())).toBeNull();
  await place(1, limits.LEDGER_SUM_MAX_PAISE / 10_000_000_000);
});

it("takes a new message, a cancellation and a rejection of the greatest length", async () => {
  const { t, retailer, distributor, productId } = await openTrade();
  const orderId = await placeOne(retailer, productId);
  await retailer.client.mutation(api.orders.updateMessage, {
    orderId,
    msg: filled(limits.MESSAGE_MAX),
  });
  expect((await requireOrder(t, orderId)).msg).toBe(filled(limits.MESSAGE_MAX));
  const reason = filled(limits.REASON_MAX);
  await retailer.client.mutation(api.orders.cancel, { orderIds: [orderId], reason });
  expect((await requireOrder(t, orderId)).orderCancelReason).toBe(reason);
  const another = await placeOne(retailer, productId);
  await distributor.client.mutation(api.orders.reject, { orderIds: [another], reason });
  expect((await requireOrder(t, another)).orderCancelReason).toBe(reason);
});

it("takes the last day that a delivery may be promised for, and no later one", async () => {
  const { t, retailer, distributor, productId } = await openTrade();
  const [orderId, another] = [
    await placeOne(retailer, productId),
    await placeOne(retailer, productId),
  ];
  const deliveryBefore = lastDeliveryDay(Date.now());
  await distributor.client.mutation(api.orders.accept, { orderId, deliveryBefore });
  expect(await requireOrder(t, orderId)).toMatchObject({ status: "accepted", deliveryBefore });
  const later = todayIst(Date.parse(`${deliveryBefore}T12:00:00Z`) + DAY_MS);
  const late = distributor.client.mutation(api.orders.accept, {
    orderId: another,
    deliveryBefore: later,
  });
  expect(await refusal(late)).toMatchObject({ code: "BAD_DELIVERY_DATE" });
});

it("takes a chat message and feedback of the greatest length", async () => {
  const { retailer, distributor } = await openTrade();
  const sent = await retailer.client.mutation(api.chat.send, {
    to: distributor.user.email,
    content: filled(limits.CHAT_MESSAGE_MAX),
    sendKey: newKey(),
  });
  expect(sent.content).toBe(filled(limits.CHAT_MESSAGE_MAX));
  const text = filled(limits.FEEDBACK_MAX);
  const feedback = { complaint: text, review: text, rating: 5 };
  await retailer.client.mutation(api.feedback.submit, feedback);
});

it("takes names, addresses and phone numbers of the greatest length", async () => {
  const { t, distributor } = await openTrade();
  const name = filled(limits.NAME_MAX);
  const details = {
    ...{ name, business: name, address: filled(limits.ADDRESS_MAX) },
    phone: `+${"9".repeat(limits.PHONE_DIGITS_MAX)}`,
  };
  await distributor.client.mutation(api.account.save, details);
  const { business, ...kept } = details;
  const user = await t.run((ctx) => ctx.db.get("users", distributor.user._id));
  expect(user).toMatchObject({ ...kept, companyName: business });
});

it("finds a product by a search of the greatest length", async () => {
  const { t, retailer, distributor } = await openTrade();
  const name = "n".repeat(limits.PRODUCT_NAME_MAX);
  const productId = await listProduct(t, distributor, { name });
  const found = await retailer.client.query(api.products.all, {
    paginationOpts: FIRST_PAGE,
    search: name.padEnd(limits.PRODUCT_SEARCH_MAX),
  });
  expect(found.page.map(({ _id }) => _id)).toEqual([productId]);
});

it("registers an e-mail and a password of the greatest length, with which somebody signs in", async () => {
  const t = openMarket();
  const local = "a".repeat(limits.EMAIL_LOCAL_MAX);
  const rest = EMAIL.slice(EMAIL.indexOf("@") + 1);
  const domain = `${"b".repeat(50)}.`.repeat(3) + rest;
  const padding = "c".repeat(limits.EMAIL_MAX - `${local}@.${domain}`.length);
  const email = `${local}@${padding}.${domain}`;
  expect(email).toHaveLength(limits.EMAIL_MAX);
  const password = "p".repeat(limits.PASSWORD_MAX - 1) + "é";
  const ticket = await ticketFor(t, email);
  const imageId = await imageFor(t, ticket);
  await t.action(api.auth.register, { ...form, email, password, ticket, imageId });
  const params = { email, password, role: form.role };
  const { tokens } = await t.action(api.auth.signIn, { provider: "password", params });
  expect(tokens).not.toBeNull();
});

it("takes a stock that is returned or added up to exactly its maximum", async () => {
  const { t, retailer, distributor, productId } = await openTrade(limits.STOCK_MAX);
  const orderId = await placeOne(retailer, productId, 7);
  expect(await stockOf(t, productId)).toBe(limits.STOCK_MAX - 7);
  await distributor.client.mutation(api.orders.reject, {
    orderIds: [orderId],
    reason: "None left",
  });
  expect(await stockOf(t, productId)).toBe(limits.STOCK_MAX);
});

it("takes a payment of the greatest sum for as many invoices as there may be, and reasons of the greatest length", async () => {
  const { distributor, retailer, productId } = await openTrade();
  const deliveryBefore = todayIst(Date.now() + DAY_MS);
  const invoiceIds: string[] = [];
  for (let n = 0; n < limits.NAMED_INVOICES_MAX; n += 1) {
    const orderId = await placeOne(retailer, productId);
    const answer = { deliveryBefore, orderId };
    const { invoiceId } = await distributor.client.mutation(api.orders.accept, answer);
    invoiceIds.push(invoiceId!);
  }
  const payment = { amountPaise: limits.LEDGER_SUM_MAX_PAISE, method: "cash", invoiceIds } as const;
  const record = () =>
    distributor.client.mutation(api.payments.record, {
      ...{ ...payment, partnerId: retailer.user._id, isAdvanceMeant: true },
      ...{ paidOn: todayIst(Date.now()), paymentKey: "k".repeat(limits.CLIENT_KEY_MAX) },
    });
  const { paymentId } = await record();
  const partnerId = distributor.user._id;
  const { balancePaise } = await retailer.client.query(api.khata.account, { partnerId });
  expect(balancePaise).toBe(limits.NAMED_INVOICES_MAX * 5_250 - limits.LEDGER_SUM_MAX_PAISE);
  const reason = filled(limits.REASON_MAX);
  await retailer.client.mutation(api.payments.object, { paymentId, reason });
  await distributor.client.mutation(api.payments.reverse, { paymentId, reason });
  const { page } = await retailer.client.query(api.payments.withPartner, {
    ...{ partnerId, paginationOpts: FIRST_PAGE },
  });
  expect(page).toMatchObject([{ state: "reversed", reason, objection: reason }]);
});

it("takes credit notes of all lines of the longest invoice, with a text and a key of the greatest length", async () => {
  const { distributor, retailer, productId, t } = await openTrade();
  const others = await Promise.all(
    Array.from({ length: limits.ORDER_LINES_MAX - 1 }, () => listProduct(t, distributor)),
  );
  const products = [productId, ...others].map((id) => ({ productId: id, quantity: 2 }));
  const orderId = await placeLines(retailer, products);
  const { invoiceId } = await distributor.client.mutation(api.orders.accept, {
    orderId,
    deliveryBefore: todayIst(Date.now() + DAY_MS),
  });
  const { lines = [] } = (await retailer.client.query(api.orders.one, { orderId })) ?? {};
  const lineIds = lines.map(({ lineId }) => lineId);
  const text = filled(limits.REASON_MAX);
  const issue = (noteKey: string) =>
    distributor.client.mutation(api.creditNotes.issue, {
      ...{ invoiceId: invoiceId!, lines: lineIds.map((lineId) => ({ lineId, quantity: 1 })) },
      ...{ reason: "other", text, restocks: true, noteKey },
    });
  await issue("k".repeat(limits.CLIENT_KEY_MAX));
  const { noteId } = await issue(newKey());
  const note = await retailer.client.query(api.creditNotes.one, { noteId });
  expect(note?.lines).toHaveLength(limits.ORDER_LINES_MAX);
  expect(note?.reasonText).toBe(text);
  expect(await stockOf(t, productId)).toBe(1_000);
});
