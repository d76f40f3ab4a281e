/** The hours in which nothing rings or is pushed, as two times of day in India. */
import { useState } from "react";
import { Field } from "../../ui/Field";
import { Input } from "../../ui/Input";
import type { Settings } from "./settings";
import { DAY_MINUTES, endOfDayIst, formatTime } from "../../../domain/dates";
import { t } from "../../../domain/language/texts";

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;
const TYPED = /^([01]\d|2[0-3]):([0-5]\d)$/;
/** Any day: India's days have the same minutes all year. */
const ANY_MIDNIGHT = endOfDayIst("2026-01-01");

/** Returns, for example, "09:05", as time fields have it. */
export function typedTime(minute: number): string {
  const hours = String(Math.floor(minute / HOUR_MINUTES)).padStart(2, "0");
  return `${hours}:${String(minute % HOUR_MINUTES).padStart(2, "0")}`;
}

/** Returns the minute of a typed time, or null while it is incomplete. */
export function minuteOf(text: string): number | null {
  const [, hours, minutes] = TYPED.exec(text) ?? [];
  if (hours === undefined || minutes === undefined) return null;
  return (Number(hours) * HOUR_MINUTES + Number(minutes)) % DAY_MINUTES;
}

/** Returns, for example, "9:05 pm". */
export function timeText(minute: number): string {
  return formatTime(ANY_MIDNIGHT + minute * MINUTE_MS);
}

/** The hours at first, when they are switched on: a shop's night. */
const NIGHT = { quietFrom: 21 * 60, quietTo: 8 * 60 };
const NEVER = { quietFrom: undefined, quietTo: undefined };

export type QuietHoursProps = {
  /** Undefined until they have been received. */
  settings: Settings | undefined;
  onChange: (part: Partial<Settings>) => void;
};

export function QuietHours({ settings, onChange }: QuietHoursProps) {
  const { quietFrom, quietTo } = settings ?? {};
  const isOn = quietFrom !== undefined && quietTo !== undefined;
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="sr-only">{t("Quiet hours")}</legend>
      <CheckLine
        label={t("Quiet hours")}
        checked={settings === undefined ? undefined : isOn}
        onChange={(checked) => onChange(checked ? NIGHT : NEVER)}
      />
      <div className="flex flex-wrap gap-3">
        <TimeField
          label={t("From")}
          minute={quietFrom}
          onChange={(minute) => onChange({ quietFrom: minute })}
        />
        <TimeField
          label={t("To")}
          minute={quietTo}
          onChange={(minute) => onChange({ quietTo: minute })}
        />
      </div>
      <p className="text-muted">{quietText(settings)}</p>
    </fieldset>
  );
}

function quietText(settings: Settings | undefined): string {
  const { quietFrom, quietTo } = settings ?? {};
  if (quietFrom === undefined || quietTo === undefined)
    return t("Everything rings and is pushed at any time.");
  if (quietFrom === quietTo) return t("Both times are the same, so no hour is quiet.");
  return t("Nothing rings or is pushed between {from} and {to}.", {
    from: timeText(quietFrom),
    to: timeText(quietTo),
  });
}

type TimeFieldProps = {
  label: string;
  /** Undefined while there are no quiet hours. */
  minute: number | undefined;
  onChange: (minute: number) => void;
};

/** A typed time counts when the field is left, because half-typed ones are valid times too. */
function TimeField({ label, minute, onChange }: TimeFieldProps) {
  const storedText = minute === undefined ? "" : typedTime(minute);
  const [state, setState] = useState({ storedText, text: storedText });
  // Saved here or on another device: what was typed before is void.
  if (state.storedText !== storedText) setState({ storedText, text: storedText });
  const setText = (text: string) => setState({ storedText, text });
  function leave(): void {
    const chosen = minuteOf(state.text);
    if (chosen === null) setText(storedText);
    else if (chosen !== minute) onChange(chosen);
  }
  return (
    <Field label={label}>
      <Input
        type="time"
        value={state.text}
        disabled={minute === undefined}
        onChange={({ target }) => setText(target.value)}
        onBlur={leave}
        onKeyDown={({ key }) => key === "Enter" && leave()}
        className="w-36"
      />
    </Field>
  );
}

type CheckLineProps = {
  label: string;
  /** Undefined until it has been received. */
  checked: boolean | undefined;
  onChange: (checked: boolean) => void;
};

/** A check box with its label on one line; it cannot be used until its state is known. */
export function CheckLine({ label, checked, onChange }: CheckLineProps) {
  return (
    <label className="-mx-4 flex min-h-9 items-center gap-2.5 px-4 font-medium touch:min-h-11">
      <input
        type="checkbox"
        checked={checked ?? false}
        disabled={checked === undefined}
        onChange={({ target }) => onChange(target.checked)}
        className="size-4 shrink-0 accent-accent"
      />
      {label}
    </label>
  );
}
