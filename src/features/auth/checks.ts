/** Validates the fields of sign-up before they are sent, by their table. */
import { CONTACT_FIELDS, detailFields } from "../../../domain/fields/account";
import type { TradeRole } from "../../../domain/roles";
import { normalEmail } from "../../../domain/text";
import { fieldProblems, onlyProblems, type Problems } from "../../forms/fieldProblems";
import { passwordProblem } from "../../forms/passwordProblem";
import { refusalOf } from "../../live/convexError";
import { pictureProblem, UploadError } from "../../files/upload";

export type SignUpValues = {
  name: string;
  email: string;
  phone: string;
  password: string;
  role: TradeRole;
  companyName: string;
  shopName: string;
  address: string;
  image: File | null;
};

export type SignUpField = Exclude<keyof SignUpValues, "role">;

/** All fields are required: the company name of distributors, the shop name of retailers. */
export function signUpProblems(values: SignUpValues): Problems<SignUpField> {
  const { role, password, image } = values;
  return {
    ...fieldProblems({ email: CONTACT_FIELDS.email, ...detailFields(role) }, values),
    ...onlyProblems({ password: passwordProblem(password), image: pictureProblem(image) }),
  };
}

/** Returns true while the verified e-mail is the typed one. Editing the e-mail voids the verification. */
export function isVerifiedFor(verifiedEmail: string | null, email: string): boolean {
  return verifiedEmail !== null && verifiedEmail === normalEmail(email);
}

/** Returns true for a refusal of the ticket: it is too old, was used, or ended with the account's sessions. */
export function isTicketRefused(error: unknown): boolean {
  if (error instanceof UploadError) return error.code === "UNAUTHENTICATED";
  return refusalOf(error)?.code === "EMAIL_NOT_VERIFIED";
}
