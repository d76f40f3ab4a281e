/** The second step: what the import does, and which column means what. */
import {
  IMPORT_MODES,
  type ImportMode,
  columnName,
  fieldsOf,
  missingColumn,
} from "../../../domain/import/columns";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Field } from "../../ui/Field";
import { Select } from "../../ui/Select";
import { UnreadNotice } from "./UnreadNotice";
import { comparedText } from "./preview";
import { type Import, type Opened, withColumn } from "./useImport";
import { t } from "../../../domain/language/texts";
import { columnLabel, columnHint } from "../../../domain/import/columns";

const MODE_LABELS: Record<ImportMode, string> = {
  addAndUpdate: t("Add and update products"),
  updateOnly: t("Only update products"),
  priceAndStock: t("Only set price and stock"),
};

const MODES = IMPORT_MODES.map((value) => ({ value, label: MODE_LABELS[value] }));
const NONE = "none";

type ColumnsStepProps = { products: Import; opened: Opened };

export function ColumnsStep({ products, opened }: ColumnsStepProps) {
  const { sheet, mapping, mode, fileName } = opened;
  const { previewing, looked } = products;
  const missing = missingColumn(mapping, mode);
  return (
    <Card className="flex flex-col gap-5 p-4 sm:p-6">
      <div>
        <h2 className="text-md font-semibold wrap-anywhere">{fileName}</h2>
        <p className="text-sm text-muted">
          {t("{count, plural, one {# row} other {# rows}}", { count: sheet.rows.length })}
        </p>
      </div>
      <Field
        label={t("What this import does")}
        hint={t(
          "An empty cell leaves a value as it is; “-” takes away a minimum, a multiple, price breaks or a tax detail.",
        )}
      >
        <Select
          value={mode}
          options={MODES}
          onChange={(next) => products.change({ ...opened, mode: next })}
        />
      </Field>
      <ColumnFields products={products} opened={opened} />
      <UnreadNotice opened={opened} />
      {missing !== undefined && <p className="text-sm text-negative">{missing}</p>}
      {previewing.error !== null && <ErrorNotice message={previewing.error} />}
      {previewing.isBusy && (
        <p role="status" className="text-sm text-muted">
          {comparedText(looked)}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          disabled={missing !== undefined}
          busy={previewing.isBusy}
          onClick={() => products.preview(opened)}
        >
          {t("Preview")}
        </Button>
        <Button onClick={products.again}>{t("Another file")}</Button>
      </div>
    </Card>
  );
}

function ColumnFields({ products, opened }: ColumnsStepProps) {
  const { sheet, mapping, mode } = opened;
  const options = [
    { value: NONE, label: t("Not in the file") },
    ...sheet.headers.map((_, at) => ({
      value: String(at),
      label: columnName(sheet.headers, at),
    })),
  ];
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 text-sm font-medium">{t("Columns of the file")}</legend>
      <div className="grid gap-4 sm:grid-cols-2">
        {fieldsOf(mode).map((field) => (
          <Field key={field} label={columnLabel(field)} hint={columnHint(field)}>
            <Select
              value={String(mapping[field] ?? NONE)}
              options={options}
              onChange={(chosen) => {
                const column = chosen === NONE ? null : Number(chosen);
                products.change({ ...opened, mapping: withColumn(mapping, field, column) });
              }}
            />
          </Field>
        ))}
      </div>
    </fieldset>
  );
}
