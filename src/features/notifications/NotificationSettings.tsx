/** The card of the settings page for notifications: channels of each kind, quiet hours, mails, and this browser's sound and pushes. */
import { useMutation } from "convex/react";
import type { OptimisticLocalStore } from "convex/browser";
import { api } from "../../../convex/_generated/api";
import { type Digest, DIGESTS } from "../../../domain/notifications";
import { useLiveQuery } from "../../live/useLiveQuery";
import { useServerAction } from "../../forms/useServerAction";
import { useSession } from "../../live/useSession";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Field } from "../../ui/Field";
import { Select } from "../../ui/Select";
import { SettingsCard } from "../../ui/SettingsCard";
import { ChannelTable } from "./ChannelTable";
import { CheckLine, QuietHours } from "./QuietHours";
import { PushSettings } from "./PushSettings";
import type { Settings } from "./settings";
import { SoundSettings } from "./SoundSettings";
import { t } from "../../../domain/language/texts";

const DIGEST_LABELS = {
  none: t("Each at once"),
  morning: t("Collected, at 8:00 am"),
  morningAndEvening: t("Collected, at 8:00 am and 6:00 pm"),
} as const satisfies Record<Digest, string>;

const DIGEST_OPTIONS = DIGESTS.map((value) => ({ value, label: DIGEST_LABELS[value] }));

function showSettings(store: OptimisticLocalStore, settings: Settings): void {
  store.setQuery(api.notifications.settings, {}, settings);
}

/** Returns the settings and their change, which is shown at once and taken back if the server refuses. */
function useSettings() {
  const { value, error, retry } = useLiveQuery(api.notifications.settings, {});
  const send = useMutation(api.notifications.saveSettings).withOptimisticUpdate(showSettings);
  const save = useServerAction((settings: Settings) => send(settings), {
    failure: t("Your notification settings could not be saved. Please try again."),
  });
  const change = (part: Partial<Settings>) => {
    if (value !== undefined) void save.run({ ...value, ...part });
  };
  return { settings: value, hasFailed: error !== null, retry, change, refusal: save.error };
}

export function NotificationSettings() {
  const session = useSession();
  const { settings, hasFailed, retry, change, refusal } = useSettings();
  if (session.state !== "signedIn" || session.me.role === "admin") return null;
  return (
    <SettingsCard title={t("Notifications")} lead={t("Saved at once, for all your devices.")}>
      {hasFailed && (
        <ErrorNotice
          message={t("Your notification settings could not be loaded.")}
          onRetry={retry}
        />
      )}
      {refusal !== null && <ErrorNotice message={refusal} />}
      <ChannelTable role={session.me.role} settings={settings} onChange={change} />
      <QuietHours settings={settings} onChange={change} />
      <Field label={t("Mails")} className="sm:w-80">
        <Select
          value={settings?.digest ?? ""}
          placeholder={t("Loading...")}
          disabled={settings === undefined}
          options={DIGEST_OPTIONS}
          onChange={(digest) => change({ digest })}
        />
      </Field>
      <div className="flex flex-col gap-1">
        <CheckLine
          label={t("Show sums on the lock screen")}
          checked={settings?.showsSums}
          onChange={(showsSums) => change({ showsSums })}
        />
        <CheckLine
          label={t("Repeat the sound until the order is answered")}
          checked={settings?.repeatsSound}
          onChange={(repeatsSound) => change({ repeatsSound })}
        />
      </div>
      <SoundSettings />
      <PushSettings />
    </SettingsCard>
  );
}
