/** Signing out everywhere, this device included. */
import { useMutation } from "convex/react";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { errorMessage } from "../../lib/convexError";
import { useSignOut } from "../../lib/useSession";
import { Button } from "../../ui/Button";
import { ConfirmDialog } from "../../ui/ConfirmDialog";

export function SessionSettings() {
  const endAll = useMutation(api.account.signOutEverywhere);
  const signOut = useSignOut();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function leave(): Promise<void> {
    setBusy(true);
    setFailure(null);
    try {
      await endAll({});
      await signOut();
      await navigate("/auth/login", { replace: true });
    } catch (error) {
      setFailure(errorMessage(error, "You could not be signed out. Please try again."));
      setBusy(false);
    }
  }
  return (
    <>
      <Button className="self-start" onClick={() => setAsking(true)}>
        Sign out everywhere
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Sign out everywhere?"
        description="Every device is signed out at once, this one too. Your data stays."
        confirmLabel="Sign out everywhere"
        danger
        busy={busy}
        error={failure}
        onConfirm={() => void leave()}
      />
    </>
  );
}
