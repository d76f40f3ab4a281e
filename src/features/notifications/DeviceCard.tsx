/** This device's sound and pushes, beside the list of notifications. */
import { Card } from "../../ui/Card";
import { PushSettings } from "./PushSettings";
import { SoundSettings } from "./SoundSettings";
import { t } from "../../../domain/language/texts";

export function DeviceCard() {
  return (
    <Card as="section" aria-label={t("This device")} className="flex flex-col gap-4 p-6">
      <h2 className="text-md font-semibold">{t("This device")}</h2>
      <SoundSettings />
      <PushSettings />
    </Card>
  );
}
