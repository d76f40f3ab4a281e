/** Validates the fields of sign-up before they are sent, by the rules of domain/text.ts. */
import type { TradeRole } from "../../../domain/roles";
import { normalEmail } from "../../../domain/text";
import { addressProblem, emailProblem, nameProblem, phoneProblem } from "../../forms/fieldProblems";
import { passwordProblem } from "../../forms/passwordProblem";
import { refusalOf } from "../../live/convexError";
import { pictureProblem, UploadError } from "../../files/upload";
import { onlyProblems, type Problems } from "./loginChecks";

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
  const trades = values.role === "distributor";
  return onlyProblems<SignUpField>({
    name: nameProblem(values.name, "your name"),
    email: emailProblem(values.email),
    phone: phoneProblem(values.phone),
    password: passwordProblem(values.password),
    companyName: trades ? nameProblem(values.companyName, "your company name") : null,
    shopName: trades ? null : nameProblem(values.shopName, "your shop name"),
    address: addressProblem(values.address),
    image: pictureProblem(values.image),
  });
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
