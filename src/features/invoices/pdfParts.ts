/** Prepares the parts of an invoice's PDF that need the browser. */
import { imageUrl } from "../../live/pictures";
import { browserType, bytesOf } from "../../files/pdf/typeParts";
import type { Invoice } from "./invoiceChoice";
import type { PdfParts } from "./invoicePdf";

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
