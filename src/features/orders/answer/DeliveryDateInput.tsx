/** The delivery date, and the near days that are promised most often. */
import { useMemo } from "react";
import { Button } from "../../../ui/Button";
import { DayField } from "../../../ui/DayField";
import { deliveryBounds, nearDays } from "./deliveryDate";
import { t } from "../../../../domain/language/texts";

export type DeliveryDateInputProps = {
  value: string;
  onChange: (value: string) => void;
  error: string | null;
  nowMs: number;
};

export function DeliveryDateInput({ value, onChange, error, nowMs }: DeliveryDateInputProps) {
  const bounds = useMemo(() => deliveryBounds(nowMs), [nowMs]);
  return (
    <>
      <DayField
        label={t("Delivery date")}
        value={value}
        onChange={onChange}
        error={error}
        bounds={bounds}
      />
      <div className="-mt-2 flex flex-wrap gap-2">
        {nearDays(nowMs).map(({ label, day }) => (
          <Button
            key={label}
            variant="chip"
            size="sm"
            aria-pressed={value === day}
            onClick={() => onChange(day)}
          >
            {label}
          </Button>
        ))}
      </div>
    </>
  );
}
