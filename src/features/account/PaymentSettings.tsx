/** Edits the UPI ID from which payment codes are generated. Saving asks for the password. */
import { useAction } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { UPI_FIELD } from "../../../domain/fields/payee";
import { textProblem } from "../../../domain/fields/text";
import { FormField } from "../../forms/FormField";
import { useForm } from "../../forms/useForm";
import { Button } from "../../ui/Button";
import { Form } from "../../ui/Form";
import { SavePaymentDialog } from "./SavePaymentDialog";
import { t } from "../../../domain/language/texts";

function upiErrors({ upiId }: { upiId: string }) {
  return { upiId: upiId.trim() === "" ? null : textProblem(UPI_FIELD, upiId) };
}

export function PaymentSettings({ upiId }: { upiId: string }) {
  const [asking, setAsking] = useState(false);
  const form = useForm({ initial: { upiId }, validate: upiErrors, revalidateOn: "submit" });
  return (
    <>
      <Form
        onSubmit={() => form.submit(() => setAsking(true))}
        className="flex flex-wrap items-start gap-3"
      >
        <FormField
          form={form}
          name="upiId"
          field={UPI_FIELD}
          className="min-w-[min(15rem,100%)] flex-1"
        />
        <Button type="submit" variant="primary" className="sm:mt-6">
          {t("Save")}
        </Button>
      </Form>
      {asking && <SaveDialog upiId={form.values.upiId.trim()} onClose={() => setAsking(false)} />}
    </>
  );
}

function SaveDialog({ upiId, onClose }: { upiId: string; onClose: () => void }) {
  const isRemoval = upiId === "";
  const save = useAction(api.users.saveUpiId);
  return (
    <SavePaymentDialog
      title={isRemoval ? t("Remove your UPI ID?") : t("Save this UPI ID?")}
      description={
        isRemoval
          ? t("Without it, you upload a payment code with each order.")
          : t("Payment codes on your invoices pay {upiId}.", { upiId })
      }
      action={isRemoval ? t("Remove the UPI ID") : t("Save the UPI ID")}
      save={(password) => save({ upiId: isRemoval ? null : upiId, password })}
      success={t("Your UPI ID was saved.")}
      failure={t("Your UPI ID could not be saved. Please try again.")}
      onClose={onClose}
    />
  );
}
