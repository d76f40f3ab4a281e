/** The filter of products by their country of origin. */
import { COUNTRY_CODES } from "../../domain/countries";
import { countryName } from "../../domain/countryName";
import { Select } from "../ui/Select";
import { t } from "../../domain/language/texts";

const ALL = "all";

const OPTIONS = [
  { value: ALL, label: t("Any origin") },
  ...COUNTRY_CODES.map((value) => ({ value, label: countryName(value) })),
];

export type OriginSelectProps = {
  /** A code of `domain/countries.ts`; null is any. */
  value: string | null;
  onChange: (code: string | null) => void;
  className?: string;
};

export function OriginSelect({ value, onChange, className }: OriginSelectProps) {
  return (
    <Select
      {...(className && { className })}
      label={t("Country of origin")}
      value={value ?? ALL}
      options={OPTIONS}
      onChange={(origin) => onChange(origin === ALL ? null : origin)}
    />
  );
}
