/** The taxes of invoices and credit notes in REST answers: present only on those of distributors with a GSTIN. */
import { z } from "@hono/zod-openapi";
import { TAX_KINDS } from "../../domain/gst/kinds";

export const rupees = z.number().openapi({ description: "Rupees.", example: 52.5 });

const sums = {
  taxableValue: rupees,
  untaxedValue: rupees,
  cgst: rupees,
  sgst: rupees,
  igst: rupees,
};

const TaxParty = z.object({
  gstin: z.string().optional(),
  legalName: z.string().optional(),
  stateCode: z.string().optional(),
  pincode: z.string().optional(),
});

const taxFields = {
  kind: z.enum(["taxInvoice", "billOfSupply", "invoiceCumBillOfSupply"]),
  placeOfSupply: z.string().openapi({ description: "State code.", example: "27" }),
  distributor: TaxParty,
  retailer: TaxParty,
  ...sums,
  roundOff: z.number().openapi({
    description: "Rupees that rounding to a whole rupee added to the sum of these, or took off it.",
    example: 0,
  }),
  lines: z.array(
    z.object({
      orderId: z.string(),
      hsn: z.string().optional(),
      unit: z.string().optional().openapi({ description: "Unit quantity code.", example: "PCS" }),
      taxKind: z.enum(TAX_KINDS).optional(),
      ratePercent: z.number().optional().openapi({ example: 18 }),
      ...sums,
    }),
  ),
};

export const InvoiceTax = z
  .object({
    ...taxFields,
    printedNumber: z.string().openapi({ example: "ASW/26-27/00042" }),
    payable: z.number().openapi({ description: "Rupees that are owed.", example: 52.5 }),
  })
  .openapi("InvoiceTax", {
    description:
      "Present on invoices of distributors with a GSTIN. `sgst` is UTGST where that is due.",
  });

export const CreditNoteTax = z.object(taxFields).openapi("CreditNoteTax", {
  description:
    "Present on notes of such invoices: the parts of the credited pieces; `kind` is that of the invoice.",
});
