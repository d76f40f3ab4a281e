/**
 * Asks for confirmation, open while it is mounted. The label of the confirming button names the action. Its frame comes on first
 * use.
 */
import type { ConfirmDialogProps } from "./dialogFrames";
import { lazyDialog } from "./lazyPart";
import { t } from "../../domain/language/texts";

export type { ConfirmDialogProps } from "./dialogFrames";

export const ConfirmDialog = lazyDialog<ConfirmDialogProps>(
  async () => (await import("./dialogFrames")).ConfirmFrame,
  t("The question could not be shown."),
);
