/** A bank account in India, for sums that UPI does not take. It asks nobody whether the account exists. */
import { ACCOUNT_HOLDER_MAX, BANK_FIELD_MAX } from "./limits";
import { cleanName } from "./names";
import { isOverlong } from "./text";

/** As the banks give them out: nine to eighteen digits. */
const ACCOUNT_NUMBER = /^\d{9,18}$/;
/** Four letters of the bank, a zero, and six characters of the branch (RBI). */
const IFSC = /^[A-Z]{4}0[A-Z0-9]{6}$/;

export type BankAccount = {
  /** The name on the account. */
  readonly holder: string;
  readonly number: string;
  readonly ifsc: string;
};

/** Returns the text without blanks, as people group digits; null if it is too long to look at. */
function unspaced(text: string): string | null {
  return isOverlong(text, BANK_FIELD_MAX) ? null : text.replaceAll(/\s/g, "");
}

/** The number without blanks, or null unless it has the form of one. */
export function accountNumberOf(text: string): string | null {
  const number = unspaced(text);
  return number !== null && ACCOUNT_NUMBER.test(number) ? number : null;
}

/** The IFSC in capitals, or null unless it has the form of one. */
export function ifscOf(text: string): string | null {
  const ifsc = unspaced(text)?.toUpperCase() ?? null;
  return ifsc !== null && IFSC.test(ifsc) ? ifsc : null;
}

/** The account in its one spelling, or null if a part of it is none. */
export function bankAccountOf(input: BankAccount): BankAccount | null {
  const holder = cleanName(input.holder, ACCOUNT_HOLDER_MAX);
  const number = accountNumberOf(input.number);
  const ifsc = ifscOf(input.ifsc);
  return holder === undefined || number === null || ifsc === null ? null : { holder, number, ifsc };
}
