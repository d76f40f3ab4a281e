/** The e-mail of an account. It stands apart from `account.ts`, so that logging in does not load the other fields. */
import { ERRORS } from "../errors";
import { EMAIL_MAX } from "../limits";
import { normalEmail } from "../text";
import type { TextField } from "./text";
import { msg } from "../language/texts";

/** One open account has an address. */
export const EMAIL_FIELD = {
  kind: "text",
  max: EMAIL_MAX,
  normalize: normalEmail,
  error: "INVALID_EMAIL",
  formReason: ERRORS.INVALID_EMAIL.text,
  label: msg("Email"),
  rest: "email",
  request: msg("Please enter your email."),
  control: { type: "email", autoComplete: "username" },
} as const satisfies TextField;
