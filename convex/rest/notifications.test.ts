/** Notifications over REST: the caller's own, page by page, and reading them. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { NOTIFICATIONS_READ_MAX } from "../../domain/limits";
import { plantRows, unread } from "../notifications/notifications.setup";
import { READ_PER_STEP } from "../notifications/read";
import {
  connectPair,
  everything,
  foldEffects,
  joinAdmin,
  joinRetailer,
  listProduct,
  openPair,
  placeOne,
  settledTime,
} from "../market.setup";
import { ask, bearerOf, type SentHeaders } from "./rest.setup";

const NOON = Date.parse("2026-11-24T12:00:00+05:30");

beforeEach(() => {
  vi.stubEnv("RATE_LIMITS", "off");
  vi.useFakeTimers({ now: NOON });
  return () => {
    vi.useRealTimers();
    vi.unstubAllEnvs();
  };
});

async function openBell() {
  const { t, retailer, distributor } = await openPair();
  const [asRetailer, asDistributor] = [await bearerOf(t, retailer), await bearerOf(t, distributor)];
  const list = async (headers: SentHeaders, query = "") => {
    await foldEffects(t);
    return (await ask(t, `GET /api/notifications${query}`, { headers })).body as { _id: string }[];
  };
  const read = (body: object, headers = asRetailer) =>
    ask(t, "POST /api/notifications/read", { headers, body });
  return { t, retailer, distributor, asRetailer, asDistributor, list, read };
}

describe("the list", () => {
  it("[BELL13] answers the documented fields, and to each side its own", async () => {
    const { t, retailer, distributor, asRetailer, asDistributor, list, read } = await openBell();
    await connectPair(t, retailer, distributor);
    const productId = await listProduct(t, distributor, { name: "Rice", pricePaise: 52_50 });
    await read({ all: true }, asDistributor);
    const placedAt = await settledTime(t);
    const orderId = await placeOne(retailer, productId, 2);
    const [row] = await list(asDistributor, "?toDo=true");
    expect(row).toEqual({
      _id: expect.any(String) as string,
      kind: "orderPlaced",
      createdAt: new Date(placedAt).toISOString(),
      read: false,
      title: "Order from Corner Shop",
      text: "Rice, ₹105.00",
      partnerName: "Corner Shop",
      productName: "Rice",
      lines: 1,
      amount: 105,
      answer: null,
      path: `/pendingorders_dist?order=${orderId}`,
    });
    expect((await list(asDistributor))[0]).toEqual(row);
    expect(await list(asRetailer, "?toDo=true")).toEqual([]);
    const ids = (await list(asRetailer)).map(({ _id }) => _id);
    expect(ids).not.toContain(row?._id);
    const admin = await bearerOf(t, await joinAdmin(t));
    expect(await list(admin)).toEqual([]);
  });

  it("[BELL13] goes on by its cursor, the newest first, each once", async () => {
    const { t, retailer, distributor, asRetailer, list } = await openBell();
    await plantRows(t, retailer, distributor, { count: 5, at: NOON });
    const seen: string[] = [];
    let next: string | undefined = "/api/notifications?limit=2";
    while (next !== undefined) {
      const { headers, body } = await ask(t, `GET ${next}`, { headers: asRetailer });
      expect(headers.get("X-Limit")).toBe("2");
      seen.push(...(body as { createdAt: string }[]).map(({ createdAt }) => createdAt));
      next = /^<(.+)>; rel="next"$/.exec(headers.get("Link") ?? "")?.[1];
    }
    expect(seen).toHaveLength(5);
    expect(seen).toEqual([...seen].sort().reverse());
    for (const query of ["?limit=0", "?limit=x", "?limit=1001", "?toDo=yes"])
      expect(await list(asRetailer, query), query).toMatchObject({ code: "BAD_REQUEST" });
  });
});

describe("reading", () => {
  it("[BELL13] some leaves the others, and again changes nothing", async () => {
    const { t, retailer, distributor, asRetailer, list, read } = await openBell();
    await plantRows(t, retailer, distributor, { count: 3, at: NOON });
    const [first, second] = await list(asRetailer);
    const ids = [first!._id, second!._id, first!._id];
    expect(await read({ ids })).toMatchObject({ status: 200, body: { unread: 1 } });
    const before = await everything(t);
    expect(await read({ ids })).toMatchObject({ status: 200, body: { unread: 1 } });
    expect(await everything(t)).toBe(before);
    expect(await list(asRetailer)).toMatchObject([{ read: true }, { read: true }, { read: false }]);
  });

  it("[BELL13] all goes on until none is left, and reads nobody else's", async () => {
    const { t, retailer, distributor, read } = await openBell();
    const other = await joinRetailer(t);
    await plantRows(t, other, distributor, { count: 1, at: NOON });
    await plantRows(t, retailer, distributor, { count: READ_PER_STEP + 20, at: NOON });
    expect(await read({ all: true })).toMatchObject({ status: 200, body: { unread: 20 } });
    await t.finishAllScheduledFunctions(() => vi.runAllTimers());
    expect([await unread(retailer), await unread(other)]).toEqual([0, 1]);
  });

  it("[BELL13] is refused whole with one that is not the caller's, and without saying which", async () => {
    const { t, retailer, distributor, asRetailer, asDistributor, list, read } = await openBell();
    for (const [reader, partner] of [
      [retailer, distributor],
      [distributor, retailer],
    ] as const)
      await plantRows(t, reader, partner, { count: 1, at: NOON });
    const [own] = await list(asRetailer);
    const [theirs] = await list(asDistributor);
    const before = await everything(t);
    for (const id of [theirs!._id, retailer.user._id, "", "null", "a".repeat(5_000)])
      expect(await read({ ids: [own!._id, id] }), id.slice(0, 20)).toMatchObject({
        status: 404,
        body: { code: "NOT_FOUND" },
      });
    const tooMany = Array.from({ length: NOTIFICATIONS_READ_MAX + 1 }, () => own!._id);
    for (const body of [
      {},
      { ids: [] },
      { ids: null, all: null },
      { all: false },
      { ids: [own!._id], all: true },
      { ids: own!._id },
      { ids: [1] },
      { all: "true" },
      { ids: tooMany },
    ])
      expect(await read(body), JSON.stringify(body).slice(0, 40)).toMatchObject({
        status: 400,
        body: { code: "BAD_REQUEST" },
      });
    expect(await everything(t)).toBe(before);
    const most = tooMany.slice(1);
    expect(await read({ ids: most })).toMatchObject({ status: 200, body: { unread: 0 } });
  });
});
