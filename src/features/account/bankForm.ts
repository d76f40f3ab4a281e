/** The fields of the bank details and their validation. Pure. */
import { accountNumberOf, ifscOf, type BankAccount } from "../../../domain/bankAccount";
import { nameProblem } from "../../forms/fieldProblems";
import type { FormErrors } from "../../forms/useForm";

export const NO_ACCOUNT: BankAccount = { holder: "", number: "", ifsc: "" };

/** All fields empty: the account is forgotten. */
export function isRemoval(typed: BankAccount): boolean {
  return Object.values(typed).every((text) => text.trim() === "");
}

export function bankProblems(typed: BankAccount): FormErrors<BankAccount> {
  if (isRemoval(typed)) return {};
  return {
    holder: nameProblem(typed.holder, "the name on the account"),
    number: accountNumberOf(typed.number) === null ? "Please enter 9 to 18 digits." : null,
    ifsc: ifscOf(typed.ifsc) === null ? "Please enter an IFSC such as HDFC0001234." : null,
  };
}
