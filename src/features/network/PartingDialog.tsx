/** Asks for confirmation, then ends a connection or blocks the other side. */
import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { useServerAction } from "../../forms/useServerAction";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { t } from "../../../domain/language/texts";

/** The other side, and the step that is asked. A connection can be left by retailers; anybody can be blocked, connected or not. */
export type Parting = {
  readonly name: string;
  readonly how:
    | { readonly does: "leave"; readonly connectionId: string }
    | { readonly does: "block"; readonly userId: string };
};

const TEXTS = {
  leave: {
    question: (name: string) => t("Disconnect {name}?", { name }),
    consequence: (name: string) =>
      t(
        "{name} leaves your network, and you can no longer write to each other. Orders and invoices stay.",
        { name },
      ),
    confirm: t("Disconnect"),
    done: (name: string) => t("You are no longer connected with {name}.", { name }),
  },
  block: {
    question: (name: string) => t("Block {name}?", { name }),
    consequence: (name: string) =>
      t(
        "Your connection with {name} ends. Requests, new orders and messages between you are refused until you unblock them in your settings.",
        { name },
      ),
    confirm: t("Block"),
    done: (name: string) => t("{name} is blocked.", { name }),
  },
} as const;

export function PartingDialog({ parting, onClose }: { parting: Parting; onClose: () => void }) {
  const leave = useMutation(api.network.leave);
  const block = useMutation(api.network.block);
  const { name, how } = parting;
  const text = TEXTS[how.does];
  const part = useServerAction(
    async () => {
      if (how.does === "leave") await leave({ connectionId: how.connectionId });
      else await block({ userId: how.userId });
    },
    {
      failure: t("This did not work. Please try again."),
      success: text.done(name),
      onDone: onClose,
    },
  );
  return (
    <ConfirmDialog
      onClose={onClose}
      title={text.question(name)}
      description={text.consequence(name)}
      confirmLabel={text.confirm}
      danger
      busy={part.isBusy}
      error={part.error}
      onConfirm={() => void part.run()}
    />
  );
}
