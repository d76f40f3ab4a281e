/** A retailer's choices teach its own searches, and nobody else's. */
import { describe, expect, it } from "vitest";
import { LEARNED_WORDS_MAX, PRODUCT_SEARCH_MAX } from "../../domain/limits";
import { api } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { deactivate } from "../account/deactivate";
import {
  joinDistributor,
  joinRetailer,
  listProduct,
  openMarket,
  type Person,
} from "../market.setup";
import { type Choice, learnedProducts, learnedWords, learnWords } from "./learned";

async function openShops() {
  const t = openMarket();
  const distributor = await joinDistributor(t);
  const [meena, dev] = [await joinRetailer(t), await joinRetailer(t)];
  const product = (name: string) => listProduct(t, distributor, { name });
  const [tea, soap] = [await product("Tulsi Drops"), await product("Neem Bar")];
  const learn = ({ user }: Person, choices: Choice[], now: number) =>
    t.run((ctx) => learnWords(ctx, user, choices, now));
  const known = ({ user }: Person) => t.run((ctx) => learnedWords(ctx, user));
  return { t, distributor, meena, dev, tea, soap, learn, known };
}

describe("a retailer's words", () => {
  it("mean what it chose for them the most often, then the latest, in whatever case and with whatever signs", async () => {
    const { t, meena, tea, soap, learn } = await openShops();
    const chosen = (words: string) => t.run((ctx) => learnedProducts(ctx, meena.user, words));
    await learn(meena, [{ words: "wahi wala", productId: tea }], 1);
    await learn(meena, [{ words: "WAHI-wala!", productId: soap }], 2);
    expect(await chosen("wahi wala")).toEqual([soap, tea]);
    await learn(meena, [{ words: "wahi wala", productId: tea }], 3);
    expect(await chosen("Wahi  Wala")).toEqual([tea, soap]);
    expect(await chosen("wahi")).toEqual([]);
  });

  it("[HEARD3] are known to nobody else, in the search as well", async () => {
    const { meena, dev, tea, learn, known } = await openShops();
    await learn(meena, [{ words: "subah ka", productId: tea }], 1);
    expect(await known(meena)).toEqual([{ words: "subah ka", productId: tea }]);
    expect(await known(dev)).toEqual([]);
    const found = ({ client }: Person) => client.query(api.search.products, { text: "subah ka" });
    expect(await found(meena)).toMatchObject([{ _id: tea, isHeard: true }]);
    expect(await found(dev)).toEqual([]);
  });

  it("come after products with the text in their names", async () => {
    const { meena, tea, soap, learn } = await openShops();
    await learn(meena, [{ words: "neem", productId: tea }], 1);
    const hits = await meena.client.query(api.search.products, { text: "neem" });
    expect(hits.map(({ _id }) => _id)).toEqual([soap, tea]);
  });

  it("are a bounded number: those that were used the longest ago go", async () => {
    const { meena, tea, learn, known } = await openShops();
    const many = Array.from({ length: LEARNED_WORDS_MAX }, (_, n) => ({
      words: `a ${n}`,
      productId: tea,
    }));
    await learn(meena, many, 1);
    await learn(meena, [{ words: "a 0", productId: tea }], 2);
    await learn(
      meena,
      [
        { words: "new", productId: tea },
        { words: "newer", productId: tea },
      ],
      3,
    );
    const words = (await known(meena)).map((choice) => choice.words);
    expect(words).toHaveLength(LEARNED_WORDS_MAX);
    expect(words).toEqual(expect.arrayContaining(["a 0", "new", "newer", "a 3"]));
    expect(words).not.toContain("a 1");
    expect(words).not.toContain("a 2");
    await expect(learn(meena, [...many, ...many], 4)).rejects.toMatchObject({
      data: { code: "BAD_REQUEST" },
    });
  });

  it("are not learned from texts without words, or too long, or for products that are gone", async () => {
    const { distributor, meena, tea, soap, learn, known } = await openShops();
    await distributor.client.mutation(api.products.archive, { productId: soap });
    const texts = ["", " – ", "\ud800a", "a".repeat(PRODUCT_SEARCH_MAX + 1)];
    await learn(
      meena,
      texts.map((words) => ({ words, productId: tea })),
      1,
    );
    await learn(meena, [{ words: "bar", productId: soap }], 1);
    await learn(meena, [{ words: "drops", productId: "none" as Id<"products"> }], 1).catch(
      () => null,
    );
    expect(await known(meena)).toEqual([]);
  });

  it("are in the download of its data, and go with its account", async () => {
    const { t, meena, tea, learn, known } = await openShops();
    await learn(meena, [{ words: "subah ka", productId: tea }], 1);
    const { page } = await meena.client.query(api.account.records, {
      section: "learnedWords",
      paginationOpts: { numItems: 10, cursor: null },
    });
    expect(page).toMatchObject([{ words: "subah ka", count: 1 }]);
    await t.run((ctx) => deactivate(ctx, { userId: meena.user._id, role: "retailer" }, 2));
    expect(await known(meena)).toEqual([]);
  });
});
