/**
 * The payment code that the retailer scans: the picture that the distributor uploaded, else the UPI link drawn as a code, with payee,
 * invoice number and exactly what is open in it. Black on white in both themes, because scanners want it so. It is gone once nothing
 * is open.
 */
import { CircleCheck } from "lucide-react";
import { imageUrl } from "../../live/pictures";
import { lazyInline } from "../../ui/lazyPart";
import { type Invoice, partText, settledText } from "./invoiceChoice";
import { t } from "../../../domain/language/texts";

const DrawnCode = lazyInline(async () => (await import("./DrawnCode")).DrawnCode, {
  message: t("The code could not be loaded."),
});

type PaymentQrProps = {
  invoice: Pick<
    Invoice,
    "qrImageUrl" | "upiLink" | "openPaise" | "payablePaise" | "orderStatus" | "creditedPaise"
  >;
};

export function PaymentQr({ invoice }: PaymentQrProps) {
  const settled = settledText(invoice);
  if (settled !== null) {
    return (
      <p className="flex items-center gap-2 text-lg font-semibold text-positive">
        <CircleCheck aria-hidden className="size-5" />
        {settled}
      </p>
    );
  }
  const part = partText(invoice);
  return (
    <div className="flex max-w-full flex-col gap-1">
      <Code invoice={invoice} />
      {part !== null && <p className="text-sm font-medium tabular-nums">{part}</p>}
    </div>
  );
}

function Code({ invoice }: PaymentQrProps) {
  const picture = imageUrl(invoice.qrImageUrl);
  if (picture === null && invoice.upiLink === undefined) {
    return <p className="text-muted">{t("No payment QR code on this invoice.")}</p>;
  }
  return (
    <figure className="flex w-44 max-w-full flex-col gap-2 print:w-36">
      <div className="aspect-square overflow-hidden rounded-sm border border-line bg-white p-3 has-[[role=alert]]:bg-raised">
        {picture === null ? (
          <DrawnCode link={invoice.upiLink ?? ""} />
        ) : (
          <img src={picture} alt={t("Payment QR code")} className="size-full object-contain" />
        )}
      </div>
      <figcaption className="text-center text-sm text-muted">
        {t("Scan to make payment")}
      </figcaption>
    </figure>
  );
}
