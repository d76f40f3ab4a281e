/** The period of a statement or an export: one of those that are offered, or days of one's own. */
import { Button } from "../../ui/Button";
import { Field } from "../../ui/Field";
import { Input } from "../../ui/Input";
import { dayInWords } from "../dayInWords";
import { type Period, periodsOf } from "./periods";

export type PeriodFieldsProps = {
  period: Period;
  today: string;
  problem: string | null;
  disabled?: boolean;
  onChange: (period: Period) => void;
};

export function PeriodFields(props: PeriodFieldsProps) {
  const { period, today, problem, disabled = false, onChange } = props;
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {periodsOf(today).map(({ label, period: offered }) => (
          <Button
            key={label}
            variant="chip"
            size="sm"
            disabled={disabled}
            aria-pressed={period.from === offered.from && period.to === offered.to}
            onClick={() => onChange(offered)}
          >
            {label}
          </Button>
        ))}
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="From" hint={dayInWords(period.from)}>
          <Input
            type="date"
            disabled={disabled}
            value={period.from}
            onChange={(event) => onChange({ ...period, from: event.target.value })}
          />
        </Field>
        <Field label="To" hint={dayInWords(period.to)} error={problem}>
          <Input
            type="date"
            disabled={disabled}
            value={period.to}
            onChange={(event) => onChange({ ...period, to: event.target.value })}
          />
        </Field>
      </div>
    </>
  );
}
