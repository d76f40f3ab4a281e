/** Reads every notification at once. */
import { CheckCheck } from "lucide-react";
import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { useServerAction } from "../../forms/useServerAction";
import { Button } from "../../ui/Button";

export function MarkAllRead({ unread }: { unread: number }) {
  const markAll = useMutation(api.notifications.markAllRead);
  const { run, isBusy } = useServerAction(() => markAll({}), {
    failure: "The notifications could not be marked as read.",
    onFailure: "toast",
  });
  return (
    <Button
      size="sm"
      variant="quiet"
      busy={isBusy}
      disabled={unread === 0}
      onClick={() => void run()}
    >
      <CheckCheck aria-hidden /> Mark all read
    </Button>
  );
}
