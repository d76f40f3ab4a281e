/**
 * The destination of goods in an acceptance, which is the place of supply where the retailer has not said it, and the refusal of an
 * acceptance that lacks tax details.
 */
import { z } from "@hono/zod-openapi";
import type { ErrorData } from "../../domain/errors";
import type { Missing } from "../../domain/gst/missing";
import { Refusal } from "./call";
import { ProductTax } from "./productTax";

const MISSING_PARTS = [
  ...(["sellerState", "sellerPin", "buyerState", "buyerPin"] as const),
  ...(["hsn", "taxKind", "rate", "compositionInterState"] as const),
] as const satisfies readonly Missing["what"][];

export const Delivery = z
  .object({
    stateCode: z.string().openapi({ description: "Two digits, as in a GSTIN.", example: "27" }),
    pincode: z.string().nullish().openapi({ example: "411001" }),
  })
  .openapi("Delivery", {
    description:
      "The destination of the goods, of a retailer that has not said its State itself. Kept for later acceptances; used on documents of distributors with a GSTIN alone.",
  });

/** Undefined for a field of something else. */
export function invalidDelivery(field: string): ErrorData | undefined {
  const [delivery, ...inner] = field.split(".");
  if (delivery !== "delivery") return undefined;
  return { code: "BAD_TAX_DETAILS", field: inner[0] ?? delivery };
}

export function toDestination(sent: z.infer<typeof Delivery> | null | undefined) {
  if (sent == null) return undefined;
  const { stateCode, pincode } = sent;
  return { stateCode, ...(pincode != null && { pincode }) };
}

const MissingTaxDetail = z
  .object({
    what: z.enum(MISSING_PARTS),
    digits: z.number().int().optional().openapi({
      description: "Of an `hsn`: how many the code needs.",
    }),
    productId: z.string().optional().openapi({ description: "With `hsn`, `taxKind` and `rate`." }),
    productName: z.string().optional(),
    tax: ProductTax.optional().openapi({ description: "Of the product, as it is now." }),
  })
  .openapi("MissingTaxDetail");

/** The 409 of calls that accept: spread into `responses`. */
export const acceptanceRefused = {
  409: {
    description:
      "The state of things does not allow it; nothing changed. `TAX_DETAILS_MISSING` has the list `missing`.",
    content: {
      "application/json": {
        schema: Refusal.extend({ missing: z.array(MissingTaxDetail).optional() }).openapi(
          "AcceptanceRefusal",
        ),
      },
    },
  },
};

/** For descriptions of calls that accept. */
export const MISSING_TEXT =
  "If the tax document of a distributor with a GSTIN lacks something: 409 `TAX_DETAILS_MISSING` with the list `missing`.";
