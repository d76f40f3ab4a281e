/** Returns the error text of a new password, or null. It stands apart from the other fields, because its list of leaked passwords is long. */
import { ERRORS } from "../../domain/errors";
import { passwordProblem as codeOf } from "../../domain/passwords";
import { t } from "../../domain/language/texts";

export function passwordProblem(text: string): string | null {
  if (text === "") return t("Please enter your password.");
  const code = codeOf(text);
  return code === undefined ? null : t(ERRORS[code].text);
}
