/** Edits the bank account that a distributor's invoices show. Saving asks for the password. */
import { useAction } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { BANK_FIELDS, type BankAccount } from "../../../domain/fields/payee";
import { fieldProblems, type Problems } from "../../forms/fieldProblems";
import { FormField } from "../../forms/FormField";
import { useForm } from "../../forms/useForm";
import { Button } from "../../ui/Button";
import { Form } from "../../ui/Form";
import { SavePaymentDialog } from "./SavePaymentDialog";
import { t } from "../../../domain/language/texts";

export const NO_ACCOUNT: BankAccount = { holder: "", number: "", ifsc: "" };

/** All fields empty: the account is forgotten. */
export function isRemoval(account: BankAccount): boolean {
  return Object.values(account).every((text) => text.trim() === "");
}

export function bankProblems(account: BankAccount): Problems<keyof BankAccount> {
  return isRemoval(account) ? {} : fieldProblems(BANK_FIELDS, account);
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
        <FormField form={form} name="holder" field={BANK_FIELDS.holder} className="sm:col-span-2" />
        <FormField form={form} name="number" field={BANK_FIELDS.number} />
        <FormField form={form} name="ifsc" field={BANK_FIELDS.ifsc} />
        <Button type="submit" variant="primary" className="justify-self-start">
          {t("Save")}
        </Button>
      </Form>
      {asking && <SaveDialog account={form.values} onClose={() => setAsking(false)} />}
    </>
  );
}

function SaveDialog({ account, onClose }: { account: BankAccount; onClose: () => void }) {
  const removes = isRemoval(account);
  const save = useAction(api.users.saveBankAccount);
  return (
    <SavePaymentDialog
      title={removes ? t("Remove your bank details?") : t("Save these bank details?")}
      description={
        removes
          ? t("Your invoices then show no bank account.")
          : t("Your retailers pay into account {number} of {holder}.", {
              number: account.number.trim(),
              holder: account.holder.trim(),
            })
      }
      action={removes ? t("Remove the bank details") : t("Save the bank details")}
      save={(password) => save({ account: removes ? null : account, password })}
      success={t("Your bank details were saved.")}
      failure={t("Your bank details could not be saved. Please try again.")}
      onClose={onClose}
    />
  );
}
