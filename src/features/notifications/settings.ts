/** A person's settings of notifications, as the server answers and takes them. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";
import type { NotificationChannel, NotificationKind } from "../../../domain/notifications";

export type Settings = FunctionReturnType<typeof api.notifications.settings>;

export function channelsOf(
  settings: Settings | undefined,
  kind: NotificationKind,
): readonly NotificationChannel[] {
  return settings?.channels.find((row) => row.kind === kind)?.channels ?? [];
}

/** Turns a channel of a kind on or off. Sound rings for what comes into the bell, so it brings the bell, and goes with it. */
export function withChannel(
  settings: Settings,
  kind: NotificationKind,
  channel: NotificationChannel,
  isOn: boolean,
): Settings {
  const chosen = new Set(channelsOf(settings, kind));
  if (isOn) chosen.add(channel);
  else chosen.delete(channel);
  if (isOn && channel === "sound") chosen.add("bell");
  if (!isOn && channel === "bell") chosen.delete("sound");
  const others = settings.channels.filter((row) => row.kind !== kind);
  return { ...settings, channels: [...others, { kind, channels: [...chosen] }] };
}
