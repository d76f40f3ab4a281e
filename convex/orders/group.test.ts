/** Lists of orders, whose pages keep the lines of a placement together. */
import { beforeEach, expect, it, vi } from "vitest";
import { api } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import {
  ANY_ORDERS,
  joinDistributor,
  joinRetailer,
  listProduct,
  newKey,
  openMarket,
  type Person,
} from "../market.setup";

beforeEach(() => {
  vi.stubEnv("RATE_LIMITS", "off");
});

/** Placements of so many lines each, in the order of placing. */
async function market(sizes: readonly number[]) {
  const t = openMarket();
  const distributor = await joinDistributor(t, { orderTerms: ANY_ORDERS, upiId: "asha@bank" });
  const retailer = await joinRetailer(t);
  const productId = await listProduct(t, distributor, { stock: 10_000 });
  const placements: Id<"orders">[][] = [];
  for (const size of sizes) {
    const lines = Array.from({ length: size }, () => ({ productId, quantity: 1 }));
    const sent = { placementKey: newKey(), msg: "m", lines };
    placements.push((await retailer.client.mutation(api.orders.place, sent)).orderIds);
  }
  return { t, distributor, retailer, placements };
}

type List = { readonly list: "pending" | "accepted"; readonly sort?: "latest" | "oldest" };

/** The ids on each page of so many rows, of the distributor's list or of the retailer's. */
async function pagesOf({ client, user }: Person, numItems: number, asked: List) {
  const pages: string[][] = [];
  let cursor: string | null = null;
  for (;;) {
    const args = { ...asked, paginationOpts: { numItems, cursor } };
    const result: { page: { _id: string }[]; isDone: boolean; continueCursor: string } =
      user.role === "distributor"
        ? await client.query(api.orders.incoming, args)
        : await client.query(api.orders.outgoing, {
            list: asked.list,
            paginationOpts: args.paginationOpts,
          });
    pages.push(result.page.map(({ _id }) => _id));
    if (result.isDone) return pages;
    cursor = result.continueCursor;
  }
}

it.each([1, 2, 3, 4, 7, 100])(
  "has every line once, and no placement on two pages, with pages of %i rows",
  async (numItems) => {
    const { distributor, retailer, placements } = await market([1, 3, 1, 5, 2, 1]);
    const newestFirst = placements.flat().reverse();
    for (const [person, sort, expected] of [
      [distributor, "latest", newestFirst],
      [distributor, "oldest", placements.flat()],
      [retailer, "latest", newestFirst],
    ] as const) {
      const pages = await pagesOf(person, numItems, { list: "pending", sort });
      expect(pages.flat()).toEqual(expected);
      for (const own of placements)
        expect(
          pages.filter((page) => page.some((id) => own.includes(id as Id<"orders">))),
        ).toHaveLength(1);
    }
  },
);

it("has only those lines of a placement together that are on the list", async () => {
  const { distributor, retailer, placements } = await market([4]);
  const [first, second, third, fourth] = placements[0]!;
  await distributor.client.mutation(api.orders.accept, {
    lines: [{ orderId: second! }, { orderId: third! }],
    deliveryBefore: new Date(Date.now() + 86_400_000).toISOString(),
  });
  for (const person of [distributor, retailer]) {
    const [pending, ...rest] = await pagesOf(person, 1, { list: "pending" });
    expect(pending).toEqual([fourth, first]);
    expect(rest.flat()).toEqual([]);
    const accepted = await pagesOf(person, 1, { list: "accepted" });
    expect(accepted.flat()).toEqual([third, second]);
  }
});

it("counts placements on the distributor's badge, to a hundred", async () => {
  const { distributor, placements } = await market([3, ...Array.from({ length: 105 }, () => 1)]);
  const count = () => distributor.client.query(api.orders.pendingCount, {});
  expect(await count()).toBe(100);
  const reject = (orderIds: Id<"orders">[]) =>
    distributor.client.mutation(api.orders.reject, { orderIds, reason: "r" });
  for (const own of placements.slice(4)) await reject(own);
  expect(await count()).toBe(4);
  await reject(placements[0]!.slice(0, 2));
  expect(await count()).toBe(4);
  await reject(placements[0]!.slice(2));
  expect(await count()).toBe(3);
});

it("counts both parties' pending and accepted orders, each to a hundred", async () => {
  const { distributor, retailer, placements } = await market([
    2,
    ...Array.from({ length: 103 }, () => 1),
  ]);
  const counts = (who: typeof retailer) => who.client.query(api.orders.openCounts, {});
  expect(await counts(retailer)).toEqual({ pending: 100, accepted: 0 });
  expect(await counts(distributor)).toEqual({ pending: 100, accepted: 0 });
  for (const own of placements.slice(5))
    await distributor.client.mutation(api.orders.reject, { orderIds: own, reason: "r" });
  await distributor.client.mutation(api.orders.accept, {
    lines: placements[0]!.map((orderId) => ({ orderId })),
    deliveryBefore: new Date(Date.now() + 86_400_000).toISOString(),
  });
  expect(await counts(retailer)).toEqual({ pending: 4, accepted: 2 });
  expect(await counts(distributor)).toEqual({ pending: 4, accepted: 2 });
});
