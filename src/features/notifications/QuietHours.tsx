/** The hours in which nothing rings or is pushed, as two times of day in India. */
import { useState } from "react";
import { Field } from "../../ui/Field";
import { Input } from "../../ui/Input";
import { CheckLine } from "./CheckLine";
import type { Settings } from "./settings";
import { minuteOf, timeText, typedTime } from "./times";

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
      <legend className="sr-only">Quiet hours</legend>
      <CheckLine
        label="Quiet hours"
        checked={settings === undefined ? undefined : isOn}
        onChange={(checked) => onChange(checked ? NIGHT : NEVER)}
      />
      <div className="flex flex-wrap gap-3">
        <TimeField
          label="From"
          minute={quietFrom}
          onChange={(minute) => onChange({ quietFrom: minute })}
        />
        <TimeField
          label="To"
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
    return "Everything rings and is pushed at any time.";
  if (quietFrom === quietTo) return "Both times are the same, so no hour is quiet.";
  return `Nothing rings or is pushed between ${timeText(quietFrom)} and ${timeText(quietTo)}.`;
}

type TimeFieldProps = {
  label: string;
  /** Undefined while there are no quiet hours. */
  minute: number | undefined;
  onChange: (minute: number) => void;
};

/** A typed time counts when the field is left, because half-typed ones are valid times too. */
function TimeField({ label, minute, onChange }: TimeFieldProps) {
  const known = minute === undefined ? "" : typedTime(minute);
  const [state, setState] = useState({ known, typed: known });
  // Saved here or on another device: what was typed before is void.
  if (state.known !== known) setState({ known, typed: known });
  const setTyped = (typed: string) => setState({ known, typed });
  function leave(): void {
    const chosen = minuteOf(state.typed);
    if (chosen === null) setTyped(known);
    else if (chosen !== minute) onChange(chosen);
  }
  return (
    <Field label={label}>
      <Input
        type="time"
        value={state.typed}
        disabled={minute === undefined}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={leave}
        onKeyDown={({ key }) => key === "Enter" && leave()}
        className="w-36"
      />
    </Field>
  );
}
