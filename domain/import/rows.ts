/**
 * Rows of an import: what each says, what is wrong with it, and what it changes. The screen's preview and the server ask the same
 * functions, so that what was previewed is what is written.
 */
import { grouped } from "../fields/figures";
import { checkValue, type Field, namesOf, shownText, toStored } from "../fields/kinds";
import { PRODUCT_FIELDS, type ProductValues, TAX_FIELDS } from "../fields/product";
import { guardedText } from "../formulas";
import type { TaxKind } from "../gst/kinds";
import { wrongProductTax } from "../gst/productTax";
import { ORDER_QUANTITY_MAX } from "../limits";
import { wrongTerm } from "../fields/checkTerms";
import { type TermField, skuKey } from "../productTerms";
import { readCell, readPicture, invalidCell } from "./cells";
import type { Read } from "../typedNumber";
import {
  COLUMNS,
  columnLabel,
  type ImportField,
  type ImportMode,
  type Mapping,
  fieldsOf,
} from "./columns";
import { rateReason, readPriceBasis } from "./taxCells";
import type { CellFault, Sheet, SheetRow } from "./sheet";
import { type Message, msg, t } from "../language/texts";

export type Fault = {
  readonly field: ImportField;
  /** As it stands in the file. */
  readonly value: string;
  readonly reason: string;
  /** It is the text alone that is refused: no fault where the product has this very value already. */
  readonly isOfText?: true;
};

/** The texts of a row by column; absent where the cell is empty, which leaves the product's value as it is. */
export type Cells = Partial<Record<ImportField, string>>;

/** A product's values as an import knows them. */
export type Values = Omit<ProductValues, "sku"> & {
  /** The address that it was fetched from; empty for a drawn or an uploaded one. */
  readonly picture: string;
};

export type ValueField = keyof Values;

/** Values that a row sets. */
export type SetValues = { readonly [Field in ValueField]?: Values[Field] };

export type ReadRow = {
  readonly sku: string;
  readonly set: SetValues;
  readonly faults: readonly Fault[];
  /** Present where the row says whether its prices have tax in them. */
  readonly pricesExcludeTax?: boolean;
};

/** "-" in a cell takes the value away, where there need not be one. */
const CLEAR = /^[-–—]$/;

function absentOf(field: ValueField): Field["absent"] {
  return field === "picture" ? undefined : (PRODUCT_FIELDS[field] as Field).absent;
}

/** The reason why a cell is refused by its length alone; undefined if it fits. */
function overlong(field: ImportField, text: string): string | undefined {
  const { max } = COLUMNS[field];
  return text.length > max
    ? t("Please use at most {max} characters.", { max: grouped(max) })
    : undefined;
}

/** The text that a cell means: without the blanks around it, and the apostrophe that keeps spreadsheets from computing it. */
export function cellText(cells: Cells, field: ImportField): string {
  return guardedText(cells[field]?.trim() ?? "").trim();
}

/** A guarded “-” is a text: where a value may be taken away it still does that, since wrong rows come back guarded. */
function readValue(field: ValueField, cells: Cells): Read<Values[ValueField]> {
  const [raw, text] = [cells[field]?.trim() ?? "", cellText(cells, field)];
  const reason = invalidCell(raw);
  if (reason !== undefined) return { reason };
  const absent = absentOf(field);
  if (CLEAR.test(text) && absent !== undefined) return { value: absent as Values[ValueField] };
  if (CLEAR.test(raw))
    return {
      reason: t("{column} can’t be empty: “-” takes no value away here.", {
        column: columnLabel(field),
      }),
    };
  return field === "picture" ? readPicture(text) : readCell(PRODUCT_FIELDS[field], text);
}

function readKey(cells: Cells): Read<string> {
  const raw = cells.sku?.trim() ?? "";
  if (raw === "") return { reason: t("Every row needs the SKU of its product.") };
  if (CLEAR.test(raw)) return { reason: t("An SKU can’t be taken away by an import.") };
  const text = cellText(cells, "sku");
  const reason = overlong("sku", text) ?? invalidCell(raw);
  return reason === undefined ? readCell(PRODUCT_FIELDS.sku, text) : { reason };
}

type TaxSet = { taxKind?: TaxKind | ""; gstRateBp?: number };

/** Completes what kind and rate say together: a rate means taxable goods, and untaxed goods have none. Returns why it can't. */
function completeTax(set: TaxSet, cells: Cells): string | undefined {
  const { taxKind, gstRateBp } = set;
  if (taxKind === undefined && gstRateBp === undefined) return undefined;
  if (taxKind === undefined) {
    if (gstRateBp === 0 && !CLEAR.test(cellText(cells, "gstRateBp")))
      return t("0 % is nil-rated or exempt: say which in the column “Kind for GST”.");
    set.taxKind = gstRateBp === 0 ? "" : "taxable";
  } else if (taxKind !== "taxable") {
    if (gstRateBp !== undefined && gstRateBp > 0) return t("Goods of this kind have no rate.");
    set.gstRateBp = 0;
  }
  return undefined;
}

/** Reads one row's texts. Fields that the mode does not read are left out. */
export function readRow(cells: Cells, mode: ImportMode): ReadRow {
  const faults: Fault[] = [];
  const set: Record<string, unknown> = {};
  const key = readKey(cells);
  const refuse = (field: ImportField, reason: string) => {
    faults.push({ field, value: cellText(cells, field), reason, isOfText: true });
  };
  if ("reason" in key) refuse("sku", key.reason);
  let pricesExcludeTax: boolean | undefined;
  for (const field of fieldsOf(mode)) {
    const text = cellText(cells, field);
    if (field === "sku" || text === "") continue;
    const tooLong = overlong(field, text);
    if (tooLong !== undefined) {
      refuse(field, tooLong);
      continue;
    }
    const read = field === "priceBasis" ? readPriceBasis(text) : readValue(field, cells);
    if ("reason" in read) refuse(field, read.reason);
    else if (field === "priceBasis") pricesExcludeTax = read.value === true;
    else set[field] = read.value;
  }
  const taxReason = completeTax(set, cells);
  if (taxReason !== undefined) refuse("gstRateBp", taxReason);
  // A product may have an SKU that looks as if a spreadsheet had changed it.
  const sku =
    "value" in key ? key.value : (checkValue(PRODUCT_FIELDS.sku, cellText(cells, "sku")) ?? "");
  return { sku, set, faults, ...(pricesExcludeTax !== undefined && { pricesExcludeTax }) };
}

/** The row with one fault more, which only the server can find. */
export function withFault(read: ReadRow, fault: Fault): ReadRow {
  return { ...read, faults: [...read.faults, fault] };
}

/** A product as it is now. */
export type Current = Values & { readonly sku: string };

type Change = {
  readonly field: ValueField;
  readonly from: Values[ValueField];
  readonly to: Values[ValueField];
};

export type Verdict =
  | { readonly kind: "new"; readonly values: Values }
  | { readonly kind: "changed"; readonly changes: readonly Change[]; readonly set: SetValues }
  | { readonly kind: "same" }
  | { readonly kind: "wrong"; readonly faults: readonly Fault[] };

const TERM_REASONS: Record<TermField, Message> = {
  sku: msg("This SKU can’t be stored."),
  minQuantity: msg("The minimum is no quantity that can be ordered."),
  multiple: msg("With this minimum the smallest order would be above {max} pieces.", {
    max: grouped(ORDER_QUANTITY_MAX),
  }),
  priceBreaks: msg(
    "Each price break must begin above the one before it and the minimum, and be cheaper than it and the price.",
  ),
};

/** Faults of a product as the row would leave it: terms are validated together with those that stay. */
function termFaults(sku: string, values: Values, cells: Cells): Fault[] {
  const term = wrongTerm({ ...values, sku });
  return term === undefined
    ? []
    : [{ field: term, value: cells[term] ?? "", reason: t(TERM_REASONS[term]) }];
}

/** The facts that all rows of an import are validated by. */
export type JudgeContext = {
  readonly mode: ImportMode;
  /** Today in India: rates of GST change. */
  readonly day: string;
  /** True where tax comes on top of the distributor's prices. */
  readonly pricesExcludeTax: boolean;
};

type RowContext = JudgeContext & { readonly cells: Cells };

/** Rates are validated only where a detail of tax is set anew: one that went out of force stays until somebody changes it. */
function taxFaults(values: Values, set: SetValues, { cells, day }: RowContext): Fault[] {
  if (!namesOf(TAX_FIELDS).some((field) => field in set)) return [];
  const field = wrongProductTax(toStored(TAX_FIELDS, values), day);
  return field === undefined
    ? []
    : [{ field, value: cellText(cells, field), reason: rateReason(day) }];
}

function basisFaults(
  { pricesExcludeTax: said }: ReadRow,
  { pricesExcludeTax, cells }: RowContext,
): Fault[] {
  if (said === undefined || said === pricesExcludeTax) return [];
  const reason = pricesExcludeTax
    ? t("Your prices are without tax. Please write them so, or change the setting.")
    : t("Your prices are with tax. Please write them so, or change the setting.");
  return [{ field: "priceBasis", value: cellText(cells, "priceBasis"), reason }];
}

function isStoredText(stored: string | Values[ValueField], text: string): boolean {
  return typeof stored !== "object" && String(stored) === text;
}

/** Faults but for texts that the product has already, such as a minus sign for a description: those change nothing. */
function remainingFaults({ faults }: ReadRow, current: Current | null): readonly Fault[] {
  if (current === null) return faults;
  const isStored = ({ field, value, isOfText }: Fault) =>
    isOfText === true && field !== "priceBasis" && isStoredText(current[field], value);
  return faults.filter((fault) => !isStored(fault));
}

/** Files have line ends of one kind, and products what their form sent. */
function lined(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n");
}

function isEqual(one: Values[ValueField], other: Values[ValueField]): boolean {
  if (typeof one === "string" && typeof other === "string") return lined(one) === lined(other);
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

const FIELDS = namesOf(PRODUCT_FIELDS).filter((field) => field !== "sku");
const REQUIRED = FIELDS.filter((field) => absentOf(field) === undefined);

/** Values of a new product whose row leaves them out. */
const UNSAID = {
  ...Object.fromEntries(FIELDS.map((field) => [field, absentOf(field)])),
  picture: "",
};

function validateNew({ sku, set }: ReadRow, context: RowContext): Verdict {
  const { cells, mode } = context;
  if (mode !== "addAndUpdate") {
    const reason = t("None of your products has this SKU, and this import adds none.");
    return { kind: "wrong", faults: [{ field: "sku", value: sku, reason }] };
  }
  const missing = REQUIRED.filter((field) => !(field in set));
  if (missing.length > 0) {
    const faultOf = (field: ImportField): Fault => {
      return {
        field,
        value: "",
        reason: t("A new product needs {column}.", { column: columnLabel(field) }),
      };
    };
    return { kind: "wrong", faults: missing.map(faultOf) };
  }
  // Every field is set, as has just been seen.
  const values = { ...UNSAID, ...set } as Values;
  const faults = [...termFaults(sku, values, cells), ...taxFaults(values, set, context)];
  return faults.length > 0 ? { kind: "wrong", faults } : { kind: "new", values };
}

/** Tells what a row means for the product that has its SKU, or null where there is none. */
export function judge(row: ReadRow, current: Current | null, context: RowContext): Verdict {
  const wrong = [...remainingFaults(row, current), ...basisFaults(row, context)];
  if (wrong.length > 0) return { kind: "wrong", faults: wrong };
  if (current === null) return validateNew(row, context);
  const changes: Change[] = [];
  for (const [name, to] of Object.entries(row.set)) {
    const field = name as ValueField;
    if (!isEqual(current[field], to)) changes.push({ field, from: current[field], to });
  }
  if (changes.length === 0) return { kind: "same" };
  const set = Object.fromEntries(changes.map(({ field, to }) => [field, to])) as SetValues;
  const after = { ...current, ...set };
  const faults = [
    ...termFaults(current.sku, after, context.cells),
    ...taxFaults(after, set, context),
  ];
  if (faults.length > 0) return { kind: "wrong", faults };
  return { kind: "changed", changes, set };
}

const CELL_REASONS: Record<CellFault, Message> = {
  formula: msg("This is a formula without its value. Open the file, save it and import it again."),
  error: msg("The spreadsheet shows an error here."),
  merged: msg("This cell is merged with others. Please unmerge it."),
  date: msg("The spreadsheet made a date of this. Format the column as text."),
  tooLong: msg("This text is too long."),
};

/** A row of the file, read. */
export type FileRow = {
  readonly line: number;
  readonly cells: Cells;
  readonly read: ReadRow;
};

function cellsOf({ cells }: SheetRow, mapping: Mapping, mode: ImportMode): Cells {
  const found: Cells = {};
  for (const field of fieldsOf(mode)) {
    const column = mapping[field];
    const text = column === undefined ? "" : (cells[column]?.trim() ?? "");
    if (text !== "") found[field] = text;
  }
  return found;
}

/** Faults that the file tells; they stand in the place of what the text itself would be refused for. */
function fileFaults(row: SheetRow, mapping: Mapping, mode: ImportMode): Fault[] {
  return fieldsOf(mode).flatMap((field): Fault[] => {
    const column = mapping[field];
    const fault = column === undefined ? undefined : row.faults?.[column];
    if (column === undefined || fault === undefined) return [];
    return [{ field, value: row.cells[column] ?? "", reason: t(CELL_REASONS[fault]) }];
  });
}

/** A cell beyond the headers: something divided the row, and which of its cells are wrong, nobody can tell. */
function surplusFaults({ cells }: SheetRow, { headers }: Sheet): Fault[] {
  if (cells.slice(headers.length).every((cell) => cell.trim() === "")) return [];
  const reason = t(
    'This row has more cells than there are headers. Put values with commas in quotes: "1,00,000".',
  );
  return [{ field: "sku", value: "", reason }];
}

function withFileFaults(read: ReadRow, faults: readonly Fault[]): ReadRow {
  if (faults.length === 0) return read;
  const isTold = (field: ImportField) => faults.some((fault) => fault.field === field);
  return { ...read, faults: [...faults, ...read.faults.filter(({ field }) => !isTold(field))] };
}

/** Adds the fault of a doubled SKU to each of its rows: nobody can tell which of them is meant. */
function refuseDoubles(rows: readonly FileRow[]): FileRow[] {
  const lines = new Map<string, number[]>();
  for (const { line, read } of rows) {
    if (read.sku === "") continue;
    const key = skuKey(read.sku);
    lines.set(key, [...(lines.get(key) ?? []), line]);
  }
  return rows.map((row) => {
    const { sku, faults } = row.read;
    const others = (lines.get(skuKey(sku)) ?? []).filter((line) => line !== row.line);
    const [other] = others;
    if (other === undefined) return row;
    const reason = t("Row {row} has the same SKU.", { row: other });
    const fault: Fault = { field: "sku", value: sku, reason };
    return { ...row, read: { ...row.read, faults: [fault, ...faults] } };
  });
}

/** Reads all rows of a sheet. Both rows of a doubled SKU are refused, and rows with more cells than headers. */
export function readSheetRows(sheet: Sheet, mapping: Mapping, mode: ImportMode): FileRow[] {
  return refuseDoubles(
    sheet.rows.map((row): FileRow => {
      const cells = cellsOf(row, mapping, mode);
      const faults = [...surplusFaults(row, sheet), ...fileFaults(row, mapping, mode)];
      return { line: row.line, cells, read: withFileFaults(readRow(cells, mode), faults) };
    }),
  );
}

/** Returns the values of a new product, beside SKU and name, as they were understood. */
export function shownValues(values: SetValues): string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const field = name as ValueField;
    return field === "name" ? [] : [`${columnLabel(field)}: ${shownValue(field, value)}`];
  });
}

export function shownValue(field: ValueField, value: Values[ValueField]): string {
  // The address of a picture is shown as any other text.
  return shownText(field === "picture" ? PRODUCT_FIELDS.name : PRODUCT_FIELDS[field], value);
}
