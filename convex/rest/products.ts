/** The product calls that read; those that change products are in `productChanges.ts`, those about stock in `stock.ts`. */
import { z } from "@hono/zod-openapi";
import { COUNTRY_CODES } from "../../domain/countries";
import { MAIN_FIELDS, TAX_FIELDS, TERM_FIELDS } from "../../domain/fields/product";
import { PRODUCT_SEARCH_MAX } from "../../domain/limits";
import { rupeesOfPaise } from "../../domain/money";
import { PRODUCT_SORTS, PRODUCT_TYPES, VISITOR_SORTS } from "../../domain/productTypes";
import type { Role } from "../../domain/roles";
import { fail } from "../errors";
import { getVisibleProduct } from "../products/find";
import {
  type OwnProduct,
  type PublicProduct,
  toOwnProduct,
  toPublicProduct,
  toTradeProduct,
} from "../products/view";
import { listProducts, type ProductFilter } from "../search/productList";
import { requireDistributorByEmail } from "../users/find";
import { isoTime } from "./entities";
import { ASHA, asRetailer, product } from "./exampleParts";
import { answerShape, toRest } from "./fields";
import {
  ok,
  type Page,
  pageAnswer,
  pageOf,
  pageQuery,
  query,
  type ReadCtx,
  toPage,
} from "./operation";
import { requireOwnEmail } from "./own";
import { addedTaxPercent, ProductTax } from "./productTax";

const { stock: STOCK_FIELD, ...LISTED_FIELDS } = MAIN_FIELDS;

/** Product fields that visitors see. Optional ones are absent where the product has no such term. */
const ListedProduct = z
  .object({
    _id: z.string(),
    ...answerShape(LISTED_FIELDS, {
      packSize: { description: "Pieces in a pack." },
      pricePaise: { description: "Rupees.", example: 52.5 },
      countryOfOrigin: { description: "ISO 3166-1 alpha-2.", example: "IN" },
      aliases: { description: "Other names by which searches find it, divided by commas." },
    }),
    imageUrl: z.string().nullable(),
    distributorName: z.string(),
    createdAt: z.string(),
    addedTaxPercent: addedTaxPercent.optional(),
    ...answerShape(TERM_FIELDS, {
      sku: { description: "The distributor's own article number." },
      minQuantity: { description: "The smallest order." },
      multiple: { description: "Orders are multiples of it." },
    }),
  })
  .openapi("ListedProduct");

export const Product = z
  .object({
    ...ListedProduct.shape,
    minOrder: z
      .number()
      .optional()
      .openapi({ description: "Rupees: the smallest sum of an order to this distributor." }),
    networkOnly: z
      .literal(true)
      .optional()
      .openapi({ description: "The distributor takes orders from connected retailers only." }),
    ...answerShape({ stock: STOCK_FIELD }),
    distributorEmail: z.string(),
    tax: ProductTax.optional().openapi({
      description: "For the product's distributor alone; absent where nothing is said.",
    }),
  })
  .openapi("Product");

/** One product for every caller: without stock and e-mail for visitors. */
const AnyProduct = Product.partial({ stock: true, distributorEmail: true }).openapi("AnyProduct");

function toListedProduct(row: PublicProduct): z.infer<typeof ListedProduct> {
  const { _id, imageUrl, distributorName, createdAt, addedTaxBp } = row;
  return {
    _id,
    ...toRest(LISTED_FIELDS, row),
    imageUrl,
    distributorName,
    createdAt: isoTime(createdAt),
    addedTaxPercent: addedTaxBp === undefined ? undefined : addedTaxBp / 100,
    ...toRest(TERM_FIELDS, row),
  };
}

export function toProduct(row: OwnProduct): z.infer<typeof Product> {
  const { minOrderPaise, networkOnly, stock, distributorEmail } = row;
  const tax = toRest(TAX_FIELDS, row);
  const hasTax = Object.values(tax).some((detail: unknown) => detail !== undefined);
  return {
    ...toListedProduct(row),
    minOrder: minOrderPaise === undefined ? undefined : rupeesOfPaise(minOrderPaise),
    networkOnly: networkOnly === true ? networkOnly : undefined,
    stock,
    distributorEmail,
    tax: hasTax ? tax : undefined,
  };
}

/** Distributors get their own products only, with the tax details. */
function viewFor(role: Role) {
  return role === "distributor" ? toOwnProduct : toTradeProduct;
}

/** The same as the search field and the filters of the screens. */
const filterQuery = {
  ...pageQuery,
  search: z.string().trim().max(PRODUCT_SEARCH_MAX).optional().openapi({
    description:
      "A part of the name, in upper or lower case. Products of another name whose words mean or sound the same follow.",
    example: "steel",
  }),
  type: z.enum(PRODUCT_TYPES).optional(),
  countryOfOrigin: z
    .string()
    .refine((code) => COUNTRY_CODES.includes(code))
    .optional()
    .openapi({ example: "IN" }),
};
const tradeQuery = {
  ...filterQuery,
  sort: z.enum(PRODUCT_SORTS).optional().openapi({
    description:
      "`latest`: the newest first. `type`: by type. `inStock` leaves out what has no stock. `default` is the order without it.",
  }),
};

/** Returns a page as the caller may see it. Programs count on `limit`; they follow the `Link` of a page that holds little. */
async function listFor(
  ctx: ReadCtx,
  { limit, cursor, ...filter }: ProductFilter & Parameters<typeof pageOf>[0],
): Promise<Page<z.infer<typeof Product>[]>> {
  const strict = { ...filter, isLimitStrict: true } as const;
  const view = viewFor(ctx.user.role);
  return toPage(await listProducts(ctx, strict, pageOf({ limit, cursor }), view), toProduct);
}

/** Returns the distributor whose products are listed: itself for a distributor, else that of the e-mail, if any. Errors: FORBIDDEN, NOT_FOUND. */
async function sellerOf({ user, ...ctx }: ReadCtx, email?: string) {
  if (user.role === "distributor") {
    requireOwnEmail(user, email);
    return user._id;
  }
  return email === undefined ? undefined : (await requireDistributorByEmail(ctx, email))._id;
}

export const PRODUCT_OPERATIONS = [
  query({
    call: "GET /api/landingpage/products/all",
    tag: "products",
    summary: "Every product on sale, the newest first, as visitors see it",
    who: "anyone",
    readLimit: "landingReads",
    cacheControl: "public, max-age=30",
    query: { ...filterQuery, sort: z.enum(VISITOR_SORTS).optional() },
    answer: pageAnswer(ListedProduct),
    errors: ["TOO_MANY"],
    run: async (ctx, { query: { limit, cursor, ...sent } }) => {
      const filter = { ...sent, defaultOrder: "desc", isLimitStrict: true } as const;
      const page = await listProducts(ctx, filter, pageOf({ limit, cursor }), toPublicProduct);
      return toPage(page, toListedProduct);
    },
  }),
  query({
    call: "GET /api/products/all",
    summary: "Every product on sale, with stock",
    who: ["retailer", "admin"],
    query: tradeQuery,
    answer: pageAnswer(Product),
    example: { path: "/api/products/all?search=s&sort=latest&limit=2" },
    run: (ctx, { query: filter }) => listFor(ctx, filter),
  }),
  query({
    call: "GET /api/products",
    summary: "The caller's own products",
    who: ["distributor", "admin"],
    query: { ...tradeQuery, distributorEmail: z.string().optional() },
    answer: pageAnswer(Product),
    errors: ["NOT_FOUND"],
    example: { path: `/api/products?distributorEmail=${ASHA}&limit=2` },
    run: async (ctx, { query: { distributorEmail, ...filter } }) => {
      const distributorId = await sellerOf(ctx, distributorEmail);
      return listFor(ctx, { ...filter, defaultOrder: "desc", distributorId });
    },
  }),
  query({
    call: "GET /api/products/distributor/{email}",
    summary: "One distributor's products",
    who: ["retailer", "distributor", "admin"],
    query: tradeQuery,
    words: { NOT_FOUND: "Failed to fetch products" },
    answer: pageAnswer(Product),
    errors: ["FORBIDDEN", "NOT_FOUND"],
    example: { path: `/api/products/distributor/${ASHA}?limit=2` },
    run: async (ctx, { params: { email }, query: filter }) =>
      listFor(ctx, { ...filter, distributorId: await sellerOf(ctx, email) }),
  }),
  query({
    call: "GET /api/products/{id}",
    summary: "One product",
    who: "anyone",
    answer: ok(AnyProduct),
    errors: ["NOT_FOUND"],
    example: { ...asRetailer, needs: product },
    run: async (ctx, { params: { id } }) => {
      const { user } = ctx;
      const found = (await getVisibleProduct(ctx, user, id)) ?? fail("NOT_FOUND");
      if (user === null)
        return toListedProduct(await toPublicProduct(ctx, found.product, found.distributor));
      return toProduct(await viewFor(user.role)(ctx, found.product, found.distributor));
    },
  }),
  query({
    call: "GET /api/products/{productId}/distributor",
    summary: "Who sells a product",
    who: ["retailer", "distributor", "admin"],
    answer: ok(
      z.object({
        name: z.string(),
        email: z.string(),
        img: z.string().nullable(),
        productName: z.string(),
      }),
    ),
    errors: ["FORBIDDEN", "NOT_FOUND"],
    example: { needs: product },
    run: async (ctx, { params: { productId } }) => {
      const found = (await getVisibleProduct(ctx, ctx.user, productId)) ?? fail("NOT_FOUND");
      const { name, email, imageId } = found.distributor;
      const img = imageId === undefined ? null : await ctx.storage.getUrl(imageId);
      return { name, email, productName: found.product.name, img };
    },
  }),
];
