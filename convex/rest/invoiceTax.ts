/** The tax part of an invoice in REST answers: present only on those of distributors with a GSTIN. */
import { z } from "@hono/zod-openapi";
import { TAX_KINDS } from "../../domain/gst/kinds";
import { rupeesOfPaise } from "../../domain/money";
import type { InvoicePage } from "../invoices/view";

const rupees = z.number().openapi({ description: "Rupees.", example: 52.5 });

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

export const InvoiceTax = z
  .object({
    kind: z.enum(["taxInvoice", "billOfSupply", "invoiceCumBillOfSupply"]),
    printedNumber: z.string().openapi({ example: "ASW/26-27/00042" }),
    placeOfSupply: z.string().openapi({ description: "State code.", example: "27" }),
    distributor: TaxParty,
    retailer: TaxParty,
    ...sums,
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
  })
  .openapi("InvoiceTax", {
    description:
      "Present on invoices of distributors with a GSTIN. `sgst` is UTGST where that is due.",
  });

type Sums = Pick<
  InvoicePage["lines"][number],
  "taxablePaise" | "untaxedPaise" | "cgstPaise" | "sgstPaise" | "igstPaise"
>;

function toSums({ taxablePaise, untaxedPaise, cgstPaise, sgstPaise, igstPaise }: Sums) {
  return {
    taxableValue: rupeesOfPaise(taxablePaise ?? 0),
    untaxedValue: rupeesOfPaise(untaxedPaise ?? 0),
    cgst: rupeesOfPaise(cgstPaise ?? 0),
    sgst: rupeesOfPaise(sgstPaise ?? 0),
    igst: rupeesOfPaise(igstPaise ?? 0),
  };
}

function toParty({ gstin, legalName, stateCode, pincode }: z.infer<typeof TaxParty>) {
  return { gstin, legalName, stateCode, pincode };
}

function toLine(line: InvoicePage["lines"][number]) {
  const { orderId, hsn, uqc: unit, taxKind, gstRateBp } = line;
  const ratePercent = gstRateBp === undefined ? undefined : gstRateBp / 100;
  return { orderId, hsn, unit, taxKind, ratePercent, ...toSums(line) };
}

/** No field at all on bills, so that they look as they always did. */
export function taxOf(page: InvoicePage): { tax?: z.infer<typeof InvoiceTax> } {
  const { tax, distributor, retailer, lines, printedNumber } = page;
  if (tax === undefined) return {};
  return {
    tax: {
      kind: tax.kind,
      printedNumber,
      placeOfSupply: tax.placeOfSupply,
      distributor: toParty(distributor),
      retailer: toParty(retailer),
      ...toSums(tax),
      lines: lines.map(toLine),
    },
  };
}
