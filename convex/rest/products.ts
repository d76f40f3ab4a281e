/** The product calls that read; those that change products are in `productChanges.ts`, those about stock in `stock.ts`. */
import { createRoute, z } from "@hono/zod-openapi";
import { PRODUCT_SEARCH_MAX } from "../../domain/limits";
import { rupeesOfPaise } from "../../domain/money";
import { PRODUCT_SORTS, PRODUCT_TYPES, VISITOR_SORTS } from "../../domain/productTypes";
import { internal } from "../_generated/api";
import type { ProductTax as TaxDetails } from "../../domain/gst/productTax";
import type { AnyProduct as AnyProductRow, OwnProduct, PublicProduct } from "../products/view";
import { ok, linkNext, pageAnswer, pageOf, pageQuery, refusals, policy } from "./call";
import { isoTime } from "./entities";
import type { RestApp } from "./env";
import { admitRead } from "./limits";
import { addedTaxPercent, percentOf, ProductTax, toProductTax } from "./productTax";

const calls = internal.rest.calls.products;

const visitorFields = {
  _id: z.string(),
  productName: z.string(),
  productType: z.enum(PRODUCT_TYPES),
  description: z.string(),
  quantity: z.number().int().openapi({ description: "Pieces in a pack." }),
  price: z.number().openapi({ description: "Rupees.", example: 52.5 }),
  imageUrl: z.string().nullable(),
  distributorName: z.string(),
  createdAt: z.string(),
};

/** A larger order's price of one piece. */
export const PriceBreak = z
  .object({
    from: z.number().int().openapi({ description: "Pieces in the order.", example: 48 }),
    price: z.number().openapi({ description: "Rupees for each piece.", example: 48.5 }),
  })
  .openapi("PriceBreak");

/** Each is absent where the product, or its distributor, has no such term. */
const termFields = {
  addedTaxPercent: addedTaxPercent.optional(),
  sku: z.string().optional().openapi({ description: "The distributor's own article number." }),
  minQuantity: z.number().int().optional().openapi({ description: "The smallest order." }),
  multiple: z.number().int().optional().openapi({ description: "Orders are multiples of it." }),
  priceBreaks: z.array(PriceBreak).optional(),
};

const orderFields = {
  minOrder: z
    .number()
    .optional()
    .openapi({ description: "Rupees: the smallest sum of an order to this distributor." }),
  networkOnly: z
    .literal(true)
    .optional()
    .openapi({ description: "The distributor takes orders from connected retailers only." }),
};

/** Product fields that visitors see. */
const ListedProduct = z.object({ ...visitorFields, ...termFields }).openapi("ListedProduct");

export const Product = z
  .object({
    ...visitorFields,
    ...termFields,
    ...orderFields,
    stock: z.number().int(),
    distributorEmail: z.string(),
    tax: ProductTax.optional().openapi({
      description: "For the product's distributor alone; absent where nothing is said.",
    }),
  })
  .openapi("Product");

/** One product for whoever asks: without stock and e-mail for visitors. */
const AnyProduct = Product.partial({ stock: true, distributorEmail: true }).openapi("AnyProduct");

function termsIn({ sku, minQuantity, multiple, priceBreaks, addedTaxBp }: PublicProduct) {
  return {
    ...(addedTaxBp !== undefined && { addedTaxPercent: percentOf(addedTaxBp) }),
    ...(sku !== undefined && { sku }),
    ...(minQuantity !== undefined && { minQuantity }),
    ...(multiple !== undefined && { multiple }),
    ...(priceBreaks !== undefined && {
      priceBreaks: priceBreaks.map(({ from, pricePaise }) => ({
        from,
        price: rupeesOfPaise(pricePaise),
      })),
    }),
  };
}

function orderTermsIn({ minOrderPaise, networkOnly }: AnyProductRow) {
  return {
    ...(minOrderPaise !== undefined && { minOrder: rupeesOfPaise(minOrderPaise) }),
    ...(networkOnly === true && { networkOnly }),
  };
}

function toListedProduct(row: PublicProduct): z.infer<typeof ListedProduct> {
  return {
    _id: row._id,
    productName: row.name,
    productType: row.type,
    description: row.description,
    quantity: row.packSize,
    price: rupeesOfPaise(row.pricePaise),
    imageUrl: row.imageUrl,
    distributorName: row.distributorName,
    createdAt: isoTime(row.createdAt),
    ...termsIn(row),
  };
}

function taxIn(row: TaxDetails) {
  const tax = toProductTax(row);
  return Object.keys(tax).length > 0 && { tax };
}

export function toProduct(row: OwnProduct): z.infer<typeof Product> {
  const { stock, distributorEmail } = row;
  const trade = { ...orderTermsIn(row), stock, distributorEmail };
  return { ...toListedProduct(row), ...trade, ...taxIn(row) };
}

const productId = z.object({ id: z.string() });

/** The same as the search field and the filters of the screens. */
const filterQuery = {
  ...pageQuery,
  search: z.string().trim().max(PRODUCT_SEARCH_MAX).optional().openapi({
    description: "A part of the name, in upper or lower case.",
    example: "steel",
  }),
  type: z.enum(PRODUCT_TYPES).optional(),
};
const sortQuery = z.enum(PRODUCT_SORTS).optional().openapi({
  description:
    "`latest`: the newest first. `type`: by type. `inStock` leaves out what has no stock. `default` is the order without it.",
});

const listings = {
  landing: createRoute({
    method: "get",
    path: "/api/landingpage/products/all",
    tags: ["products"],
    summary: "Every product on sale, the newest first, as visitors see it",
    ...policy({ who: "anyone" }),
    request: { query: z.object({ ...filterQuery, sort: z.enum(VISITOR_SORTS).optional() }) },
    responses: { 200: pageAnswer(ListedProduct), ...refusals(400, 429) },
  }),
  all: createRoute({
    method: "get",
    path: "/api/products/all",
    tags: ["products"],
    summary: "Every product on sale, with stock",
    ...policy({ who: ["retailer", "admin"] }),
    request: { query: z.object({ ...filterQuery, sort: sortQuery }) },
    responses: { 200: pageAnswer(Product), ...refusals(400, 401, 403) },
  }),
  own: createRoute({
    method: "get",
    path: "/api/products",
    tags: ["products"],
    summary: "The caller's own products",
    ...policy({ who: ["distributor", "admin"] }),
    request: {
      query: z.object({ ...filterQuery, sort: sortQuery, distributorEmail: z.string().optional() }),
    },
    responses: { 200: pageAnswer(Product), ...refusals(400, 401, 403, 404) },
  }),
  byDistributor: createRoute({
    method: "get",
    path: "/api/products/distributor/{email}",
    tags: ["products"],
    summary: "One distributor's products",
    ...policy({
      who: ["retailer", "distributor", "admin"],
      words: { NOT_FOUND: "Failed to fetch products" },
    }),
    request: {
      params: z.object({ email: z.string() }),
      query: z.object({ ...filterQuery, sort: sortQuery }),
    },
    responses: { 200: pageAnswer(Product), ...refusals(400, 401, 403, 404) },
  }),
};

function addListings(app: RestApp): void {
  app.openapi(listings.landing, async (c) => {
    const caller = c.get("caller");
    await admitRead(c.env, "landingReads");
    const { limit, cursor, ...filter } = c.req.valid("query");
    const paginationOpts = pageOf({ limit, cursor });
    const result = await c.env.runQuery(calls.landing, { caller, paginationOpts, ...filter });
    linkNext(c, result);
    c.header("Cache-Control", "public, max-age=30");
    return c.json(result.page.map(toListedProduct), 200);
  });
  app.openapi(listings.all, async (c) => {
    const { limit, cursor, ...filter } = c.req.valid("query");
    const asked = { caller: c.get("caller"), paginationOpts: pageOf({ limit, cursor }) };
    const result = await c.env.runQuery(calls.all, { ...asked, ...filter });
    linkNext(c, result);
    return c.json(result.page.map(toProduct), 200);
  });
  app.openapi(listings.own, async (c) => {
    const { limit, cursor, ...filter } = c.req.valid("query");
    const asked = { caller: c.get("caller"), paginationOpts: pageOf({ limit, cursor }) };
    const result = await c.env.runQuery(calls.own, { ...asked, ...filter });
    linkNext(c, result);
    return c.json(result.page.map(toProduct), 200);
  });
  app.openapi(listings.byDistributor, async (c) => {
    const { email } = c.req.valid("param");
    const { limit, cursor, ...filter } = c.req.valid("query");
    const asked = { caller: c.get("caller"), email, paginationOpts: pageOf({ limit, cursor }) };
    const result = await c.env.runQuery(calls.byDistributor, { ...asked, ...filter });
    linkNext(c, result);
    return c.json(result.page.map(toProduct), 200);
  });
}

const single = {
  one: createRoute({
    method: "get",
    path: "/api/products/{id}",
    tags: ["products"],
    summary: "One product",
    ...policy({ who: "anyone" }),
    request: { params: productId },
    responses: { 200: ok(AnyProduct), ...refusals(404) },
  }),
  distributorOf: createRoute({
    method: "get",
    path: "/api/products/{productId}/distributor",
    tags: ["products"],
    summary: "Who sells a product",
    ...policy({ who: ["retailer", "distributor", "admin"] }),
    request: { params: z.object({ productId: z.string() }) },
    responses: {
      200: ok(
        z.object({
          name: z.string(),
          email: z.string(),
          img: z.string().nullable(),
          productName: z.string(),
        }),
      ),
      ...refusals(401, 403, 404),
    },
  }),
};

function addSingle(app: RestApp): void {
  app.openapi(single.one, async (c) => {
    const { id } = c.req.valid("param");
    const row = await c.env.runQuery(calls.one, { caller: c.get("caller"), productId: id });
    const { stock, distributorEmail } = row;
    return c.json(
      {
        ...toListedProduct(row),
        ...orderTermsIn(row),
        ...(stock !== undefined && { stock }),
        ...(distributorEmail !== undefined && { distributorEmail }),
        ...taxIn(row),
      },
      200,
    );
  });
  app.openapi(single.distributorOf, async (c) => {
    const asked = { caller: c.get("caller"), ...c.req.valid("param") };
    const { imageUrl, ...known } = await c.env.runQuery(calls.distributorOf, asked);
    return c.json({ ...known, img: imageUrl }, 200);
  });
}

/** Fixed paths come before those with a parameter in the same place. */
export function addProducts(app: RestApp): void {
  addListings(app);
  addSingle(app);
}
