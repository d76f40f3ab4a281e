/** The delivery date: typed as MM/DD/YYYY, or picked from a calendar that begins today in India. */
import { CalendarDays, ChevronLeft, ChevronRight } from "lucide-react";
import { Popover } from "radix-ui";
import { useState } from "react";
import { DayPicker, type ChevronProps } from "react-day-picker";
import { formatDate, lastDeliveryDay, todayIst } from "../../../domain/dates";
import { cx } from "../../lib/cx";
import { Field } from "../../ui/Field";
import { Input } from "../../ui/Input";
import { calendarDate, readDelivery, typedOf } from "./deliveryDate";

export type DeliveryDateInputProps = {
  value: string;
  onChange: (typed: string) => void;
  error: string | null;
  nowMs: number;
};

export function DeliveryDateInput({ value, onChange, error, nowMs }: DeliveryDateInputProps) {
  const [isOpen, setOpen] = useState(false);
  const verdict = readDelivery(value, nowMs);
  const pick = (date: Date) => {
    onChange(typedOf(date));
    setOpen(false);
  };
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Field
        label="Delivery date"
        error={error}
        hint={verdict.ok ? formatDate(verdict.day) : "Month/day/year, or pick a day."}
      >
        <Popover.Anchor className="relative">
          <Input
            value={value}
            inputMode="numeric"
            autoComplete="off"
            placeholder="MM/DD/YYYY"
            onChange={(event) => onChange(event.target.value)}
            className="pr-11 tabular-nums"
          />
          <Popover.Trigger className="absolute inset-y-0 right-0 grid w-10 place-items-center rounded-sm text-muted hover:text-ink">
            <CalendarDays aria-hidden className="size-4" />
            <span className="sr-only">Open calendar</span>
          </Popover.Trigger>
        </Popover.Anchor>
      </Field>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          aria-label="Calendar"
          className="z-60 animate-pop rounded-md border border-line bg-raised p-3 shadow-high outline-none"
        >
          <Calendar selected={verdict.ok ? verdict.day : null} nowMs={nowMs} onPick={pick} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

type CalendarProps = { selected: string | null; nowMs: number; onPick: (date: Date) => void };

function Calendar({ selected, nowMs, onPick }: CalendarProps) {
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
  month_caption: "grid h-9 place-items-center font-semibold",
  month_grid: "mt-1 border-collapse",
  weekday: "size-9 text-xs font-medium text-muted",
  day: "p-0 text-center",
  day_button: DAY_BUTTON,
  today: "font-semibold text-accent-ink",
  selected: cx("rounded-sm bg-accent font-semibold text-on-accent"),
  disabled: "text-muted opacity-45",
  outside: "invisible",
} as const;
