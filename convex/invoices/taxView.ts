/** The part of an invoice that the law wants of a distributor with a GSTIN, as both parties see it. Bills have none. */
import { v, type Infer } from "convex/values";
import { DOCUMENT_TITLES, firstLine } from "../../domain/gst/documentKind";
import { stateTaxName } from "../../domain/gst/states";
import { amountInWords } from "../../domain/gst/words";
import type { Doc } from "../_generated/dataModel";
import { taxDocumentKind } from "./schema";
import { t } from "../../domain/language/texts";

export const invoiceTax = v.object({
  kind: taxDocumentKind,
  title: v.string(),
  /** To stand above everything else. */
  firstLine: v.optional(v.string()),
  /** State code. */
  placeOfSupply: v.string(),
  isInterState: v.boolean(),
  /** The name of the State's half of the tax. */
  stateTax: v.union(v.literal("SGST"), v.literal("UTGST")),
  taxablePaise: v.number(),
  untaxedPaise: v.number(),
  cgstPaise: v.number(),
  sgstPaise: v.number(),
  igstPaise: v.number(),
  /** Added to reach a whole rupee, −49 to 50; absent where nothing is. */
  roundOffPaise: v.optional(v.number()),
  amountInWords: v.string(),
});

type Line = Doc<"invoices">["lines"][number] | Doc<"creditNotes">["lines"][number];

/** The tax fields of a line that has them. */
export function toLineTax(line: Line) {
  const { hsn, taxKind, uqc, gstRateBp } = line;
  const { taxablePaise, untaxedPaise, cgstPaise, sgstPaise, igstPaise } = line;
  const amounts = { taxablePaise, untaxedPaise, cgstPaise, sgstPaise, igstPaise };
  return { hsn, taxKind, uqc, gstRateBp, ...amounts };
}

export function toInvoiceTax(invoice: Doc<"invoices">): { tax?: Infer<typeof invoiceTax> } {
  const { kind, placeOfSupply = "", isInterState = false, distributor } = invoice;
  if (kind === undefined) return {};
  const { taxablePaise = 0, untaxedPaise = 0 } = invoice;
  const { cgstPaise = 0, sgstPaise = 0, igstPaise = 0, roundOffPaise = 0 } = invoice;
  const amounts = { taxablePaise, untaxedPaise, cgstPaise, sgstPaise, igstPaise };
  const first = firstLine(kind, distributor.gstScheme ?? "regular");
  const tax = {
    kind,
    title: t(DOCUMENT_TITLES[kind]),
    ...(first !== undefined && { firstLine: first }),
    placeOfSupply,
    isInterState,
    stateTax: stateTaxName(placeOfSupply),
    ...amounts,
    ...(roundOffPaise !== 0 && { roundOffPaise }),
    amountInWords: amountInWords(invoice.payablePaise),
  };
  return { tax };
}
