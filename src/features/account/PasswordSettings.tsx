/** Changes the password, against the current one. */
import { useAction } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { passwordProblem } from "../../forms/passwordProblem";
import { useForm } from "../../forms/useForm";
import { useServerAction } from "../../forms/useServerAction";
import { Button } from "../../ui/Button";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Field } from "../../ui/Field";
import { Form } from "../../ui/Form";
import { PasswordInput } from "../../ui/PasswordInput";
import { RevokeChoice } from "./RevokeChoice";
import { t } from "../../../domain/language/texts";

const EMPTY = { current: "", password: "", revokeAll: true };

export function PasswordSettings() {
  const form = useForm({
    initial: EMPTY,
    validate: ({ current, password }) => ({
      current: current === "" ? t("Please enter your current password.") : null,
      password: passwordProblem(password),
    }),
  });
  const save = useServerAction(useAction(api.account.changePassword), {
    failure: t("Your password could not be changed. Please try again."),
    success: t("Your password was changed."),
    onSuccess: () => form.reset(),
  });
  return (
    <Form onSubmit={() => form.submit(save.run)} className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t("Current password")} error={form.errors.current}>
          <PasswordInput
            name="current-password"
            autoComplete="current-password"
            {...form.text("current")}
          />
        </Field>
        <Field
          label={t("New password")}
          error={form.errors.password}
          hint={t("8 to 128 characters")}
        >
          <PasswordInput
            name="new-password"
            autoComplete="new-password"
            {...form.text("password")}
          />
        </Field>
      </div>
      <RevokeChoice
        checked={form.values.revokeAll}
        onChange={(revokeAll) => form.change({ revokeAll })}
      />
      {save.error !== null && <ErrorNotice message={save.error} />}
      <Button type="submit" variant="primary" busy={save.isBusy} className="self-start">
        {t("Change password")}
      </Button>
    </Form>
  );
}
