/** Edits the bank account that a distributor's invoices show. Saving asks for the password. */
import { useAction } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { type BankAccount, accountNumberOf, ifscOf } from "../../../domain/bankAccount";
import { useForm } from "../../forms/useForm";
import { useServerAction } from "../../forms/useServerAction";
import { Button } from "../../ui/Button";
import { Field } from "../../ui/Field";
import { Form } from "../../ui/Form";
import { Input } from "../../ui/Input";
import { SavePaymentDialog } from "./SavePaymentDialog";
import { nameProblem } from "../../forms/fieldProblems";
import type { FormErrors } from "../../forms/useForm";

export const NO_ACCOUNT: BankAccount = { holder: "", number: "", ifsc: "" };

/** All fields empty: the account is forgotten. */
export function isRemoval(account: BankAccount): boolean {
  return Object.values(account).every((text) => text.trim() === "");
}

export function bankProblems(account: BankAccount): FormErrors<BankAccount> {
  if (isRemoval(account)) return {};
  return {
    holder: nameProblem(account.holder, "the name on the account"),
    number: accountNumberOf(account.number) === null ? "Please enter 9 to 18 digits." : null,
    ifsc: ifscOf(account.ifsc) === null ? "Please enter an IFSC such as HDFC0001234." : null,
  };
}

export function BankSettings({ account = NO_ACCOUNT }: { account: BankAccount | undefined }) {
  const [asking, setAsking] = useState(false);
  const initial = { ...account };
  const form = useForm({ initial, validate: bankProblems, revalidateOn: "submit" });
  return (
    <>
      <Form
        onSubmit={() => form.submit(() => setAsking(true))}
        className="grid items-start gap-3 sm:grid-cols-2"
      >
        <Field
          label="Account holder"
          error={form.errors.holder}
          hint="The name on the account. Leave all three empty to show none."
          className="sm:col-span-2"
        >
          <Input name="holder" autoComplete="off" {...form.text("holder")} />
        </Field>
        <Field label="Account number" error={form.errors.number} hint="9 to 18 digits.">
          <Input
            name="account"
            autoComplete="off"
            inputMode="numeric"
            {...form.text("number")}
            className="tabular-nums"
          />
        </Field>
        <Field label="IFSC" error={form.errors.ifsc} hint="Such as HDFC0001234.">
          <Input
            name="ifsc"
            autoComplete="off"
            autoCapitalize="characters"
            {...form.text("ifsc")}
            className="uppercase"
          />
        </Field>
        <Button type="submit" variant="primary" className="justify-self-start">
          Save
        </Button>
      </Form>
      {asking && <SaveDialog account={form.values} onClose={() => setAsking(false)} />}
    </>
  );
}

function SaveDialog({ account, onClose }: { account: BankAccount; onClose: () => void }) {
  const removes = isRemoval(account);
  const call = useAction(api.users.saveBankAccount);
  const save = useServerAction(
    (password: string) => call({ account: removes ? null : account, password }),
    {
      failure: "Your bank details could not be saved. Please try again.",
      success: "Your bank details were saved.",
      onDone: onClose,
    },
  );
  return (
    <SavePaymentDialog
      title={removes ? "Remove your bank details?" : "Save these bank details?"}
      description={
        removes
          ? "Your invoices then show no bank account."
          : `Your retailers pay into account ${account.number.trim()} of ${account.holder.trim()}.`
      }
      action={removes ? "Remove the bank details" : "Save the bank details"}
      save={save}
      onClose={onClose}
    />
  );
}
