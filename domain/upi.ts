/** The payment link that a UPI app reads from a QR code (NPCI's `upi://pay`). It asks nobody whether the UPI ID exists. */
import { plainRupees } from "./money";

/** name@handle: NPCI's virtual payment address. */
const UPI_ID = /^[a-zA-Z0-9._-]{2,256}@[a-zA-Z][a-zA-Z0-9]{1,63}$/;

export function isUpiId(text: string): boolean {
  return UPI_ID.test(text);
}

export type UpiPayment = {
  readonly upiId: string;
  readonly payeeName: string;
  readonly amountPaise: number;
  /** The printed invoice number, which the apps show as a note. */
  readonly printedNumber: string;
};

/** `tr`: the same for every payment of an invoice, and of no other of the payee's. Letters and digits alone: apps differ on the rest. */
function transactionReference(printedNumber: string): string {
  return printedNumber.replaceAll(/[^a-zA-Z0-9]/g, "");
}

/** The link with payee, amount and references filled in, so that nothing has to be typed. */
export function upiLink({ upiId, payeeName, amountPaise, printedNumber }: UpiPayment): string {
  const fields = [
    // As it is: some apps do not read an escaped "@", and a UPI ID has no other character that could need it.
    `pa=${upiId}`,
    // %20, not the "+" of URLSearchParams.
    `pn=${encodeURIComponent(payeeName)}`,
    `am=${plainRupees(amountPaise)}`,
    "cu=INR",
    `tr=${transactionReference(printedNumber)}`,
    `tn=${encodeURIComponent(printedNumber)}`,
  ];
  return `upi://pay?${fields.join("&")}`;
}
