/** One webhook with its state, test, secret, log and deletion. */
import { useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { ChevronDown } from "lucide-react";
import { useId, useState } from "react";
import { api } from "../../../convex/_generated/api";
import type { TradeRole } from "../../../domain/roles";
import { cx } from "../../lib/cx";
import { useServerAction } from "../../forms/useServerAction";
import { Button } from "../../ui/Button";
import { DateText } from "../../ui/DateText";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Notice } from "../../ui/Notice";
import { DeliveryLog } from "./DeliveryLog";
import { DeleteWebhookDialog, RenewSecretDialog } from "./webhookDialogs";
import { eventsText } from "./webhookTexts";
import { t } from "../../../domain/language/texts";
import { rich } from "../../lib/rich";

type Webhook = FunctionReturnType<typeof api.developers.webhooks>[number];
type Props = { webhook: Webhook; role: TradeRole };

export function WebhookItem({ webhook, role }: Props) {
  const test = useServerAction(useMutation(api.developers.testWebhook), {
    failure: t("The test could not be sent. Please try again."),
    onSuccess: () => setOpen(true),
  });
  const [asking, setAsking] = useState<"secret" | "end" | null>(null);
  const [isOpen, setOpen] = useState(false);
  const logId = useId();
  const { _id: webhookId, url, events } = webhook;
  const close = () => setAsking(null);
  return (
    <li aria-label={url} className="flex flex-col gap-3 rounded-sm border border-line p-4">
      <div>
        <p className="font-mono wrap-anywhere">{url}</p>
        <p className="mt-1 text-sm text-muted">{eventsText(events, role)}</p>
      </div>
      <Trouble webhook={webhook} />
      {test.error !== null && <ErrorNotice message={test.error} />}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" busy={test.isBusy} onClick={() => void test.run({ webhookId })}>
          {t("Send a test")}
        </Button>
        <Button size="sm" onClick={() => setAsking("secret")}>
          {t("New secret")}
        </Button>
        <Button size="sm" variant="danger" onClick={() => setAsking("end")}>
          {t("Delete")}
        </Button>
        <Button
          size="sm"
          variant="quiet"
          aria-expanded={isOpen}
          aria-controls={logId}
          className="sm:ml-auto"
          onClick={() => setOpen(!isOpen)}
        >
          {t("Log")}{" "}
          <ChevronDown aria-hidden className={cx("transition-transform", isOpen && "rotate-180")} />
        </Button>
      </div>
      <div id={logId} hidden={!isOpen} className="border-t border-line pt-3">
        {isOpen && <DeliveryLog webhookId={webhookId} />}
      </div>
      {asking === "secret" && <RenewSecretDialog webhookId={webhookId} onClose={close} />}
      {asking === "end" && <DeleteWebhookDialog webhookId={webhookId} onClose={close} />}
    </li>
  );
}

function Trouble({ webhook: { failingSince, silentSince, pausedAt } }: { webhook: Webhook }) {
  if (pausedAt !== undefined)
    return (
      <Notice
        kind="error"
        message={rich("Paused: since {time} nothing was taken. A test that succeeds resumes it.", {
          time: <DateText date={failingSince ?? pausedAt} withTime />,
        })}
      />
    );
  if (silentSince !== undefined)
    return (
      <Notice
        kind="warning"
        isAnnounced={false}
        message={rich(
          "Its host has not answered since {time}. It is tried now and then; after a day without an answer the webhook is paused.",
          { time: <DateText date={silentSince} withTime /> },
        )}
      />
    );
  if (failingSince === undefined) return null;
  return (
    <Notice
      kind="warning"
      isAnnounced={false}
      message={rich("Failing since {time}. Messages are tried again for a day.", {
        time: <DateText date={failingSince} withTime />,
      })}
    />
  );
}
