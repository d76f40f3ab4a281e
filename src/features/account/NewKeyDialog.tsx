/** Making a key: its name and what it may do; then the key, once. */
import { useAction } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { NAME_MAX } from "../../../domain/limits";
import { nameProblem } from "../../lib/fieldProblems";
import { Button } from "../../ui/Button";
import { Dialog, DialogFooter } from "../../ui/Dialog";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Field } from "../../ui/Field";
import { Form } from "../../ui/Form";
import { Input } from "../../ui/Input";
import { Select } from "../../ui/Select";
import { OnceShown } from "./OnceShown";
import { PasswordCheckField, usePasswordCheck } from "./passwordCheck";
import { useStep } from "./useStep";

const SCOPES = [
  { value: "read", label: "Read only" },
  { value: "write", label: "Read and write" },
] as const;
type Scope = (typeof SCOPES)[number]["value"];

function useNewKey() {
  const create = useAction(api.developers.createKey);
  const step = useStep("The key could not be made. Please try again.");
  const [name, setName] = useState("");
  const [scope, setScope] = useState<Scope>("read");
  const [asked, setAsked] = useState(false);
  const [made, setMade] = useState<string | null>(null);
  const check = usePasswordCheck();
  const problem = nameProblem(name, "a name");

  async function make(): Promise<void> {
    setAsked(true);
    const isTyped = check.isTyped();
    if (problem !== null || !isTyped) return;
    const { password } = check;
    await step.run(async () => setMade((await create({ name, scope, password })).key));
  }
  const shown = { made, problem: asked ? problem : null };
  return { ...step, ...shown, name, setName, scope, setScope, check, make };
}

type NewKey = ReturnType<typeof useNewKey>;

export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const form = useNewKey();
  const { made } = form;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={made === null ? "Make a key" : "Your new key"}
      description={
        made === null
          ? "Whoever has the key may do this in your name, until you revoke it."
          : "Programs send it along with every call: Authorization: Bearer, a space, and the key."
      }
      size="sm"
    >
      {made === null ? (
        <NewKeyForm form={form} onClose={onClose} />
      ) : (
        <OnceShown label="Key" secret={made} onDone={onClose} />
      )}
    </Dialog>
  );
}

function NewKeyForm({ form, onClose }: { form: NewKey; onClose: () => void }) {
  return (
    <Form onSubmit={() => void form.make()} className="flex flex-col gap-4">
      <Field label="Name" error={form.problem} hint="What the key is for, such as Stock till.">
        <Input
          autoComplete="off"
          maxLength={NAME_MAX}
          value={form.name}
          onChange={(event) => form.setName(event.target.value)}
        />
      </Field>
      <Field label="May">
        <Select value={form.scope} onChange={form.setScope} options={SCOPES} />
      </Field>
      <PasswordCheckField check={form.check} />
      {form.failure !== null && <ErrorNotice message={form.failure} />}
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          Make the key
        </Button>
      </DialogFooter>
    </Form>
  );
}
