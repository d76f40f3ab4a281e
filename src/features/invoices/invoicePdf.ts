/** The invoice as a PDF: text that can be selected and searched, a payment code that stays sharp on paper. */
import type { Copy } from "../../../domain/gst/copies";
import { drawPdf, type TypeParts } from "../../files/pdf/draw";
import type { Invoice } from "./invoiceChoice";
import { layoutInvoice } from "./pdfLayout";
import { imageUrl } from "../../live/pictures";
import { browserType, bytesOf } from "../../files/pdf/typeParts";
import { t } from "../../../domain/language/texts";

export type PdfParts = TypeParts & {
  /** The distributor's own payment code. */
  readonly payment: Uint8Array | null;
};

/** @param copies - Of tax documents; bills have one, without a mark. */
export function invoicePdf(
  invoice: Invoice,
  { payment, ...type }: PdfParts,
  copies: readonly Copy[],
): Promise<ArrayBuffer> {
  const paper = {
    title: t("Invoice {number}", { number: invoice.printedNumber }),
    author: invoice.distributor.companyName,
    picture: payment,
  };
  const hasPicture = payment !== null;
  return drawPdf(
    { ...paper, layOut: (measure) => layoutInvoice(invoice, { measure, hasPicture, copies }) },
    type,
  );
}

/** Prepares the parts of an invoice's PDF that need the browser. */
export async function browserParts({
  qrImageUrl,
  openPaise,
}: Pick<Invoice, "qrImageUrl" | "openPaise">): Promise<PdfParts> {
  const picture = openPaise === 0 ? null : imageUrl(qrImageUrl);
  const [type, payment] = await Promise.all([
    browserType(),
    picture === null ? null : bytesOf(picture),
  ]);
  return { ...type, payment };
}
