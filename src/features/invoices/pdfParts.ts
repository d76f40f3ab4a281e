/** Prepares the parts of an invoice's PDF that need the browser. */
import { imageUrl } from "../../lib/imageUrl";
import { browserType, bytesOf } from "../../lib/pdf/typeParts";
import type { Invoice } from "./invoiceChoice";
import type { PdfParts } from "./invoicePdf";

export async function browserParts(invoice: Pick<Invoice, "qrImageUrl">): Promise<PdfParts> {
  const picture = imageUrl(invoice.qrImageUrl);
  const [type, payment] = await Promise.all([
    browserType(),
    picture === null ? null : bytesOf(picture),
  ]);
  return { ...type, payment };
}
