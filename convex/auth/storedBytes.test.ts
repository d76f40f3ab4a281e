/** The bytes that one account may leave in the database and in files in a day. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  FILE_BYTES_A_DAY,
  IMAGE_BYTES_MAX,
  IMPORT_BATCH_ROWS,
  IMPORT_ROWS_MAX,
  ORDER_LINES_MAX,
  PRODUCT_DESCRIPTION_MAX,
  ROW_BYTES_A_DAY,
  SMALL_WRITE_BYTES,
  STORED_SHARE_NOTIFIED,
} from "../../domain/limits";
import { notificationText } from "../../domain/notificationTexts";
import { api, internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import {
  ANY_ORDERS,
  FIRST_PAGE,
  connectPair,
  joinDistributor,
  joinRetailer,
  listProduct,
  newKey,
  openMarket,
  refusal,
  settledTime,
  type Market,
} from "../market.setup";
import { choose } from "../notifications/notifications.setup";
import { recordUpload } from "../uploads/admit";
import { bytesOf, spendBytes } from "./storedBytes";

const HOUR_MS = 60 * 60_000;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse("2026-11-23T12:00:00Z") });
  vi.stubEnv("RATE_LIMITS", "");
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

/** All bytes of the tables of orders. */
function orderBytes(t: Market): Promise<number> {
  return t.run(async (ctx) => {
    const rows = [
      ...(await ctx.db.query("orders").take(5_000)),
      ...(await ctx.db.query("orderEvents").take(5_000)),
    ];
    return bytesOf(rows);
  });
}

const LONG = "घ".repeat(2_000);

async function openTrade() {
  const t = openMarket();
  const distributor = await joinDistributor(t, { orderTerms: ANY_ORDERS });
  const retailer = await joinRetailer(t);
  await connectPair(t, retailer, distributor);
  const lines: { productId: Id<"products">; quantity: number }[] = [];
  for (let n = 0; n < ORDER_LINES_MAX; n += 1) {
    const product = { name: `P ${n}`, description: LONG, stock: 1_000 };
    lines.push({ productId: await listProduct(t, distributor, product), quantity: 1 });
  }
  const place = () =>
    retailer.client.mutation(api.orders.place, { orderKey: newKey(), msg: LONG, lines });
  return { t, retailer, distributor, place };
}

describe("[LIMIT3] the rows of an account", () => {
  it("are counted as large as they are, to a third", async () => {
    const { t, retailer, place } = await openTrade();
    await place();
    const written = await orderBytes(t);
    const left = ROW_BYTES_A_DAY - written;
    const spend = (bytes: number) => t.run((ctx) => spendBytes(ctx, retailer.user._id, bytes));
    expect(await refusal(spend(left + written / 3))).toMatchObject({ code: "TOO_MUCH_DATA" });
    await spend(left - written / 3);
  });

  it("end with the day's bytes, whether its orders are cancelled or not, and say when they go on", async () => {
    const { t, retailer, place } = await openTrade();
    await t.run((ctx) => spendBytes(ctx, retailer.user._id, ROW_BYTES_A_DAY - 2 ** 20));
    const { orderId } = await place();
    const reason = "Not needed.";
    await retailer.client.mutation(api.orders.cancel, { orderIds: [orderId], reason });
    const told = await refusal(place());
    expect(told).toMatchObject({ code: "TOO_MUCH_DATA" });
    expect(told["retryAfterMs"]).toBeLessThan(HOUR_MS);
    vi.setSystemTime((await settledTime(t)) + Number(told["retryAfterMs"]));
    await place();
  });

  it("do not stop an order of one line, nor another account", async () => {
    const { t, retailer, distributor } = await openTrade();
    await t.run((ctx) => spendBytes(ctx, retailer.user._id, ROW_BYTES_A_DAY));
    const productId = await listProduct(t, distributor);
    const lines = [{ productId, quantity: 1 }];
    const order = { orderKey: newKey(), msg: "Please.", lines };
    await retailer.client.mutation(api.orders.place, order);
    const small = (userId: Id<"users">, bytes: number) =>
      t.run((ctx) => spendBytes(ctx, userId, bytes));
    await small(retailer.user._id, SMALL_WRITE_BYTES - 1);
    expect(await refusal(small(retailer.user._id, SMALL_WRITE_BYTES))).toMatchObject({
      code: "TOO_MUCH_DATA",
    });
    await small(distributor.user._id, ROW_BYTES_A_DAY);
  });

  it("take a full import with the longest descriptions in a day", () => {
    const cells = { sku: "x".repeat(40), name: "घ".repeat(100), type: "Toys and Games" };
    const figures = { packSize: "1000000", pricePaise: "₹9,99,99,999.99", stock: "10,00,000" };
    const row = { description: "घ".repeat(PRODUCT_DESCRIPTION_MAX), ...cells, ...figures };
    const batch = Array.from({ length: IMPORT_BATCH_ROWS }, () => ({ line: 2, cells: row }));
    const bytes = bytesOf(batch) * (IMPORT_ROWS_MAX / IMPORT_BATCH_ROWS);
    expect(bytes).toBeLessThan(ROW_BYTES_A_DAY);
  });
});

describe("[LIMIT3] the files of an account", () => {
  it("end with the day's bytes, and a refused one is nobody's", async () => {
    const t = openMarket();
    const { user } = await joinDistributor(t);
    const bring = (bytes: number) =>
      t.run(async (ctx) => {
        const imageId = await ctx.storage.store(new Blob([new Uint8Array(bytes)]));
        await recordUpload(ctx, { user, ticket: undefined }, "image", imageId);
      });
    await bring(IMAGE_BYTES_MAX);
    const rest = FILE_BYTES_A_DAY - IMAGE_BYTES_MAX;
    // More than what comes back in the milliseconds of this test.
    const left = 1_000;
    await t.run((ctx) => spendBytes(ctx, user._id, rest - left, "pictures"));
    expect(await refusal(bring(2 * left))).toMatchObject({ code: "TOO_MUCH_DATA" });
    expect(await t.run((ctx) => ctx.db.query("uploads").take(9))).toHaveLength(1);
    await bring(left);
  });
});

describe("[LIMIT6] an account of which little space is left", () => {
  const DAY_MS = 24 * HOUR_MS;
  const SHARE = ROW_BYTES_A_DAY * STORED_SHARE_NOTIFIED;

  async function openAccount() {
    const t = openMarket();
    const account = await joinDistributor(t);
    const { client, user } = account;
    const spend = (bytes: number) => t.run((ctx) => spendBytes(ctx, user._id, bytes));
    const notices = async () => {
      const { page } = await client.query(api.notifications.list, {
        ...{ filter: "all", paginationOpts: FIRST_PAGE },
      });
      return page;
    };
    return { t, account, spend, notices };
  }

  it("is notified at 80 % of the day, of what is left and when all of it is back", async () => {
    const { spend, notices } = await openAccount();
    await spend(SHARE - SMALL_WRITE_BYTES);
    expect(await notices()).toEqual([]);
    await spend(2 * SMALL_WRITE_BYTES);
    const [notice, ...others] = await notices();
    expect(others).toEqual([]);
    const { kind, path, isRead, allowance } = notice!;
    expect({ kind, path, isRead }).toEqual({
      kind: "storageLow",
      path: "/settings",
      isRead: false,
    });
    const { of, leftBytes, fullAt } = allowance!;
    expect(of).toBe("rows");
    // What comes back in the milliseconds of this test, at 1.2 kB a second.
    const used = SHARE + SMALL_WRITE_BYTES;
    expect(Math.abs(ROW_BYTES_A_DAY - used - leftBytes)).toBeLessThan(2_000);
    expect(Math.abs(fullAt - Date.now() - DAY_MS * (used / ROW_BYTES_A_DAY))).toBeLessThan(2_000);
    expect(notificationText(notice!, { showsSums: false })).toEqual({
      title: "19 MB left today for orders, products and messages",
      body: "It comes back steadily, all of it by 24 Nov 2026, 12:42 pm",
    });
  });

  it("is notified once a day, and again on the next", async () => {
    const { t, spend, notices } = await openAccount();
    await spend(SHARE);
    await spend(SMALL_WRITE_BYTES);
    vi.setSystemTime((await settledTime(t)) + DAY_MS / 2);
    await spend(ROW_BYTES_A_DAY / 2);
    expect(await notices()).toHaveLength(1);
    vi.setSystemTime((await settledTime(t)) + DAY_MS / 2);
    await spend(ROW_BYTES_A_DAY / 2);
    expect(await notices()).toHaveLength(2);
  });

  it("is notified of pictures apart, also of those that an import fetches", async () => {
    const { t, account, spend, notices } = await openAccount();
    await spend(SHARE);
    const bytes = FILE_BYTES_A_DAY * STORED_SHARE_NOTIFIED;
    await t.mutation(internal.imports.keep.admit, { distributorId: account.user._id, bytes });
    const things = (await notices()).map(({ allowance }) => allowance?.of);
    expect(things.sort()).toEqual(["pictures", "rows"]);
  });

  it("is not notified of what is refused, nor if it switched that off, nor is another account", async () => {
    const { t, account, spend, notices } = await openAccount();
    const other = await joinRetailer(t);
    await spend(SHARE - SMALL_WRITE_BYTES);
    expect(await refusal(spend(ROW_BYTES_A_DAY))).toMatchObject({ code: "TOO_MUCH_DATA" });
    expect(await notices()).toEqual([]);
    await choose(account, "storageLow", []);
    await spend(2 * SMALL_WRITE_BYTES);
    expect(await notices()).toEqual([]);
    expect(await other.client.query(api.notifications.unread, {})).toBe(0);
  });

  it("sees on the settings page what is left, and that of nobody else", async () => {
    const { t, account, spend } = await openAccount();
    const other = await joinRetailer(t);
    await spend(SHARE);
    const spaces = await account.client.query(api.account.space, {});
    expect(spaces).toMatchObject([
      { of: "rows", maxBytes: ROW_BYTES_A_DAY },
      { of: "pictures", maxBytes: FILE_BYTES_A_DAY, leftBytes: FILE_BYTES_A_DAY },
    ]);
    expect(Math.abs(ROW_BYTES_A_DAY - SHARE - spaces[0]!.leftBytes)).toBeLessThan(2_000);
    const [rows] = await other.client.query(api.account.space, {});
    expect(rows?.leftBytes).toBe(ROW_BYTES_A_DAY);
  });
});
