/** The delivery date: typed as in India and echoed in words, one of the near days, or picked from a calendar that begins today in India. */
import { CalendarDays } from "lucide-react";
import { Popover } from "radix-ui";
import { useState } from "react";
import { Button } from "../../ui/Button";
import { Field } from "../../ui/Field";
import { Input } from "../../ui/Input";
import { lazyPart } from "../../ui/lazyPart";
import { inWords, nearDays, readDelivery, typedOf } from "./deliveryDate";

/** Fetched, with its library, by those who open it: most type the date. */
const Calendar = lazyPart(async () => (await import("./Calendar")).Calendar, {
  message: "The calendar could not be loaded. You can type the date.",
  waiting: <div className="h-72 w-63" />,
});

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
        hint={
          <span role="status" className={verdict.ok ? "font-medium text-ink" : undefined}>
            {verdict.ok ? inWords(verdict.day, nowMs) : "Day/month/year, or pick a day."}
          </span>
        }
      >
        <Popover.Anchor className="relative">
          <Input
            value={value}
            autoComplete="off"
            placeholder="DD/MM/YYYY"
            onChange={(event) => onChange(event.target.value)}
            className="pr-11 tabular-nums"
          />
          <Popover.Trigger className="absolute inset-y-0 right-0 grid w-10 place-items-center rounded-sm text-muted hover:text-ink">
            <CalendarDays aria-hidden className="size-4" />
            <span className="sr-only">Open calendar</span>
          </Popover.Trigger>
        </Popover.Anchor>
      </Field>
      <div className="-mt-2 flex flex-wrap gap-2">
        {nearDays(nowMs).map(({ label, typed }) => (
          <Button
            key={label}
            variant="chip"
            size="sm"
            aria-pressed={value === typed}
            onClick={() => onChange(typed)}
          >
            {label}
          </Button>
        ))}
      </div>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          aria-label="Calendar"
          className="z-60 animate-pop rounded-md border border-line bg-raised p-3 shadow-high outline-none has-[[role=alert]]:w-72"
        >
          <Calendar selected={verdict.ok ? verdict.day : null} nowMs={nowMs} onPick={pick} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
