import { useMemo, useState } from "react";
import { parseDay } from "../../../../domain/dates";
import { DayWords } from "../../../ui/DayField";
import { DayInput } from "../../../ui/DayInput";
import { t } from "../../../../domain/language/texts";

export type PlacedDayProps = {
  /** YYYY-MM-DD. */
  day: string;
  /** YYYY-MM-DD. */
  today: string;
  onChange: (day: string) => void;
};

/** The day of placing. The list follows each text that means a day; a half-typed one changes nothing. */
export function PlacedDay({ day, today, onChange }: PlacedDayProps) {
  const bounds = useMemo(() => ({ today, max: today }), [today]);
  const [dayText, setDayText] = useState({ listed: day, value: day });
  const value = dayText.listed === day ? dayText.value : day;
  const type = (next: string) => {
    const isDay = parseDay(next) !== null;
    setDayText({ listed: isDay ? next : day, value: next });
    if (isDay) onChange(next);
  };
  return (
    <span className="flex items-center gap-2">
      <DayInput
        label={t("Placed on")}
        value={value}
        onChange={type}
        bounds={bounds}
        className="w-40"
      />
      <span className="text-sm text-muted">
        <DayWords value={value} today={today} />
      </span>
    </span>
  );
}
