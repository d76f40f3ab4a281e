/** Kinds of notifications by channels, as check boxes. */
import {
  KINDS_OF_ROLE,
  NOTIFICATION_CHANNELS,
  type NotificationChannel,
} from "../../../domain/notifications";
import type { TradeRole } from "../../../domain/roles";
import { KIND_NAMES } from "./kinds";
import { channelsOf, type Settings, withChannel } from "./settings";
import { t } from "../../../domain/language/texts";

const CHANNEL_NAMES = {
  bell: t("Bell"),
  sound: t("Sound"),
  push: t("Push"),
  mail: t("Mail"),
} as const satisfies Record<NotificationChannel, string>;

export type ChannelTableProps = {
  role: TradeRole;
  /** Undefined until they have been received. */
  settings: Settings | undefined;
  onChange: (part: Partial<Settings>) => void;
};

export function ChannelTable({ role, settings, onChange }: ChannelTableProps) {
  return (
    <div className="overflow-x-auto">
      <table className="w-full border-collapse">
        <caption className="sr-only">{t("What you are told, and how")}</caption>
        <thead>
          <tr className="border-b border-line text-left text-xs text-muted">
            <th scope="col" className="py-2 font-medium">
              {t("Tell me of")}
            </th>
            {NOTIFICATION_CHANNELS.map((channel) => (
              <th key={channel} scope="col" className="w-11 py-2 text-center font-medium sm:w-16">
                {CHANNEL_NAMES[channel]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {KINDS_OF_ROLE[role].map((kind) => (
            <tr key={kind} className="border-b border-line last:border-0">
              <th scope="row" className="py-1 pr-2 text-left font-normal">
                {KIND_NAMES[kind]}
              </th>
              {NOTIFICATION_CHANNELS.map((channel) => (
                <td key={channel} className="w-12 min-w-12 p-0 text-center">
                  {/* As large as a finger; the box in it is what is seen. */}
                  <label className="inline-grid size-9 cursor-pointer place-items-center rounded-sm hover:bg-hover max-md:rounded-none touch:size-11">
                    <input
                      type="checkbox"
                      aria-label={`${KIND_NAMES[kind]}: ${CHANNEL_NAMES[channel]}`}
                      disabled={settings === undefined}
                      checked={channelsOf(settings, kind).includes(channel)}
                      onChange={({ target }) => {
                        if (settings === undefined) return;
                        const { channels } = withChannel(settings, kind, channel, target.checked);
                        onChange({ channels });
                      }}
                      className="size-4 accent-accent"
                    />
                  </label>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
