/** Turns the sound of this browser on and off, tests it, and tells its state. */
import { Volume2, VolumeX } from "lucide-react";
import { Button } from "../../ui/Button";
import { type SoundState, useSound } from "./Sound";
import { t } from "../../../domain/language/texts";

const STATE_TEXTS = {
  off: t("Sound is off in this browser"),
  blocked: t("Blocked until you click"),
  on: t("Sound is on in this browser"),
} as const satisfies Record<SoundState, string>;

export function SoundSettings() {
  const { sound, state } = useSound();
  const Icon = state === "on" ? Volume2 : VolumeX;
  return (
    <section aria-label={t("Sound")} className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p role="status" className="flex min-w-[min(13rem,100%)] items-center gap-2">
        <Icon aria-hidden className="size-4 shrink-0 text-muted" />
        {STATE_TEXTS[state]}
      </p>
      {state === "off" ? (
        <Button onClick={() => sound.turnOn()}>{t("Turn on sound")}</Button>
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => sound.test()}>{t("Test sound")}</Button>
          <Button variant="quiet" onClick={() => sound.turnOff()}>
            {t("Turn off sound")}
          </Button>
        </div>
      )}
    </section>
  );
}
