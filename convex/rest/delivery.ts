/**
 * The destination of goods in an acceptance, which is the place of supply where the retailer has not said it, and the refusal of an
 * acceptance that lacks tax details.
 */
import { z } from "@hono/zod-openapi";
import type { ErrorData } from "../../domain/errors";
import type { Missing } from "../../domain/gst/missing";
import { ANSWER_ERRORS } from "../orders/answer";
import { Refusal } from "./entities";
import { ProductTax } from "./productTax";

const MISSING_PARTS = [
  "sellerState",
  "sellerPin",
  "buyerState",
  "buyerPin",
  "hsn",
  "taxKind",
  "rate",
  "compositionInterState",
] as const satisfies readonly Missing["what"][];

const Delivery = z
  .object({
    stateCode: z.string().openapi({ description: "Two digits, as in a GSTIN.", example: "27" }),
    pincode: z.string().nullish().openapi({ example: "411001" }),
  })
  .openapi("Delivery", {
    description:
      "The destination of the goods, of a retailer that has not said its State itself. Kept for later acceptances; used on documents of distributors with a GSTIN alone.",
  });

/** Returns the error for a field of a date or destination that does not fit; undefined for any other field. */
export function invalidDelivery(field: string): ErrorData | undefined {
  if (field === "deliveryBefore") return { code: "BAD_DELIVERY_DATE" };
  const [delivery, ...inner] = field.split(".");
  if (delivery !== "delivery") return undefined;
  return { code: "BAD_TAX_DETAILS", field: inner[0] ?? delivery };
}

/** The fields of an acceptance. */
export const acceptance = {
  deliveryBefore: z.string().nullish().openapi({ example: "2026-12-31" }),
  delivery: Delivery.nullish(),
};

type SentAcceptance = z.infer<z.ZodObject<typeof acceptance>>;

/** Returns the answer to an order, without a QR code if need be: it may come with `POST /api/invoices`. */
export function toAcceptance({ deliveryBefore, delivery }: SentAcceptance) {
  return {
    deliveryBefore: deliveryBefore ?? "",
    delivery:
      delivery == null ? undefined : { ...delivery, pincode: delivery.pincode ?? undefined },
    mayPayLater: true,
  } as const;
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

const AcceptanceRefusal = Refusal.extend({ missing: z.array(MissingTaxDetail).optional() }).openapi(
  "AcceptanceRefusal",
);

/** The refusals of an operation that accepts. */
export const acceptanceRefused = {
  errors: ANSWER_ERRORS,
  refusals: {
    409: "The state of things does not allow it; nothing changed. `TAX_DETAILS_MISSING` has the list `missing`.",
  },
  refusalSchemas: { 409: AcceptanceRefusal },
};

/** For descriptions of operations that accept. */
export const MISSING_TEXT =
  "If the tax document of a distributor with a GSTIN lacks something: 409 `TAX_DETAILS_MISSING` with the list `missing`.";
