/** The search of everything: what each caller finds, and what nobody finds. */
import { describe, expect, it } from "vitest";
import { DAY_MS, todayIst } from "../../domain/dates";
import {
  PRODUCT_SEARCH_MAX,
  PRODUCT_SUGGESTIONS_MAX,
  SEARCH_HITS_MAX,
  SEARCHED_ORDERS,
} from "../../domain/limits";
import { api } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import {
  ANY_ORDERS,
  connectPair,
  joinAdmin,
  joinDistributor,
  joinRetailer,
  listProduct,
  openMarket,
  placeLines,
  placeOne,
  refusal,
  type Market,
  type Person,
} from "../market.setup";
import { deactivate } from "../account/deactivate";

type Fields = NonNullable<Parameters<typeof listProduct>[2]>;

async function trade() {
  const t = openMarket();
  const asha = await joinDistributor(t, {
    ...{ name: "Asha Kolhari", companyName: "Banyan Court" },
    orderTerms: ANY_ORDERS,
  });
  const ravi = await joinDistributor(t, { name: "Ravi Pal", companyName: "Lake Traders" });
  const meena = await joinRetailer(t, { name: "Meena Talwari", shopName: "Peepal Stores" });
  return { t, asha, ravi, meena };
}

function stock(t: Market, seller: Person, name: string, fields: Fields = {}) {
  const skuKey = fields.sku?.toLowerCase();
  return listProduct(t, seller, { name, ...fields, ...(skuKey && { skuKey }) });
}

async function productsOf({ client }: Person, text: string): Promise<string[]> {
  return (await client.query(api.search.products, { text })).map(({ name }) => name);
}

const tomorrow = () => todayIst(Date.now() + DAY_MS);

async function accept({ client }: Person, orderId: Id<"orders">) {
  const deliveryBefore = tomorrow();
  await client.mutation(api.orders.accept, { orderId, deliveryBefore });
}

describe("[PALETTE1] products", () => {
  it("are found by the beginning of the SKU first, then by a part of the name, newest first", async () => {
    const { t, asha, ravi, meena } = await trade();
    await stock(t, asha, "Rice bran oil");
    await stock(t, ravi, "Basmati rice");
    await stock(t, ravi, "Sona Masoori", { sku: "RICE-10" });
    await stock(t, ravi, "Toor dal");
    expect(await productsOf(meena, " RICE ")).toEqual([
      "Sona Masoori",
      "Basmati rice",
      "Rice bran oil",
    ]);
    expect(await productsOf(meena, "rice-1")).toEqual(["Sona Masoori"]);
    const [hit] = await meena.client.query(api.search.products, { text: "sona" });
    expect(hit).toMatchObject({ sku: "RICE-10", distributorName: "Lake Traders", packSize: 12 });
  });

  it("of a distributor are its own; a retailer and an admin find all on sale", async () => {
    const { t, asha, ravi, meena } = await trade();
    await stock(t, asha, "Steel pot", { sku: "P1" });
    await stock(t, ravi, "Steel pan", { sku: "P2" });
    for (const text of ["steel", "p", ""])
      expect(await productsOf(asha, text), text).toEqual(["Steel pot"]);
    expect(await productsOf(meena, "steel")).toHaveLength(2);
    expect(await productsOf(await joinAdmin(t), "steel")).toHaveLength(2);
  });

  it("that are archived, or whose distributor's account is closed, are not found", async () => {
    const { t, asha, ravi, meena } = await trade();
    const productId = await stock(t, asha, "Steel pot", { sku: "S1" });
    await stock(t, ravi, "Steel pan", { sku: "S2" });
    await asha.client.mutation(api.products.archive, { productId });
    const { _id: userId } = ravi.user;
    await t.run((ctx) => deactivate(ctx, { userId, role: "distributor" }, Date.now()));
    for (const text of ["steel", "s", "s1", "s2", ""])
      expect(await productsOf(meena, text), text).toEqual([]);
    expect(await productsOf(asha, "s1")).toEqual([]);
  });

  it("with that very name come before newer ones that have it as a part, in whatever case", async () => {
    const { t, asha, ravi, meena } = await trade();
    await stock(t, asha, "Sugar");
    await stock(t, ravi, "Sugar");
    for (let n = 0; n < 2 * PRODUCT_SUGGESTIONS_MAX; n += 1)
      await stock(t, asha, `Sugar cubes ${n}`);
    for (const text of ["Sugar", " sugar ", "\u200bSugar\u200e"])
      expect((await productsOf(meena, text)).slice(0, 3), text).toEqual([
        ...["Sugar", "Sugar", "Sugar cubes 11"],
      ]);
    expect((await productsOf(asha, "Sugar")).slice(0, 2)).toEqual(["Sugar", "Sugar cubes 11"]);
  });

  it("are found whichever way their letters are typed, those with that very name first", async () => {
    const { t, asha, meena } = await trade();
    await stock(t, asha, "पे\u095cा");
    await stock(t, asha, "पे\u0921\u093cा 500 g");
    for (const text of ["पे\u095cा", "पे\u0921\u093cा"])
      expect(await productsOf(meena, text), text).toEqual(["पे\u095cा", "पे\u0921\u093cा 500 g"]);
  });

  it("are few, also for a text that all names have", async () => {
    const { t, asha, meena } = await trade();
    for (let n = 0; n < 10; n += 1) await stock(t, asha, `Pot ${n}`, { sku: `P${n}` });
    for (const text of ["pot", "p", ""])
      expect(await productsOf(meena, text), text).toHaveLength(PRODUCT_SUGGESTIONS_MAX);
  });
});

describe("[PALETTE2] orders", () => {
  const find = ({ client }: Person, text: string) => client.query(api.search.orders, { text });

  it("are the caller's own, by product or partner, the latest first", async () => {
    const { t, asha, meena } = await trade();
    const [pot, lamp] = [await stock(t, asha, "Steel pot"), await stock(t, asha, "Brass lamp")];
    await placeOne(meena, pot, 3);
    await accept(asha, await placeOne(meena, lamp, 2));
    for (const text of ["", "banyan", "asha"])
      expect(
        (await find(meena, text)).map(({ productName }) => productName),
        text,
      ).toEqual(["Brass lamp", "Steel pot"]);
    expect(await find(meena, "STEEL")).toMatchObject([
      { quantity: 3, totalPaise: 15_750, status: "pending", partner: "Banyan Court" },
    ]);
    expect(await find(asha, "peepal")).toMatchObject([
      { productName: "Brass lamp", status: "accepted", partner: "Peepal Stores" },
      { productName: "Steel pot" },
    ]);
    expect(await find(asha, "lake")).toEqual([]);
    expect(await find(await joinRetailer(t), "steel")).toEqual([]);
  });

  it("are found by the product of any of their lines, which is then the one that is shown", async () => {
    const { t, asha, meena } = await trade();
    const [pot, lamp] = [await stock(t, asha, "Steel pot"), await stock(t, asha, "Brass lamp")];
    const orderId = await placeLines(meena, [
      { productId: pot, quantity: 3 },
      { productId: lamp, quantity: 2 },
    ]);
    const row = { _id: orderId, lineCount: 2, totalPaise: 5 * 5_250 };
    for (const person of [meena, asha]) {
      expect(await find(person, "lamp")).toMatchObject([
        { ...row, productName: "Brass lamp", quantity: 2 },
      ]);
      expect(await find(person, "pot")).toMatchObject([
        { ...row, productName: "Steel pot", quantity: 3 },
      ]);
      expect(await find(person, "")).toMatchObject([{ ...row, productName: "Steel pot" }]);
    }
    const refused = { orderIds: [`${orderId}-2`], reason: "None left" };
    await asha.client.mutation(api.orders.reject, refused);
    // As it was asked for, but no part of the sum.
    expect(await find(meena, "lamp")).toMatchObject([{ quantity: 2, totalPaise: 3 * 5_250 }]);
    const fewer = { orderId, lines: [{ line: 0, quantity: 1 }], deliveryBefore: tomorrow() };
    const { offerId } = await asha.client.mutation(api.orders.accept, fewer);
    await meena.client.mutation(api.offers.agree, { offerId: offerId! });
    expect(await find(meena, "pot")).toMatchObject([{ quantity: 1, totalPaise: 5_250 }]);
  });

  it("are found by a product's name in another script or word, after those with the text in them", async () => {
    const { t, asha, meena } = await trade();
    const [lamp, diya] = [await stock(t, asha, "Brass lamp"), await stock(t, asha, "Clay Diya")];
    await placeOne(meena, lamp);
    await placeOne(meena, diya);
    const named = async (text: string) =>
      (await find(meena, text)).map(({ productName }) => productName);
    expect(await named("lamp")).toEqual(["Brass lamp", "Clay Diya"]);
    expect(await named("दीया")).toEqual(["Clay Diya", "Brass lamp"]);
    expect(await named("आशा")).toHaveLength(2);
  });

  it("that the caller took off its lists are not found by the caller", async () => {
    const { t, asha, meena } = await trade();
    const orderId = await placeOne(meena, await stock(t, asha, "Steel pot"));
    await asha.client.mutation(api.orders.reject, { orderIds: [orderId], reason: "None left" });
    await meena.client.mutation(api.orders.hide, { orderIds: [orderId] });
    expect(await find(meena, "steel")).toEqual([]);
    expect(await find(asha, "steel")).toHaveLength(1);
  });

  it("are few, and looked for among so many of each list", async () => {
    const { t, asha, meena } = await trade();
    const [old, pot] = [await stock(t, asha, "Old lamp"), await stock(t, asha, "Steel pot")];
    await placeOne(meena, old);
    const row = await t.run((ctx) => ctx.db.query("orders").first());
    const { _id, _creationTime, ...fields } = row!;
    const lines = fields.lines.map((line) => ({
      ...{ ...line, productId: pot, productName: "Steel pot" },
    }));
    await t.run(async (ctx) => {
      for (let n = 0; n < SEARCHED_ORDERS; n += 1)
        await ctx.db.insert("orders", { ...fields, lines });
    });
    expect(await find(meena, "steel")).toHaveLength(SEARCH_HITS_MAX);
    expect(await find(meena, "old lamp")).toEqual([]);
  });
});

describe("[PALETTE3] invoices", () => {
  const find = async ({ client }: Person, text: string) =>
    (await client.query(api.search.invoices, { text })).map(({ printedNumber }) =>
      printedNumber.split("/").at(-1),
    );

  async function invoiced(count: number) {
    const { t, asha, meena } = await trade();
    const productId = await stock(t, asha, "Steel pot", { stock: 1_000 });
    for (let n = 0; n < count; n += 1) await accept(asha, await placeOne(meena, productId));
    return { t, asha, meena };
  }

  it("are the caller's own, by a part of the printed number; digits alone are not the year's", async () => {
    const { t, asha, meena } = await invoiced(12);
    expect(await find(meena, "1")).toEqual(["00001", "00012", "00011", "00010"]);
    expect(await find(asha, "00012")).toEqual(["00012"]);
    expect(await find(asha, "ban")).toHaveLength(SEARCH_HITS_MAX);
    expect(await find(asha, "")).toEqual(["00012", "00011", "00010", "00009"]);
    expect(await find(asha, "26")).toEqual([]);
    expect(await find(await joinDistributor(t), "1")).toEqual([]);
    const [hit] = await asha.client.query(api.search.invoices, { text: "00012" });
    expect(hit).toMatchObject({ partner: "Peepal Stores", payablePaise: 5_250 });
  });

  it("and orders are refused to admins", async () => {
    const { t } = await invoiced(1);
    const { client } = await joinAdmin(t);
    for (const call of [
      client.query(api.search.invoices, { text: "1" }),
      client.query(api.search.orders, { text: "steel" }),
    ])
      expect(await refusal(call)).toEqual({ code: "FORBIDDEN" });
  });
});

describe("[PALETTE4] people", () => {
  const find = async ({ client }: Person, text: string) =>
    (await client.query(api.search.people, { text })).map(({ name }) => name);

  it("are the other side of the market, connections first, by name, business or e-mail", async () => {
    const { t, asha, ravi, meena } = await trade();
    await connectPair(t, meena, asha);
    expect(await find(meena, "")).toEqual(["Asha Kolhari", "Ravi Pal"]);
    expect(await find(meena, "LAKE")).toEqual(["Ravi Pal"]);
    expect(await find(meena, ravi.user.email)).toEqual(["Ravi Pal"]);
    expect(await find(meena, "meena")).toEqual([]);
    expect(await find(asha, "peepal")).toEqual(["Meena Talwari"]);
    expect(await find(asha, "ravi")).toEqual([]);
    expect(await find(asha, ravi.user.email)).toEqual([]);
    expect(await meena.client.query(api.search.people, { text: "asha" })).toMatchObject([
      { business: "Banyan Court", role: "distributor", isConnected: true },
    ]);
  });

  it("are found whichever way their letters are typed, in one code point or two", async () => {
    const { t, meena } = await trade();
    await joinDistributor(t, {
      name: "Rene\u0301 \u095aनी",
      companyName: "\u0938\u0921\u093cक Traders",
    });
    await joinDistributor(t, { name: "लक्\u200dष्मी" });
    for (const text of [
      "लक्ष्मी",
      "ren\u00e9",
      "rene\u0301",
      "\u0917\u093cनी",
      "\u095aनी",
      "स\u095cक",
    ])
      expect(await find(meena, text), text).toHaveLength(1);
  });

  it("are found in the other script, and as their names sound, after those that are written so", async () => {
    const { t, meena } = await trade();
    await joinDistributor(t, { name: "राजेश शर्मा", companyName: "ਲੱਛਮੀ Traders" });
    await joinDistributor(t, { name: "Raajesh Mehta" });
    await joinDistributor(t, { name: "Rajesh Nair" });
    expect(await find(meena, "rajesh")).toEqual(["Rajesh Nair", "Raajesh Mehta", "राजेश शर्मा"]);
    expect(await find(meena, "ராஜேஷ் मेहता")).toEqual(["Raajesh Mehta"]);
    expect(await find(meena, "रवि")).toEqual(["Ravi Pal"]);
    expect(await find(meena, "rojesh")).toEqual([]);
  });

  it("are found by a whole e-mail whose domain is typed in its own script", async () => {
    const { t, meena } = await trade();
    await joinDistributor(t, { name: "Karin Buch", email: "karin@xn--bcher-kva.example" });
    expect(await find(meena, "karin@b\u00fccher.example")).toEqual(["Karin Buch"]);
  });

  it("are all users for an admin, without those whose accounts are closed", async () => {
    const { t, ravi } = await trade();
    const admin = await joinAdmin(t);
    expect(await find(admin, "a")).toHaveLength(3);
    const { _id: userId } = ravi.user;
    await t.run((ctx) => deactivate(ctx, { userId, role: "distributor" }, Date.now()));
    expect(await find(admin, "ravi")).toEqual([]);
    expect(await find(admin, ravi.user.email)).toEqual([]);
  });
});

it("looks at the length of a text before anything else", async () => {
  const { t, asha, meena } = await trade();
  await stock(t, asha, "Steel pot");
  const tooLong = "steel".padEnd(PRODUCT_SEARCH_MAX + 1, "x");
  for (const text of [tooLong, " ".repeat(1_000_000), "steel".padEnd(1_000_000)]) {
    expect(await productsOf(meena, text)).toEqual([]);
    expect(await meena.client.query(api.search.people, { text })).toEqual([]);
  }
  expect(await productsOf(meena, "steel".padEnd(PRODUCT_SEARCH_MAX))).toEqual(["Steel pot"]);
});
