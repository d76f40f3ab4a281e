/** The button that leaves a dialog without acting. */
import { useConnectionStatus } from "../live/useConnectionStatus";
import { Button } from "./Button";
import { t } from "../../domain/language/texts";

export type DismissButtonProps = {
  /** The dialog's action is under way. */
  busy: boolean;
  label?: string;
  onClick?: () => void;
};

/**
 * An action that was begun can't be called back. While it is under way there is nothing to cancel; without a connection that may
 * last, so then the dialog can be closed, by a button that promises no more than that.
 */
export function DismissButton({ busy, label = t("Cancel"), ...rest }: DismissButtonProps) {
  const { canSend } = useConnectionStatus();
  const isWaiting = busy && !canSend;
  return (
    <Button {...rest} disabled={busy && !isWaiting}>
      {isWaiting ? t("Close") : label}
    </Button>
  );
}
