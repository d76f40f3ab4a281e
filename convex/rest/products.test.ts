import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { IMAGE_BYTES_MAX } from "../../domain/limits";
import { PNG } from "../auth/visitor.setup";
import {
  everything,
  joinAdmin,
  joinDistributor,
  joinRetailer,
  listProduct,
  openMarket,
  stockOf,
  type Market,
} from "../market.setup";
import { type SentHeaders, ask, bearerOf, earlierAddress, refused } from "./rest.setup";

const FIELDS = {
  productName: "Copper Pot",
  productType: "Home Goods",
  description: "Two litres.",
  quantity: "6",
  price: "450.50",
  stock: "40",
};

async function openShop() {
  const t = openMarket();
  const distributor = await joinDistributor(t);
  return { t, distributor, headers: await bearerOf(t, distributor) };
}

async function add(
  t: Market,
  headers: SentHeaders,
  fields: Record<string, string | Blob | undefined> = {},
) {
  const form = new FormData();
  const image = new Blob([PNG], { type: "image/png" });
  const all: Record<string, string | Blob | undefined> = { image, ...FIELDS, ...fields };
  for (const [name, value] of Object.entries(all))
    if (value !== undefined) form.append(name, value);
  const response = await t.fetch("/api/products/add", { method: "POST", body: form, headers });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function files(t: Market): Promise<number> {
  const kept = await t.run((ctx) => ctx.db.system.query("_storage").take(100));
  return kept.length;
}

beforeEach(() => {
  vi.stubEnv("RATE_LIMITS", "off");
});
afterEach(() => {
  vi.unstubAllEnvs();
});

describe("a new product", () => {
  it("is answered with the documented fields", async () => {
    const { t, distributor, headers } = await openShop();
    const own = { distributorEmail: distributor.user.email, distributorName: "Somebody else" };
    expect(await add(t, headers, own)).toEqual({
      status: 201,
      body: {
        success: true,
        message: "Product added successfully.",
        product: {
          _id: expect.any(String) as string,
          productName: "Copper Pot",
          productType: "Home Goods",
          description: "Two litres.",
          quantity: 6,
          price: 450.5,
          stock: 40,
          imageUrl: expect.any(String) as string,
          distributorName: distributor.user.name,
          distributorEmail: distributor.user.email,
          createdAt: expect.any(String) as string,
        },
      },
    });
  });

  it("has the terms that the form has, price breaks as JSON", async () => {
    const { t, headers } = await openShop();
    const priceBreaks = [{ from: 48, price: 420.25 }];
    const sent = { sku: "POT-2", minQuantity: "24", multiple: "12" };
    const terms = { sku: "POT-2", minQuantity: 24, multiple: 12, priceBreaks };
    const answer = await add(t, headers, { ...sent, priceBreaks: JSON.stringify(priceBreaks) });
    expect(answer).toMatchObject({ status: 201, body: { product: terms } });
    const plain = await add(t, headers, { priceBreaks: "[]" });
    expect(plain).toMatchObject({ status: 201 });
    expect(plain.body["product"]).not.toHaveProperty("priceBreaks");
  });

  it("has the tax details that the form has, as JSON", async () => {
    const { t, headers } = await openShop();
    const tax = { hsn: "190531", taxKind: "taxable", ratePercent: 0.25, unit: "BOX" };
    const answer = await add(t, headers, { tax: JSON.stringify(tax) });
    expect(answer).toMatchObject({ status: 201, body: { product: { tax } } });
    for (const none of ["null", "{}"]) {
      const plain = await add(t, headers, { tax: none });
      expect(plain.status).toBe(201);
      expect(plain.body["product"]).not.toHaveProperty("tax");
    }
  });

  it.each([
    [{ tax: "" }],
    [{ tax: "[]" }],
    [{ tax: "{" }],
    [{ tax: `{"hsn":"1905"${" ".repeat(1_000)}}` }],
    [{ tax: '{"hsn":1905}' }],
    [{ tax: '{"hsn":"190"}' }],
    [{ productName: "" }],
    [{ productName: undefined }],
    [{ productType: "All" }],
    [{ productType: "beauty" }],
    [{ description: undefined }],
    [{ quantity: "-1" }],
    [{ quantity: "1.5" }],
    [{ quantity: "1e3" }],
    [{ quantity: "1000001" }],
    [{ price: "1,000" }],
    [{ price: "-0.01" }],
    [{ price: "0.001" }],
    [{ price: "100000000" }],
    [{ price: "NaN" }],
    [{ stock: "" }],
    [{ stock: "१२" }],
    [{ stock: "1000001" }],
    [{ sku: "x".repeat(41) }],
    [{ minQuantity: "0" }],
    [{ multiple: "1.5" }],
    [{ priceBreaks: "" }],
    [{ priceBreaks: "[" }],
    [{ priceBreaks: "{}" }],
    [{ priceBreaks: '[{"from":48}]' }],
    [{ priceBreaks: '[{"from":48,"price":"420"}]' }],
    [{ priceBreaks: '[{"from":48,"price":0.001}]' }],
    [{ priceBreaks: '[{"from":48,"price":450.5}]' }],
    [{ priceBreaks: `[${" ".repeat(1_000)}]` }],
    [{ priceBreaks: `[${'{"from":48,"price":1},'.repeat(6).slice(0, -1)}]` }],
  ])("with %j is refused, and leaves no file behind", async (fields) => {
    const { t, headers } = await openShop();
    const [before, kept] = [await everything(t), await files(t)];
    expect(await add(t, headers, fields)).toMatchObject(
      refused(400, "BAD_PRODUCT", "Failed to add product"),
    );
    expect(await everything(t)).toBe(before);
    expect(await files(t)).toBe(kept);
  });

  it.each([
    [undefined, 400, "Please select an image file"],
    ["not a file", 400, "Please select an image file"],
    [new Blob([]), 400, "Please select an image file"],
    [
      new Blob(["<svg onload=alert(1)>"], { type: "image/png" }),
      415,
      "Please upload an image file (JPEG, PNG, GIF)",
    ],
    [new Blob([PNG, new Uint8Array(IMAGE_BYTES_MAX)]), 413, "Image file must be smaller than 5MB"],
  ])("with a picture that is none (case %#) is refused", async (image, status, error) => {
    const { t, headers } = await openShop();
    expect(await add(t, headers, { image })).toMatchObject({ status, body: { error } });
  });

  it("in another distributor's name is refused", async () => {
    const { t, headers } = await openShop();
    const rival = await joinDistributor(t);
    expect(await add(t, headers, { distributorEmail: rival.user.email })).toMatchObject(
      refused(403, "FORBIDDEN", "You are not allowed to do this."),
    );
  });

  it("sent again with its key is the same product with the same picture", async () => {
    const { t, headers } = await openShop();
    const kept = await files(t);
    const keyed = { ...headers, "Idempotency-Key": "p-1" };
    const [first, second] = [await add(t, keyed), await add(t, keyed)];
    expect(second).toEqual(first);
    expect(await t.run((ctx) => ctx.db.query("products").take(9))).toHaveLength(1);
    expect(await files(t)).toBe(kept + 1);
    expect(await add(t, keyed, { stock: "41" })).toMatchObject({ status: 422 });
    const other = new Blob([PNG, "more"], { type: "image/png" });
    expect(await add(t, keyed, { image: other })).toMatchObject({ status: 422 });
  });
});

describe("changing a product", () => {
  async function openListed() {
    const shop = await openShop();
    const productId = await listProduct(shop.t, shop.distributor);
    const put = (body: object, headers = shop.headers, id: string = productId) =>
      ask(shop.t, `PUT /api/products/${id}`, { headers, body });
    return { ...shop, productId, put };
  }

  it("changes what was sent, and nothing that is not the caller's to change", async () => {
    const { put, distributor } = await openListed();
    const answer = await put({
      _id: "other",
      distributorEmail: "x@y.in",
      createdAt: "1970-01-01",
      price: 4.35,
      quantity: 24,
    });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        price: 4.35,
        quantity: 24,
        productName: "Steel Tumbler",
        distributorEmail: distributor.user.email,
      },
    });
  });

  it("sets terms, which every answer has from then on, and ends them", async () => {
    const { t, put, productId } = await openListed();
    const terms = {
      ...{ sku: "TUMBLER-1", minQuantity: 24, multiple: 12 },
      priceBreaks: [{ from: 48, price: 50.5 }],
    };
    expect(await put(terms)).toMatchObject({ status: 200, body: terms });
    expect(await ask(t, `GET /api/products/${productId}`)).toMatchObject({ body: terms });
    const landing = await ask(t, "GET /api/landingpage/products/all");
    expect(landing.body).toMatchObject([terms]);
    const plain = await put({ sku: "", minQuantity: 1, multiple: 1, priceBreaks: [] });
    for (const term of Object.keys(terms)) expect(plain.body).not.toHaveProperty(term);
  });

  it("sets the country of origin, which answers show and lists filter by, and ends it", async () => {
    const { t, headers } = await openShop();
    await add(t, headers, { productName: "Clay Pot" });
    const { body } = await add(t, headers, { countryOfOrigin: "CN" });
    const product = body["product"] as { readonly _id: string };
    expect(product).toMatchObject({ countryOfOrigin: "CN" });
    const list = "GET /api/landingpage/products/all?countryOfOrigin";
    const ids = async (country: string) =>
      ((await ask(t, `${list}=${country}`)).body as { readonly _id: string }[]).map(
        ({ _id }) => _id,
      );
    expect([await ids("CN"), await ids("IN")]).toEqual([[product._id], []]);
    expect(await ask(t, `${list}=China`)).toMatchObject({
      status: 400,
      body: { code: "BAD_REQUEST", field: "countryOfOrigin" },
    });
    const change = (countryOfOrigin: string) =>
      ask(t, `PUT /api/products/${product._id}`, { headers, body: { countryOfOrigin } });
    expect(await change("XX")).toMatchObject({
      status: 400,
      body: { code: "BAD_PRODUCT", field: "countryOfOrigin" },
    });
    expect((await change("IN")).body).toMatchObject({ countryOfOrigin: "IN" });
    expect((await change("")).body).not.toHaveProperty("countryOfOrigin");
    expect(await ids("IN")).toEqual([]);
  });

  it("sets and ends the tax details together, which its distributor alone reads", async () => {
    const { t, put, productId, headers, distributor } = await openListed();
    const plain = await put({ price: 5 });
    expect(plain.body).not.toHaveProperty("tax");
    const tax = { hsn: "190531", taxKind: "taxable", ratePercent: 18, unit: "BOX" };
    expect(await put({ tax })).toMatchObject({ status: 200, body: { ...plain.body!, tax } });
    expect((await put({ price: 5 })).body).toEqual({ ...plain.body!, tax });
    const email = encodeURIComponent(distributor.user.email);
    const [one, lists] = [
      `GET /api/products/${productId}`,
      ["GET /api/products", `GET /api/products/distributor/${email}`],
    ];
    expect((await ask(t, one, { headers })).body).toMatchObject({ tax });
    for (const list of lists)
      expect((await ask(t, list, { headers })).body).toMatchObject([{ tax }]);
    const asRetailer = { headers: await bearerOf(t, await joinRetailer(t)) };
    const asAdmin = { headers: await bearerOf(t, await joinAdmin(t)) };
    for (const [call, as] of [
      [one, {}],
      [one, asRetailer],
      [one, asAdmin],
      ["GET /api/landingpage/products/all", {}],
      ["GET /api/products/all", asRetailer],
      ["GET /api/products", asAdmin],
      [lists[1]!, asRetailer],
    ] as const)
      expect(JSON.stringify((await ask(t, call, as)).body), call).not.toMatch(/"tax|hsn|190531/);
    expect((await put({ tax: { hsn: "1905" } })).body).toEqual({
      ...plain.body!,
      tax: { hsn: "1905" },
    });
    expect((await put({ tax: { taxKind: "nil" } })).body).toMatchObject({
      tax: { taxKind: "nil" },
    });
    expect((await put({ tax: null })).body).toEqual(plain.body);
  });

  it.each([
    [{ hsn: "19053" }, "tax.hsn"],
    [{ hsn: 1905 }, "tax.hsn"],
    [{ hsn: null }, "tax.hsn"],
    [{ taxKind: "taxed" }, "tax.taxKind"],
    [{ taxKind: "taxable" }, "tax.ratePercent"],
    [{ taxKind: "taxable", ratePercent: 12 }, "tax.ratePercent"],
    [{ taxKind: "taxable", ratePercent: 18.001 }, "tax.ratePercent"],
    [{ taxKind: "taxable", ratePercent: -18 }, "tax.ratePercent"],
    [{ taxKind: "taxable", ratePercent: 1e308 }, "tax.ratePercent"],
    [{ taxKind: "taxable", ratePercent: "18" }, "tax.ratePercent"],
    [{ taxKind: "nil", ratePercent: 5 }, "tax.ratePercent"],
    [{ ratePercent: 5 }, "tax.ratePercent"],
    [{ unit: "LTR" }, "tax.unit"],
    [{ unit: "__proto__" }, "tax.unit"],
    [[], "tax"],
    ["18", "tax"],
  ])("to the tax details %j is refused, and the field named", async (tax, field) => {
    const { t, put } = await openListed();
    const before = await everything(t);
    expect(await put({ tax })).toMatchObject({ status: 400, body: { code: "BAD_PRODUCT", field } });
    expect(await everything(t)).toBe(before);
  });

  it("is refused when the stock is not what it was, and says what it is", async () => {
    const { t, put, productId } = await openListed();
    const answer = await put({ stock: 5, stockSeen: 99 });
    expect(answer).toMatchObject(
      refused(409, "STALE_STOCK", "The product was changed by somebody else. Please reload."),
    );
    expect(answer.body).toMatchObject({ stock: 100 });
    expect(await put({ stock: 5, stockSeen: 100 })).toMatchObject({ status: 200 });
    expect(await put({ stock: 7 })).toMatchObject({ status: 200, body: { stock: 7 } });
    expect(await stockOf(t, productId)).toBe(7);
  });

  it.each([
    [{ price: -1 }],
    [{ price: 0.001 }],
    [{ price: 100_000_000 }],
    [{ price: "5" }],
    [{ stock: 0.5 }],
    [{ stock: 1_000_001 }],
    [{ quantity: null }],
    [{ productType: "Weapons" }],
    [{ productName: " " }],
    [{ sku: "x".repeat(41) }],
    [{ minQuantity: 0 }],
    [{ multiple: "12" }],
    [{ priceBreaks: [{ from: 48, price: 0.001 }] }],
    [{ priceBreaks: [{ from: 48, price: 60 }] }],
    [{ priceBreaks: { from: 48, price: 50 } }],
    [{ priceBreaks: Array(20_000).fill({ from: 48, price: 50 }) }],
  ])("to %j is refused", async (body) => {
    const { t, put } = await openListed();
    const before = await everything(t);
    expect(await put(body)).toMatchObject(
      refused(400, "BAD_PRODUCT", "An error occurred while updating the product."),
    );
    expect(await everything(t)).toBe(before);
  });

  it("takes a new picture that the caller uploaded, and no other address", async () => {
    const { t, put, headers } = await openListed();
    const form = new FormData();
    form.set("image", new Blob([PNG], { type: "image/png" }), "new.png");
    const sent = { method: "POST", body: form, headers };
    const { url } = (await (await t.fetch("/api/upload/image", sent)).json()) as { url: string };
    for (const imageUrl of ["https://evil.test/a.png", "javascript:alert(1)", "x"])
      expect(await put({ imageUrl })).toMatchObject({ status: 400, body: { code: "NO_IMAGE" } });
    expect(await put({ imageUrl: url })).toMatchObject({ status: 200, body: { imageUrl: url } });
    expect(await put({ imageUrl: url, price: 1 })).toMatchObject({ status: 200 });
  });

  it("takes the picture's address of an earlier day for the same picture", async () => {
    const { t, put, headers } = await openListed();
    // Brought without an upload of the caller's: it can only be the picture that the product has.
    const { imageUrl } = (await put({ price: 1 })).body as { imageUrl: string };
    const body = { imageUrl: earlierAddress(imageUrl) };
    expect(await put(body)).toMatchObject({ status: 200, body: { imageUrl } });
    const form = new FormData();
    form.set("image", new Blob([PNG], { type: "image/png" }), "new.png");
    const sent = { method: "POST", body: form, headers };
    const { url } = (await (await t.fetch("/api/upload/image", sent)).json()) as { url: string };
    const changed = await put({ imageUrl: earlierAddress(url) });
    expect(changed).toMatchObject({ status: 200, body: { imageUrl: url } });
  });

  it.each(["POST /api/upload/image", "POST /api/upload/qr-code", "POST /api/products/add"])(
    "%s refuses two pictures in one form, and keeps neither",
    async (call) => {
      const { t, headers } = await openShop();
      const [method, path = ""] = call.split(" ");
      const field = path.endsWith("qr-code") ? "qrCode" : "image";
      const before = await files(t);
      for (const second of [field, "another", "image", "qrCode"]) {
        const form = new FormData();
        for (const [name, text] of Object.entries(FIELDS)) form.append(name, text);
        for (const name of [field, second])
          form.append(name, new Blob([PNG], { type: "image/png" }), "a.png");
        expect((await t.fetch(path, { method, body: form, headers })).status).toBe(400);
      }
      expect(await files(t)).toBe(before);
    },
  );

  it("or removing it is for its owner alone, and once", async () => {
    const { t, put, productId, headers } = await openListed();
    const rival = await bearerOf(t, await joinDistributor(t));
    const missing = refused(404, "NOT_FOUND", "Not found.");
    expect(await put({ price: 1 }, rival)).toMatchObject(missing);
    const remove = (as: SentHeaders) =>
      ask(t, `DELETE /api/products/${productId}`, { headers: as });
    expect(await remove(rival)).toMatchObject(missing);
    expect(await remove(headers)).toMatchObject({ status: 200 });
    expect(await remove(headers)).toMatchObject(missing);
  });
});

describe("reading products", () => {
  it("shows visitors neither stock nor e-mail, wherever they look", async () => {
    const { t, distributor } = await openShop();
    const productId = await listProduct(t, distributor);
    const fields = [
      "_id",
      "createdAt",
      "description",
      "distributorName",
      "imageUrl",
      "price",
      "productName",
      "productType",
      "quantity",
    ];
    const one = await ask(t, `GET /api/products/${productId}`);
    expect(Object.keys(one.body as object).sort()).toEqual(fields);
    const list = await ask(t, "GET /api/landingpage/products/all");
    expect((list.body as object[]).map((row) => Object.keys(row).sort())).toEqual([fields]);
    expect(list.headers.get("Cache-Control")).toBe("public, max-age=30");
    expect(await ask(t, `GET /api/products/${productId}/distributor`)).toMatchObject({
      status: 401,
    });
  });

  it("shows retailers everything, a distributor its own, an admin whose it names", async () => {
    const { t, distributor, headers } = await openShop();
    const rival = await joinDistributor(t);
    const [mine, theirs] = [await listProduct(t, distributor), await listProduct(t, rival)];
    const asRetailer = await bearerOf(t, await joinRetailer(t));
    const asAdmin = await bearerOf(t, await joinAdmin(t));
    const ids = async (path: string, as: SentHeaders) => {
      const { body } = await ask(t, `GET ${path}`, { headers: as });
      return (body as { _id: string }[]).map(({ _id }) => _id);
    };
    const rivals = encodeURIComponent(rival.user.email);
    expect(await ids("/api/products/all", asRetailer)).toEqual([mine, theirs]);
    expect(await ids("/api/products", headers)).toEqual([mine]);
    expect(await ids(`/api/products?distributorEmail=${rivals}`, asAdmin)).toEqual([theirs]);
    expect(await ids(`/api/products/distributor/${rivals}`, asRetailer)).toEqual([theirs]);
    for (const path of [
      `/api/products?distributorEmail=${rivals}`,
      `/api/products/distributor/${rivals}`,
    ])
      expect(await ask(t, `GET ${path}`, { headers })).toMatchObject({ status: 403 });
    expect(await ask(t, `GET /api/products/${theirs}`, { headers })).toMatchObject({ status: 404 });
    expect(
      await ask(t, `GET /api/products/${theirs}/distributor`, { headers: asRetailer }),
    ).toEqual(
      expect.objectContaining({
        body: {
          name: rival.user.name,
          email: rival.user.email,
          img: expect.any(String) as string,
          productName: "Steel Tumbler",
        },
      }),
    );
    expect(
      await ask(t, "GET /api/products/distributor/nobody@mandi.test", { headers: asRetailer }),
    ).toMatchObject(refused(404, "NOT_FOUND", "Failed to fetch products"));
  });
});
