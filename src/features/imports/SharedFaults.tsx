/** The faults that several rows share, each said once; a wrong type is mended in all of its rows by one choice. */
import { productTypeOptions, type ProductType } from "../../../domain/productTypes";
import { beginning } from "../../../domain/text";
import { Card } from "../../ui/Card";
import { Select } from "../../ui/Select";
import { DETAIL_MAX, faultText, type SharedFault } from "./preview";
import { t } from "../../../domain/language/texts";

const TYPES = productTypeOptions();
/** Rows that are named by their numbers. */
const NAMED = 10;

/** Returns "row 4", "3 rows: 2, 3, 6" or, of many, "120 rows: 2, 3, … and 110 more". */
function linesText(lines: readonly number[]): string {
  const count = lines.length;
  const named = lines.slice(0, NAMED).join(", ");
  if (count <= NAMED)
    return t("{count, plural, one {row {lines}} other {# rows: {lines}}}", { count, lines: named });
  return t("{count} rows: {lines} and {more} more", {
    count: count.toLocaleString("en-IN"),
    lines: named,
    more: (count - NAMED).toLocaleString("en-IN"),
  });
}

type SharedFaultsProps = {
  faults: readonly SharedFault[];
  isBusy: boolean;
  /** Undefined where the file has no column of types. */
  onChooseType: ((lines: readonly number[], type: ProductType) => void) | undefined;
};

export function SharedFaults({ faults, isBusy, onChooseType }: SharedFaultsProps) {
  if (faults.length === 0) return null;
  return (
    <Card>
      <ul aria-label={t("What is wrong")} className="divide-y divide-line">
        {faults.map((fault) => {
          const { field, value, lines } = fault;
          const isType = field === "type" && onChooseType !== undefined;
          const name = value === "" ? t("No product type") : beginning(value, DETAIL_MAX);
          return (
            <li
              key={faultText(fault)}
              className="flex min-h-13 flex-wrap items-center justify-between gap-x-4 gap-y-2 px-3 py-2 sm:px-4"
            >
              <p className="min-w-32 flex-1 wrap-anywhere">
                <span className="font-medium">{isType ? name : faultText(fault)}</span>
                <span className="text-muted"> · {linesText(lines)}</span>
              </p>
              {isType && (
                <Select
                  className="w-40 sm:w-56"
                  label={t("Choose type for {type}", { type: name })}
                  placeholder={t("Choose type")}
                  value=""
                  options={TYPES}
                  disabled={isBusy}
                  onChange={(type) => onChooseType(lines, type)}
                />
              )}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
