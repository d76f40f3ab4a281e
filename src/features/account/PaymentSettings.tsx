/** The distributor's UPI ID, from which payment codes are made. Saving it asks for the password. */
import { useAction } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { ERRORS } from "../../../domain/errors";
import { isUpiId } from "../../../domain/upi";
import { Button } from "../../ui/Button";
import { Dialog, DialogFooter } from "../../ui/Dialog";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Field } from "../../ui/Field";
import { Form } from "../../ui/Form";
import { Input } from "../../ui/Input";
import { useToast } from "../../ui/Toast";
import { PasswordCheckField, usePasswordCheck } from "./passwordCheck";
import { useStep } from "./useStep";

export function PaymentSettings({ upiId }: { upiId: string }) {
  const [text, setText] = useState(upiId);
  const [problem, setProblem] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const typed = text.trim();

  function ask(): void {
    const isGood = typed === "" || isUpiId(typed);
    setProblem(isGood ? null : ERRORS.BAD_UPI_ID.text);
    setAsking(isGood);
  }
  return (
    <>
      <Form onSubmit={ask} className="flex flex-wrap items-start gap-3">
        <Field
          label="UPI ID"
          error={problem}
          hint="Such as name@bank. Leave it empty to upload a code with each order."
          className="min-w-60 flex-1"
        >
          <Input
            name="upi"
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        <Button type="submit" variant="primary" className="sm:mt-6">
          Save
        </Button>
      </Form>
      {asking && <SaveDialog upiId={typed} onClose={() => setAsking(false)} />}
    </>
  );
}

function SaveDialog({ upiId, onClose }: { upiId: string; onClose: () => void }) {
  const saveUpiId = useAction(api.users.saveUpiId);
  const toast = useToast();
  const check = usePasswordCheck();
  const step = useStep("Your UPI ID could not be saved. Please try again.");
  const isRemoval = upiId === "";

  function save(): void {
    const { password } = check;
    if (!check.isTyped()) return;
    void step.run(async () => {
      await saveUpiId({ upiId: isRemoval ? null : upiId, password });
      toast({ kind: "success", message: "Your UPI ID was saved." });
      onClose();
    });
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={isRemoval ? "Remove your UPI ID?" : "Save this UPI ID?"}
      description={
        isRemoval
          ? "Without it, you upload a payment code with each order."
          : `Payment codes on new invoices pay ${upiId}.`
      }
      size="sm"
    >
      <Form onSubmit={save} className="flex flex-col gap-4">
        <PasswordCheckField check={check} />
        {step.failure !== null && <ErrorNotice message={step.failure} />}
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={step.busy}>
            {isRemoval ? "Remove the UPI ID" : "Save the UPI ID"}
          </Button>
        </DialogFooter>
      </Form>
    </Dialog>
  );
}
