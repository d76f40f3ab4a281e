/** The choice to revoke keys and webhooks with the session. Renders nothing without any. */
import { api } from "../../../convex/_generated/api";
import { useLiveQuery } from "../../live/useLiveQuery";
import { t } from "../../../domain/language/texts";

type Props = { checked: boolean; onChange: (checked: boolean) => void };

export function RevokeChoice({ checked, onChange }: Props) {
  const keys = useLiveQuery(api.developers.keys, {}).value ?? [];
  const webhooks = useLiveQuery(api.developers.webhooks, {}).value ?? [];
  if (keys.length + webhooks.length === 0) return null;
  return (
    <div className="rounded-sm bg-sunken px-4 py-3">
      <label className="flex min-h-9 items-center gap-2.5 font-medium touch:min-h-11">
        <input
          type="checkbox"
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
          className="size-4 shrink-0 accent-accent"
        />
        {t("Revoke all API keys and webhooks")}
      </label>
      <ul
        aria-label={t("Keys and webhooks")}
        className="mt-1 flex flex-col gap-1 pl-6.5 text-sm text-muted"
      >
        {keys.map(({ _id, name }) => (
          <li key={_id} className="wrap-anywhere">
            {t("Key {name}", { name })}
          </li>
        ))}
        {webhooks.map(({ _id, url }) => (
          <li key={_id} className="wrap-anywhere">
            {t("Webhook {address}", { address: url })}
          </li>
        ))}
      </ul>
    </div>
  );
}
