/** Signs out at once, or asks first when unsent work would be discarded. */
import * as links from "../../../domain/links";
import { useState } from "react";
import { useAccountId } from "../../live/useMarketClient";
import { useSignOut, useUnsentWork } from "../../live/useSession";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { t } from "../../../domain/language/texts";

const AFTERWARDS = links.LOGIN;

export type SignOutPrompt = {
  /** The unsent work to discard, as text; null while the dialog is closed. */
  readonly unsent: string | null;
  readonly begin: () => void;
  readonly confirm: () => void;
  readonly dismiss: () => void;
};

export function useSignOutPrompt(): SignOutPrompt {
  const signOut = useSignOut();
  const accountId = useAccountId();
  const unsentWork = useUnsentWork();
  const [unsent, setUnsent] = useState<string | null>(null);
  return {
    unsent,
    begin() {
      void (accountId === null ? Promise.resolve(null) : unsentWork(accountId)).then((found) =>
        found === null ? signOut(AFTERWARDS) : setUnsent(found),
      );
    },
    confirm: () => void signOut(AFTERWARDS),
    dismiss: () => setUnsent(null),
  };
}

export function SignOutDialog({ unsent, confirm, dismiss }: SignOutPrompt) {
  if (unsent === null) return null;
  return (
    <ConfirmDialog
      onClose={dismiss}
      title={t("Sign out?")}
      description={`${unsent} ${t("Sign out and discard them?")}`}
      confirmLabel={t("Sign out and discard")}
      cancelLabel={t("Stay signed in")}
      danger
      onConfirm={confirm}
    />
  );
}
