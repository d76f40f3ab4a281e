/** The period of a statement or an export: one of those that are offered, or days of one's own. */
import { useMemo } from "react";
import { Button } from "../../ui/Button";
import { DayField } from "../../ui/DayField";
import { type Period, type PeriodProblem, periodsOf } from "./periods";
import { t } from "../../../domain/language/texts";

export type PeriodFieldsProps = {
  period: Period;
  today: string;
  problem: PeriodProblem | null;
  disabled?: boolean;
  onChange: (period: Period) => void;
};

export function PeriodFields(props: PeriodFieldsProps) {
  const { period, today, problem, disabled = false, onChange } = props;
  const bounds = useMemo(() => ({ today, max: today }), [today]);
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
        <DayField
          label={t("From")}
          calendarLabel={t("Open calendar, first day")}
          disabled={disabled}
          value={period.from}
          bounds={bounds}
          error={problem?.field === "from" ? problem.text : null}
          onChange={(from) => onChange({ ...period, from })}
        />
        <DayField
          label={t("To")}
          calendarLabel={t("Open calendar, last day")}
          disabled={disabled}
          value={period.to}
          bounds={bounds}
          error={problem?.field === "to" ? problem.text : null}
          onChange={(to) => onChange({ ...period, to })}
        />
      </div>
    </>
  );
}
