/** Tax details of a product in REST: rates in percent, where the tables have basis points, and units under the name that invoices give them. */
import { z } from "@hono/zod-openapi";
import { TAX_KINDS } from "../../domain/gst/kinds";
import type { ProductTax as Details, ProductTaxField } from "../../domain/gst/productTax";
import { DEFAULT_UNIT } from "../../domain/gst/units";
import { fail } from "../errors";

export const ProductTax = z
  .object({
    hsn: z.string().optional().openapi({ description: "4, 6 or 8 digits.", example: "190531" }),
    taxKind: z.enum(TAX_KINDS).optional(),
    ratePercent: z.number().optional().openapi({
      description: "GST rate of `taxable` goods, which need one; others have none.",
      example: 18,
    }),
    unit: z
      .string()
      .optional()
      .openapi({
        description: `Unit quantity code. Without it: ${DEFAULT_UNIT}.`,
        example: "BOX",
      }),
  })
  .openapi("ProductTax");

const POINTS_PER_PERCENT = 100;

/** Returns percent, of basis points. */
export function percentOf(rateBp: number): number {
  return rateBp / POINTS_PER_PERCENT;
}

/** GST that comes on top of a price: as products and orders tell it, and as programs send it with the price that they saw. */
export const addedTaxPercent = z.number().openapi({
  description:
    "GST that comes on top of the price; 0: not said yet. Absent where the price is what is paid.",
  example: 18,
});

/** Finer than a basis point it is no rate: compared as it is, like a price. */
export function sentTaxBp(percent: number | null | undefined): number | undefined {
  return percent == null ? undefined : percent * POINTS_PER_PERCENT;
}

/** Names of the fields in REST. */
const FIELDS = {
  hsn: "tax.hsn",
  taxKind: "tax.taxKind",
  gstRateBp: "tax.ratePercent",
  uqc: "tax.unit",
} as const satisfies Record<ProductTaxField, string>;

/** The name in REST of a field of the details; other names as they are. */
export function restField(field: unknown): unknown {
  return typeof field === "string" && Object.hasOwn(FIELDS, field)
    ? FIELDS[field as ProductTaxField]
    : field;
}

function basisPoints(percent: number): number {
  const points = Math.round(percent * POINTS_PER_PERCENT);
  return points / POINTS_PER_PERCENT === percent
    ? points
    : fail("BAD_PRODUCT", { field: FIELDS.gstRateBp });
}

/** Null for no details at all. Errors: BAD_PRODUCT {field} for a rate finer than a basis point. */
export function detailsOf(sent: z.infer<typeof ProductTax> | null): Details {
  const { hsn, taxKind, ratePercent, unit: uqc } = sent ?? {};
  const gstRateBp = ratePercent === undefined ? undefined : basisPoints(ratePercent);
  return { hsn, taxKind, gstRateBp, uqc };
}

/** Returns the details that there are. */
export function toProductTax({
  hsn,
  taxKind,
  gstRateBp,
  uqc,
}: Details): z.infer<typeof ProductTax> {
  return { hsn, taxKind, ratePercent: gstRateBp && percentOf(gstRateBp), unit: uqc };
}
