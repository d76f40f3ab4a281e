/** Lists the traders whom the user blocks, each with Unblock. */
import { useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { useLiveList } from "../../live/useLiveList";
import { useServerAction } from "../../forms/useServerAction";
import { Button } from "../../ui/Button";
import { DateText } from "../../ui/DateText";
import { LiveList } from "../../ui/LiveList";
import { Skeleton } from "../../ui/Skeleton";
import { t } from "../../../domain/language/texts";
import { rich } from "../../lib/rich";

type Blocked = FunctionReturnType<typeof api.network.blocked>["page"][number];

export function BlockSettings() {
  const list = useLiveList(api.network.blocked, {});
  return (
    <LiveList
      list={list}
      skeleton={<Skeleton className="h-10" />}
      errorMessage={t("Your block list could not be fetched.")}
      empty={<p className="text-muted">{t("You block nobody.")}</p>}
    >
      {(rows) => (
        <ul className="flex flex-col divide-y divide-line">
          {rows.map((row) => (
            <BlockedItem key={row.userId} row={row} />
          ))}
        </ul>
      )}
    </LiveList>
  );
}

function BlockedItem({ row }: { row: Blocked }) {
  const unblock = useServerAction(useMutation(api.network.unblock), {
    failure: t("This did not work. Please try again."),
    success: t("{name} is no longer blocked.", { name: row.name }),
    onFailure: "toast",
  });
  return (
    <li className="flex items-center gap-3 py-2">
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">
          {row.name} <span className="font-normal text-muted">{row.business}</span>
        </p>
        <p className="text-sm text-muted">
          {rich("Blocked on {day}", { day: <DateText date={row.blockedAt} /> })}
        </p>
      </div>
      <Button
        size="sm"
        busy={unblock.isBusy}
        aria-label={t("Unblock {name}", { name: row.name })}
        onClick={() => void unblock.run({ userId: row.userId })}
      >
        {t("Unblock")}
      </Button>
    </li>
  );
}
