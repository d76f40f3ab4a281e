/** This device's sound and pushes, beside the list of notifications. */
import { SettingsCard } from "../../ui/SettingsCard";
import { PushSettings } from "./PushSettings";
import { SoundSettings } from "./SoundSettings";

export function DeviceCard() {
  return (
    <SettingsCard title="This device">
      <SoundSettings />
      <PushSettings />
    </SettingsCard>
  );
}
