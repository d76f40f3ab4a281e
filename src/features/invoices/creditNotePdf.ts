/** The credit note as a PDF. It is loaded on first use, because the library is large. */
import { drawPdf, type TypeParts } from "../../files/pdf/draw";
import type { Measure } from "../../files/pdf/marks";
import type { CreditNote } from "./creditNote";
import { layoutCreditNote } from "./noteLayout";

export function creditNotePdf(note: CreditNote, type: TypeParts): ArrayBuffer {
  const { companyName, name } = note.distributor;
  const paper = {
    title: `Credit note ${note.printedNumber}`,
    author: companyName === "" ? name : companyName,
    layOut: (measure: Measure) => layoutCreditNote(note, measure),
    picture: null,
  };
  return drawPdf(paper, type);
}
