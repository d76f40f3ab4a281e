/**
 * The search must find what a plain look at every product finds, in the same order, whatever its index is at that moment. The index has
 * small blocks and chunks here, so that a few products fill many.
 */
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { PRODUCT_NAME_MAX } from "../../domain/limits";
import { PRODUCT_SORTS, PRODUCT_TYPES } from "../../domain/productTypes";
import { searchKey } from "../../domain/searchKey";
import { cleanText, trimBlank } from "../../domain/text";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import {
  add,
  archive,
  ask,
  bring,
  edit,
  expectSearchable,
  fillAll,
  isComplete,
  lookAtAll,
  openWorld,
  page,
  storedIn,
  takeStep,
  type Question,
  type World,
} from "./world.setup";
import { mergeSome } from "./merge";

vi.mock("../../domain/limits", async (original) => ({
  ...(await original<object>()),
  SEARCH_BLOCK_SLOTS: 3,
  SEARCH_CHUNK_BLOCKS: 2,
  SEARCH_CHANGES_TO_MERGE: 4,
  SEARCH_CHUNKS_MAX: 3,
  SEARCH_PRODUCTS_MAX: 5,
}));

const TYPES = PRODUCT_TYPES.slice(0, 3);

/** They write thousands of rows; a busy machine takes its time. */
vi.setConfig({ testTimeout: 120_000 });
beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const word = fc.constantFrom(
  ...[
    "Basmati",
    "RICE",
    "rice",
    "Chaval",
    "चावल",
    "Maß",
    "İstanbul",
    "साबुन",
    "पेड़ा",
    "पे\u095cा",
    "Cafe\u0301",
    "Caf\u00e9",
    "🧴",
    "👨‍👩‍👧",
    "ΟΔΟΣ",
    "\u212a",
    "500 g",
    "a",
    "ab",
  ],
);
const name = fc
  .array(word, { minLength: 1, maxLength: 15 })
  .map((words) => words.join(" ").slice(0, PRODUCT_NAME_MAX).trim())
  .filter((text) => cleanText(text, { min: 1, max: PRODUCT_NAME_MAX }) === text);
const type = fc.constantFrom(...TYPES);
const aliases = fc.constantFrom("", "chawal", "sabun, रे");
const fields = fc.record({ name, type, stock: fc.nat(1), owner: fc.nat(2), aliases });

/** Some part of some name, in some case; it may begin or end within a character. */
const part = fc.record({
  ...{ of: fc.nat(), from: fc.nat(), length: fc.nat(9), isLoud: fc.boolean() },
  /** A word of the market takes the part's place. */
  word: fc.option(fc.constantFrom("chawal", "rice", "soap", "साबुन basmati"), {
    nil: undefined,
    freq: 2,
  }),
});
const question = fc.record({
  type: fc.option(type, { nil: undefined, freq: 2 }),
  sort: fc.constantFrom(...PRODUCT_SORTS),
  owner: fc.option(fc.nat(2), { nil: undefined, freq: 2 }),
  order: fc.constantFrom("asc" as const, "desc" as const),
  numItems: fc.integer({ min: 1, max: 9 }),
});
const step = fc.oneof(
  ...(["add", "rename", "retype", "restock", "archive"] as const).map((kind) =>
    fc.record({ kind: fc.constant(kind), at: fc.nat(), fields, part, question }),
  ),
  ...(["fill", "rebuild", "step", "step", "step", "merge", "merge"] as const).map((kind) =>
    fc.record({ kind: fc.constant(kind), at: fc.nat(), fields, part, question }),
  ),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

async function take(world: World, { kind, at, fields }: Step) {
  const { name, type, stock, aliases } = fields;
  const own = world.sold.filter((product) => product.isOnSale && product.owner !== 2);
  const product = own[at % own.length];
  if (kind === "add") await add(world, fields);
  else if (kind === "fill") await world.t.mutation(internal.searchIndex.internal.fill, {});
  else if (kind === "rebuild") await world.t.mutation(internal.searchIndex.internal.rebuild, {});
  else if (kind === "step") await takeStep(world.t);
  else if (kind === "merge") await merge(world);
  else if (product === undefined) return;
  else if (kind === "rename") await edit(world, product, { name, aliases });
  else if (kind === "retype") await edit(world, product, { type });
  else if (kind === "restock") await edit(world, product, { stock });
  else await archive(world, product);
}

async function merge({ t }: World): Promise<void> {
  vi.advanceTimersByTime(1_000);
  // What fell due would go on beside the look that follows, and complete the index between its two halves.
  await t.finishInProgressScheduledFunctions();
  await t.mutation(internal.searchIndex.internal.merge, {});
}

function asked(world: World, { part, question }: Pick<Step, "part" | "question">): Question {
  const { name: text = "no such" } = world.sold[part.of % world.sold.length] ?? {};
  const found = part.word ?? text.slice(part.from % text.length).slice(0, part.length);
  return { ...question, search: part.isLoud ? found.toUpperCase() : found };
}

async function expectFound(world: World, step: Step): Promise<number> {
  const question = asked(world, step);
  const expected = await lookAtAll(world, question);
  expect((await ask(world, question)).found).toEqual(expected);
  const isWritten = (id: Id<"products">) =>
    searchKey(world.sold.find((product) => product.id === id)!.name).includes(
      searchKey(trimBlank(question.search)),
    );
  heard += expected.filter((id) => !isWritten(id)).length;
  return expected.length;
}

/** Products that were found by their sound alone. */
let heard = 0;

/** A list that a client has open: its pages end where the next one begins, but for the last. */
type OpenList = { readonly question: Question; ends: string[] };

/** The list as its client reads it after a change: what a look at all finds, as far as its pages go. Then it loads one page more. */
async function expectOpen(world: World, list: OpenList): Promise<number> {
  const { question } = list;
  const { numItems } = question;
  const rows: Id<"products">[] = [];
  const ends: string[] = [];
  let cursor: string | null = null;
  for (const endCursor of list.ends) {
    const whole = await page(world, question, { numItems, cursor, endCursor });
    rows.push(...whole.page);
    expect(whole.continueCursor).toBe(endCursor);
    const { splitCursor } = whole;
    expect(typeof splitCursor === "string").toBe(whole.page.length > 2 * numItems);
    if (typeof splitCursor === "string") ends.push(splitCursor);
    ends.push(endCursor);
    cursor = endCursor;
  }
  const last = await page(world, question, { numItems, cursor });
  rows.push(...last.page);
  const expected = await lookAtAll(world, question);
  expect(rows).toEqual(last.isDone ? expected : expected.slice(0, rows.length));
  list.ends = last.isDone ? ends : [...ends, last.continueCursor];
  return rows.length;
}

describe("the search by grams", () => {
  it("[CATALOGUE4] finds what a look at all products finds, before, while and after the index is built", async () => {
    const met = { before: 0, while: 0, after: 0, ofType: 0, ofOwner: 0, missedByOwner: 0 };
    const chunks = { most: 0, changes: 0, merged: 0 };
    const days = fc.tuple(
      fc.array(fields, { maxLength: 20, size: "max" }),
      fc.array(step, { minLength: 1, maxLength: 25, size: "max" }),
    );
    await fc.assert(
      fc.asyncProperty(days, async ([brought, steps]) => {
        const world = await openWorld();
        for (const product of brought) await bring(world, product);
        for (const each of steps) {
          await take(world, each);
          const found = await expectFound(world, each);
          const state = await world.t.run((ctx) => ctx.db.query("searchFills").first());
          met[state === null ? "before" : state.isComplete ? "after" : "while"] += found;
          if (each.question.type !== undefined) met.ofType += found;
          if (each.question.owner !== undefined) {
            met.ofOwner += found;
            const ofAll = await lookAtAll(world, { ...asked(world, each), owner: undefined });
            met.missedByOwner += ofAll.length - found;
          }
          if (state?.isComplete) await expectSearchable(world);
        }
        await fillAll(world.t);
        if (world.sold.some(({ isOnSale }) => isOnSale))
          expect(await isComplete(world.t)).toBe(true);
        await expectSearchable(world);
        const { blocks, changes } = await storedIn(world);
        chunks.most = Math.max(chunks.most, new Set(blocks.map(({ chunk }) => chunk)).size);
        chunks.changes += changes.length;
        for (const each of steps) await expectFound(world, each);
        // Whatever was left beside the index gets into it.
        vi.advanceTimersByTime(1_000);
        chunks.merged += await world.t.run(async (ctx) =>
          (await mergeSome(ctx)) === "done" ? 1 : 0,
        );
        await expectSearchable(world);
        for (const each of steps) await expectFound(world, each);
      }),
      { numRuns: 60 },
    );
    // Worth nothing if there was nothing to find.
    expect(Math.min(...Object.values(met), ...Object.values(chunks))).toBeGreaterThan(0);
    expect(chunks.most).toBeGreaterThan(2);
    expect(heard).toBeGreaterThan(100);
  });

  it("[CATALOGUE4] keeps open lists whole, without gaps and repetitions, while products come, change and go", async () => {
    const met = { pages: 0, rows: 0 };
    const days = fc.tuple(
      fc.array(fields, { minLength: 12, maxLength: 25, size: "max" }),
      fc.array(fc.record({ part, question }), { minLength: 2, maxLength: 3 }),
      fc.array(step, { minLength: 4, maxLength: 20, size: "max" }),
    );
    await fc.assert(
      fc.asyncProperty(days, async ([brought, questions, steps]) => {
        const world = await openWorld();
        for (const product of brought) await bring(world, product);
        await fillAll(world.t);
        const lists = questions.map((each): OpenList => {
          const wanted = asked(world, each);
          const search = trimBlank(wanted.search).length < 3 ? "rice" : wanted.search;
          return { question: { ...wanted, search, numItems: 1 + (wanted.numItems % 3) }, ends: [] };
        });
        for (const each of steps) {
          if (each.kind !== "fill" && each.kind !== "rebuild") await take(world, each);
          for (const list of lists) {
            met.rows += await expectOpen(world, list);
            met.pages = Math.max(met.pages, list.ends.length);
          }
        }
      }),
      { numRuns: 40 },
    );
    expect(met.pages).toBeGreaterThan(4);
    expect(met.rows).toBeGreaterThan(100);
  });
});
