/** Lists the API keys with their last use, creates and revokes them. */
import { KeyRound } from "lucide-react";
import { useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { useLiveQuery } from "../../live/useLiveQuery";
import { useServerAction } from "../../forms/useServerAction";
import { Badge } from "../../ui/Badge";
import { Button } from "../../ui/Button";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { DateText } from "../../ui/DateText";
import { LiveValue } from "../../ui/LiveValue";
import { SkeletonRows } from "../../ui/Skeleton";
import { NewKeyDialog } from "./NewKeyDialog";
import { t } from "../../../domain/language/texts";
import { rich } from "../../lib/rich";

type Key = FunctionReturnType<typeof api.developers.keys>[number];

const SCOPE_WORDS = { read: t("Read only"), write: t("Read and write") } as const;

export function KeySettings() {
  const answer = useLiveQuery(api.developers.keys, {});
  const [making, setMaking] = useState(false);
  return (
    <>
      <LiveValue
        answer={answer}
        skeleton={<SkeletonRows count={1} />}
        errorMessage={t("Your keys could not be fetched.")}
      >
        {(keys) => <KeyList keys={keys} />}
      </LiveValue>
      <Button className="self-start" onClick={() => setMaking(true)}>
        <KeyRound aria-hidden /> {t("Make a key")}
      </Button>
      {making && <NewKeyDialog onClose={() => setMaking(false)} />}
    </>
  );
}

function KeyList({ keys }: { keys: readonly Key[] }) {
  const [revoking, setRevoking] = useState<Key | null>(null);
  if (keys.length === 0) return <p className="text-muted">{t("You have no keys yet.")}</p>;
  return (
    <>
      <ul aria-label={t("Your keys")} className="flex flex-col divide-y divide-line">
        {keys.map((key) => (
          <KeyRow key={key._id} row={key} onRevoke={() => setRevoking(key)} />
        ))}
      </ul>
      {revoking !== null && <RevokeDialog row={revoking} onClose={() => setRevoking(null)} />}
    </>
  );
}

function KeyRow({ row, onRevoke }: { row: Key; onRevoke: () => void }) {
  const { name, start, scope, createdAt, lastUsedAt } = row;
  return (
    <li className="flex items-start gap-3 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium wrap-anywhere">{name}</span>
          <Badge>{SCOPE_WORDS[scope]}</Badge>
        </p>
        <p className="mt-1 font-mono text-sm text-muted">{start}…</p>
        <p className="flex flex-wrap gap-x-4 text-sm text-muted">
          <span>{rich("Made {day}", { day: <DateText date={createdAt} /> })}</span>
          <span>
            {lastUsedAt === undefined
              ? t("Never used")
              : rich("Last used {time}", { time: <DateText date={lastUsedAt} withTime /> })}
          </span>
        </p>
      </div>
      <Button
        size="sm"
        variant="danger"
        aria-label={t("Revoke {key}", { key: name })}
        onClick={onRevoke}
      >
        {t("Revoke")}
      </Button>
    </li>
  );
}

function RevokeDialog({ row, onClose }: { row: Key; onClose: () => void }) {
  const revoke = useServerAction(useMutation(api.developers.revokeKey), {
    failure: t("The key could not be revoked. Please try again."),
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      onClose={onClose}
      title={t("Revoke {key}?", { key: row.name })}
      description={t("Programs that use this key are refused at once. There is no way back.")}
      confirmLabel={t("Revoke the key")}
      danger
      busy={revoke.isBusy}
      error={revoke.error}
      onConfirm={() => void revoke.run({ keyId: row._id })}
    />
  );
}
