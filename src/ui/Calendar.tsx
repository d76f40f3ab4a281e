/** A month of days to pick from. Apart, with its library, because most dates are typed. */
import { ChevronLeft, ChevronRight } from "lucide-react";
import { DayPicker, type ChevronProps, type Matcher, type Modifiers } from "react-day-picker";
import type { DayBounds } from "../../domain/typedDay";
import { cx } from "../lib/cx";
import { currentLanguage, t } from "../../domain/language/texts";

export type CalendarProps = {
  /** YYYY-MM-DD. */
  selected: string | null;
  bounds: DayBounds;
  onPick: (day: string) => void;
};

/** Returns the calendar's date of "2026-03-04": that day in the browser's own zone, in which the calendar counts. */
function dateOf(day: string): Date {
  return new Date(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8, 10)));
}

function dayOf(date: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${String(date.getFullYear()).padStart(4, "0")}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

function formatterOf(options: Intl.DateTimeFormatOptions): (date: Date) => string {
  const locale = `${currentLanguage()}-IN`;
  const formatter = new Intl.DateTimeFormat(locale, { ...options, numberingSystem: "latn" });
  return (date) => formatter.format(date);
}

const dayName = formatterOf({ dateStyle: "full" });
const monthName = formatterOf({ month: "long", year: "numeric" });
const weekdayName = formatterOf({ weekday: "long" });

/** English weeks have the two letters of the library. */
const FORMATTERS = {
  formatCaption: monthName,
  ...(currentLanguage() !== "en" && { formatWeekdayName: formatterOf({ weekday: "short" }) }),
};
const LABELS = {
  labelDayButton: nameOf,
  labelGrid: monthName,
  labelWeekday: weekdayName,
  labelPrevious: () => t("Go to the Previous Month"),
  labelNext: () => t("Go to the Next Month"),
};

/** Returns what screen readers say for a day, with the number that is shown. */
function nameOf(date: Date, { today = false, selected = false }: Modifiers): string {
  return [today && t("Today"), dayName(date), selected && t("selected")].filter(Boolean).join(", ");
}

export function Calendar({ selected, bounds, onPick }: CalendarProps) {
  const today = dateOf(bounds.today);
  const first = bounds.min === undefined ? undefined : dateOf(bounds.min);
  const last = bounds.max === undefined ? undefined : dateOf(bounds.max);
  const date = selected === null ? undefined : dateOf(selected);
  const beyond: Matcher[] = [];
  if (first !== undefined) beyond.push({ before: first });
  if (last !== undefined) beyond.push({ after: last });
  return (
    <DayPicker
      mode="single"
      required
      autoFocus
      selected={date}
      defaultMonth={date ?? today}
      today={today}
      startMonth={first}
      endMonth={last}
      disabled={beyond}
      weekStartsOn={1}
      onSelect={(picked) => onPick(dayOf(picked))}
      labels={LABELS}
      formatters={FORMATTERS}
      components={{ Chevron }}
      classNames={CALENDAR_LOOK}
    />
  );
}

function Chevron({ orientation }: ChevronProps) {
  const Icon = orientation === "left" ? ChevronLeft : ChevronRight;
  return <Icon aria-hidden className="size-4" />;
}

/** Large letters must not make a week wider than the window; 10 px are the frame's around it. */
const DAY_SIZE = "h-9 w-[min(2.25rem,calc((100vw-10px)/7))]";
const DAY_BUTTON = cx(
  "grid place-items-center rounded-sm tabular-nums hover:not-disabled:bg-hover",
  DAY_SIZE,
);
const MONTH_BUTTON =
  "grid size-9 place-items-center rounded-sm text-muted hover:bg-hover hover:text-ink aria-disabled:invisible";

const CALENDAR_LOOK = {
  months: "relative",
  nav: "absolute inset-x-0 top-0 flex justify-between",
  button_previous: MONTH_BUTTON,
  button_next: MONTH_BUTTON,
  month_caption: "grid h-9 place-items-center font-semibold touch:h-11",
  month_grid: "mt-1 border-collapse",
  weekday: cx("text-xs font-medium text-muted", DAY_SIZE),
  day: "p-0 text-center",
  day_button: DAY_BUTTON,
  today: "font-semibold text-accent-ink",
  selected: "rounded-sm bg-accent font-semibold text-on-accent",
  disabled: "text-muted opacity-45",
  outside: "invisible",
} as const;
