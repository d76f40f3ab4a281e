/** The invoice as a PDF: text that can be selected and searched, a payment code that stays sharp on paper. */
import { jsPDF } from "jspdf";
import type { Invoice } from "./invoiceChoice";
import { FONT, drawSheets, widthOf, type TextPicture } from "./pdfDraw";
import { PAPER, layoutInvoice } from "./pdfLayout";

export type PdfParts = {
  /** TrueType, of both weights. */
  readonly fonts: { readonly normal: Uint8Array; readonly bold: Uint8Array };
  readonly pictureOf: TextPicture;
  /** The distributor's own payment code, as PNG or JPEG. */
  readonly payment: Uint8Array | null;
};

function binary(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
}

export function invoicePdf(invoice: Invoice, { fonts, pictureOf, payment }: PdfParts): ArrayBuffer {
  const doc = new jsPDF({
    unit: "mm",
    format: [PAPER.width, PAPER.height],
    compress: true,
    putOnlyUsedFonts: true,
  });
  for (const [style, bytes] of Object.entries(fonts)) {
    const file = `${FONT}-${style}.ttf`;
    doc.addFileToVFS(file, binary(bytes));
    doc.addFont(file, FONT, style);
  }
  doc.setProperties({
    title: `Invoice ${invoice.printedNumber}`,
    author: invoice.distributor.companyName,
    creator: "Mandi",
  });
  const measure = widthOf(doc, pictureOf);
  const sheets = layoutInvoice(invoice, { measure, hasPicture: payment !== null });
  drawSheets(doc, sheets, pictureOf, payment);
  return doc.output("arraybuffer");
}
