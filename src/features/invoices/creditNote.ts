/** A credit note and the state of its invoice, as the server answers them, and their words. Pure. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";
import { CREDIT_REASON_TEXTS } from "../../../domain/creditNotes";
import { stateLabel } from "../../../domain/gst/states";
import { t } from "../../../domain/language/texts";

export type CreditNote = NonNullable<FunctionReturnType<typeof api.creditNotes.one>>;
export type CreditState = NonNullable<FunctionReturnType<typeof api.creditNotes.state>>;

type Fact = readonly [label: string, text: string];

/** Returns the reason, stock, place of supply and the sum in words, as label and text: the page and the PDF show the same. */
export function noteFacts(note: CreditNote): readonly Fact[] {
  const { reason, reasonText, restocks, tax } = note;
  const why = t(CREDIT_REASON_TEXTS[reason]);
  return [
    [t("Reason"), reasonText === undefined ? why : `${why}: ${reasonText}`],
    [t("Goods"), restocks ? t("Back in stock") : t("Not back in stock")],
    ...(tax === undefined ? [] : [[t("Place of supply"), stateLabel(tax.placeOfSupply)] as const]),
    [t("Amount in words"), note.amountInWords],
  ];
}
