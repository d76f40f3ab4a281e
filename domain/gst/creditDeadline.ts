/** The last day on which a credit note lowers the tax of its invoice: 30 November after the financial year (CGST Act, section 34(2)). */
import { financialYear } from "../dates";

/** Returns the last day for credit notes of an invoice that was issued at this moment: "2027-11-30". */
export function creditDeadline(issuedAt: number): string {
  return `20${financialYear(issuedAt).slice(-2)}-11-30`;
}

/** The sentence that is printed on a note that gives tax back. */
export const CREDIT_SENTENCE =
  "A recipient who has taken input tax credit on the invoice must reverse it to the extent of this credit note (CGST Act, section 34(2)).";
