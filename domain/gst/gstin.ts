/**
 * The GSTIN, the number of a business that is registered for GST: State, PAN, number of the registration, "Z", check character. It is
 * checked for form; it asks no office whether the number was given out.
 */
import type { GstinFault } from "./gstinFault";
import { isStateCode } from "./states";

const LENGTH = 15;
/** The value of a character is its place here. */
const CHARACTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const BASE = CHARACTERS.length;

const ALLOWED = /^[0-9A-Z]*$/;
/** Five letters, four digits, a letter. */
const PAN = /^[A-Z]{5}\d{4}[A-Z]$/;
/** Which of the owner's registrations in the State it is, counted from 1; then the letter of all who sell goods. */
const REGISTRATION = /^[1-9A-Z]Z$/;

/** As it is stored: capitals, without the blanks that a paste brings along. */
export function normalGstin(text: string): string {
  return text.replace(/\s/g, "").toUpperCase();
}

/** The last character of a GSTIN that begins with these fourteen (Luhn's sum, in base 36). */
function checkCharacter(first: string): string {
  let sum = 0;
  for (const [index, character] of Array.from(first).entries()) {
    const product = CHARACTERS.indexOf(character) * (index % 2 === 0 ? 1 : 2);
    sum += Math.floor(product / BASE) + (product % BASE);
  }
  return CHARACTERS.charAt((BASE - (sum % BASE)) % BASE);
}

/** The first part that is wrong, or null for a GSTIN of right form. Expects what `normalGstin` returns. */
export function gstinFault(gstin: string): GstinFault | null {
  if (gstin.length !== LENGTH) return "length";
  if (!ALLOWED.test(gstin)) return "characters";
  if (!isStateCode(gstinState(gstin))) return "state";
  if (!PAN.test(gstin.slice(2, 12))) return "pan";
  if (!REGISTRATION.test(gstin.slice(12, 14))) return "registration";
  return checkCharacter(gstin.slice(0, 14)) === gstin.charAt(14) ? null : "checkCharacter";
}

/** The State code with which a GSTIN begins. */
export function gstinState(gstin: string): string {
  return gstin.slice(0, 2);
}
