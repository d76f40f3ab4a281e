/**
 * Rows of an import: what each says, what is wrong with it, and what it changes. The screen's preview and the server ask the same
 * functions, so that what was previewed is what is written.
 */
import { ORDER_QUANTITY_MAX } from "../limits";
import { formatRupees } from "../money";
import { type PriceBreak, type TermField, skuKey, wrongTerm } from "../productTerms";
import type { ProductType } from "../productTypes";
import {
  type Read,
  readDescription,
  readName,
  readPackSize,
  readPicture,
  readPrice,
  readPriceBreaks,
  readQuantity,
  readSku,
  readStock,
  readType,
  spoilt,
  withoutApostrophe,
} from "./cells";
import {
  type ImportField,
  type ImportMode,
  type Mapping,
  CELL_MAX,
  FIELD_LABELS,
  NEEDED_FIELDS,
  fieldsOf,
} from "./columns";
import type { CellFault, Sheet, SheetRow } from "./sheet";

export type Fault = {
  readonly field: ImportField;
  /** As it stands in the file. */
  readonly value: string;
  readonly reason: string;
};

/** The texts of a row by column; absent where the cell is empty, which leaves the product's value as it is. */
export type Cells = Partial<Record<ImportField, string>>;

/** A product's values as an import knows them; a term that restricts nothing is 1 or has no breaks. */
export type Values = {
  readonly name: string;
  readonly type: ProductType;
  readonly description: string;
  readonly packSize: number;
  readonly price: number;
  readonly stock: number;
  readonly minQuantity: number;
  readonly multiple: number;
  readonly priceBreaks: readonly PriceBreak[];
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
};

/** "-" in a cell takes the value away, where there need not be one. */
const CLEAR = /^[-–—]$/;
const CLEARED = {
  minQuantity: 1,
  multiple: 1,
  priceBreaks: [],
} as const satisfies Partial<Values>;

const READERS: { readonly [Field in ValueField]: (text: string) => Read<Values[Field]> } = {
  name: readName,
  type: readType,
  description: readDescription,
  packSize: readPackSize,
  price: readPrice,
  stock: readStock,
  minQuantity: readQuantity,
  multiple: readQuantity,
  priceBreaks: readPriceBreaks,
  picture: readPicture,
};

function isClearable(field: ValueField): field is keyof typeof CLEARED {
  return field in CLEARED;
}

/** The reason why a cell is refused by its length alone; undefined if it fits. */
function overlong(field: ImportField, text: string): string | undefined {
  const max = CELL_MAX[field];
  return text.length > max
    ? `Please use at most ${max.toLocaleString("en-IN")} characters.`
    : undefined;
}

function readCell(field: ValueField, text: string): Read<Values[ValueField]> {
  const reason = overlong(field, text) ?? spoilt(text);
  if (reason !== undefined) return { reason };
  if (!CLEAR.test(text)) return READERS[field](text);
  return isClearable(field)
    ? { value: CLEARED[field] }
    : { reason: `${FIELD_LABELS[field]} can’t be empty: “-” takes no value away here.` };
}

function readKey(text: string): Read<string> {
  if (text === "") return { reason: "Every row needs the SKU of its product." };
  if (CLEAR.test(text)) return { reason: "An SKU can’t be taken away by an import." };
  const reason = overlong("sku", text) ?? spoilt(text);
  return reason === undefined ? readSku(text) : { reason };
}

/** Reads one row's texts. Fields that the mode does not read are left out. */
export function readRow(cells: Cells, mode: ImportMode): ReadRow {
  const faults: Fault[] = [];
  const set: Record<string, unknown> = {};
  const key = readKey(cells.sku?.trim() ?? "");
  if ("reason" in key) faults.push({ field: "sku", value: cells.sku ?? "", ...key });
  for (const field of fieldsOf(mode)) {
    const text = cells[field]?.trim() ?? "";
    if (field === "sku" || text === "") continue;
    const read = readCell(field, text);
    if ("reason" in read) faults.push({ field, value: text, reason: read.reason });
    else set[field] = read.value;
  }
  return { sku: "value" in key ? key.value : "", set: set, faults };
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

const TERM_REASONS: Record<TermField, string> = {
  sku: "This SKU can’t be stored.",
  minQuantity: "The minimum is no quantity that can be ordered.",
  multiple: `With this minimum the smallest order would be above ${ORDER_QUANTITY_MAX.toLocaleString("en-IN")} pieces.`,
  priceBreaks:
    "Each price break must begin above the one before it and the minimum, and be cheaper than it and the price.",
};

/** Faults of a product as the row would leave it: terms are judged together with those that stay. */
function termFaults(sku: string, values: Values, cells: Cells): Fault[] {
  const { price: pricePaise, minQuantity, multiple, priceBreaks } = values;
  const term = wrongTerm({ pricePaise, sku, minQuantity, multiple, priceBreaks });
  return term === undefined
    ? []
    : [{ field: term, value: cells[term] ?? "", reason: TERM_REASONS[term] }];
}

function isEqual(one: Values[ValueField], other: Values[ValueField]): boolean {
  return (
    one === other || (typeof one === "object" && JSON.stringify(one) === JSON.stringify(other))
  );
}

/** Values of a new product whose row leaves them out. */
const UNSAID = { minQuantity: 1, multiple: 1, priceBreaks: [], picture: "" } as const;

function judgeNew({ sku, set }: ReadRow, cells: Cells, mode: ImportMode): Verdict {
  if (mode !== "addAndUpdate") {
    const reason = "None of your products has this SKU, and this import adds none.";
    return { kind: "wrong", faults: [{ field: "sku", value: sku, reason }] };
  }
  const missing = NEEDED_FIELDS.filter((field) => field !== "sku" && !(field in set));
  if (missing.length > 0) {
    const faultOf = (field: ImportField): Fault => {
      return { field, value: "", reason: `A new product needs ${FIELD_LABELS[field]}.` };
    };
    return { kind: "wrong", faults: missing.map(faultOf) };
  }
  // Every field is set, as has just been seen.
  const values: Values = { ...UNSAID, ...(set as Values) };
  const faults = termFaults(sku, values, cells);
  return faults.length > 0 ? { kind: "wrong", faults } : { kind: "new", values };
}

/** Tells what a row means for the product that has its SKU, or null where there is none. */
export function judge(
  row: ReadRow,
  current: Current | null,
  { cells, mode }: { readonly cells: Cells; readonly mode: ImportMode },
): Verdict {
  if (row.faults.length > 0) return { kind: "wrong", faults: row.faults };
  if (current === null) return judgeNew(row, cells, mode);
  const changes: Change[] = [];
  for (const [name, to] of Object.entries(row.set)) {
    const field = name as ValueField;
    if (!isEqual(current[field], to)) changes.push({ field, from: current[field], to });
  }
  if (changes.length === 0) return { kind: "same" };
  const faults = termFaults(current.sku, { ...current, ...row.set }, cells);
  if (faults.length > 0) return { kind: "wrong", faults };
  const set = Object.fromEntries(changes.map(({ field, to }) => [field, to])) as SetValues;
  return { kind: "changed", changes, set };
}

const CELL_REASONS: Record<CellFault, string> = {
  formula: "This is a formula without its value. Open the file, save it and import it again.",
  error: "The spreadsheet shows an error here.",
  merged: "This cell is merged with others. Please unmerge it.",
  date: "The spreadsheet made a date of this. Format the column as text.",
  tooLong: "This text is too long.",
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
    const text = column === undefined ? "" : withoutApostrophe(cells[column]?.trim() ?? "").trim();
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
    return [{ field, value: row.cells[column] ?? "", reason: CELL_REASONS[fault] }];
  });
}

/** A cell beyond the headers: something divided the row, and which of its cells are wrong, nobody can tell. */
function surplusFaults({ cells }: SheetRow, { headers }: Sheet): Fault[] {
  if (cells.slice(headers.length).every((cell) => cell.trim() === "")) return [];
  const reason =
    'This row has more cells than there are headers. Put values with commas in quotes: "1,00,000".';
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
    const reason = `Row ${other} has the same SKU.`;
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

/** A value for people: "₹12.50", "24: ₹95.00", "–" where nothing is restricted. */
export function shownValue(field: ValueField, value: Values[ValueField]): string {
  if (typeof value === "object")
    return value.length === 0
      ? "–"
      : value.map(({ from, pricePaise }) => `${from}: ${formatRupees(pricePaise)}`).join("; ");
  if (field === "price" && typeof value === "number") return formatRupees(value);
  if (typeof value === "number") return value.toLocaleString("en-IN");
  return value === "" ? "–" : value;
}
