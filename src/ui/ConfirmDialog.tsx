/** Asks for confirmation in a Radix AlertDialog, open while it is mounted. The label of the confirming button names the action. */
import { AlertDialog } from "radix-ui";
import type { ReactNode } from "react";
import { Button } from "./Button";
import { DialogFooter } from "./Dialog";
import { DismissButton } from "./DismissButton";
import { ErrorNotice } from "./ErrorNotice";
import { useOpener } from "./useOpener";

export type ConfirmDialogProps = {
  onClose: () => void;
  title: string;
  /** The consequence, in one sentence. */
  description: ReactNode;
  /** "Remove order", never "OK". */
  confirmLabel: string;
  cancelLabel?: string;
  danger?: boolean;
  busy?: boolean;
  error?: string | null;
  /** A choice that belongs to the action. */
  children?: ReactNode;
  /** The dialog stays open until its owner closes it: an action may fail. */
  onConfirm: () => void;
};

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { onClose, title, description, confirmLabel, cancelLabel = "Cancel" } = props;
  const { danger = false, busy = false, error = null, children, onConfirm } = props;
  const opener = useOpener();
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="fixed inset-0 z-40 animate-fade bg-scrim" />
        <AlertDialog.Content
          {...opener}
          className="fixed inset-x-4 inset-y-0 z-50 m-auto flex h-fit max-w-md animate-pop flex-col gap-4 rounded-md border border-line bg-raised p-5 shadow-high outline-none"
        >
          <div>
            <AlertDialog.Title className="text-md font-semibold">{title}</AlertDialog.Title>
            <AlertDialog.Description className="mt-1 text-muted">
              {description}
            </AlertDialog.Description>
          </div>
          {children}
          {error !== null && <ErrorNotice message={error} />}
          <DialogFooter>
            <AlertDialog.Cancel asChild>
              <DismissButton busy={busy} label={cancelLabel} />
            </AlertDialog.Cancel>
            <Button variant={danger ? "danger" : "primary"} busy={busy} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </DialogFooter>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
