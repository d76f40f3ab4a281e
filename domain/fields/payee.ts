/** The fields that say where a distributor is paid, in India. Nobody is asked whether the account or the UPI ID exists. */
import { cleanName } from "../cleanName";
import { ERRORS } from "../errors";
import { ACCOUNT_HOLDER_MAX, BANK_FIELD_MAX, UPI_ID_MAX } from "../limits";
import { cleanText, isOverlong } from "../text";
import { isUpiId } from "../upi";
import type { Stored } from "./kinds";
import { plainCharacters, type TextField } from "./text";
import { msg } from "../language/texts";

export const UPI_FIELD = {
  kind: "text",
  max: UPI_ID_MAX,
  normalize: (text, max) => {
    const upiId = cleanText(text, { min: 1, max });
    return upiId !== undefined && isUpiId(upiId) ? upiId : undefined;
  },
  error: "BAD_UPI_ID",
  formReason: ERRORS.BAD_UPI_ID.text,
  label: msg("UPI ID"),
  rest: "upi",
  request: msg("Please enter a UPI ID."),
  hint: msg("Such as name@bank. Leave it empty to upload a code with each order."),
} as const satisfies TextField;

/** As the banks give them out: nine to eighteen digits. */
const ACCOUNT_NUMBER = /^\d{9,18}$/;
/** Four letters of the bank, a zero, and six characters of the branch (RBI). */
const IFSC = /^[A-Z]{4}0[A-Z0-9]{6}$/;

/** Returns a function that removes blanks, as people group digits, and writes capitals, if the pattern then matches. */
function unspaced(pattern: RegExp) {
  return (input: string, max: number): string | undefined => {
    const text = isOverlong(input, max) ? "" : input.replaceAll(/\s/g, "").toUpperCase();
    return pattern.test(text) ? text : undefined;
  };
}

const BANK = { kind: "text", error: "BAD_BANK_ACCOUNT" } as const;

/** A bank account, for sums that UPI does not take. */
export const BANK_FIELDS = {
  /** The name on the account. */
  holder: {
    ...BANK,
    max: ACCOUNT_HOLDER_MAX,
    normalize: cleanName,
    formReason: plainCharacters(ACCOUNT_HOLDER_MAX),
    label: msg("Account holder"),
    rest: "holder",
    request: msg("Please enter the name on the account."),
    hint: msg("The name on the account. Leave all three empty to show none."),
  },
  number: {
    ...BANK,
    max: BANK_FIELD_MAX,
    normalize: unspaced(ACCOUNT_NUMBER),
    label: msg("Account number"),
    rest: "account",
    request: msg("Please enter 9 to 18 digits."),
    hint: msg("9 to 18 digits."),
    control: { inputMode: "numeric" },
  },
  ifsc: {
    ...BANK,
    max: BANK_FIELD_MAX,
    normalize: unspaced(IFSC),
    label: msg("IFSC"),
    rest: "ifsc",
    request: msg("Please enter an IFSC such as HDFC0001234."),
    hint: msg("Such as HDFC0001234."),
    control: { autoCapitalize: "characters" },
  },
} as const satisfies Record<string, TextField>;

export type BankAccount = Stored<typeof BANK_FIELDS>;
