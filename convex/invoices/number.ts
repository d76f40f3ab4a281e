/** The next number of a series: consecutive per distributor, series and financial year, given in commit order (deviation 7). */
import { financialYear } from "../../domain/dates";
import type { DocumentKind } from "../../domain/gst/documentKind";
import { printedDocumentNumber, type Series, seriesOf } from "../../domain/gst/series";
import {
  LAST_INVOICE_NUMBER,
  invoicePrefix,
  printedInvoiceNumber,
} from "../../domain/invoiceNumber";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { fail } from "../errors";

export type DocumentNumber = {
  readonly financialYear: string;
  readonly number: number;
  readonly printedNumber: string;
};

/** Series that documents of a distributor are numbered in. */
const SERIES_MAX = 3;

/** Takes the number of an invoice. It is gone only if the transaction commits, so that a failure leaves no gap. */
export async function takeInvoiceNumber(
  ctx: MutationCtx,
  distributor: Doc<"users">,
  issuedAt: number,
  kind: DocumentKind,
): Promise<DocumentNumber> {
  if (kind !== "bill") return takeNumber(ctx, distributor, issuedAt, seriesOf(kind));
  const { invoicePrefix: ownPrefix, name, companyName = name } = distributor;
  const taken = await takeNext(ctx, distributor, issuedAt, "INV");
  const prefix = invoicePrefix(ownPrefix, companyName);
  return {
    ...taken,
    printedNumber: printedInvoiceNumber(prefix, taken.financialYear, taken.number),
  };
}

/** Takes the next number of a series, with its prefix. */
export async function takeNumber(
  ctx: MutationCtx,
  distributor: Doc<"users">,
  issuedAt: number,
  series: Series,
): Promise<DocumentNumber> {
  const { invoicePrefix: ownPrefix, name, companyName = name } = distributor;
  const taken = await takeNext(ctx, distributor, issuedAt, series);
  const printedNumber = printedDocumentNumber({ series, ownPrefix, companyName, ...taken });
  return { ...taken, printedNumber };
}

async function takeNext(
  ctx: MutationCtx,
  distributor: Doc<"users">,
  issuedAt: number,
  series: Series,
): Promise<Omit<DocumentNumber, "printedNumber">> {
  const year = financialYear(issuedAt);
  const counters = await ctx.db
    .query("invoiceCounters")
    .withIndex("by_series", (q) => q.eq("distributorId", distributor._id).eq("financialYear", year))
    .take(SERIES_MAX);
  const counter = counters.find((each) => (each.series ?? "INV") === series) ?? null;
  const number = (counter?.last ?? 0) + 1;
  if (number > LAST_INVOICE_NUMBER) fail("INVOICE_SERIES_FULL");
  if (counter === null) {
    await ctx.db.insert("invoiceCounters", {
      distributorId: distributor._id,
      financialYear: year,
      ...(series !== "INV" && { series }),
      last: number,
    });
  } else {
    await ctx.db.patch("invoiceCounters", counter._id, { last: number });
  }
  return { financialYear: year, number };
}
