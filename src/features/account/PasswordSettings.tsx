/** Changing the password: the current one first. */
import { useAction } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { errorMessage } from "../../lib/convexError";
import { passwordProblem } from "../../lib/fieldProblems";
import { Button } from "../../ui/Button";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Field } from "../../ui/Field";
import { Form } from "../../ui/Form";
import { PasswordInput } from "../../ui/PasswordInput";
import { useToast } from "../../ui/Toast";
import { RevokeChoice } from "./RevokeChoice";

const FAILED = "Your password could not be changed. Please try again.";

function usePasswordChange() {
  const change = useAction(api.account.changePassword);
  const toast = useToast();
  const [current, setCurrent] = useState("");
  const [password, setPassword] = useState("");
  const [revokeAll, setRevokeAll] = useState(true);
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const missing = current === "" ? "Please enter your current password." : null;
  const problem = passwordProblem(password);

  async function save(): Promise<void> {
    setAsked(true);
    if (missing !== null || problem !== null) return;
    setBusy(true);
    setFailure(null);
    try {
      await change({ current, password, revokeAll });
      setCurrent("");
      setPassword("");
      setRevokeAll(true);
      setAsked(false);
      toast({ kind: "success", message: "Your password was changed." });
    } catch (error) {
      setFailure(errorMessage(error, FAILED));
    } finally {
      setBusy(false);
    }
  }
  const shown = asked ? { missing, problem } : { missing: null, problem: null };
  const fields = { current, setCurrent, password, setPassword, revokeAll, setRevokeAll };
  return { ...fields, busy, failure, save, ...shown };
}

export function PasswordSettings() {
  const form = usePasswordChange();
  return (
    <Form onSubmit={() => void form.save()} className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Current password" error={form.missing}>
          <PasswordInput
            name="current-password"
            autoComplete="current-password"
            value={form.current}
            onChange={(event) => form.setCurrent(event.target.value)}
          />
        </Field>
        <Field label="New password" error={form.problem} hint="8 to 128 characters">
          <PasswordInput
            name="new-password"
            autoComplete="new-password"
            value={form.password}
            onChange={(event) => form.setPassword(event.target.value)}
          />
        </Field>
      </div>
      <RevokeChoice checked={form.revokeAll} onChange={form.setRevokeAll} />
      {form.failure !== null && <ErrorNotice message={form.failure} />}
      <Button type="submit" variant="primary" busy={form.busy} className="self-start">
        Change password
      </Button>
    </Form>
  );
}
