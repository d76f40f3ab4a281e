/** The calls with which a distributor puts products on sale, changes them, and takes them off the market. */
import { z } from "@hono/zod-openapi";
import { MAIN_FIELDS, TERM_FIELDS } from "../../domain/fields/product";
import { internal } from "../_generated/api";
import { fail } from "../errors";
import { getListedProduct } from "../products/find";
import { archiveProduct, editProduct, type ProductChanges as Changes } from "../products/save";
import { toOwnProduct } from "../products/view";
import { getUploadByUrl, isSameFile } from "../uploads/find";
import { noteKey } from "./body";
import { File, Message, ownEmail } from "./entities";
import type { RestContext } from "./env";
import { ownProduct } from "./exampleParts";
import { bodyShape, formShape, fromRest, jsonText } from "./fields";
import { parseForm, pictureErrors, receivePicture, requireForm, textField } from "./form";
import { action, created, mutation, ok } from "./operation";
import { detailsOf, ProductTax } from "./productTax";
import { Product, toProduct } from "./products";

const { pictures } = internal.rest;

const FIELDS = { ...MAIN_FIELDS, ...TERM_FIELDS };

const TaxDetails = ProductTax.nullable().openapi({
  description: "In place of all tax details of before; null ends them.",
});

const ProductChanges = z
  .object({
    ...bodyShape(FIELDS, {
      pricePaise: { description: "Rupees, at most two decimals.", maximum: undefined },
      sku: { description: "An empty one removes it." },
      countryOfOrigin: { description: "ISO 3166-1 alpha-2. An empty one removes it." },
      aliases: { description: "At most 10 names, divided by commas. An empty text removes them." },
      priceBreaks: {
        description: "In ascending order of quantity, each cheaper. None removes them.",
      },
    }),
    tax: TaxDetails.optional(),
    imageUrl: z.string().nullish().openapi({ description: "Of an own upload, or as it was." }),
    stockSeen: z.number().optional().openapi({
      description:
        "The stock that was shown when editing began. If it is another now: 409 with `stock`.",
    }),
  })
  .openapi("ProductChanges");

const ProductForm = z.object({
  ...formShape(FIELDS, {
    packSize: { example: "12" },
    pricePaise: { example: "52.50" },
    stock: { example: "100" },
    minQuantity: { example: "24" },
    multiple: { example: "12" },
    countryOfOrigin: { example: "IN" },
    priceBreaks: { description: "As JSON.", example: '[{"from":48,"price":48.5}]' },
  }),
  tax: jsonText.pipe(TaxDetails).optional().openapi({
    description: "As JSON.",
    example: '{"hsn":"190531","taxKind":"taxable","ratePercent":18}',
  }),
});

const NewProduct = z
  .object({
    image: File,
    ...ProductForm.shape,
    distributorName: z.string().optional().openapi({ description: "Ignored." }),
    distributorEmail: ownEmail,
  })
  .openapi("NewProduct");

/** Returns the fields that were sent, as commands take them. Errors: BAD_PRODUCT {field}. */
function toChanges({ tax, ...sent }: Omit<z.infer<typeof ProductChanges>, "imageUrl">): Changes {
  return {
    ...fromRest(FIELDS, sent, (field) => fail("BAD_PRODUCT", { field })),
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

const example = { needs: ownProduct };

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
