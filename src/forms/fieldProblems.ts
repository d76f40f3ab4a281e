/** Returns the error text of one field of a form about a person, or null. The rules are those of domain/text.ts. */
import { ERRORS } from "../../domain/errors";
import { ADDRESS_MAX, NAME_MAX } from "../../domain/limits";
import { cleanText, normalEmail, normalPhone } from "../../domain/text";

export function nameProblem(text: string, what: string): string | null {
  if (text.trim() === "") return `Please enter ${what}.`;
  return cleanText(text, { min: 1, max: NAME_MAX }) === undefined
    ? `Please use at most ${NAME_MAX} plain characters.`
    : null;
}

export function addressProblem(text: string): string | null {
  if (text.trim() === "") return "Please enter your address.";
  return cleanText(text, { min: 1, max: ADDRESS_MAX, multiline: true }) === undefined
    ? `Please use at most ${ADDRESS_MAX} plain characters.`
    : null;
}

export function emailProblem(text: string): string | null {
  if (text.trim() === "") return "Please enter your email.";
  return normalEmail(text) === undefined ? ERRORS.INVALID_EMAIL.text : null;
}

export function phoneProblem(text: string): string | null {
  if (text.trim() === "") return "Please enter your phone number.";
  return normalPhone(text) === undefined ? ERRORS.BAD_PHONE.text : null;
}
