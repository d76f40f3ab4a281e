/**
 * The only control for a date: typed as in India, the day first, or picked from a calendar. Inside a Field it is labelled and described by it.
 * Its value is the day (YYYY-MM-DD) once the text means one, else the text itself, which the form refuses.
 */
import { CalendarDays } from "lucide-react";
import { Popover } from "radix-ui";
import { useState } from "react";
import { parseDay } from "../../domain/dates";
import { dayAsTyped, type DayBounds, typedDay } from "../../domain/typedDay";
import { cx } from "../lib/cx";
import { Input } from "./Input";
import { lazyPart } from "./lazyPart";
import { t } from "../../domain/language/texts";

/** Fetched, with its library, by those who open it: most type the date. */
const Calendar = lazyPart(async () => (await import("./Calendar")).Calendar, {
  message: t("The calendar could not be loaded. You can type the date."),
  waiting: <div data-loading className="h-72 w-63" />,
});

/** Seven days of a thumb's 44 px leave no more at the sides of the narrowest phone. */
const NEAR_EDGE = { top: 8, bottom: 8, left: 2, right: 2 };

export type DayInputProps = {
  value: string;
  onChange: (value: string) => void;
  bounds: DayBounds;
  disabled?: boolean;
  /** Outside a Field. */
  label?: string;
  /** Names the button of the calendar where a form has several. */
  calendarLabel?: string;
  className?: string;
};

export function DayInput(props: DayInputProps) {
  const { value, onChange, bounds, disabled = false, label, className } = props;
  const [isOpen, setOpen] = useState(false);
  // The text stays as it is typed until the value is set to another day.
  const [entry, setEntry] = useState({ text: dayAsTyped(value), value });
  const text = entry.value === value ? entry.text : dayAsTyped(value);
  const type = (next: string) => {
    const meant = typedDay(next, bounds) ?? next;
    setEntry({ text: next, value: meant });
    onChange(meant);
  };
  const pick = (day: string) => {
    onChange(day);
    setEntry({ text: dayAsTyped(day), value: day });
    setOpen(false);
  };
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Anchor className={cx("relative", className)}>
        <Input
          aria-label={label}
          value={text}
          disabled={disabled}
          autoComplete="off"
          placeholder={t("DD/MM/YYYY")}
          onChange={({ target }) => type(target.value)}
          className="pr-11 tabular-nums"
        />
        <Popover.Trigger
          disabled={disabled}
          className="absolute inset-y-0 right-0 grid w-10 place-items-center rounded-sm text-muted hover:text-ink disabled:opacity-60"
        >
          <CalendarDays aria-hidden className="size-4" />
          <span className="sr-only">{props.calendarLabel ?? t("Open calendar")}</span>
        </Popover.Trigger>
      </Popover.Anchor>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={4}
          collisionPadding={NEAR_EDGE}
          aria-label={t("Calendar")}
          className="z-60 max-h-(--radix-popover-content-available-height) animate-pop overflow-y-auto rounded-md border border-line bg-raised p-[2px] shadow-high outline-none has-[[role=alert]]:w-72 sm:p-3"
        >
          <Calendar selected={parseDay(value)} bounds={bounds} onPick={pick} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
