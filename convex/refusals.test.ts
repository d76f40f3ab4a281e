/**
 * A refused command has written nothing: its checks stand before its first write, so that a loop of refusals costs what looking
 * costs. The allowances themselves are not counted, which are taken first.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DAY_MS, todayIst } from "../domain/dates";
import { ORDER_LINES_MAX } from "../domain/limits";
import { api } from "./_generated/api";
import type { Id } from "./_generated/dataModel";
import { type LimitName, spendReserved } from "./auth/limits";
import {
  ANY_ORDERS,
  acceptOne,
  connectPair,
  joinDistributor,
  joinRetailer,
  listProduct,
  newKey,
  openMarket,
  placeOne,
  refusal,
  storePicture,
  type Market,
  type Person,
} from "./market.setup";
import { reserve } from "./rest/rest.setup";
import { writesOf } from "./writes.setup";

beforeEach(() => {
  // All of them: nothing that was scheduled writes meanwhile.
  vi.useFakeTimers({ now: Date.parse("2026-11-23T12:00:00Z") });
  vi.stubEnv("RATE_LIMITS", "");
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

type Stage = {
  readonly t: Market;
  readonly distributor: Person;
  readonly retailer: Person;
  readonly productId: Id<"products">;
};

async function openStage(terms: object = {}): Promise<Stage> {
  const t = openMarket();
  const distributor = await joinDistributor(t, { orderTerms: { ...ANY_ORDERS, ...terms } });
  const retailer = await joinRetailer(t);
  await connectPair(t, retailer, distributor);
  return { t, distributor, retailer, productId: await listProduct(t, distributor) };
}

/** Leaves nothing of an allowance. */
function exhaust({ t }: Stage, name: LimitName, { user }: Person): Promise<void> {
  return t.run((ctx) => spendReserved(ctx, name, user._id, 1e12));
}

type Line = { readonly productId: string; readonly quantity: number; readonly pricePaise?: number };

const place = ({ retailer }: Stage, lines: readonly Line[], msg = "Please.") =>
  retailer.client.mutation(api.orders.place, { orderKey: newKey(), msg, lines: [...lines] });

/** Two thousand characters of six kilobytes. */
const LONG = "घ".repeat(2_000);

async function manyLines({ t, distributor }: Stage): Promise<Line[]> {
  const lines: Line[] = [];
  for (let n = 0; n < ORDER_LINES_MAX; n += 1)
    lines.push({ productId: await listProduct(t, distributor, { name: `P ${n}` }), quantity: 1 });
  return lines;
}

const details = ({ name, phone, address }: Person["user"]) => ({ name, phone, address });

async function ownPicture({ t }: Stage, { user }: Person): Promise<Id<"_storage">> {
  const imageId = await storePicture(t);
  const upload = { imageId, purpose: "image" as const, userId: user._id, claimed: false };
  await t.run((ctx) => ctx.db.insert("uploads", upload));
  return imageId;
}

const PRODUCT = {
  name: "Pot",
  type: "Home Goods",
  description: "Of steel.",
  packSize: 12,
  pricePaise: 5_250,
  stock: 100,
} as const;

type Prepared = () => Promise<unknown>;
type Case = {
  /** The file in which the command spends its allowance. */
  readonly file: string;
  readonly code: string;
  readonly terms?: object;
  /** Makes what the call needs, and returns the call. */
  readonly prepare: (stage: Stage) => Promise<Prepared>;
};

/** A command whose allowance is used up, as nothing is refused after it. */
function spent(
  file: string,
  name: LimitName,
  who: (stage: Stage) => Person,
  prepare: (stage: Stage) => Prepared | Promise<Prepared>,
  code = "TOO_MANY",
): Case {
  const exhausted = async (stage: Stage) => {
    const call = await prepare(stage);
    await exhaust(stage, name, who(stage));
    return call;
  };
  return { file, code, prepare: exhausted };
}

const asRetailer = ({ retailer }: Stage) => retailer;
const asDistributor = ({ distributor }: Stage) => distributor;

async function toAccount(stage: Stage) {
  const { retailer, distributor, productId } = stage;
  const orderId = await placeOne(retailer, productId);
  const deliveryBefore = todayIst(Date.now() + DAY_MS);
  return { orderId, ...(await acceptOne(distributor, { orderId, deliveryBefore })) };
}

const claim = ({ retailer, distributor }: Stage, more: object = {}) =>
  retailer.client.mutation(api.payments.claim, {
    ...{ partnerId: distributor.user._id, amountPaise: 100, method: "cash" },
    ...{ paidOn: todayIst(Date.now()), invoiceIds: [], paymentKey: newKey(), ...more },
  });

const CASES: Record<string, Case> = {
  "orders:place, the last of a hundred lines": {
    ...{ file: "orders/place.ts", code: "LINES_REFUSED" },
    prepare: async (stage) => {
      const lines = await manyLines(stage);
      const wrong = lines.map((line, n) => (n === 99 ? { ...line, pricePaise: 1 } : line));
      return () => place(stage, wrong);
    },
  },
  "orders:place below the minimum": {
    ...{ file: "orders/place.ts", code: "MIN_ORDER", terms: { minOrderPaise: 9_999_900 } },
    prepare: async (stage) => {
      const lines = await manyLines(stage);
      return () => place(stage, lines);
    },
  },
  "orders:place of too many pieces, with own reservations": {
    ...{ file: "orders/place.ts", code: "TOO_MANY_PIECES" },
    terms: { connected: { sharePercent: 50, orders: null } },
    prepare: async (stage) => {
      const { productId, retailer } = stage;
      await reserve(retailer, productId, 2);
      return () => place(stage, [{ productId, quantity: 60 }]);
    },
  },
  "orders:place of too many orders": {
    ...{ file: "orders/place.ts", code: "TOO_MANY_OPEN_ORDERS" },
    terms: { connected: { sharePercent: 100, orders: 50 } },
    prepare: async (stage) => {
      const lines = await manyLines(stage);
      return () => place(stage, lines);
    },
  },
  "orders:place beyond the credit": {
    ...{ file: "orders/place.ts", code: "CREDIT_LIMIT" },
    prepare: async (stage) => {
      const { distributor, retailer } = stage;
      await distributor.client.mutation(api.khata.setTerms, {
        ...{ retailerId: retailer.user._id, terms: "credit", creditDays: 30 },
        creditLimitPaise: 100,
      });
      const lines = await manyLines(stage);
      return () => place(stage, lines);
    },
  },
  "orders:place of too many bytes": spent(
    "orders/place.ts",
    "rowBytes",
    asRetailer,
    async (stage) => {
      const lines = await manyLines(stage);
      return () => place(stage, lines, LONG);
    },
    "TOO_MUCH_DATA",
  ),
  "REST's reservation": {
    ...{ file: "orders/holds.ts", code: "TOO_MANY_PIECES" },
    terms: { connected: { sharePercent: 50, orders: null } },
    prepare: async ({ retailer, productId }) => {
      await reserve(retailer, productId, 2);
      return () => reserve(retailer, productId, 60);
    },
  },
  "orders:updateMessage": spent(
    "orders/amend.ts",
    "rowBytes",
    asRetailer,
    async ({ retailer, productId }) => {
      const orderId = await placeOne(retailer, productId);
      return () => retailer.client.mutation(api.orders.updateMessage, { orderId, msg: LONG });
    },
    "TOO_MUCH_DATA",
  ),
  "chat:send with a picture": spent(
    "chat/send.ts",
    "rowBytes",
    asRetailer,
    async (stage) => {
      const imageId = await ownPicture(stage, stage.retailer);
      return () =>
        stage.retailer.client.mutation(api.chat.send, {
          ...{ to: stage.distributor.user.email, content: LONG, imageId, sendKey: newKey() },
        });
    },
    "TOO_MUCH_DATA",
  ),
  "products:add with a foreign picture": {
    ...{ file: "products/save.ts", code: "NO_IMAGE" },
    prepare: async (stage) => {
      const imageId = await ownPicture(stage, stage.retailer);
      return () => stage.distributor.client.mutation(api.products.add, { ...PRODUCT, imageId });
    },
  },
  "products:edit with a foreign picture": {
    ...{ file: "products/save.ts", code: "NO_IMAGE" },
    prepare: async (stage) => {
      const { distributor, productId } = stage;
      const imageId = await ownPicture(stage, stage.retailer);
      const changes = { imageId, stock: 7, name: "Pan" };
      return () => distributor.client.mutation(api.products.edit, { productId, changes });
    },
  },
  "products:archive": spent(
    "products/save.ts",
    "productChanges",
    asDistributor,
    ({ distributor, productId }) =>
      () =>
        distributor.client.mutation(api.products.archive, { productId }),
  ),
  "imports:begin": spent(
    "imports/begin.ts",
    "imports",
    asDistributor,
    ({ distributor }) =>
      () =>
        distributor.client.mutation(api.imports.begin, {
          ...{ importId: newKey(), mode: "addAndUpdate", rowCount: 1 },
        }),
  ),
  "imports:take before the pictures are drawn": {
    ...{ file: "imports/take.ts", code: "IMPORT_NOT_READY" },
    prepare: async ({ t, distributor }) => {
      const sku = { sku: "A", skuKey: "a" };
      await listProduct(t, distributor, sku);
      const importId = newKey();
      const distributorId = distributor.user._id;
      const once = { owner: distributorId, key: importId, digest: "" };
      await t.run((ctx) =>
        ctx.db.insert("imports", {
          ...{ distributorId, once, mode: "addAndUpdate", rowCount: 2 },
          batchesDone: 0,
          counts: { added: 0, changed: 0, same: 0, refused: 0, conflict: 0 },
        }),
      );
      const cells = { name: "New", type: "Home Goods", description: "x" };
      const figures = { packSize: "1", pricePaise: "1", stock: "1" };
      const rows = [
        { line: 2, cells: { sku: "A", pricePaise: "7" } },
        { line: 3, cells: { sku: "B", ...cells, ...figures } },
      ];
      return () => distributor.client.mutation(api.imports.take, { importId, batch: 0, rows });
    },
  },
  "basket:set of what is off sale": {
    ...{ file: "basket/lines.ts", code: "NOT_FOUND" },
    prepare: async ({ distributor, retailer, productId }) => {
      await distributor.client.mutation(api.products.archive, { productId });
      return () => retailer.client.mutation(api.basket.set, { productId, quantity: 1 });
    },
  },
  "basket:add": spent(
    "basket/add.ts",
    "basketChanges",
    asRetailer,
    ({ retailer, productId }) =>
      () =>
        retailer.client.mutation(api.basket.add, { lines: [{ productId, quantity: 1 }] }),
  ),
  "basket:save": spent(
    "basket/saved.ts",
    "memberChanges",
    asRetailer,
    async ({ retailer, productId }) => {
      await retailer.client.mutation(api.basket.set, { productId, quantity: 1 });
      return () => retailer.client.mutation(api.basket.save, { name: "Mondays" });
    },
  ),
  "khata:setTerms": spent(
    "khata/terms.ts",
    "memberChanges",
    asDistributor,
    ({ distributor, retailer }) =>
      () =>
        distributor.client.mutation(api.khata.setTerms, {
          ...{ retailerId: retailer.user._id, terms: "credit", creditDays: 30 },
        }),
  ),
  "khata:openWith": spent(
    "khata/openings.ts",
    "memberChanges",
    asDistributor,
    ({ distributor, retailer }) =>
      () =>
        distributor.client.mutation(api.khata.openWith, {
          ...{ retailerId: retailer.user._id, paise: 100, day: "2026-01-01" },
        }),
  ),
  "network:request": spent(
    "network/change.ts",
    "connectionRequests",
    asRetailer,
    async ({ t, retailer }) => {
      const other = await joinDistributor(t);
      const distributorId = other.user._id;
      return () => retailer.client.mutation(api.network.request, { distributorId });
    },
  ),
  "network:block": spent(
    "network/block.ts",
    "memberChanges",
    asRetailer,
    ({ retailer, distributor }) =>
      () =>
        retailer.client.mutation(api.network.block, { userId: distributor.user._id }),
  ),
  "notifications:saveSettings": spent(
    "notifications/settings.ts",
    "memberChanges",
    asRetailer,
    ({ retailer }) =>
      () =>
        retailer.client.mutation(api.notifications.saveSettings, {
          ...{ channels: [], digest: "none", repeatsSound: false, showsSums: false },
        }),
  ),
  "orders:accept of fewer pieces": spent(
    "orders/offerMake.ts",
    "memberChanges",
    asDistributor,
    async ({ retailer, distributor, productId }) => {
      const orderId = await placeOne(retailer, productId, 2);
      const deliveryBefore = todayIst(Date.now() + DAY_MS);
      const fewer = { orderId, lines: [{ line: 0, quantity: 1 }], deliveryBefore };
      return () => distributor.client.mutation(api.orders.accept, fewer);
    },
  ),
  "payments:claim with a foreign picture": {
    ...{ file: "payments/claims.ts", code: "NO_IMAGE" },
    prepare: async (stage) => {
      const proofImageId = await ownPicture(stage, stage.distributor);
      return () => claim(stage, { isAdvanceMeant: true, proofImageId });
    },
  },
  "payments:claim of an advance that is not meant": {
    ...{ file: "payments/claims.ts", code: "ADVANCE_NOT_MEANT" },
    prepare: (stage) => Promise.resolve(() => claim(stage)),
  },
  "creditNotes:issue of too many pieces": {
    ...{ file: "creditNotes/issue.ts", code: "CREDITED_TOO_MUCH" },
    prepare: async (stage) => {
      const { orderId, invoiceId } = await toAccount(stage);
      return () =>
        stage.distributor.client.mutation(api.creditNotes.issue, {
          ...{ invoiceId, lines: [{ lineId: orderId, quantity: 2 }], reason: "returned" },
          ...{ restocks: true, noteKey: newKey() },
        });
    },
  },
  "tax:save": {
    ...{ file: "tax/details.ts", code: "BAD_TAX_DETAILS" },
    prepare: ({ retailer }) =>
      Promise.resolve(() =>
        retailer.client.mutation(api.tax.save, { details: { stateCode: "99", pincode: "1" } }),
      ),
  },
  "account:save of another name, with a picture": spent(
    "users/renames.ts",
    "renames",
    asRetailer,
    async (stage) => {
      const { client, user } = stage.retailer;
      const imageId = await ownPicture(stage, stage.retailer);
      const business = "Another Shop";
      return () => client.mutation(api.account.save, { ...details(user), business, imageId });
    },
  ),
  "account:chooseLanguage": spent(
    "account/details.ts",
    "memberChanges",
    asRetailer,
    ({ retailer: { client } }) =>
      Promise.resolve(() => client.mutation(api.account.chooseLanguage, { language: "hi" })),
  ),
  "account:save with a picture": spent(
    "account/details.ts",
    "memberChanges",
    asRetailer,
    async (stage) => {
      const { client, user } = stage.retailer;
      const imageId = await ownPicture(stage, stage.retailer);
      const business = "Corner Shop";
      return () => client.mutation(api.account.save, { ...details(user), business, imageId });
    },
  ),
};

/** Files whose commands are not above, with the reason. */
const ELSEWHERE: Record<string, string> = {
  "auth/currentPassword.ts":
    "each is a mutation of its own, behind an action that checks a password",
  "auth/codeLimits.ts": "spends in a mutation that answers refusals as values",
  "auth/internal.ts": "spends in a mutation of its own, before a password is looked at",
  "auth/registration.ts": "one in a hundred calls reaches it, with a ticket that is used once",
  "webhooks/own.ts": "spends last",
  "push/enqueue.ts": "spends last",
  "push/subscribe.ts": "looks at one device before it writes",
  "quickOrder/orderText.ts": "spends before anything is written",
  "rest/orders.ts": "calls the command above",
  "rest/orderTerms.ts": "refuses only terms out of bounds after it",
  "rest/pictures.ts": "admits in a mutation of its own, before a byte is read",
  "rest/stock.ts": "calls the command above",
  "rest/chat.ts": "calls the command above",
  "rest/network.ts": "calls the command above",
  "uploads/admit.ts": "admits in a mutation of its own, before a byte is read",
};

describe("[LIMIT1] a refusal writes nothing", () => {
  it.each(Object.entries(CASES))("of %s", async (_, { code, terms, prepare }) => {
    const call = await prepare(await openStage(terms));
    let told: unknown;
    const writes = await writesOf(async () => {
      told = await refusal(call());
    });
    expect(told).toMatchObject({ code });
    expect(writes).toEqual([]);
  });

  it("and what passes is counted", async () => {
    const stage = await openStage();
    const { productId } = stage;
    const writes = await writesOf(() => place(stage, [{ productId, quantity: 1 }]));
    expect(writes.length).toBeGreaterThan(3);
  });

  it("in each file that spends an allowance", () => {
    const sources = import.meta.glob<string>(["./**/*.ts", "!./**/*.*.ts", "!./_generated/**"], {
      ...{ eager: true, query: "?raw", import: "default" },
    });
    const spending = Object.entries(sources)
      .filter(([, text]) => /\bspend(?:Bytes)?\(ctx/.test(text))
      .map(([file]) => file.slice(2))
      .filter((file) => file !== "auth/limits.ts" && file !== "auth/tries.ts");
    const covered = Object.values(CASES).map(({ file }) => file);
    expect([...new Set([...covered, ...Object.keys(ELSEWHERE)])].sort()).toEqual(spending.sort());
  });
});
