/** What is asked before a webhook gets another secret, or ends. */
import { useAction, useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { Button } from "../../ui/Button";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { Dialog, DialogFooter } from "../../ui/Dialog";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Form } from "../../ui/Form";
import { OnceShown } from "./OnceShown";
import { PasswordCheckField, usePasswordCheck } from "./passwordCheck";
import { useStep } from "./useStep";
import { SECRET_WORDS } from "./webhookWords";

type Props = { webhookId: Id<"webhooks">; onClose: () => void };

const ASKING = {
  title: "Make a new secret?",
  description:
    "Messages are signed with the new one at once: whoever checks them by the old one refuses them.",
};

export function RenewSecretDialog({ webhookId, onClose }: Props) {
  const renew = useAction(api.developers.renewSecret);
  const step = useStep("The secret could not be changed. Please try again.");
  const [secret, setSecret] = useState<string | null>(null);
  const check = usePasswordCheck();
  const make = () => {
    const { password } = check;
    if (!check.isTyped()) return;
    void step.run(async () => setSecret((await renew({ webhookId, password })).secret));
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      {...(secret === null ? ASKING : SECRET_WORDS)}
      size="sm"
    >
      {secret === null ? (
        <Form onSubmit={make} className="flex flex-col gap-4">
          <PasswordCheckField check={check} />
          {step.failure !== null && <ErrorNotice message={step.failure} />}
          <DialogFooter>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant="primary" busy={step.busy}>
              Make a new secret
            </Button>
          </DialogFooter>
        </Form>
      ) : (
        <OnceShown label="Secret" secret={secret} onDone={onClose} />
      )}
    </Dialog>
  );
}

export function DeleteWebhookDialog({ webhookId, onClose }: Props) {
  const end = useMutation(api.developers.deleteWebhook);
  const step = useStep("The webhook could not be deleted. Please try again.");
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Delete this webhook?"
      description="Nothing more is sent to this address, and what still waits is dropped."
      confirmLabel="Delete the webhook"
      danger
      busy={step.busy}
      error={step.failure}
      onConfirm={() =>
        void step.run(async () => {
          await end({ webhookId });
          onClose();
        })
      }
    />
  );
}
