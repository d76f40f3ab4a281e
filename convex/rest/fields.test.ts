import { OpenAPIHono, z } from "@hono/zod-openapi";
import { describe, expect, it } from "vitest";
import { MAIN_FIELDS, TAX_FIELDS, TERM_FIELDS } from "../../domain/fields/product";
import { answerShape, bodyShape, fromRest, toRest } from "./fields";

function describedAs(schema: z.ZodType): unknown {
  const app = new OpenAPIHono();
  app.openAPIRegistry.register("Described", schema);
  const info = { title: "Fields", version: "1" };
  const { components } = app.getOpenAPI31Document({ openapi: "3.1.0", info });
  return components?.schemas?.["Described"];
}

const refuse = (name: string): never => {
  throw new Error(name);
};

describe("fields of a table in REST", () => {
  it("have bounds in OpenAPI, and pass the command what is beyond them", () => {
    const body = z.object(bodyShape({ ...MAIN_FIELDS, ...TERM_FIELDS }));
    expect(describedAs(body)).toMatchObject({
      properties: {
        productName: { type: "string", maxLength: 100 },
        quantity: { type: "number", minimum: 0, maximum: 1_000_000 },
        sku: { maxLength: 40 },
        minQuantity: { minimum: 1, maximum: 100_000 },
      },
    });
    expect(body.safeParse({ quantity: -1, sku: "x".repeat(41) }).success).toBe(true);
    expect(body.safeParse({ productType: "Weapons" }).success).toBe(false);
  });

  it("are optional in an answer where a row may leave them out", () => {
    const answer = z.object(answerShape({ ...MAIN_FIELDS, ...TERM_FIELDS }));
    expect(describedAs(answer)).toMatchObject({
      required: ["productName", "productType", "description", "quantity", "price", "stock"],
    });
  });

  it("are in rupees and percent, and come back as they were", () => {
    const fields = { pricePaise: MAIN_FIELDS.pricePaise, ...TERM_FIELDS, ...TAX_FIELDS };
    const row = {
      ...{ pricePaise: 5_250, minQuantity: 6, gstRateBp: 1_800, uqc: "BOX" },
      priceBreaks: [{ from: 48, pricePaise: 4_850 }],
    };
    const sent = toRest(fields, row);
    expect(sent).toEqual({
      ...{ price: 52.5, minQuantity: 6, ratePercent: 18, unit: "BOX" },
      priceBreaks: [{ from: 48, price: 48.5 }],
    });
    expect(fromRest(fields, sent, refuse)).toEqual(row);
  });

  it.each([
    [{ price: 1.005 }, "price"],
    [{ priceBreaks: [{ from: 2, price: 1.005 }] }, "priceBreaks"],
    [{ ratePercent: 18.001 }, "ratePercent"],
  ])("refuse %j by the name in REST", (body, name) => {
    const fields = { ...MAIN_FIELDS, ...TERM_FIELDS, ...TAX_FIELDS };
    expect(() => fromRest(fields, body, refuse)).toThrow(name);
  });
});
