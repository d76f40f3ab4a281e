/** Takes an announcement back, once the administrator has confirmed it. */
import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { errorMessage } from "../../lib/convexError";
import { Button } from "../../ui/Button";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import type { NewsItem } from "./newsFilter";

export function Withdraw({ article }: { article: NewsItem }) {
  const withdraw = useMutation(api.news.withdraw);
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function confirm(): Promise<void> {
    setBusy(true);
    try {
      await withdraw({ announcementId: article._id });
      setAsking(false);
    } catch (error) {
      setFailure(errorMessage(error, "The announcement could not be withdrawn."));
    } finally {
      setBusy(false);
    }
  }
  return (
    <>
      <Button size="sm" onClick={() => setAsking(true)}>
        Withdraw
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Withdraw this announcement?"
        description={`“${article.title}” disappears from everybody’s screen.`}
        confirmLabel="Withdraw"
        danger
        busy={busy}
        error={failure}
        onConfirm={() => void confirm()}
      />
    </>
  );
}
