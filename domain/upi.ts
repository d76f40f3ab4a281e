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
  /** Reference on both parties' bank statements: the printed invoice number. */
  readonly reference: string;
};

/** The link with payee, amount and reference filled in, so that nothing has to be typed. */
export function upiLink({ upiId, payeeName, amountPaise, reference }: UpiPayment): string {
  const fields = [
    // As it is: some apps do not read an escaped "@", and a UPI ID has no other character that could need it.
    `pa=${upiId}`,
    // %20, not the "+" of URLSearchParams.
    `pn=${encodeURIComponent(payeeName)}`,
    `am=${plainRupees(amountPaise)}`,
    "cu=INR",
    `tn=${encodeURIComponent(reference)}`,
  ];
  return `upi://pay?${fields.join("&")}`;
}
