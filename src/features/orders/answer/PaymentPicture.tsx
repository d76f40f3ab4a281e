/** The QR code that the retailer scans to pay: a picture, or, with a saved UPI ID, made by the market unless a picture is chosen. */
import { pictureProblem } from "../../../files/upload";
import { useSession } from "../../../live/useSession";
import { Field } from "../../../ui/Field";
import { FileInput } from "../../../ui/FileInput";
import { t } from "../../../../domain/language/texts";

const NO_QR = t("Please upload a QR code image for payment.");

/** Returns the UPI ID that the distributor saved, if any. */
export function useUpiId(): string | undefined {
  const session = useSession();
  return session.state === "signedIn" ? session.me.upiId : undefined;
}

/** Returns the error text of the chosen picture, or null. With a saved UPI ID none is needed. */
export function qrProblem(file: File | null, upiId: string | undefined): string | null {
  if (file !== null) return pictureProblem(file);
  return upiId === undefined ? NO_QR : null;
}

export type PaymentPictureProps = {
  file: File | null;
  onChange: (file: File | null) => void;
  error: string | null | undefined;
  upiId: string | undefined;
};

export function PaymentPicture({ file, onChange, error, upiId }: PaymentPictureProps) {
  const hasUpi = upiId !== undefined;
  return (
    <Field
      label={t("QR code")}
      error={error}
      hint={
        hasUpi
          ? t("Made from your UPI ID {upiId}, with amount and invoice number.", { upiId })
          : t("The retailer scans it to pay.")
      }
    >
      <FileInput
        file={file}
        onChange={onChange}
        previewAlt={t("The QR code you chose")}
        prompt={hasUpi ? t("Use another picture") : t("Choose the payment QR code")}
        isOptional={hasUpi}
      />
    </Field>
  );
}
