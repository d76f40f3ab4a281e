/** Edits the UPI ID from which payment codes are generated. Saving asks for the password. */
import { useAction } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { ERRORS } from "../../../domain/errors";
import { isUpiId } from "../../../domain/upi";
import { useForm } from "../../forms/useForm";
import { useServerAction } from "../../forms/useServerAction";
import { Button } from "../../ui/Button";
import { Field } from "../../ui/Field";
import { Form } from "../../ui/Form";
import { Input } from "../../ui/Input";
import { SavePaymentDialog } from "./SavePaymentDialog";

function upiErrors({ upiId }: { upiId: string }) {
  const text = upiId.trim();
  return { upiId: text === "" || isUpiId(text) ? null : ERRORS.BAD_UPI_ID.text };
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
        <Field
          label="UPI ID"
          error={form.errors.upiId}
          hint="Such as name@bank. Leave it empty to upload a code with each order."
          className="min-w-[min(15rem,100%)] flex-1"
        >
          <Input name="upi" autoComplete="off" {...form.text("upiId")} />
        </Field>
        <Button type="submit" variant="primary" className="sm:mt-6">
          Save
        </Button>
      </Form>
      {asking && <SaveDialog upiId={form.values.upiId.trim()} onClose={() => setAsking(false)} />}
    </>
  );
}

function SaveDialog({ upiId, onClose }: { upiId: string; onClose: () => void }) {
  const isRemoval = upiId === "";
  const call = useAction(api.users.saveUpiId);
  const save = useServerAction(
    (password: string) => call({ upiId: isRemoval ? null : upiId, password }),
    {
      failure: "Your UPI ID could not be saved. Please try again.",
      success: "Your UPI ID was saved.",
      onDone: onClose,
    },
  );
  return (
    <SavePaymentDialog
      title={isRemoval ? "Remove your UPI ID?" : "Save this UPI ID?"}
      description={
        isRemoval
          ? "Without it, you upload a payment code with each order."
          : `Payment codes on your invoices pay ${upiId}.`
      }
      action={isRemoval ? "Remove the UPI ID" : "Save the UPI ID"}
      save={save}
      onClose={onClose}
    />
  );
}
