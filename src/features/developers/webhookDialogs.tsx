/** The dialogs that renew a webhook's secret and delete a webhook. */
import { useAction, useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { Button } from "../../ui/Button";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { DismissButton } from "../../ui/DismissButton";
import { Dialog, DialogFooter } from "../../ui/Dialog";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Form } from "../../ui/Form";
import { OnceShown } from "./OnceShown";
import { missingPassword, PasswordCheckField } from "../../ui/PasswordCheckField";
import { useForm } from "../../forms/useForm";
import { useServerAction } from "../../forms/useServerAction";
import { SECRET_WORDS } from "./webhookTexts";
import { t } from "../../../domain/language/texts";

type Props = { webhookId: Id<"webhooks">; onClose: () => void };

const ASKING = {
  title: t("Make a new secret?"),
  description: t(
    "Messages are signed with the new one at once: whoever checks them by the old one refuses them.",
  ),
};

export function RenewSecretDialog({ webhookId, onClose }: Props) {
  const renew = useServerAction(useAction(api.developers.renewSecret), {
    failure: t("The secret could not be changed. Please try again."),
    onSuccess: (renewed) => setSecret(renewed.secret),
  });
  const [secret, setSecret] = useState<string | null>(null);
  const form = useForm({
    initial: { password: "" },
    validate: ({ password }) => ({ password: missingPassword(password) }),
  });
  return (
    <Dialog onClose={onClose} {...(secret === null ? ASKING : SECRET_WORDS)} size="sm">
      {secret === null ? (
        <Form
          onSubmit={() => form.submit(({ password }) => renew.run({ webhookId, password }))}
          className="flex flex-col gap-4"
        >
          <PasswordCheckField error={form.errors.password} {...form.text("password")} />
          {renew.error !== null && <ErrorNotice message={renew.error} />}
          <DialogFooter>
            <DismissButton busy={renew.isBusy} onClick={onClose} />
            <Button type="submit" variant="primary" busy={renew.isBusy}>
              {t("Make a new secret")}
            </Button>
          </DialogFooter>
        </Form>
      ) : (
        <OnceShown label={t("Secret")} secret={secret} onDone={onClose} />
      )}
    </Dialog>
  );
}

export function DeleteWebhookDialog({ webhookId, onClose }: Props) {
  const end = useServerAction(useMutation(api.developers.deleteWebhook), {
    failure: t("The webhook could not be deleted. Please try again."),
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      onClose={onClose}
      title={t("Delete this webhook?")}
      description={t("Nothing more is sent to this address, and what still waits is dropped.")}
      confirmLabel={t("Delete the webhook")}
      danger
      busy={end.isBusy}
      error={end.error}
      onConfirm={() => void end.run({ webhookId })}
    />
  );
}
