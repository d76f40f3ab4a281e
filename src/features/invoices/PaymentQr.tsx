/**
 * What the retailer scans to pay: the picture that the distributor uploaded, else the UPI link drawn as a code, with payee,
 * amount and invoice number in it. Black on white in both themes, because scanners want it so.
 */
import { useMemo } from "react";
import { imageUrl } from "../../lib/imageUrl";
import type { Invoice } from "./invoiceChoice";
import { QUIET_ZONE, qrModules } from "./qrModules";

/** One path over all dark modules, and the side of the square, in modules. */
function drawingOf(text: string): { path: string; side: number } {
  const { size, dark } = qrModules(text);
  const path = dark.map(([x, y]) => `M${QUIET_ZONE + x} ${QUIET_ZONE + y}h1v1h-1z`).join("");
  return { path, side: size + 2 * QUIET_ZONE };
}

function DrawnCode({ link }: { link: string }) {
  const { path, side } = useMemo(() => drawingOf(link), [link]);
  return (
    <svg
      viewBox={`0 0 ${side} ${side}`}
      role="img"
      aria-label="Payment QR code"
      shapeRendering="crispEdges"
      className="size-full"
    >
      <rect width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

export function PaymentQr({ invoice }: { invoice: Pick<Invoice, "qrImageUrl" | "upiLink"> }) {
  const picture = imageUrl(invoice.qrImageUrl);
  if (picture === null && invoice.upiLink === undefined) {
    return <p className="text-muted">No payment QR code on this invoice.</p>;
  }
  return (
    <figure className="flex w-44 flex-col gap-2">
      <div className="aspect-square overflow-hidden rounded-sm border border-line bg-white p-1">
        {picture === null ? (
          <DrawnCode link={invoice.upiLink ?? ""} />
        ) : (
          <img src={picture} alt="Payment QR code" className="size-full object-contain" />
        )}
      </div>
      <figcaption className="text-center text-sm text-muted">Scan to make payment</figcaption>
    </figure>
  );
}
