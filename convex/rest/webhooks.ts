/** OpenAPI descriptions of the webhook events, with the same objects as the calls. */
import { z } from "@hono/zod-openapi";
import { PING, type SentEvent, WEBHOOK_EVENTS } from "../../domain/webhooks";
import { CreditNote } from "./creditNotes";
import type { RestApp } from "./env";
import { Connection } from "./network";
import { Offer } from "./offers";
import { Order } from "./orders";
import { Payment } from "./payments";

const SUMMARIES = {
  "order.placed": "An order was placed",
  "order.accepted": "An order was accepted",
  "order.rejected": "An order was rejected",
  "order.completed": "An order was completed",
  "order.cancelled": "An order was cancelled",
  "offer.made": "Fewer pieces than asked were offered",
  "offer.agreed": "An offer was agreed to",
  "offer.declined": "An offer was declined",
  "offer.withdrawn": "An offer was withdrawn",
  "offer.expired": "An offer was not answered in time",
  "payment.claimed": "A retailer says that it paid",
  "payment.confirmed": "A payment was confirmed, or recorded by the distributor",
  "payment.disputed": "A payment that was claimed did not come",
  "payment.withdrawn": "A retailer took back that it paid",
  "payment.reversed": "A confirmed payment bounced, or was recorded wrongly",
  "payment.objected": "A retailer objects to a payment that the distributor recorded",
  "creditNote.issued": "A credit note was issued",
  "connection.requested": "A retailer asks for a connection",
  ping: "A test from the settings page",
} as const satisfies Record<SentEvent, string>;

const ATTEMPTS =
  "Anything but a 2xx within 10 seconds is tried again for a day, later and later, with the same `id`. Messages may come in another order than they happened.";

const headers = z.object({
  "Mandi-Id": z.string().openapi({
    description: "Of what happened: the same at every attempt. What was seen before is a repeat.",
  }),
  "Mandi-Timestamp": z.string().openapi({
    description: "Of this attempt, in seconds. Refuse what is older than a few minutes.",
  }),
  "Mandi-Signature": z.string().openapi({
    description:
      "`v1=` and the HMAC-SHA256, in hex, of the timestamp, a full stop and the body as it came; the key is the webhook's secret.",
  }),
});

function dataOf(type: SentEvent) {
  if (type === PING) return z.object({});
  if (type === "creditNote.issued") return z.object({ creditNote: CreditNote });
  if (type === "connection.requested") return z.object({ connection: Connection });
  if (type === "order.accepted") return z.object({ order: Order, invoiceId: z.string() });
  if (type.startsWith("offer.")) return z.object({ offer: Offer });
  if (type.startsWith("payment.")) return z.object({ payment: Payment });
  return z.object({ order: Order });
}

const TYPES: readonly SentEvent[] = [...WEBHOOK_EVENTS, PING];

export function describeWebhooks({ openAPIRegistry }: RestApp): void {
  for (const type of TYPES) {
    const schema = z.object({
      id: z.string(),
      type: z.literal(type),
      createdAt: z.string(),
      data: dataOf(type),
    });
    openAPIRegistry.registerWebhook({
      method: "post",
      path: type,
      summary: SUMMARIES[type],
      description: ATTEMPTS,
      request: { headers, body: { required: true, content: { "application/json": { schema } } } },
      responses: { 200: { description: "Taken; any 2xx is." } },
    });
  }
}
