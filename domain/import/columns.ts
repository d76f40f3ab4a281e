/** The columns of a file of products, in their order, and which an import of each mode reads. */
import { type Field, namesOf } from "../fields/kinds";
import { PRODUCT_FIELDS, type ProductField } from "../fields/product";
import { PICTURE_ADDRESS_MAX } from "../limits";
import type { Sheet } from "./sheet";
import { inEnglish, type Message, msg, t } from "../language/texts";

export type ImportField = ProductField | "priceBasis" | "picture";

type Column = {
  /** The header in the template and in exports, in English. */
  readonly label: string;
  /** The same for people. */
  readonly name: Message;
  /** The characters of a cell without the blanks around it; a longer one is refused before anything looks at its text. */
  readonly max: number;
  /** Headers that mean it, in lower case, without signs, divided by blanks. A bare "quantity" may be the stock or the pack: people choose. */
  readonly headers: string;
  /** The text in the template's row. */
  readonly example?: string;
  readonly hint?: Message;
  /** The width in an export, in characters; absent where exports leave the column out. */
  readonly width?: number;
};

/** The characters of a figure with its currency and grouping. */
const FIGURE_MAX = 40;
/** The characters of a word with blanks and signs of its own, such as "Beauty and Personal Care". */
const WORD_MAX = 100;

function cellMaxOf(field: Field): number {
  switch (field.kind) {
    case "text":
      return field.max;
    case "choice":
    case "code":
    case "flag":
      return WORD_MAX;
    case "priceBreaks":
      // "from 1,00,000 : ₹1,00,000.00 ;" for each.
      return field.max * 2 * FIGURE_MAX;
    case "whole":
    case "money":
    case "percent":
      return FIGURE_MAX;
    default:
      return field satisfies never;
  }
}

type ColumnRest = Omit<Column, "label" | "name" | "max">;

function namedColumn(name: Message, max: number, rest: ColumnRest): Column {
  return { label: inEnglish(() => t(name)), name, max, ...rest };
}

function column(field: Field, rest: ColumnRest): Column {
  return namedColumn(field.label, cellMaxOf(field), rest);
}

export const COLUMNS: Readonly<Record<ImportField, Column>> = {
  sku: column(PRODUCT_FIELDS.sku, {
    headers:
      "sku skucode skuno itemcode itemno productcode productid code articlenumber articleno articlecode partnumber partno barcode ean",
    example: "RICE-10",
    width: 18,
  }),
  name: column(PRODUCT_FIELDS.name, {
    headers: "productname name product item itemname title itemdescription",
    example: "Sona Masoori 10 kg",
    width: 32,
  }),
  type: column(PRODUCT_FIELDS.type, {
    headers: "producttype type category productcategory group itemgroup department",
    example: "Food and Beverage",
    width: 20,
  }),
  description: column(PRODUCT_FIELDS.description, {
    headers: "description productdescription details desc longdescription",
    example: "Aged for a year.",
    width: 48,
  }),
  aliases: column(PRODUCT_FIELDS.aliases, {
    headers:
      "othernames aliases alias alternatenames alternativenames localname searchterms keywords",
    hint: msg("Names by which searches find it too, divided by commas."),
    width: 24,
  }),
  packSize: column(PRODUCT_FIELDS.packSize, {
    headers:
      "quantityperpack packsize pack qtyperpack piecesperpack pcsperpack packquantity packqty unitspercarton caseqty casesize cartonsize casepack",
    example: "24",
    width: 12,
  }),
  pricePaise: column(PRODUCT_FIELDS.pricePaise, {
    headers:
      "price rate unitprice sellingprice saleprice saleprate wholesaleprice pricers priceinr tradeprice priceperpiece priceperunit salesrate",
    example: "612.00",
    width: 14,
  }),
  priceBasis: namedColumn(msg("Price with or without tax"), WORD_MAX, {
    headers:
      "pricewithorwithouttax pricebasis taxinclusive priceincludestax pricesinclude inclusiveexclusive inclusiveofgst inclusiveoftax",
    hint: msg("“With tax” or “Without tax”: a row unlike your setting is refused."),
    width: 14,
  }),
  stock: column(PRODUCT_FIELDS.stock, {
    headers:
      "stock instock stockqty stockquantity quantityinstock qtyinstock available availablestock closingstock onhand quantityonhand balance inventory closingbalance currentstock",
    example: "240",
    width: 10,
  }),
  minQuantity: column(PRODUCT_FIELDS.minQuantity, {
    headers:
      "minimum minimumquantity minquantity minqty moq minorder minimumorder minimumorderquantity",
    example: "12",
    width: 10,
  }),
  multiple: column(PRODUCT_FIELDS.multiple, {
    headers: "soldinmultiplesof multiple multiples multipleof multiplesof lotsize",
    example: "12",
    width: 12,
  }),
  priceBreaks: column(PRODUCT_FIELDS.priceBreaks, {
    headers: "pricebreaks slabs priceslabs tierprices bulkprices tiers",
    example: "48: 595.00; 96: 580.00",
    width: 28,
  }),
  hsn: column(PRODUCT_FIELDS.hsn, {
    headers: "hsncode hsn hsnno hsnnumber hsnsac hsnsaccode",
    example: "1006",
    width: 12,
  }),
  taxKind: column(PRODUCT_FIELDS.taxKind, {
    headers: "kindforgst gstkind taxkind taxability taxabilitytype supplytype",
    example: "Taxable",
    hint: msg("Taxable, Nil-rated or Exempt. A rate alone means taxable."),
    width: 12,
  }),
  gstRateBp: column(PRODUCT_FIELDS.gstRateBp, {
    headers: "gst gstrate gstpercent gstpercentage taxrate taxpercent igst",
    example: "5",
    width: 10,
  }),
  uqc: column(PRODUCT_FIELDS.uqc, {
    headers: "unitoninvoices unit units uqc uom unitcode unitofmeasure",
    example: "PCS",
    hint: msg("Such as PCS, BOX or KGS."),
    width: 10,
  }),
  countryOfOrigin: column(PRODUCT_FIELDS.countryOfOrigin, {
    headers: "countryoforigin country origin madein countryofmanufacture importedfrom",
    example: "India",
    hint: msg("A country or its code, such as India or IN."),
    width: 20,
  }),
  picture: namedColumn(msg("Picture address"), PICTURE_ADDRESS_MAX, {
    headers:
      "pictureaddress picture pictureurl picturelink image imageurl imagelink imageaddress imagesrc photo photourl photolink img imgurl",
    hint: msg("Begins with https://. Pictures are fetched after the import."),
  }),
};

export function columnHint(field: ImportField): string | undefined {
  const { hint } = COLUMNS[field];
  return hint && t(hint);
}

/** Returns the name of a column for people. */
export function columnLabel(field: ImportField): string {
  return t(COLUMNS[field].name);
}

export const IMPORT_FIELDS = namesOf(COLUMNS);

export const IMPORT_MODES = ["addAndUpdate", "updateOnly", "priceAndStock"] as const;

export type ImportMode = (typeof IMPORT_MODES)[number];

/** The columns that an import reads; it leaves the others of the file alone. */
export function fieldsOf(mode: ImportMode): readonly ImportField[] {
  return mode === "priceAndStock" ? ["sku", "pricePaise", "priceBasis", "stock"] : IMPORT_FIELDS;
}

/** Column of each field, by its place in the file; absent where there is none. */
export type Mapping = Partial<Record<ImportField, number>>;

function bare(header: string): string {
  return header
    .toLowerCase()
    .normalize("NFKC")
    .replace(/[^\p{L}\p{N}]/gu, "");
}

/** Returns the field that a header means. A header is one field's only. */
function fieldByHeader(header: string): ImportField | undefined {
  const name = bare(header);
  return IMPORT_FIELDS.find((field) => COLUMNS[field].headers.split(" ").includes(name));
}

/** Maps each field to the first header that means it. */
export function guessMapping(headers: readonly string[]): Mapping {
  const mapping: Mapping = {};
  for (const [at, header] of headers.entries()) {
    const field = fieldByHeader(header);
    if (field !== undefined) mapping[field] ??= at;
  }
  return mapping;
}

/** The first field of the mode that must have a column, and has none; undefined if the import can be previewed. */
export function missingColumn(mapping: Mapping, mode: ImportMode): string | undefined {
  if (mapping.sku === undefined)
    return t("Choose the column that has the SKU: it tells your products apart.");
  const hasOther = fieldsOf(mode).some(
    (field) => field !== "sku" && field !== "priceBasis" && mapping[field] !== undefined,
  );
  return hasOther ? undefined : t("Choose at least one column besides the SKU.");
}

/** The header of a column, or its number where it has none. */
export function columnName(headers: readonly string[], at: number): string {
  const header = headers[at] ?? "";
  return header === "" ? t("Column {number}", { number: at + 1 }) : header;
}

/** Columns that an import leaves out for the same reason, which is absent where no field of a product is called so. */
export type UnreadColumns = { readonly names: string[]; readonly reason: string | undefined };

/** Returns the columns with something in them that an import of this mode leaves out, so that nothing is dropped unsaid. */
export function unreadColumns(
  { headers, rows }: Sheet,
  { mapping, mode }: { readonly mapping: Mapping; readonly mode: ImportMode },
): UnreadColumns[] {
  const fields = fieldsOf(mode);
  const read = new Set(fields.map((field) => mapping[field]));
  const isFilled = (at: number) => rows.some(({ cells }) => (cells[at] ?? "").trim() !== "");
  const reasonFor = (header: string): string | undefined => {
    const field = fieldByHeader(header);
    if (field === undefined) return undefined;
    if (!fields.includes(field)) return t("This import sets price and stock alone.");
    const other = mapping[field];
    if (other === undefined) return t("The column is not chosen.");
    return t("{field} is read from “{column}”.", {
      field: columnLabel(field),
      column: columnName(headers, other),
    });
  };
  const groups: UnreadColumns[] = [];
  for (const [at, header] of headers.entries()) {
    if (read.has(at) || (header === "" && !isFilled(at))) continue;
    const [name, reason] = [columnName(headers, at), reasonFor(header)];
    const group = groups.find((one) => one.reason === reason);
    if (group === undefined) groups.push({ names: [name], reason });
    else group.names.push(name);
  }
  return groups;
}
