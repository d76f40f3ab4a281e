/** The search's index at its real size: what is written for a name, what a search reads, and how it is built in steps. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SEARCH_CHANGES_TO_MERGE, SEARCH_PINNED_PRODUCTS_MAX } from "../../domain/limits";
import { LIST_END } from "../../domain/listPosition";
import { PRODUCT_SORTS, PRODUCT_TYPES, type ProductSort } from "../../domain/productTypes";
import { api, internal } from "../_generated/api";
import { listProduct, placeOne, refusal, storePicture } from "../market.setup";
import {
  add,
  ALL_ROWS,
  archive,
  ask,
  bring,
  cancelAll,
  edit,
  expectSearchable,
  fillAll,
  isComplete,
  lookAtAll,
  openWorld,
  page,
  storedIn,
  takeStep,
  type World,
} from "./world.setup";

const TYPES = PRODUCT_TYPES.slice(0, 3);

/** They write thousands of rows; a busy machine takes its time. */
vi.setConfig({ testTimeout: 120_000 });
beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const MAKERS = ["Amber", "Banyan", "Coral", "Dhara", "Ember", "Falak", "Gulmohar", "Heera"];

/** Half are lamps, one of eight of which is amber; one of them all is rare. */
function nameOf(n: number): string {
  if (n === 1_234) return "Zephyr Quilt";
  return `${MAKERS[n % 8]!} ${n % 16 < 8 ? "Lamp" : "Kettle"} ${n}`;
}

function fieldsOf(n: number) {
  return { name: nameOf(n), type: TYPES[n % 3]!, stock: 1, owner: 0 };
}

async function bringMany(world: World, count: number): Promise<void> {
  const imageId = await storePicture(world.t);
  const distributorId = world.owners[0]!.user._id;
  await world.t.run(async (ctx) => {
    const rest = { description: "Brought.", packSize: 1, pricePaise: 100, imageId, distributorId };
    for (let n = world.sold.length; world.sold.length < count; n += 1) {
      const { owner, stock, ...fields } = fieldsOf(n);
      const id = await ctx.db.insert("products", { ...rest, ...fields });
      await ctx.db.insert("stockLevels", { productId: id, distributorId, stock });
      world.sold.push({ id, owner, stock, ...fields, isOnSale: true });
    }
  });
}

function pendingIn({ t }: World): Promise<number> {
  return t.run(async (ctx) => {
    const jobs = await ctx.db.system.query("_scheduled_functions").take(ALL_ROWS);
    return jobs.filter(({ state }) => state.kind === "pending").length;
  });
}

describe("the search's index", () => {
  it("finds texts among 2,200 products in pages of few documents", async () => {
    const world = await openWorld();
    await bringMany(world, 2_200);
    await fillAll(world.t);
    const { blocks } = await storedIn(world);
    expect(new Set(blocks.map(({ chunk }) => chunk)).size).toBe(2);
    const cost = async (search: string, sort: ProductSort, owner?: number) => {
      const asked = { search, sort, owner, type: undefined, order: "desc" as const, numItems: 24 };
      const { found, documents, sizes } = await ask(world, asked);
      expect(found).toEqual(await lookAtAll(world, asked));
      return { found: found.length, pages: documents.length, most: Math.max(...documents), sizes };
    };
    for (const sort of PRODUCT_SORTS) {
      const rare = await cost("phyr qui", sort, sort === "type" ? 0 : undefined);
      expect(rare).toMatchObject({ found: 1, pages: 1 });
      // A type's list reads the rarest gram's rows again.
      expect(rare.most).toBeLessThan(sort === "type" ? 50 : 15);
    }
    expect(await cost("no such quilt", "latest")).toMatchObject({ found: 0, pages: 1 });
    const common = await cost("amber lam", "latest");
    expect(common.sizes.slice(0, -1).every((size) => size === 24)).toBe(true);
    // 24 products, their stock, seller and picture; 12 rows of blocks; the rest are rows of terms.
    expect(common.most).toBeLessThan(130);
  });

  it("writes at most 8 rows for a new name, and one with a change of it", async () => {
    const world = await openWorld();
    await bringMany(world, 1_000);
    await fillAll(world.t);
    const written = async () => {
      const rows = Object.values(await storedIn(world)).flat();
      return new Map(rows.map((row) => [row._id as string, JSON.stringify(row)]));
    };
    const changesOf = (before: Map<string, string>, after: Map<string, string>) =>
      [...new Set([...before.keys(), ...after.keys()])].filter(
        (id) => before.get(id) !== after.get(id),
      ).length;
    let rows = 0;
    let last = await written();
    for (let n = 0; n < SEARCH_CHANGES_TO_MERGE; n += 1) {
      await add(world, { ...fieldsOf(2_000 + n), name: `Brass ${nameOf(37 * n + 11)} ${n} litre` });
      const now = await written();
      expect(changesOf(last, now)).toBe(1);
      rows += 1;
      last = now;
    }
    vi.advanceTimersByTime(1_000);
    await world.t.mutation(internal.searchIndex.internal.merge, {});
    rows += changesOf(last, await written());
    expect((await storedIn(world)).changes).toEqual([]);
    expect(rows / SEARCH_CHANGES_TO_MERGE).toBeLessThanOrEqual(8);
    await expectSearchable(world);
  });

  it("merges changes as soon as there are enough of them, without being asked", async () => {
    const world = await openWorld();
    for (let n = 0; n < 2 * SEARCH_CHANGES_TO_MERGE; n += 1) {
      vi.advanceTimersByTime(20);
      await add(world, fieldsOf(n));
      await takeStep(world.t);
    }
    // Those of the last quarter of a second may still be joined by others.
    expect((await storedIn(world)).changes.length).toBeLessThan(SEARCH_CHANGES_TO_MERGE + 15);
    await expectSearchable(world);
  });

  it("is built in small steps, in one chain, while products change", async () => {
    const world = await openWorld();
    await bringMany(world, 1_300);
    await world.t.mutation(internal.searchIndex.internal.fill, {});
    let turns = 0;
    for (let rows = 0; turns < 30 && !(await isComplete(world.t)); turns += 1) {
      // A step failed, so that nothing follows it.
      if (turns === 2) await cancelAll(world.t);
      // As a second start would, and the timer: only the last chain goes on.
      if (turns < 3) await world.t.mutation(internal.searchIndex.internal.fill, {});
      await takeStep(world.t);
      const { terms, blocks } = await storedIn(world);
      expect(await pendingIn(world)).toBeLessThanOrEqual(1);
      expect(terms.length + blocks.length - rows).toBeLessThan(400);
      await edit(world, world.sold[turns]!, { name: `Changed ${turns}` });
      await archive(world, world.sold[30 + turns]!);
      await add(world, fieldsOf(3_000 + turns));
      rows = terms.length + blocks.length;
    }
    expect(turns).toBeGreaterThan(6);
    expect(await isComplete(world.t)).toBe(true);
    await expectSearchable(world);
    const asked = { sort: "default", owner: undefined, type: undefined, order: "asc" } as const;
    const changed = { ...asked, search: "changed", numItems: 24 };
    expect((await ask(world, changed)).found).toEqual(await lookAtAll(world, changed));
  });

  it("notices an import into a catalogue that was complete", async () => {
    const world = await openWorld();
    await add(world, { name: nameOf(0), type: "Beauty", stock: 1, owner: 0 });
    await bring(world, { name: nameOf(1), type: "Beauty", stock: 1, owner: 0 });
    await world.t.mutation(internal.searchIndex.internal.fill, {});
    expect(await isComplete(world.t)).toBe(false);
    await fillAll(world.t);
    expect(await isComplete(world.t)).toBe(true);
    await expectSearchable(world);
    // As an import that replaces rows: until somebody asks for new grams, nothing is shown that should not be.
    await world.t.run(async (ctx) => {
      await ctx.db.patch("products", world.sold[0]!.id, { archivedAt: 1 });
      await ctx.db.patch("products", world.sold[1]!.id, { name: "Something Else" });
    });
    world.sold[0]!.isOnSale = false;
    world.sold[1]!.name = "Something Else";
    const asked = { sort: "default", owner: undefined, type: undefined, order: "asc" } as const;
    expect((await ask(world, { ...asked, search: "amp", numItems: 9 })).found).toEqual([]);
    await world.t.mutation(internal.searchIndex.internal.rebuild, {});
    await fillAll(world.t);
    await expectSearchable(world);
    // Nothing to do: nothing is scheduled.
    await world.t.mutation(internal.searchIndex.internal.fill, {});
    expect(await pendingIn(world)).toBe(0);
  });

  it("finds letters of one or two code points, also where they were indexed as they were typed", async () => {
    const world = await openWorld();
    const [one, two] = ["मलाई पे\u095cा", "मलाई पे\u0921\u093cा"];
    await bring(world, { name: one, type: "Beauty", stock: 1, owner: 0 });
    await bring(world, { name: two, type: "Beauty", stock: 1, owner: 0 });
    await fillAll(world.t);
    const asked = { sort: "default", owner: undefined, type: undefined, order: "asc" } as const;
    const found = async (search: string) =>
      (await ask(world, { ...asked, search, numItems: 9 })).found.length;
    // Its terms are of another form: nothing that has two code points is found by them.
    await world.t.run(async (ctx) => {
      const fill = await ctx.db.query("searchFills").first();
      await ctx.db.patch("searchFills", fill!._id, { form: "as typed" });
      for (const row of await ctx.db.query("searchTerms").take(ALL_ROWS)) {
        const terms = row.terms.map((term) => term.replaceAll("\u0921\u093c", "\u095c"));
        await ctx.db.patch("searchTerms", row._id, { terms });
      }
    });
    expect(await found("पे\u095cा")).toBe(0);
    await fillAll(world.t);
    for (const search of ["पे\u095cा", "पे\u0921\u093cा", one, two])
      expect(await found(search), search).toBe(2);
    await expectSearchable(world);
    // Once: the next start has nothing to do.
    await world.t.mutation(internal.searchIndex.internal.fill, {});
    expect(await pendingIn(world)).toBe(0);
  });

  it("is not touched by what orders do to the stock", async () => {
    const world = await openWorld();
    await add(world, fieldsOf(0));
    const before = await storedIn(world);
    await edit(world, world.sold[0]!, { stock: 7 });
    await placeOne(world.retailer, world.sold[0]!.id);
    expect(await storedIn(world)).toEqual(before);
  });
});

describe("a search's cursor", () => {
  const list = { search: "lamp", sort: "default", order: "asc", numItems: 9 } as const;

  it("restarts the list when it is none of a search's", async () => {
    const world = await openWorld();
    for (let n = 0; n < 8; n += 1) await add(world, fieldsOf(n));
    const question = { ...list, owner: undefined, type: undefined };
    const catalogue = { ...question, search: "" };
    const { continueCursor } = await page(world, question, { numItems: 3, cursor: null });
    for (const cursor of [
      "",
      "null",
      "position",
      "position {}",
      'position ["",1]',
      'position ["","1","a"]',
      `position ["",1,"${"a".repeat(500)}"]`,
    ])
      await expect(page(world, question, { numItems: 3, cursor })).rejects.toMatchObject({
        data: { paginationError: "InvalidCursor" },
      });
    for (const opts of [{ cursor: continueCursor }, { cursor: null, endCursor: continueCursor }])
      await expect(page(world, catalogue, { numItems: 3, ...opts })).rejects.toMatchObject({
        data: { paginationError: "InvalidCursor" },
      });
  });

  it("restarts the list when a page up to it would look at more products than an open one can have", async () => {
    const world = await openWorld();
    await bringMany(world, 2 * SEARCH_PINNED_PRODUCTS_MAX + 100);
    await fillAll(world.t);
    const question = { ...list, owner: undefined, type: undefined };
    const whole = { numItems: 24, cursor: null, endCursor: LIST_END };
    const ofSome = await page(world, { ...question, search: "amber lamp" }, whole);
    expect(ofSome.page.length).toBeGreaterThan(250);
    const ofMany = page(world, { ...question, search: "lamp" }, whole);
    await expect(ofMany).rejects.toMatchObject({ data: { paginationError: "InvalidCursor" } });
  });

  it("only selects another part of what the caller may see", async () => {
    const world = await openWorld();
    for (let n = 0; n < 8; n += 1) await add(world, { ...fieldsOf(n), owner: n % 3 });
    const [own, rival] = world.owners;
    const theirs = await listProduct(world.t, rival!, { name: "Rival Lamp" });
    const forged = [
      'position ["",0,""]',
      'position ["Beauty",1e999,"zz"]',
      `position ["",0,"${theirs}"]`,
    ];
    for (const cursor of forged) {
      const paginationOpts = { numItems: 24, cursor };
      const { page: found } = await own!.client.query(api.products.mine, {
        search: "lamp",
        paginationOpts,
      });
      const theirOwn = world.sold.filter(({ owner }) => owner === 0).map(({ id }) => id);
      expect(theirOwn).toEqual(expect.arrayContaining(found.map(({ _id }) => _id)));
      const refused = world.t.query(api.products.all, { search: "lamp", paginationOpts });
      expect(await refusal(refused)).toMatchObject({ code: "UNAUTHENTICATED" });
    }
  });
});
