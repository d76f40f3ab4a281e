/** The distributor's UPI ID, from which payment codes are made. */
import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { ERRORS } from "../../../domain/errors";
import { isUpiId } from "../../../domain/upi";
import { errorMessage } from "../../lib/convexError";
import { Button } from "../../ui/Button";
import { Field } from "../../ui/Field";
import { Form } from "../../ui/Form";
import { Input } from "../../ui/Input";
import { useToast } from "../../ui/Toast";

export function PaymentSettings({ upiId }: { upiId: string }) {
  const saveUpiId = useMutation(api.users.saveUpiId);
  const toast = useToast();
  const [text, setText] = useState(upiId);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function save(): Promise<void> {
    const typed = text.trim();
    if (typed !== "" && !isUpiId(typed)) {
      setProblem(ERRORS.BAD_UPI_ID.text);
      return;
    }
    setBusy(true);
    setProblem(null);
    try {
      await saveUpiId({ upiId: typed === "" ? null : typed });
      toast({ kind: "success", message: "Your UPI ID was saved." });
    } catch (error) {
      setProblem(errorMessage(error, "Your UPI ID could not be saved. Please try again."));
    } finally {
      setBusy(false);
    }
  }
  return (
    <Form onSubmit={() => void save()} className="flex flex-wrap items-start gap-3">
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
      <Button type="submit" variant="primary" busy={busy} className="sm:mt-6">
        Save
      </Button>
    </Form>
  );
}
