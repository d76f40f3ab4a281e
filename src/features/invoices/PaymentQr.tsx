/**
 * The payment code that the retailer scans: the picture that the distributor uploaded, else the UPI link drawn as a code, with payee,
 * amount and invoice number in it. Black on white in both themes, because scanners want it so.
 */
import { lazy, Suspense } from "react";
import { imageUrl } from "../../lib/imageUrl";
import type { Invoice } from "./invoiceChoice";

const DrawnCode = lazy(async () => ({ default: (await import("./DrawnCode")).DrawnCode }));

export function PaymentQr({ invoice }: { invoice: Pick<Invoice, "qrImageUrl" | "upiLink"> }) {
  const picture = imageUrl(invoice.qrImageUrl);
  if (picture === null && invoice.upiLink === undefined) {
    return <p className="text-muted">No payment QR code on this invoice.</p>;
  }
  return (
    <figure className="flex w-44 flex-col gap-2">
      <div className="aspect-square overflow-hidden rounded-sm border border-line bg-white p-1">
        {picture === null ? (
          <Suspense>
            <DrawnCode link={invoice.upiLink ?? ""} />
          </Suspense>
        ) : (
          <img src={picture} alt="Payment QR code" className="size-full object-contain" />
        )}
      </div>
      <figcaption className="text-center text-sm text-muted">Scan to make payment</figcaption>
    </figure>
  );
}
