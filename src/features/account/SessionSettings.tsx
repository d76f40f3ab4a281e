/** Ends all sessions of the account, this one included. */
import * as links from "../../../domain/links";
import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { useAccountId } from "../../live/useMarketClient";
import { useServerAction } from "../../forms/useServerAction";
import { useUnsentWork, useSignOut } from "../../live/useSession";
import { Button } from "../../ui/Button";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { RevokeChoice } from "./RevokeChoice";
import { t } from "../../../domain/language/texts";

const EVERYWHERE = t("Every device is signed out at once, this one too. Your data stays.");

export function SessionSettings() {
  const endAll = useMutation(api.account.signOutEverywhere);
  const signOut = useSignOut();
  const accountId = useAccountId();
  const unsentWork = useUnsentWork();
  const [asking, setAsking] = useState(false);
  const [unsent, setUnsent] = useState<string | null>(null);
  const [revokeAll, setRevokeAll] = useState(true);
  const leave = useServerAction(
    async () => {
      await endAll({ revokeAll });
      await signOut(links.LOGIN);
    },
    { failure: t("You could not be signed out. Please try again.") },
  );

  async function ask(): Promise<void> {
    setUnsent(accountId === null ? null : await unsentWork(accountId));
    setAsking(true);
  }
  return (
    <>
      <Button className="self-start" onClick={() => void ask()}>
        {t("Sign out everywhere")}
      </Button>
      {asking && (
        <ConfirmDialog
          onClose={() => setAsking(false)}
          title={t("Sign out everywhere?")}
          description={
            unsent === null ? EVERYWHERE : `${EVERYWHERE} ${unsent} ${t("They are discarded.")}`
          }
          confirmLabel={t("Sign out everywhere")}
          danger
          busy={leave.isBusy}
          error={leave.error}
          onConfirm={() => void leave.run()}
        >
          <RevokeChoice checked={revokeAll} onChange={setRevokeAll} />
        </ConfirmDialog>
      )}
    </>
  );
}
