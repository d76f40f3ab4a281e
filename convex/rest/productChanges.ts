/** The calls with which a distributor puts products on sale, changes them, and takes them off the market. */
import { z } from "@hono/zod-openapi";
import {
  ORDER_QUANTITY_MAX,
  PACK_SIZE_MAX,
  PRICE_BREAKS_MAX,
  PRODUCT_DESCRIPTION_MAX,
  PRODUCT_NAME_MAX,
  SKU_MAX,
  STOCK_MAX,
} from "../../domain/limits";
import { paiseOfRupees, parseRupees, rupeesOfPaise } from "../../domain/money";
import { PRODUCT_TYPES } from "../../domain/productTypes";
import { internal } from "../_generated/api";
import { fail } from "../errors";
import { getListedProduct } from "../products/find";
import { archiveProduct, editProduct, type ProductChanges as Changes } from "../products/save";
import { toOwnProduct } from "../products/view";
import { getUploadByUrl, isSameFile } from "../uploads/find";
import { noteKey } from "./body";
import { File, Message, ownEmail } from "./entities";
import type { RestContext } from "./env";
import { asDistributor, ownProduct } from "./exampleParts";
import { parseForm, pictureErrors, receivePicture, requireForm, textField } from "./form";
import { action, created, mutation, ok } from "./operation";
import { detailsOf, ProductTax } from "./productTax";
import { PriceBreak, Product, toProduct } from "./products";

const { pictures } = internal.rest;

const PriceBreaks = z.array(PriceBreak).max(PRICE_BREAKS_MAX).openapi({
  description: "In ascending order of quantity, each cheaper. None removes them.",
});

const TaxDetails = ProductTax.nullable().openapi({
  description: "In place of all tax details of before; null ends them.",
});

const fields = {
  productName: z.string().openapi({ maxLength: PRODUCT_NAME_MAX }),
  productType: z.enum(PRODUCT_TYPES),
  description: z.string().openapi({ maxLength: PRODUCT_DESCRIPTION_MAX }),
  quantity: z.number().openapi({ minimum: 0, maximum: PACK_SIZE_MAX }),
  price: z.number().openapi({ minimum: 0, description: "Rupees, at most two decimals." }),
  stock: z.number().openapi({ minimum: 0, maximum: STOCK_MAX }),
  sku: z.string().openapi({ maxLength: SKU_MAX, description: "An empty one removes it." }),
  minQuantity: z.number().openapi({ minimum: 1, maximum: ORDER_QUANTITY_MAX }),
  multiple: z.number().openapi({ minimum: 1, maximum: ORDER_QUANTITY_MAX }),
  priceBreaks: PriceBreaks,
  tax: TaxDetails,
};

const ProductChanges = z
  .object({
    ...fields,
    imageUrl: z.string().nullable().openapi({ description: "Of an own upload, or as it was." }),
    stockSeen: z.number().openapi({
      description:
        "The stock that was shown when editing began. If it is another now: 409 with `stock`.",
    }),
  })
  .partial()
  .openapi("ProductChanges");

/** A whole number of a form has no sign, spaces, grouping or exponent. */
const whole = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number);

/** Far more than the most breaks or tax details take. */
const JSON_TEXT_MAX = 1_000;

/** JSON in a form; undefined for a text that is none. */
const json = z
  .string()
  .max(JSON_TEXT_MAX)
  .transform((text): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      return undefined;
    }
  });

/** The fields of a product in a form, whose values are texts alone. */
const formFields = {
  ...fields,
  quantity: whole.openapi({ example: "12" }),
  price: z
    .string()
    .transform((text) => rupeesOfPaise(parseRupees(text) ?? NaN))
    .pipe(fields.price)
    .openapi({ example: "52.50" }),
  stock: whole.openapi({ example: "100" }),
  sku: fields.sku.optional(),
  minQuantity: whole.optional().openapi({ example: "24" }),
  multiple: whole.optional().openapi({ example: "12" }),
  priceBreaks: json
    .pipe(PriceBreaks)
    .optional()
    .openapi({ description: "As JSON.", example: '[{"from":48,"price":48.5}]' }),
  tax: json.pipe(TaxDetails).optional().openapi({
    description: "As JSON.",
    example: '{"hsn":"190531","taxKind":"taxable","ratePercent":18}',
  }),
};
const ProductForm = z.object(formFields);

const NewProduct = z
  .object({
    image: File,
    ...formFields,
    distributorName: z.string().optional().openapi({ description: "Ignored." }),
    distributorEmail: ownEmail,
  })
  .openapi("NewProduct");

function paiseIn(rupees: number, field: string): number {
  return paiseOfRupees(rupees) ?? fail("BAD_PRODUCT", { field });
}

/** Returns the fields that were sent, as commands take them. Errors: BAD_PRODUCT {field}. */
function toChanges(sent: Omit<z.infer<typeof ProductChanges>, "imageUrl" | "stockSeen">): Changes {
  const { productName: name, productType: type, quantity: packSize, ...others } = sent;
  const { price, priceBreaks, tax, ...same } = others;
  return {
    ...same,
    name,
    type,
    packSize,
    pricePaise: price === undefined ? undefined : paiseIn(price, "price"),
    priceBreaks: priceBreaks?.map((each) => ({
      from: each.from,
      pricePaise: paiseIn(each.price, "priceBreaks"),
    })),
    tax: tax === undefined ? undefined : detailsOf(tax),
  };
}

async function add(c: RestContext): Promise<z.infer<typeof Product>> {
  const form = await requireForm(c);
  const caller = c.get("caller");
  const distributorEmail = textField(form, "distributorEmail");
  await c.env.runMutation(pictures.admitProduct, { caller, distributorEmail });
  const picture = await receivePicture(c, form, "image");
  const product = toChanges(parseForm(c, form, ProductForm));
  await noteKey(c, { ...product, picture: picture.digest });
  const added = await picture.keepFor((imageId) =>
    c.env.runMutation(pictures.addProduct, { caller, once: c.get("once"), product, imageId }),
  );
  return toProduct(added);
}

const example = { ...asDistributor, needs: ownProduct };

export const PRODUCT_CHANGE_OPERATIONS = [
  action({
    call: "POST /api/products/add",
    summary: "Put a product on sale",
    who: ["distributor"],
    once: true,
    form: NewProduct,
    invalid: (field) => (field === "image" ? { code: "NO_IMAGE" } : { code: "BAD_PRODUCT", field }),
    answer: created(z.object({ success: z.literal(true), message: z.string(), product: Product })),
    errors: [...pictureErrors("image"), "BAD_PRODUCT", "SKU_TAKEN"],
    example: {
      ...asDistributor,
      key: true,
      form: {
        image: "@picture.png",
        productName: "Copper Pot",
        productType: "Home Goods",
        description: "Two litres.",
        quantity: "6",
        price: "450.50",
        stock: "40",
      },
    },
    handle: async (c) => ({
      success: true as const,
      message: "Product added successfully.",
      product: await add(c),
    }),
  }),
  mutation({
    call: "PUT /api/products/{id}",
    summary: "Change an own product: the fields that are sent",
    description:
      "A product that was taken off the market takes `tax` alone, which acceptances of its orders need.",
    who: ["distributor"],
    body: ProductChanges,
    invalid: "BAD_PRODUCT",
    words: {
      BAD_PRODUCT: "An error occurred while updating the product.",
      STALE_STOCK: "The product was changed by somebody else. Please reload.",
    },
    answer: ok(Product),
    errors: ["NOT_FOUND", "BAD_PRODUCT", "NO_IMAGE", "SKU_TAKEN", "STALE_STOCK", "TOO_MANY"],
    example: { ...example, json: { price: 475.5 } },
    run: async (ctx, { params: { id: productId }, body: { imageUrl, stockSeen, ...sent } }) => {
      const { user } = ctx;
      const changes = toChanges(sent);
      const before = await getListedProduct(ctx, productId);
      const shownUrl = before && (await ctx.storage.getUrl(before.product.imageId));
      const isSame = imageUrl == null || (shownUrl !== null && isSameFile(imageUrl, shownUrl));
      const upload = isSame
        ? undefined
        : ((await getUploadByUrl(ctx, { userId: user._id }, imageUrl)) ?? fail("NO_IMAGE"));
      const edited = await editProduct(ctx, user, {
        productId,
        changes: { ...changes, imageId: upload?.imageId },
        stockSeen,
      });
      return toProduct(await toOwnProduct(ctx, edited, user));
    },
  }),
  mutation({
    call: "DELETE /api/products/{id}",
    summary: "Take an own product off the market",
    who: ["distributor"],
    answer: ok(Message),
    errors: ["NOT_FOUND", "TOO_MANY"],
    example,
    run: async (ctx, { params: { id } }) => {
      await archiveProduct(ctx, ctx.user, id, Date.now());
      return { message: "Product deleted successfully." };
    },
  }),
];
