/** Creates an API key from a name and a scope, and shows the key once. */
import { useAction } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { plainCharacters, type TextField, textProblem } from "../../../domain/fields/text";
import { NAME_MAX } from "../../../domain/limits";
import { type FormState, useForm } from "../../forms/useForm";
import { type ServerAction, useServerAction } from "../../forms/useServerAction";
import { Button } from "../../ui/Button";
import { DismissButton } from "../../ui/DismissButton";
import { Dialog, DialogFooter } from "../../ui/Dialog";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Field } from "../../ui/Field";
import { Form } from "../../ui/Form";
import { Input } from "../../ui/Input";
import { Select } from "../../ui/Select";
import { OnceShown } from "./OnceShown";
import { missingPassword, PasswordCheckField } from "../../ui/PasswordCheckField";
import { msg, t } from "../../../domain/language/texts";

const SCOPES = [
  { value: "read", label: t("Read only") },
  { value: "write", label: t("Read and write") },
] as const;
type Scope = (typeof SCOPES)[number]["value"];

const KEY_NAME: TextField = {
  kind: "text",
  max: NAME_MAX,
  formReason: plainCharacters(NAME_MAX),
  label: msg("Name"),
  rest: "name",
  request: msg("Please enter a name."),
};

type NewKey = { name: string; scope: Scope; password: string };

function useNewKey() {
  const [made, setMade] = useState<string | null>(null);
  const form = useForm<NewKey>({
    initial: { name: "", scope: "read", password: "" },
    validate: ({ name, password }) => ({
      name: textProblem(KEY_NAME, name),
      password: missingPassword(password),
    }),
  });
  const create = useServerAction(useAction(api.developers.createKey), {
    failure: t("The key could not be made. Please try again."),
    onSuccess: ({ key }) => setMade(key),
  });
  return { form, create, made };
}

export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const { form, create, made } = useNewKey();
  return (
    <Dialog
      onClose={onClose}
      title={made === null ? t("Make a key") : t("Your new key")}
      description={
        made === null
          ? t("Whoever has the key may do this in your name, until you revoke it.")
          : t(
              "Programs send it along with every call: Authorization: Bearer, a space, and the key.",
            )
      }
      size="sm"
    >
      {made === null ? (
        <NewKeyForm form={form} create={create} onClose={onClose} />
      ) : (
        <OnceShown label={t("Key")} secret={made} onDone={onClose} />
      )}
    </Dialog>
  );
}

type NewKeyFormProps = {
  form: FormState<NewKey>;
  create: ServerAction<NewKey>;
  onClose: () => void;
};

function NewKeyForm({ form, create, onClose }: NewKeyFormProps) {
  return (
    <Form onSubmit={() => form.submit(create.run)} className="flex flex-col gap-4">
      <Field
        label={t("Name")}
        error={form.errors.name}
        hint={t("What the key is for, such as Stock till.")}
      >
        <Input autoComplete="off" maxLength={NAME_MAX} {...form.text("name")} />
      </Field>
      <Field label={t("May")}>
        <Select
          value={form.values.scope}
          onChange={(scope) => form.change({ scope })}
          options={SCOPES}
        />
      </Field>
      <PasswordCheckField error={form.errors.password} {...form.text("password")} />
      {create.error !== null && <ErrorNotice message={create.error} />}
      <DialogFooter>
        <DismissButton busy={create.isBusy} onClick={onClose} />
        <Button type="submit" variant="primary" busy={create.isBusy}>
          {t("Make the key")}
        </Button>
      </DialogFooter>
    </Form>
  );
}
