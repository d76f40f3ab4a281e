import { expect, test } from "vitest";
import { WEBHOOK_EVENTS } from "../../domain/webhooks";
import { openMarket } from "../market.setup";
import { ask } from "./rest.setup";

test("the description says what webhooks are sent, in the words of the calls", async () => {
  const { body } = await ask(openMarket(), "GET /api/openapi.json");
  const { webhooks } = body as { webhooks: Record<string, object> };
  expect(Object.keys(webhooks)).toEqual([...WEBHOOK_EVENTS, "ping"]);
  const schema = JSON.stringify(webhooks["order.placed"]);
  expect(schema).toContain('"$ref":"#/components/schemas/Order"');
  expect(schema).toContain("Mandi-Signature");
  for (const end of ["made", "agreed", "declined", "withdrawn", "expired"])
    expect(JSON.stringify(webhooks[`offer.${end}`])).toContain(
      '"$ref":"#/components/schemas/Offer"',
    );
  for (const kind of ["claimed", "confirmed", "disputed", "withdrawn", "reversed", "objected"])
    expect(JSON.stringify(webhooks[`payment.${kind}`])).toContain(
      '"$ref":"#/components/schemas/Payment"',
    );
  expect(JSON.stringify(webhooks["creditNote.issued"])).toContain(
    '"$ref":"#/components/schemas/CreditNote"',
  );
  expect(JSON.stringify(webhooks["connection.requested"])).toContain(
    '"$ref":"#/components/schemas/Connection"',
  );
});
