/** Validates the login form before it is sent. It stands apart from sign-up's checks, so that logging in does not load them. */
import { EMAIL_FIELD } from "../../../domain/fields/email";
import { textProblem } from "../../../domain/fields/text";
import { onlyProblems, type Problems } from "../../forms/fieldProblems";
import { t } from "../../../domain/language/texts";

/** E-mail and password are only asked for: whether they are right is the server's one answer. */
export function loginProblems({
  email,
  password,
}: {
  email: string;
  password: string;
}): Problems<"email" | "password"> {
  return onlyProblems({
    email: textProblem(EMAIL_FIELD, email),
    password: password === "" ? t("Please enter your password.") : null,
  });
}
