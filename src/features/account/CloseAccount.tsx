/** Closing one's own account, for good: the password is asked for once more. */
import { useAction } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { errorMessage } from "../../lib/convexError";
import { useSignOut } from "../../lib/useSession";
import { Button } from "../../ui/Button";
import { Dialog, DialogFooter } from "../../ui/Dialog";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Field } from "../../ui/Field";
import { Form } from "../../ui/Form";
import { PasswordInput } from "../../ui/PasswordInput";

export function CloseAccount() {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="danger" className="self-start" onClick={() => setAsking(true)}>
        Delete my account
      </Button>
      {asking && <CloseDialog onClose={() => setAsking(false)} />}
    </>
  );
}

function useClosing() {
  const close = useAction(api.account.close);
  const signOut = useSignOut();
  const [password, setPassword] = useState("");
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function confirm(): Promise<void> {
    setAsked(true);
    if (password === "") return;
    setBusy(true);
    setFailure(null);
    try {
      await close({ password });
      await signOut("/");
    } catch (error) {
      setFailure(errorMessage(error, "Your account could not be deleted. Please try again."));
      setBusy(false);
    }
  }
  const missing = asked && password === "" ? "Please enter your password." : null;
  return { password, setPassword, missing, busy, failure, confirm };
}

function CloseDialog({ onClose }: { onClose: () => void }) {
  const closing = useClosing();
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Delete your account?"
      description="You are signed out everywhere, and your phone number, address and picture are erased. There is no way back. Pending orders end and their stock returns; accepted orders and invoices stay with those you traded with."
      size="sm"
    >
      <Form onSubmit={() => void closing.confirm()} className="flex flex-col gap-4">
        <Field label="Password" error={closing.missing}>
          <PasswordInput
            name="password"
            autoComplete="current-password"
            value={closing.password}
            onChange={(event) => closing.setPassword(event.target.value)}
          />
        </Field>
        {closing.failure !== null && <ErrorNotice message={closing.failure} />}
        <DialogFooter>
          <Button onClick={onClose}>Keep it</Button>
          <Button type="submit" variant="danger" busy={closing.busy}>
            Delete my account
          </Button>
        </DialogFooter>
      </Form>
    </Dialog>
  );
}
