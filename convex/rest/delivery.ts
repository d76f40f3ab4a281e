/** The destination of goods in an acceptance: the place of supply, where the retailer has not said it. */
import { z } from "@hono/zod-openapi";
import type { ErrorData } from "../../domain/errors";

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

/** For descriptions of calls that accept. */
export const MISSING_TEXT =
  "What the tax document of a distributor with a GSTIN lacks: 409 `TAX_DETAILS_MISSING`, with the list `missing` of each part and of the product that it is of.";
