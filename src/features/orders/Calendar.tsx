/** A month of days to deliver on, from today in India. Apart, with its library, because most dates are typed. */
import { ChevronLeft, ChevronRight } from "lucide-react";
import { DayPicker, type ChevronProps } from "react-day-picker";
import { lastDeliveryDay, todayIst } from "../../../domain/dates";
import { calendarDate } from "./deliveryDate";

export type CalendarProps = {
  selected: string | null;
  nowMs: number;
  onPick: (date: Date) => void;
};

export function Calendar({ selected, nowMs, onPick }: CalendarProps) {
  const today = calendarDate(todayIst(nowMs));
  const last = calendarDate(lastDeliveryDay(nowMs));
  if (today === undefined || last === undefined) return null;
  const date = selected === null ? undefined : calendarDate(selected);
  return (
    <DayPicker
      mode="single"
      required
      autoFocus
      selected={date}
      defaultMonth={date ?? today}
      today={today}
      startMonth={today}
      endMonth={last}
      disabled={{ before: today, after: last }}
      weekStartsOn={1}
      onSelect={onPick}
      components={{ Chevron }}
      classNames={CALENDAR_LOOK}
    />
  );
}

function Chevron({ orientation }: ChevronProps) {
  const Icon = orientation === "left" ? ChevronLeft : ChevronRight;
  return <Icon aria-hidden className="size-4" />;
}

const DAY_BUTTON =
  "grid size-9 place-items-center rounded-sm tabular-nums hover:not-disabled:bg-hover";
const MONTH_BUTTON =
  "grid size-9 place-items-center rounded-sm text-muted hover:bg-hover hover:text-ink aria-disabled:invisible";

const CALENDAR_LOOK = {
  months: "relative",
  nav: "absolute inset-x-0 top-0 flex justify-between",
  button_previous: MONTH_BUTTON,
  button_next: MONTH_BUTTON,
  month_caption: "grid h-9 place-items-center font-semibold touch:h-11",
  month_grid: "mt-1 border-collapse",
  weekday: "size-9 text-xs font-medium text-muted",
  day: "p-0 text-center",
  day_button: DAY_BUTTON,
  today: "font-semibold text-accent-ink",
  selected: "rounded-sm bg-accent font-semibold text-on-accent",
  disabled: "text-muted opacity-45",
  outside: "invisible",
} as const;
