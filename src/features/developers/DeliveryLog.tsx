/** The live log of a webhook's deliveries. */
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { useLiveList } from "../../live/useLiveList";
import { Badge } from "../../ui/Badge";
import { DateText } from "../../ui/DateText";
import { LiveList } from "../../ui/LiveList";
import { SkeletonRows } from "../../ui/Skeleton";
import { DELIVERY_LOOKS, EVENT_WORDS, outcomeText } from "./webhookTexts";
import { t } from "../../../domain/language/texts";
import { rich } from "../../lib/rich";

type Delivery = FunctionReturnType<typeof api.developers.deliveries>["page"][number];

/** Small, because the log is part of a longer page. */
const PAGE_SIZE = 10;

export function DeliveryLog({ webhookId }: { webhookId: Id<"webhooks"> }) {
  const list = useLiveList(api.developers.deliveries, { webhookId }, { pageSize: PAGE_SIZE });
  return (
    <LiveList
      list={list}
      manualLoadMore
      skeleton={<SkeletonRows count={1} />}
      empty={<p className="text-sm text-muted">{t("Nothing was sent yet.")}</p>}
      errorMessage={t("The log could not be fetched.")}
    >
      {(rows) => (
        <ul aria-label={t("Log")} className="flex flex-col divide-y divide-line">
          {rows.map((row) => (
            <LogLine key={row._id} row={row} />
          ))}
        </ul>
      )}
    </LiveList>
  );
}

function LogLine({ row }: { row: Delivery }) {
  const { nextAttemptAt, status, problem } = row;
  const { label, tone, icon } = DELIVERY_LOOKS[row.state];
  // Planned before the attempt that may make it needless.
  const isToCome = nextAttemptAt !== undefined && (status ?? problem) !== undefined;
  return (
    <li className="py-2.5 text-sm first:pt-0 last:pb-0">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium">{EVENT_WORDS[row.type]}</span>
        <DateText date={row.createdAt} withTime className="text-muted" />
        <Badge tone={tone} icon={icon} className="ml-auto">
          {label}
        </Badge>
      </p>
      <p className="mt-1 wrap-anywhere text-muted">{outcomeText(row)}</p>
      {isToCome && (
        <p className="text-muted">
          {rich("Next attempt {time}", { time: <DateText date={nextAttemptAt} withTime /> })}
        </p>
      )}
      <p className="font-mono text-xs wrap-anywhere text-muted">{row.eventId}</p>
    </li>
  );
}
