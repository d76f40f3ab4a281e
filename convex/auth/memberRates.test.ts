/** Rate limits of members on the socket: an hour of hard work and a queue filled while offline pass, a loop does not. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import {
  ANY_ORDERS,
  connectPair,
  joinDistributor,
  joinRetailer,
  listProduct,
  type Market,
  newKey,
  openMarket,
  type Person,
  refusal,
  settledTime,
  storePicture,
} from "../market.setup";

const BEGIN = Date.parse("2026-05-01T10:00:00+05:30");
/** Clicked or written while offline, and sent at once. */
const QUEUED = 100;
/** A script's. */
const FLOOD = 1_000;

beforeEach(() => {
  vi.useFakeTimers({ now: BEGIN, toFake: ["Date"] });
  vi.stubEnv("RATE_LIMITS", "");
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

type Stage = {
  t: Market;
  distributor: Person;
  retailer: Person;
  productId: Id<"products">;
};

/** Calls, each of which is another one of its kind. */
const CALLS: Record<string, (stage: Stage, n: number) => Promise<unknown>> = {
  "orders:place": ({ retailer, productId }) =>
    retailer.client.mutation(api.orders.place, {
      ...{ orderKey: newKey(), msg: "m" },
      lines: [{ productId, quantity: 1 }],
    }),
  "chat:send": ({ retailer, distributor }) =>
    retailer.client.mutation(api.chat.send, {
      ...{ to: distributor.user.email, content: "Hello", sendKey: newKey() },
    }),
  "products:edit": ({ distributor, productId }, n) =>
    distributor.client.mutation(api.products.edit, { productId, changes: { pricePaise: 1 + n } }),
  "products:archive": async ({ t, distributor }) => {
    const productId = await listProduct(t, distributor);
    return distributor.client.mutation(api.products.archive, { productId });
  },
  "orders:updateMessage": async ({ t, retailer }, n) => {
    const order = await t.run((ctx) => ctx.db.query("orders").first());
    return retailer.client.mutation(api.orders.updateMessage, {
      ...{ orderId: order!._id, msg: `m ${n}` },
    });
  },
  "network:request": async ({ t, retailer, distributor }) => {
    const [row] = await t.run((ctx) =>
      ctx.db
        .query("connections")
        .withIndex("by_pair", (q) =>
          q.eq("retailerId", retailer.user._id).eq("distributorId", distributor.user._id),
        )
        .take(1),
    );
    await t.run((ctx) => ctx.db.patch("connections", row!._id, { status: "rejected" }));
    return retailer.client.mutation(api.network.request, { distributorId: distributor.user._id });
  },
  "network:block": ({ retailer, distributor }) =>
    retailer.client.mutation(api.network.block, { userId: distributor.user._id }),
  "network:unblock": async ({ t, retailer, distributor }) => {
    const connection = await t.run((ctx) => ctx.db.query("connections").first());
    await t.run((ctx) =>
      ctx.db.patch("connections", connection!._id, { blockedByRetailerAt: BEGIN }),
    );
    return retailer.client.mutation(api.network.unblock, { userId: distributor.user._id });
  },
  "khata:setTerms": ({ retailer, distributor }, n) =>
    distributor.client.mutation(api.khata.setTerms, {
      ...{ retailerId: retailer.user._id, terms: "onDelivery", creditLimitPaise: 1_000_000 + n },
    }),
  "khata:allowOnce": ({ retailer, distributor }, n) =>
    distributor.client.mutation(api.khata.allowOnce, {
      ...{ retailerId: retailer.user._id, paise: 1 + n },
    }),
  "payments:record": ({ retailer, distributor }) =>
    distributor.client.mutation(api.payments.record, {
      ...{ partnerId: retailer.user._id, amountPaise: 1, method: "cash" },
      ...{ paidOn: "2026-05-01", invoiceIds: [], isAdvanceMeant: true, paymentKey: newKey() },
    }),
  "account:save": ({ retailer }, n) =>
    retailer.client.mutation(api.account.save, {
      ...{ name: retailer.user.name, phone: "+919000000000", business: "Corner Shop" },
      address: `${n} Road`,
    }),
};

async function stage(): Promise<Stage> {
  const t = openMarket();
  const [distributor, retailer] = [await joinDistributor(t), await joinRetailer(t)];
  await connectPair(t, retailer, distributor);
  await distributor.client.mutation(api.orders.saveTerms, { terms: ANY_ORDERS });
  const productId = await listProduct(t, distributor, { stock: 100_000 });
  await CALLS["orders:place"]!({ t, distributor, retailer, productId }, 0);
  return { t, distributor, retailer, productId };
}

describe.each(Object.keys(CALLS))("%s", (name) => {
  const call = CALLS[name]!;

  it(`passes ${QUEUED} times at once, and not ${FLOOD} times, unless rates are lifted; the refusal says when again`, async () => {
    const market = await stage();
    for (let n = 0; n < QUEUED; n += 1) await call(market, n);
    const now = await settledTime(market.t);
    const told = await refusal(
      (async () => {
        for (let n = QUEUED; n < FLOOD; n += 1) await call(market, n);
      })(),
    );
    expect(told).toEqual({ code: "TOO_MANY", retryAfterMs: expect.any(Number) as number });
    const retryAfterMs = Number(told["retryAfterMs"]);
    expect(retryAfterMs).toBeGreaterThan(0);
    expect(retryAfterMs).toBeLessThanOrEqual(60_000);
    vi.stubEnv("RATE_LIMITS", "off");
    await call(market, FLOOD);
    vi.stubEnv("RATE_LIMITS", "");
    expect(await refusal(call(market, FLOOD + 1))).toEqual(told);
    vi.setSystemTime(now + retryAfterMs);
    await call(market, FLOOD + 2);
  });
});

it("limits adding products to the same rate", async () => {
  const { t, distributor } = await stage();
  const add = async () => {
    const imageId = await storePicture(t);
    await t.run((ctx) =>
      ctx.db.insert("uploads", {
        ...{ imageId, purpose: "image" as const, userId: distributor.user._id, claimed: false },
      }),
    );
    return distributor.client.mutation(api.products.add, {
      ...{
        name: "Lamp",
        type: "Furniture",
        description: "d",
        packSize: 1,
        pricePaise: 1,
        stock: 1,
      },
      imageId,
    });
  };
  for (let n = 0; n < 300; n += 1) await add();
  expect(await refusal(add())).toMatchObject({ code: "TOO_MANY" });
});
