/** Tax details of a product in REST: rates in percent, where the tables have basis points, and units under the name that invoices give them. */
import { z } from "@hono/zod-openapi";
import { TAX_FIELDS } from "../../domain/fields/product";
import type { ProductTax as Details } from "../../domain/gst/productTax";
import { DEFAULT_UNIT } from "../../domain/gst/units";
import { fail } from "../errors";
import { answerShape, fromRest } from "./fields";

export const ProductTax = z
  .object(
    answerShape(TAX_FIELDS, {
      hsn: { description: "4, 6 or 8 digits.", example: "190531" },
      gstRateBp: {
        description: "GST rate of `taxable` goods, which need one; others have none.",
        example: 18,
      },
      uqc: { description: `Unit quantity code. Without it: ${DEFAULT_UNIT}.`, example: "BOX" },
    }),
  )
  .openapi("ProductTax");

/** GST that comes on top of a price: as products and orders tell it, and as programs send it with the price that they saw. */
export const addedTaxPercent = z.number().openapi({
  description:
    "GST that comes on top of the price; 0: not said yet. Absent where the price is what is paid.",
  example: 18,
});

/** Finer than a basis point it is no rate: compared as it is, like a price. */
export function sentTaxBp(percent: number | null | undefined): number | undefined {
  return percent == null ? undefined : percent * 100;
}

/** The name in REST of a field of the details; other names as they are. */
export function restField(field: unknown): unknown {
  return typeof field === "string" && Object.hasOwn(TAX_FIELDS, field)
    ? `tax.${TAX_FIELDS[field as keyof typeof TAX_FIELDS].rest}`
    : field;
}

/** Null for no details at all. Errors: BAD_PRODUCT {field} for a rate finer than a basis point. */
export function detailsOf(sent: z.infer<typeof ProductTax> | null): Details {
  return fromRest(TAX_FIELDS, sent ?? {}, (name) => fail("BAD_PRODUCT", { field: `tax.${name}` }));
}
