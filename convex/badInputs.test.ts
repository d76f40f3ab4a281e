/**
 * Every value of `badInputs.setup.ts`, through the public functions: each gets the refusal that stands beside it, never another
 * error, and nothing is written. One market serves all calls, because none of them may change it.
 */
import { type PaginationResult, makeFunctionReference } from "convex/server";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { DAY_MS, todayIst } from "../domain/dates";
import { toErrorData } from "../domain/errors";
import { BASKET_LINES_MAX, NAME_MAX, ORDER_LINES_MAX } from "../domain/limits";
import { cleanName } from "../domain/cleanName";
import { api } from "./_generated/api";
import { form, imageFor, setDeployment, ticketFor } from "./auth/visitor.setup";
import {
  FOUND_NOWHERE,
  KEPT_TEXTS,
  NAMED,
  NO_IDS,
  NO_LINES_OF_TWO,
  PAGE_SIZES,
  REFUSED,
  SMUGGLED,
} from "./badInputs.setup";
import {
  FIRST_PAGE,
  MEMBER_PASSWORD,
  type Person,
  connectPair,
  everything,
  joinDistributor,
  joinRetailer,
  listProduct,
  offerOne,
  newKey,
  openMarket,
  placeLines,
  placeOne,
  requireOrder,
  storePicture,
  withPassword,
} from "./market.setup";
import { newDevice } from "./push/device.setup";

/** Fields of the good calls that may be left out. */
const OPTIONAL: Readonly<Record<string, readonly string[]>> = {
  "account.save": ["business"],
  "khata.setTerms": [
    ...["creditDays", "creditLimitPaise", "blockOverdueDays", "overduePaiseIgnored"],
  ],
  "orders.accept": ["delivery", "lines"],
  "creditNotes.issue": ["text"],
  "notifications.saveSettings": ["quietFrom", "quietTo"],
  "payments.claim": ["reference", "bank"],
  "payments.record": ["reference", "bank"],
  "auth.register": ["shopName"],
  "auth.signIn": ["provider", "params"],
};

type Args = Record<string, unknown>;
type Kind = "query" | "mutation" | "action";
type Client = Pick<Person["client"], Kind>;
type Call = { readonly kind: Kind; readonly by: Client; readonly args: Args };

/** Every public call with arguments that are good, so that one bad value is the only thing wrong. */
async function openStage() {
  const t = openMarket();
  const [owner, rival] = [await joinDistributor(t), await joinDistributor(t)];
  const [buyer, neighbour] = [await joinRetailer(t), await joinRetailer(t)];
  for (const person of [buyer, neighbour, owner]) await withPassword(t, person);
  const productId = await listProduct(t, owner);
  const theirs = await listProduct(t, rival);
  const [orderId, accepted] = [await placeOne(buyer, productId), await placeOne(buyer, productId)];
  const foreignOrder = await placeOne(neighbour, theirs);
  const two = (id: typeof productId) => [1, 1].map((quantity) => ({ productId: id, quantity }));
  const [several, foreignSeveral] = [
    await placeLines(buyer, two(productId)),
    await placeLines(neighbour, two(theirs)),
  ];
  const acceptance = { deliveryBefore: todayIst(Date.now() + DAY_MS) };
  const { invoiceId } = await owner.client.mutation(api.orders.accept, {
    orderId: accepted,
    ...acceptance,
  });
  const done = await placeOne(buyer, productId);
  await owner.client.mutation(api.orders.accept, { orderId: done, ...acceptance });
  await owner.client.mutation(api.orders.complete, { orderIds: [done] });
  const foreignInvoice = await rival.client.mutation(api.orders.accept, {
    orderId: foreignOrder,
    ...acceptance,
  });
  const credit = (of: string | null, order: string, noteKey: string) => ({
    ...{ invoiceId: of!, lines: [{ lineId: order, quantity: 1 }], noteKey },
    ...{ reason: "other" as const, text: "Too late", restocks: true },
  });
  const { noteId } = await owner.client.mutation(
    api.creditNotes.issue,
    credit(invoiceId, accepted, newKey()),
  );
  const foreignNote = await rival.client.mutation(
    api.creditNotes.issue,
    credit(foreignInvoice.invoiceId, foreignOrder, newKey()),
  );
  const offerId = await offerOne(owner, await placeOne(buyer, productId, 2));
  const foreignOffer = await offerOne(rival, await placeOne(neighbour, theirs, 2));
  for (const distributor of [owner, rival]) {
    await neighbour.client.mutation(api.network.request, { distributorId: distributor.user._id });
  }
  const [connection, foreignConnection] = await t.run((ctx) => ctx.db.query("connections").take(2));
  const keyWanted = { name: "Till", scope: "read", password: MEMBER_PASSWORD } as const;
  const webhookWanted = {
    url: "https://shop.example/",
    events: ["order.accepted" as const],
    password: MEMBER_PASSWORD,
  };
  for (const { client } of [buyer, neighbour]) {
    await client.action(api.developers.createKey, keyWanted);
    await client.action(api.developers.createWebhook, webhookWanted);
  }
  const { subscription } = await newDevice("https://push.example/1");
  await buyer.client.mutation(api.push.subscribe, subscription);
  const begun = { importId: "an-import", mode: "updateOnly", rowCount: 50 } as const;
  await owner.client.mutation(api.imports.begin, begun);
  const saved: string[] = [];
  for (const { client } of [buyer, neighbour]) {
    await client.mutation(api.basket.set, { productId, quantity: 1 });
    const { savedBasketId } = await client.mutation(api.basket.save, { name: "Diwali" });
    saved.push(savedBasketId);
  }
  const [savedBasketId, foreignBasket] = saved;
  const [key, foreignKey] = await t.run((ctx) => ctx.db.query("apiKeys").take(2));
  const [webhook, foreignWebhook] = await t.run((ctx) => ctx.db.query("webhooks").take(2));
  const [imageId, strangersImage] = [await storePicture(t), await storePicture(t)];
  await t.run(async (ctx) => {
    const upload = { purpose: "image", claimed: false } as const;
    await ctx.db.insert("uploads", { ...upload, imageId, userId: owner.user._id });
    await ctx.db.insert("uploads", {
      ...upload,
      imageId: strangersImage,
      userId: rival.user._id,
    });
  });
  const bellOf = async ({ client }: Person) => {
    const { page } = await client.query(api.notifications.list, {
      paginationOpts: FIRST_PAGE,
      filter: "all",
    });
    return page[0]?.id;
  };
  const [notificationId, foreignNotification] = [await bellOf(buyer), await bellOf(neighbour)];
  const today = todayIst(Date.now());
  const told = { amountPaise: 1_00, method: "cash" as const, paidOn: today, invoiceIds: [] };
  const claimOf = async (by: Person, to: Person) => {
    const asked = { ...told, partnerId: to.user._id, paymentKey: newKey(), isAdvanceMeant: true };
    return (await by.client.mutation(api.payments.claim, asked)).paymentId;
  };
  const [paymentId, foreignPayment] = [
    await claimOf(buyer, owner),
    await claimOf(neighbour, rival),
  ];
  const { paymentId: recorded } = await owner.client.mutation(api.payments.record, {
    ...{ ...told, partnerId: buyer.user._id, paymentKey: newKey() },
  });
  const payment = {
    ...{ amountPaise: 50_00, method: "upi", reference: "412345678901", paidOn: today },
    ...{ invoiceIds: [invoiceId], paymentKey: "paid-1" },
  };
  const withOwner = { partnerId: owner.user._id };
  const propose = (to: Person, by: Person) =>
    t.run((ctx) =>
      ctx.db.insert("openings", {
        ...{ retailerId: to.user._id, distributorId: by.user._id, paise: 1_00, day: today },
        ...{ state: "proposed", proposedAt: 0, countsAt: 0 },
      }),
    );
  const [openingId, foreignOpening] = [
    await propose(buyer, owner),
    await propose(neighbour, rival),
  ];
  // Still without an entry.
  const fresh = await joinRetailer(t);
  await connectPair(t, fresh, owner);
  const ticket = await ticketFor(t, form.email);
  const signUp = { ...form, ticket, imageId: await imageFor(t, ticket) };
  const product = {
    name: "Brass Lamp",
    type: "Home Goods",
    description: "Hand-finished.",
    packSize: 6,
    pricePaise: 49_950,
    stock: 12,
    imageId,
  };
  const page = { paginationOpts: FIRST_PAGE };
  const atHome = t.withRequestMetadata({ ip: "127.0.0.1" });
  const mailbox = await atHome.action(api.auth.openMailbox, {});
  const query = (by: Client, args: Args): Call => ({ kind: "query", by, args });
  const mutation = (by: Client, args: Args): Call => ({ kind: "mutation", by, args });
  const action = (by: Client, args: Args): Call => ({ kind: "action", by, args });
  const calls: Readonly<Record<string, Call>> = {
    "account.changePassword": action(buyer.client, {
      current: MEMBER_PASSWORD,
      password: "a new password",
    }),
    "account.records": query(buyer.client, { ...page, section: "orders" }),
    "account.save": mutation(buyer.client, {
      name: "Kiran",
      phone: "+919876543210",
      address: "12 Station Road",
      business: "Kiran Corner",
    }),
    "auth.mailbox": query(t, { ...page, key: mailbox.key }),
    "auth.openMailbox": action(atHome, {}),
    "auth.register": action(t, signUp),
    "auth.resetPassword": action(t, { ticket, email: form.email, password: form.password }),
    "auth.sendOtp": action(t, { email: form.email, purpose: "signup" }),
    "auth.signIn": action(t, {
      provider: "password",
      params: { email: buyer.user.email, password: MEMBER_PASSWORD, role: "retailer" },
    }),
    "auth.verifyOtp": action(t, { email: form.email, purpose: "signup", otp: "000000" }),
    "basket.add": mutation(buyer.client, { lines: [{ productId, quantity: 1 }] }),
    "basket.addOrdered": mutation(buyer.client, { orderId }),
    "basket.addSaved": mutation(buyer.client, { savedBasketId }),
    "basket.deleteSaved": mutation(buyer.client, { savedBasketId }),
    "basket.renameSaved": mutation(buyer.client, { savedBasketId, name: "Holi" }),
    "basket.save": mutation(buyer.client, { name: "Weekly" }),
    "basket.set": mutation(buyer.client, { productId, quantity: 3 }),
    "creditNotes.issue": mutation(owner.client, credit(invoiceId, accepted, "note-1")),
    "creditNotes.ofInvoice": query(buyer.client, { invoiceId, ...page }),
    "creditNotes.one": query(buyer.client, { noteId }),
    "creditNotes.state": query(buyer.client, { invoiceId }),
    "developers.createKey": action(buyer.client, keyWanted),
    "developers.createWebhook": action(buyer.client, webhookWanted),
    "developers.deleteWebhook": mutation(buyer.client, { webhookId: webhook?._id }),
    "developers.deliveries": query(buyer.client, { ...page, webhookId: webhook?._id }),
    "developers.renewSecret": action(buyer.client, {
      webhookId: webhook?._id,
      password: MEMBER_PASSWORD,
    }),
    "developers.revokeKey": mutation(buyer.client, { keyId: key?._id }),
    "developers.testWebhook": mutation(buyer.client, { webhookId: webhook?._id }),
    "exports.invoices": query(buyer.client, { from: today, to: today, ...page }),
    "exports.ledger": query(owner.client, { from: today, to: today, ...page }),
    "exports.orders": query(buyer.client, { from: today, to: today, ...page }),
    "exports.products": query(owner.client, page),
    "invoices.mine": query(owner.client, page),
    "invoices.one": query(owner.client, { invoiceId }),
    "invoices.timeline": query(owner.client, { invoiceId }),
    "khata.account": query(buyer.client, withOwner),
    "khata.accounts": query(owner.client, page),
    "khata.ageing": query(buyer.client, { ...withOwner, today }),
    "khata.agreeToOpening": mutation(buyer.client, { openingId }),
    "khata.allowOnce": mutation(owner.client, { retailerId: buyer.user._id, paise: 100_00 }),
    "khata.entries": query(buyer.client, { ...withOwner, ...page }),
    "khata.money": query(buyer.client, { today }),
    "home.arriving": query(buyer.client, { today }),
    "home.runsLow": query(owner.client, { today }),
    "products.sold": query(owner.client, { today }),
    "home.sales": query(owner.client, { today }),
    "home.toDeliver": query(owner.client, { today }),
    "khata.objectToOpening": mutation(buyer.client, { openingId, reason: "It was less." }),
    "khata.withdrawOpening": mutation(owner.client, { openingId }),
    "khata.openWith": mutation(owner.client, {
      ...{ retailerId: fresh.user._id, paise: 100_00, day: today },
    }),
    "khata.setTerms": mutation(owner.client, {
      ...{ retailerId: buyer.user._id, terms: "credit", creditDays: 15 },
      ...{ creditLimitPaise: 5_000_00, blockOverdueDays: 7, overduePaiseIgnored: 1_00 },
    }),
    "khata.statement": query(buyer.client, { ...withOwner, from: today, to: today }),
    "khata.statementEntries": query(buyer.client, {
      ...{ ...withOwner, from: today, to: today, ...page },
    }),
    "imports.begin": mutation(owner.client, { ...begun, importId: "another" }),
    "imports.lookup": query(owner.client, { rows: [] }),
    "imports.pictureProblems": query(owner.client, { importId: begun.importId }),
    "imports.progress": query(owner.client, { importId: begun.importId }),
    "imports.take": mutation(owner.client, {
      ...{ importId: begun.importId, batch: 0 },
      rows: [{ line: 2, cells: { sku: "none" }, stockSeen: 1 }],
    }),
    "monthEnd.creditNotes": query(owner.client, { month: today.slice(0, 7), ...page }),
    "monthEnd.invoices": query(owner.client, { month: today.slice(0, 7), ...page }),
    "network.answer": mutation(owner.client, { connectionId: connection?._id, status: "accepted" }),
    "network.ofDistributor": query(owner.client, page),
    "network.ofRetailer": query(buyer.client, page),
    "network.pending": query(owner.client, page),
    "network.remove": mutation(owner.client, { connectionId: connection?._id }),
    "network.request": mutation(buyer.client, { distributorId: owner.user._id }),
    "notifications.list": query(buyer.client, { ...page, filter: "all" }),
    "notifications.markRead": mutation(buyer.client, { id: notificationId }),
    "notifications.readPath": mutation(buyer.client, { path: "/acceptedretail" }),
    "notifications.saveSettings": mutation(buyer.client, {
      channels: [{ kind: "orderAccepted", channels: ["bell"] }],
      ...{ digest: "morning", quietFrom: 60, quietTo: 120, showsSums: true, repeatsSound: false },
    }),
    "offers.agree": mutation(buyer.client, { offerId }),
    "offers.decline": mutation(buyer.client, { offerId }),
    "offers.mine": query(buyer.client, page),
    "offers.withdraw": mutation(owner.client, { offerId }),
    "orders.accept": mutation(owner.client, {
      ...{ orderId, ...acceptance, lines: [{ line: 0, quantity: 1 }] },
      delivery: { stateCode: "27", pincode: "411001" },
    }),
    "orders.cancel": mutation(buyer.client, { orderIds: [orderId], reason: "Ordered twice" }),
    "orders.complete": mutation(owner.client, { orderIds: [accepted] }),
    "orders.hide": mutation(buyer.client, { orderIds: [orderId] }),
    "orders.incoming": query(owner.client, { ...page, list: "pending" }),
    "orders.one": query(buyer.client, { orderId }),
    "orders.outgoing": query(buyer.client, { ...page, list: "pending" }),
    "orders.partners": query(buyer.client, { list: "pending" }),
    "orders.place": mutation(buyer.client, {
      orderKey: "a-key",
      msg: "Soon, please.",
      lines: [{ productId, quantity: 1, pricePaise: 5250 }],
    }),
    "orders.reject": mutation(owner.client, { orderIds: [orderId], reason: "No stock" }),
    "orders.retailerLanguage": query(owner.client, { orderId }),
    "orders.timeline": query(buyer.client, { orderId }),
    "orders.updateMessage": mutation(buyer.client, { orderId, msg: "Ring twice" }),
    "payments.claim": mutation(buyer.client, { ...payment, ...withOwner }),
    "payments.confirm": mutation(owner.client, { paymentId }),
    "payments.dispute": mutation(owner.client, { paymentId, reason: "Nothing came" }),
    "payments.object": mutation(buyer.client, { paymentId: recorded, reason: "I paid more" }),
    "payments.ofInvoice": query(buyer.client, { invoiceId }),
    "payments.record": mutation(owner.client, { ...payment, partnerId: buyer.user._id }),
    "payments.reverse": mutation(owner.client, { paymentId: recorded, reason: "It bounced" }),
    "payments.waiting": query(owner.client, page),
    "payments.withPartner": query(buyer.client, { ...withOwner, ...page }),
    "payments.withdraw": mutation(buyer.client, { paymentId }),
    "products.add": mutation(owner.client, product),
    "products.all": query(buyer.client, page),
    "products.archive": mutation(owner.client, { productId }),
    "products.byDistributor": query(buyer.client, { ...page, distributorEmail: owner.user.email }),
    "products.edit": mutation(owner.client, { productId, changes: { stock: 5 } }),
    "products.landing": query(t, page),
    "products.mine": query(owner.client, page),
    "products.one": query(owner.client, { productId }),
    "push.devices": query(buyer.client, {}),
    "push.publicKey": query(buyer.client, {}),
    "push.subscribe": mutation(buyer.client, subscription),
    "push.test": mutation(buyer.client, { endpoint: subscription.endpoint }),
    "push.unsubscribe": mutation(buyer.client, { endpoint: subscription.endpoint }),
    "quickOrder.add": mutation(buyer.client, { lines: [] }),
    "quickOrder.habits": query(buyer.client, {}),
    "quickOrder.hits": query(buyer.client, { productIds: [] }),
    "quickOrder.learn": mutation(buyer.client, { choices: [] }),
    "quickOrder.match": query(buyer.client, { texts: [] }),
    "quickOrder.names": query(buyer.client, { ...page, distributorId: owner.user._id }),
    "search.invoices": query(owner.client, { text: "1" }),
    "search.orders": query(buyer.client, { text: "steel" }),
    "search.people": query(buyer.client, { text: "big" }),
    "search.products": query(buyer.client, { text: "steel" }),
    "tax.save": mutation(buyer.client, {
      details: { ...{ legalName: "Corner Shop", stateCode: "27", pincode: "411001" } },
    }),
    "users.distributor": query(buyer.client, { email: owner.user.email }),
    "users.distributors": query(buyer.client, page),
    "users.retailers": query(owner.client, page),
    "users.saveBankAccount": action(owner.client, {
      account: { holder: "Big Wholesale", number: "123456789", ifsc: "HDFC0001234" },
      password: MEMBER_PASSWORD,
    }),
    "users.saveUpiId": action(owner.client, { upiId: "asha@bank", password: MEMBER_PASSWORD }),
  };
  /** By what the field that names one is called: the caller's own things, and what is not for the caller. */
  const ids: Readonly<Record<string, { own: readonly unknown[]; foreign: readonly unknown[] }>> = {
    orderId: {
      own: [orderId, accepted],
      foreign: [
        ...[foreignOrder, foreignSeveral, `${foreignSeveral}-1`],
        ...[orderId, several].flatMap((id) => NO_LINES_OF_TWO.map((place) => `${id}${place}`)),
        // A single line has its order's id alone.
        `${orderId}-1`,
      ],
    },
    offerId: { own: [offerId], foreign: [foreignOffer] },
    invoiceId: { own: [invoiceId], foreign: [foreignInvoice.invoiceId] },
    productId: { own: [productId], foreign: [theirs] },
    connectionId: { own: [connection?._id], foreign: [foreignConnection?._id] },
    keyId: { own: [key?._id], foreign: [foreignKey?._id] },
    webhookId: { own: [webhook?._id], foreign: [foreignWebhook?._id] },
    savedBasketId: { own: [savedBasketId], foreign: [foreignBasket] },
    id: { own: [notificationId], foreign: [foreignNotification] },
    noteId: { own: [noteId], foreign: [foreignNote.noteId] },
    openingId: { own: [openingId], foreign: [foreignOpening] },
    paymentId: { own: [paymentId, recorded], foreign: [foreignPayment] },
    // Of the buyer's and the owner's calls: whoever is on the same side, or has nothing to do with them.
    partnerId: { own: [], foreign: [neighbour.user._id, rival.user._id] },
    retailerId: { own: [], foreign: [neighbour.user._id, owner.user._id, rival.user._id] },
    distributorId: { own: [owner.user._id], foreign: [buyer.user._id, neighbour.user._id] },
    imageId: { own: [imageId], foreign: [strangersImage] },
  };
  return { t, calls, ids, several, strangersImage, before: await everything(t) };
}

let stage: Awaited<ReturnType<typeof openStage>>;

beforeAll(async () => {
  await setDeployment();
  vi.stubEnv("RATE_LIMITS", "off");
  // What the stage scheduled must not write while a call is tried that must not.
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  stage = await openStage();
});

function callNamed(name: string): Call {
  const call = stage.calls[name];
  if (call === undefined) throw new Error(`The stage has no call ${name}`);
  return call;
}

function send(name: string, args: Args): Promise<unknown> {
  const { kind, by } = callNamed(name);
  const path = name.replace(".", ":");
  switch (kind) {
    case "query":
      return by.query(makeFunctionReference<"query", Args>(path), args);
    case "mutation":
      return by.mutation(makeFunctionReference<"mutation", Args>(path), args);
    case "action":
      return by.action(makeFunctionReference<"action", Args>(path), args);
  }
}

/** The same arguments with one value replaced; dots lead into objects and lists. */
function withValue(args: unknown, field: string, value: unknown): Args {
  const copy = structuredClone(args) as Args;
  const steps = field.split(".");
  const last = steps.pop() ?? field;
  let inner = copy;
  for (const step of steps) inner = inner[step] as Args;
  inner[last] = value;
  return copy;
}

/** The code of the refusal; ARGUMENT for Convex's own. Anything else fails the test. */
async function refusalOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
  } catch (error) {
    const { data, message } = error as { data?: unknown; message: string };
    const parsed: unknown = typeof data === "string" ? JSON.parse(data) : data;
    const refusal = toErrorData(parsed);
    if (refusal !== null) return refusal.code;
    if (/^Validator error|is reserved|not a supported Convex type/.test(message)) return "ARGUMENT";
    throw error;
  }
  return "nothing: the call was taken";
}

async function expectNothingWritten(): Promise<void> {
  expect((await everything(stage.t)) === stage.before, "nothing was written").toBe(true);
}

function shown(value: unknown): string {
  const text = typeof value === "number" ? String(value) : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}… (${text.length})` : text;
}

describe("refused, and nothing written:", () => {
  test.each(REFUSED)("$call $field as $refusal", async ({ call, field, refusal, values }) => {
    for (const value of values) {
      const args = withValue(callNamed(call).args, field, value);
      expect(await refusalOf(send(call, args)), shown(value)).toBe(refusal);
    }
    await expectNothingWritten();
  });

  test("orders.place with more lines than a basket holds", async () => {
    const { args } = callNamed("orders.place");
    const [line] = args["lines"] as unknown[];
    for (const count of [ORDER_LINES_MAX + 1, 5_000]) {
      const lines = Array.from({ length: count }, () => line);
      expect(await refusalOf(send("orders.place", { ...args, lines }))).toBe("TOO_MANY_LINES");
    }
    await expectNothingWritten();
  });

  test("one of several lines, where a whole order is meant", async () => {
    const lineId = `${stage.several}-2`;
    for (const [call, wrong] of [
      ["orders.accept", { orderId: lineId }],
      ["orders.complete", { orderIds: [lineId] }],
      ["orders.hide", { orderIds: [lineId] }],
    ] as const) {
      const sent = send(call, { ...callNamed(call).args, ...wrong });
      expect(await refusalOf(sent), call).toBe("WHOLE_ORDER");
    }
    await expectNothingWritten();
  });

  test("creditNotes.issue with the same line twice", async () => {
    const { args } = callNamed("creditNotes.issue");
    const [line] = args["lines"] as unknown[];
    const lines = [line, line];
    expect(await refusalOf(send("creditNotes.issue", { ...args, lines }))).toBe("BAD_CREDIT_NOTE");
    await expectNothingWritten();
  });

  test("basket.add with more lines than a basket has", async () => {
    const { args } = callNamed("basket.add");
    const [line] = args["lines"] as unknown[];
    for (const count of [BASKET_LINES_MAX + 1, 5_000]) {
      const lines = Array.from({ length: count }, () => line);
      expect(await refusalOf(send("basket.add", { ...args, lines }))).toBe("TOO_MANY_LINES");
    }
    await expectNothingWritten();
  });

  test("a picture that is somebody else's, for another purpose, or nobody's", async () => {
    const nobodys = await storePicture(stage.t);
    const pictures = [stage.strangersImage, nobodys];
    for (const imageId of pictures) {
      for (const [call, field] of [
        ["products.add", "imageId"],
        ["products.edit", "changes.imageId"],
        ["account.save", "imageId"],
        ["auth.register", "imageId"],
      ] as const) {
        const args = withValue(callNamed(call).args, field, imageId);
        expect(await refusalOf(send(call, args)), call).toBe("NO_IMAGE");
      }
    }
    // A product's picture is no payment code, though it is one's own.
    for (const qrImageId of [...pictures, callNamed("products.add").args["imageId"]]) {
      const args = { ...callNamed("orders.accept").args, qrImageId };
      expect(await refusalOf(send("orders.accept", args))).toBe("NO_QR");
    }
    await stage.t.run((ctx) => ctx.storage.delete(nobodys));
    await expectNothingWritten();
  });
});

const PEOPLE: ReadonlySet<string> = new Set(["partnerId", "retailerId", "distributorId"]);

describe("what names nothing of the caller's:", () => {
  test.each(NAMED)("$call $field is answered $answer", async ({ call, field, answer }) => {
    const { args } = callNamed(call);
    const named = /(?:orderId|lineId|orderIds\.0)$/.test(field) ? "orderId" : field;
    const wrong = Object.entries(stage.ids).flatMap(([name, { own, foreign }]) => {
      if (name === named) return foreign;
      // Whom one call may name, another may not.
      return PEOPLE.has(name) && PEOPLE.has(named) ? [] : [...own, ...foreign];
    });
    for (const id of [...NO_IDS, ...wrong]) {
      const sent = send(call, withValue(args, field, id));
      if (answer === "null") expect(await sent, shown(id)).toBeNull();
      else if (answer === "nothing") expect(await sent, shown(id)).toEqual([]);
      else if (answer === "no rows") expect(await sent, shown(id)).toMatchObject({ page: [] });
      else expect(await refusalOf(sent), shown(id)).toBe(answer);
    }
    await expectNothingWritten();
  });
});

/** Returns values of every other type than the good value's. */
function wrongTypes(good: unknown): unknown[] {
  const others = [true, [], {}, ["a"], { $gt: "" }, 1n];
  if (typeof good === "string") return [null, 0, ...others];
  if (typeof good === "number") return [null, "1", "1,000", "1.000,50", "१०", "₹10", ...others];
  if (typeof good === "boolean") return [null, 0, 1, "true", [], {}, 1n];
  if (Array.isArray(good)) {
    const item = typeof good[0] === "string" ? 0 : "a";
    return [null, 0, "x", {}, [item], [[]]];
  }
  // Not null, on which this database's own check of objects stumbles.
  return [0, "x", true, [], 1n];
}

describe("the declared arguments keep out, before anything runs:", () => {
  test("values of another type, in every field of every call", async () => {
    for (const [name, { args }] of Object.entries(stage.calls)) {
      for (const [field, good] of Object.entries(args)) {
        for (const value of wrongTypes(good)) {
          // With null a UPI ID is forgotten.
          if (name === "users.saveUpiId" && value === null) continue;
          // A list of texts is what it takes.
          const isOfTexts = name === "quickOrder.match" || name === "quickOrder.hits";
          if (isOfTexts && Array.isArray(value) && value[0] === "a") continue;
          const sent = send(name, { ...args, [field]: value });
          expect(await refusalOf(sent), `${name} ${field}: ${typeof value}`).toBe("ARGUMENT");
        }
      }
    }
    await expectNothingWritten();
  });

  test("missing fields", async () => {
    for (const [name, { args }] of Object.entries(stage.calls)) {
      const optional = OPTIONAL[name] ?? [];
      for (const field of Object.keys(args).filter((key) => !optional.includes(key))) {
        const { [field]: _, ...rest } = args;
        expect(await refusalOf(send(name, rest)), `${name} without ${field}`).toBe("ARGUMENT");
      }
    }
    await expectNothingWritten();
  });

  test("[I-17] fields that say who somebody is, what it costs or how it stands", async () => {
    for (const [name, { args }] of Object.entries(stage.calls)) {
      for (const [field, value] of Object.entries(SMUGGLED)) {
        if (field in args || (name === "auth.register" && field === "role")) continue;
        const sent = send(name, { ...args, [field]: value });
        expect(await refusalOf(sent), `${name} with ${field}`).toBe("ARGUMENT");
      }
    }
    for (const [name, inner] of [
      ["orders.place", "lines.0"],
      ["basket.add", "lines.0"],
      ["creditNotes.issue", "lines.0"],
      ["products.edit", "changes"],
      ["imports.take", "rows.0"],
      ["imports.take", "rows.0.cells"],
    ] as const) {
      for (const [field, value] of Object.entries(SMUGGLED)) {
        const args = withValue(callNamed(name).args, `${inner}.${field}`, value);
        expect(await refusalOf(send(name, args)), `${name} ${inner} with ${field}`).toBe(
          "ARGUMENT",
        );
      }
    }
    await expectNothingWritten();
  });
});

describe("pages", () => {
  const paged = () =>
    Object.entries(stage.calls).filter(([, call]) => "paginationOpts" in call.args);

  const pageOf = async (name: string, paginationOpts: object) => {
    const sent = send(name, { ...callNamed(name).args, paginationOpts });
    return ((await sent) as PaginationResult<unknown>).page;
  };

  test("of any size show what there is, one row at least and as many at most as one may read", async () => {
    expect(paged().length).toBeGreaterThan(10);
    for (const [name] of paged()) {
      const whole = await pageOf(name, FIRST_PAGE);
      for (const numItems of PAGE_SIZES) {
        const rows = numItems < 2 && numItems > -Infinity ? whole.slice(0, 1) : whole;
        expect(await pageOf(name, { numItems, cursor: null }), `${name} of ${numItems}`).toEqual(
          expect.arrayContaining(rows),
        );
      }
    }
  });

  test("ignore the caller's limits on rows and bytes", async () => {
    for (const [name] of paged()) {
      const whole = await pageOf(name, FIRST_PAGE);
      for (const limit of PAGE_SIZES) {
        const limits = { maximumRowsRead: limit, maximumBytesRead: limit };
        expect(await pageOf(name, { ...FIRST_PAGE, ...limits }), `${name} of ${limit}`).toEqual(
          whole,
        );
      }
    }
  });
});

test("a search for what no name holds finds nothing", async () => {
  for (const search of FOUND_NOWHERE) {
    for (const name of [
      "products.landing",
      "products.all",
      "products.mine",
      "products.byDistributor",
    ]) {
      const sent = send(name, { ...callNamed(name).args, search });
      expect((await sent) as object, shown(search)).toMatchObject({ page: [] });
    }
  }
});

test("the search of everything and quick order find nothing for what no name holds", async () => {
  for (const text of FOUND_NOWHERE) {
    for (const name of ["search.products", "search.orders", "search.invoices", "search.people"]) {
      expect(await send(name, { text }), `${name} ${shown(text)}`).toEqual([]);
    }
    const texts = [text];
    expect(await send("quickOrder.match", { texts }), shown(text)).toEqual([
      { products: [], isSure: false },
    ]);
  }
});

test("bounds of the completed list that are no numbers bound nothing", async () => {
  const { args } = callNamed("orders.incoming");
  const ask = (bounds: object) =>
    send("orders.incoming", { ...args, list: "completed", ...bounds });
  const all = await ask({});
  expect(all).toMatchObject({ page: [{ status: "completed" }] });
  for (const bound of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
    expect(await ask({ from: bound, to: bound })).toEqual(all);
  }
  expect(await ask({ from: 1e308, to: -1e308 })).toMatchObject({ page: [] });
});

describe("taken, and kept as they are:", () => {
  test.each(KEPT_TEXTS)("%j", async (text) => {
    const t = openMarket();
    const [distributor, retailer] = [await joinDistributor(t), await joinRetailer(t)];
    const productId = await listProduct(t, distributor);
    const changes = { name: text, description: text };
    await distributor.client.mutation(api.products.edit, { productId, changes });
    const { orderId } = await retailer.client.mutation(api.orders.place, {
      orderKey: newKey(),
      msg: text,
      lines: [{ productId, quantity: 1 }],
    });
    await distributor.client.mutation(api.orders.reject, { orderIds: [orderId], reason: text });
    expect(await requireOrder(t, orderId)).toMatchObject({
      lines: [{ productName: text }],
      msg: text,
      orderCancelReason: text,
    });
    // Names hold nothing invisible: a family of faces is joined by what nobody sees.
    const name = cleanName(text, NAME_MAX) ?? "Kiran";
    const details = { name, phone: "+919876543210", address: text, business: name };
    await retailer.client.mutation(api.account.save, details);
    expect(await retailer.client.query(api.users.me, {})).toMatchObject({
      name,
      address: text,
      shopName: name,
    });
  });
});
