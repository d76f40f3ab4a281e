/**
 * Asks for confirmation, open while it is mounted. The label of the confirming button names the action. Its frame comes on first
 * use.
 */
import type { ReactNode } from "react";
import { lazyDialog } from "./lazyPart";

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

export const ConfirmDialog = lazyDialog<ConfirmDialogProps>(
  async () => (await import("./dialogFrames")).ConfirmFrame,
  "The question could not be shown.",
);
