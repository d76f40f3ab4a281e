/** Payments over REST. */
import { z } from "@hono/zod-openapi";
import { PAYMENT_METHODS, PAYMENT_STATES } from "../../domain/paymentLifecycle";
import { TRADE_ROLES } from "../../domain/roles";

export const Payment = z
  .object({
    _id: z.string(),
    state: z.enum(PAYMENT_STATES),
    amount: z.number().openapi({ description: "In rupees." }),
    method: z.enum(PAYMENT_METHODS),
    reference: z.string().nullable(),
    paidOn: z.string().openapi({ description: "A day in India, YYYY-MM-DD." }),
    invoiceIds: z.array(z.string()),
    recordedBy: z.enum(TRADE_ROLES),
    createdAt: z.string(),
    reason: z.string().nullable().openapi({ description: "Of a dispute or reversal." }),
    objection: z.string().nullable(),
    proof: z.string().nullable(),
    distributorName: z.string(),
    distributorEmail: z.string(),
    userName: z.string(),
    userEmail: z.string(),
    shopName: z.string(),
  })
  .openapi("Payment");
