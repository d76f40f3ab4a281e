/** The account's webhooks, each with its state, a test and its log. */
import { Webhook as WebhookIcon } from "lucide-react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import type { TradeRole } from "../../../domain/roles";
import { useLiveQuery } from "../../live/useLiveQuery";
import { Button } from "../../ui/Button";
import { LiveValue } from "../../ui/LiveValue";
import { SkeletonRows } from "../../ui/Skeleton";
import { NewWebhookDialog } from "./NewWebhookDialog";
import { WebhookItem } from "./WebhookItem";
import { t } from "../../../domain/language/texts";

export function WebhookSettings({ role }: { role: TradeRole }) {
  const answer = useLiveQuery(api.developers.webhooks, {});
  const [adding, setAdding] = useState(false);
  return (
    <>
      <LiveValue
        answer={answer}
        skeleton={<SkeletonRows count={1} />}
        errorMessage={t("Your webhooks could not be fetched.")}
      >
        {(webhooks) =>
          webhooks.length === 0 ? (
            <p className="text-muted">{t("You have no webhooks yet.")}</p>
          ) : (
            <ul aria-label={t("Your webhooks")} className="flex flex-col gap-3">
              {webhooks.map((webhook) => (
                <WebhookItem key={webhook._id} webhook={webhook} role={role} />
              ))}
            </ul>
          )
        }
      </LiveValue>
      <Button className="self-start" onClick={() => setAdding(true)}>
        <WebhookIcon aria-hidden /> {t("Add a webhook")}
      </Button>
      {adding && <NewWebhookDialog role={role} onClose={() => setAdding(false)} />}
    </>
  );
}
