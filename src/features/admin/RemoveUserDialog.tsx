/** Asks for confirmation before an account is closed, and names the user and the consequences. */
import type { TradeRole } from "../../../domain/roles";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { REMOVAL_WORDS } from "./removalWords";
import type { RemoveUser } from "./useRemoveUser";

export function RemoveUserDialog({ role, removal }: { role: TradeRole; removal: RemoveUser }) {
  const { asked, dismiss, confirm, isBusy, error } = removal;
  if (asked === null) return null;
  const words = REMOVAL_WORDS[role];
  return (
    <ConfirmDialog
      onClose={dismiss}
      title={words.question}
      description={
        <>
          <b className="font-semibold text-ink">{asked.name}</b> ({asked.email}) is signed out at
          once and can’t sign in again. {words.consequence} Accepted orders and invoices stay.
        </>
      }
      confirmLabel={words.confirm}
      danger
      busy={isBusy}
      error={error}
      onConfirm={confirm}
    />
  );
}
