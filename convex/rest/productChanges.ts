/** The calls with which a distributor puts products on sale, changes them, and takes them off the market. */
import { createRoute, z } from "@hono/zod-openapi";
import {
  PACK_SIZE_MAX,
  PRODUCT_DESCRIPTION_MAX,
  PRODUCT_NAME_MAX,
  ORDER_QUANTITY_MAX,
  PRICE_BREAKS_MAX,
  SKU_MAX,
  STOCK_MAX,
} from "../../domain/limits";
import { paiseOfRupees, parseRupees } from "../../domain/money";
import { PRODUCT_TYPES } from "../../domain/productTypes";
import { internal } from "../_generated/api";
import { fail } from "../errors";
import { ok, idempotency, json, created, noteKey, refusals, policy } from "./call";
import { File, Message, ownEmail } from "./entities";
import type { RestApp, RestContext } from "./env";
import { type ReceivedPicture, receivePicture, requireForm, textField } from "./form";
import { detailsOf, ProductTax } from "./productTax";
import { PriceBreak, Product, toProduct } from "./products";

const calls = internal.rest.calls.products;

const PriceBreaks = z.array(PriceBreak).max(PRICE_BREAKS_MAX).openapi({
  description: "In ascending order of quantity, each cheaper. None removes them.",
});

const TaxDetails = ProductTax.nullable().openapi({
  description: "In place of all tax details of before; null ends them.",
});

const ProductChanges = z
  .object({
    productName: z.string().openapi({ maxLength: PRODUCT_NAME_MAX }),
    productType: z.enum(PRODUCT_TYPES),
    description: z.string().openapi({ maxLength: PRODUCT_DESCRIPTION_MAX }),
    quantity: z.number().openapi({ minimum: 0, maximum: PACK_SIZE_MAX }),
    price: z.number().openapi({ minimum: 0, description: "Rupees, at most two decimals." }),
    stock: z.number().openapi({ minimum: 0, maximum: STOCK_MAX }),
    imageUrl: z.string().nullable().openapi({ description: "Of an own upload, or as it was." }),
    sku: z.string().openapi({ maxLength: SKU_MAX, description: "An empty one removes it." }),
    minQuantity: z.number().openapi({ minimum: 1, maximum: ORDER_QUANTITY_MAX }),
    multiple: z.number().openapi({ minimum: 1, maximum: ORDER_QUANTITY_MAX }),
    priceBreaks: PriceBreaks,
    tax: TaxDetails,
    stockSeen: z.number().openapi({
      description:
        "The stock that was shown when editing began. If it is another now: 409 with `stock`.",
    }),
  })
  .partial()
  .openapi("ProductChanges");

const NewProduct = z
  .object({
    image: File,
    productName: z.string(),
    productType: z.enum(PRODUCT_TYPES),
    description: z.string(),
    quantity: z.string().openapi({ example: "12" }),
    price: z.string().openapi({ example: "52.50" }),
    stock: z.string().openapi({ example: "100" }),
    sku: z.string().optional(),
    minQuantity: z.string().optional().openapi({ example: "24" }),
    multiple: z.string().optional().openapi({ example: "12" }),
    priceBreaks: z.string().optional().openapi({
      description: "As JSON.",
      example: '[{"from":48,"price":48.5}]',
    }),
    tax: z.string().optional().openapi({
      description: "As JSON.",
      example: '{"hsn":"190531","taxKind":"taxable","ratePercent":18}',
    }),
    distributorName: z.string().optional().openapi({ description: "Ignored." }),
    distributorEmail: ownEmail,
  })
  .openapi("NewProduct");

/** Far more than the most breaks or tax details take. */
const JSON_TEXT_MAX = 1_000;

const JsonText = z
  .string()
  .max(JSON_TEXT_MAX)
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue("Not JSON");
      return z.NEVER;
    }
  });
const BreaksText = JsonText.pipe(PriceBreaks);
const TaxText = JsonText.pipe(TaxDetails);

const productId = z.object({ id: z.string() });

const changing = {
  add: createRoute({
    method: "post",
    path: "/api/products/add",
    tags: ["products"],
    summary: "Put a product on sale",
    ...policy({
      who: ["distributor"],
      body: "form",
      invalid: (field) =>
        field === "image" ? { code: "NO_IMAGE" } : { code: "BAD_PRODUCT", field },
    }),
    request: {
      headers: idempotency,
      body: { content: { "multipart/form-data": { schema: NewProduct } } },
    },
    responses: {
      201: created(z.object({ success: z.literal(true), message: z.string(), product: Product })),
      ...refusals(400, 401, 403, 413, 415, 422, 429),
    },
  }),
  edit: createRoute({
    method: "put",
    path: "/api/products/{id}",
    tags: ["products"],
    summary: "Change an own product: the fields that are sent",
    description:
      "A product that was taken off the market takes `tax` alone, which acceptances of its orders need.",
    ...policy({
      who: ["distributor"],
      body: "json",
      invalid: "BAD_PRODUCT",
      words: {
        BAD_PRODUCT: "An error occurred while updating the product.",
        STALE_STOCK: "The product was changed by somebody else. Please reload.",
      },
    }),
    request: { params: productId, body: json(ProductChanges) },
    responses: { 200: ok(Product), ...refusals(400, 401, 403, 404, 409, 413, 415) },
  }),
  remove: createRoute({
    method: "delete",
    path: "/api/products/{id}",
    tags: ["products"],
    summary: "Take an own product off the market",
    ...policy({ who: ["distributor"] }),
    request: { params: productId },
    responses: { 200: ok(Message), ...refusals(401, 403, 404) },
  }),
};

function paiseIn(rupees: number, field: string): number {
  return paiseOfRupees(rupees) ?? fail("BAD_PRODUCT", { field });
}

function toBreaks(breaks: z.infer<typeof PriceBreaks>) {
  return breaks.map(({ from, price }) => ({ from, pricePaise: paiseIn(price, "priceBreaks") }));
}

/** A form holds texts alone: a whole number is one without sign, spaces, grouping or exponent. */
function wholeIn(form: FormData, name: string): number {
  const text = textField(form, name) ?? "";
  return /^\d{1,9}$/.test(text) ? Number(text) : fail("BAD_PRODUCT", { field: name });
}

function typeIn(form: FormData): (typeof PRODUCT_TYPES)[number] {
  const text = textField(form, "productType");
  return (
    PRODUCT_TYPES.find((type) => type === text) ?? fail("BAD_PRODUCT", { field: "productType" })
  );
}

/** A form holds texts alone: the breaks are one of JSON. */
function breaksIn(form: FormData) {
  const { data } = BreaksText.safeParse(textField(form, "priceBreaks"));
  return data === undefined ? fail("BAD_PRODUCT", { field: "priceBreaks" }) : toBreaks(data);
}

function taxIn(form: FormData) {
  const { data } = TaxText.safeParse(textField(form, "tax"));
  return data === undefined ? fail("BAD_PRODUCT", { field: "tax" }) : detailsOf(data);
}

function termsIn(form: FormData) {
  const skuIn = () => textField(form, "sku") ?? fail("BAD_PRODUCT", { field: "sku" });
  return {
    sku: form.has("sku") ? skuIn() : undefined,
    minQuantity: form.has("minQuantity") ? wholeIn(form, "minQuantity") : undefined,
    multiple: form.has("multiple") ? wholeIn(form, "multiple") : undefined,
    ...(form.has("priceBreaks") && { priceBreaks: breaksIn(form) }),
    ...(form.has("tax") && { tax: taxIn(form) }),
  };
}

function fieldsIn(form: FormData) {
  const [name, description] = [textField(form, "productName"), textField(form, "description")];
  return {
    name: name ?? fail("BAD_PRODUCT", { field: "productName" }),
    type: typeIn(form),
    description: description ?? fail("BAD_PRODUCT", { field: "description" }),
    packSize: wholeIn(form, "quantity"),
    pricePaise:
      parseRupees(textField(form, "price") ?? "") ?? fail("BAD_PRODUCT", { field: "price" }),
    stock: wholeIn(form, "stock"),
    ...termsIn(form),
  };
}

async function addProduct(c: RestContext, form: FormData, picture: ReceivedPicture) {
  const fields = fieldsIn(form);
  await noteKey(c, { ...fields, picture: picture.digest });
  const [caller, once] = [c.get("caller"), c.get("once")];
  return picture.keepFor((imageId) =>
    c.env.runMutation(calls.add, { caller, once, ...fields, imageId }),
  );
}

export function addProductChanges(app: RestApp): void {
  app.openapi(changing.add, async (c) => {
    const form = await requireForm(c);
    const distributorEmail = textField(form, "distributorEmail");
    await c.env.runMutation(calls.admitAdding, { caller: c.get("caller"), distributorEmail });
    const row = await addProduct(c, form, await receivePicture(c, form, "image"));
    const message = "Product added successfully.";
    return c.json({ success: true as const, message, product: toProduct(row) }, 201);
  });
  app.openapi(changing.edit, async (c) => {
    const { productName, productType, description, quantity, stock, imageUrl, stockSeen, ...rest } =
      c.req.valid("json");
    const { price, priceBreaks, tax, sku, minQuantity, multiple } = rest;
    const row = await c.env.runMutation(calls.edit, {
      caller: c.get("caller"),
      productId: c.req.valid("param").id,
      changes: {
        name: productName,
        type: productType,
        description,
        packSize: quantity,
        pricePaise: price === undefined ? undefined : paiseIn(price, "price"),
        stock,
        sku,
        minQuantity,
        multiple,
        priceBreaks: priceBreaks && toBreaks(priceBreaks),
        tax: tax === undefined ? undefined : detailsOf(tax),
      },
      imageUrl: imageUrl ?? undefined,
      stockSeen,
    });
    return c.json(toProduct(row), 200);
  });
  app.openapi(changing.remove, async (c) => {
    const { id } = c.req.valid("param");
    await c.env.runMutation(calls.remove, { caller: c.get("caller"), productId: id });
    return c.json({ message: "Product deleted successfully." }, 200);
  });
}
