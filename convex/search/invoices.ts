/** The caller's invoices by printed number, for the search of everything. */
import { type Infer, v } from "convex/values";
import {
  SEARCHED_INVOICES,
  SEARCHED_INVOICE_CHARACTERS,
  SEARCH_HITS_MAX,
} from "../../domain/limits";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import type { Trader } from "../network/sides";
import { hasText, searchedText } from "../products/text";
import { ownRows } from "../rows";

export const invoiceHit = v.object({
  _id: v.id("invoices"),
  printedNumber: v.string(),
  /** The other party's business, or its name. */
  partner: v.string(),
  /** The sum that it asks for. */
  payablePaise: v.number(),
  createdAt: v.number(),
});

export type InvoiceHit = Infer<typeof invoiceHit>;

/** Digits alone mean the number, not the year that stands before it. */
function isMeant({ number, printedNumber }: Doc<"invoices">, searchText: string): boolean {
  if (!/^\d+$/.test(searchText)) return hasText(searchText, printedNumber);
  return (
    number === Number(searchText) || printedNumber.split("/").at(-1)?.includes(searchText) === true
  );
}

function toHit(invoice: Doc<"invoices">, { role }: Trader): InvoiceHit {
  const { _id, printedNumber, payablePaise, issuedAt, distributor, retailer } = invoice;
  const partner =
    role === "retailer"
      ? distributor.companyName || distributor.name
      : retailer.shopName || retailer.name;
  return { _id, printedNumber, partner, payablePaise, createdAt: issuedAt };
}

function charactersOf({ lines }: Doc<"invoices">): number {
  return lines.reduce((sum, line) => sum + line.productName.length + line.description.length, 0);
}

/**
 * The caller's invoices whose printed number has the text in it, at most SEARCH_HITS_MAX, the number that is equal to it first, then
 * the newest. Looks through the newest SEARCHED_INVOICES, or fewer if their lines are long.
 */
export async function findInvoices(
  ctx: QueryCtx,
  user: Trader,
  text: string,
): Promise<InvoiceHit[]> {
  const searchText = searchedText(text);
  if (searchText === null) return [];
  const [equal, others]: [Doc<"invoices">[], Doc<"invoices">[]] = [[], []];
  let [rows, characters] = [0, 0];
  for await (const invoice of ownRows(ctx, "invoices", user).order("desc")) {
    if (isMeant(invoice, searchText))
      (invoice.number === Number(searchText) ? equal : others).push(invoice);
    rows += 1;
    characters += charactersOf(invoice);
    const isEnough = searchText === "" && others.length === SEARCH_HITS_MAX;
    const isMuch = rows === SEARCHED_INVOICES || characters > SEARCHED_INVOICE_CHARACTERS;
    if (isEnough || isMuch) break;
  }
  return [...equal, ...others].slice(0, SEARCH_HITS_MAX).map((invoice) => toHit(invoice, user));
}
