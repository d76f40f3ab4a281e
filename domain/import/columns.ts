/** Columns of a file of products: what each is called, which headers mean it, and which an import of each mode reads. */
import type { Sheet } from "./sheet";

import {
  PICTURE_ADDRESS_MAX,
  PRICE_BREAKS_MAX,
  PRODUCT_DESCRIPTION_MAX,
  PRODUCT_NAME_MAX,
  SKU_MAX,
} from "../limits";

export const IMPORT_FIELDS = [
  "sku",
  "name",
  "type",
  "description",
  "packSize",
  "price",
  "priceBasis",
  "stock",
  "minQuantity",
  "multiple",
  "priceBreaks",
  "hsn",
  "taxKind",
  "gstRateBp",
  "uqc",
  "picture",
] as const;

export type ImportField = (typeof IMPORT_FIELDS)[number];

/** The headers of the template, and the names of the columns on the screen. */
export const FIELD_LABELS: Record<ImportField, string> = {
  sku: "SKU",
  name: "Product name",
  type: "Product type",
  description: "Description",
  packSize: "Quantity per pack",
  price: "Price",
  priceBasis: "Price with or without tax",
  stock: "Stock",
  minQuantity: "Minimum",
  multiple: "Sold in multiples of",
  priceBreaks: "Price breaks",
  hsn: "HSN code",
  taxKind: "Kind for GST",
  gstRateBp: "GST %",
  uqc: "Unit on invoices",
  picture: "Picture address",
};

/** Of a figure with its currency and grouping, in characters. */
const FIGURE_MAX = 40;

/** Of a cell without the blanks around it, in characters; a longer one is refused before anything looks at its text. */
export const CELL_MAX: Record<ImportField, number> = {
  sku: SKU_MAX,
  name: PRODUCT_NAME_MAX,
  // "Beauty and Personal Care", with blanks and signs of its own.
  type: 100,
  description: PRODUCT_DESCRIPTION_MAX,
  packSize: FIGURE_MAX,
  price: FIGURE_MAX,
  stock: FIGURE_MAX,
  minQuantity: FIGURE_MAX,
  multiple: FIGURE_MAX,
  // "from 1,00,000 : ₹1,00,000.00 ;" for each.
  priceBreaks: PRICE_BREAKS_MAX * 2 * FIGURE_MAX,
  picture: PICTURE_ADDRESS_MAX,
  hsn: FIGURE_MAX,
  // "Non-GST supply", "Square metres", "without tax", with blanks and signs of their own.
  taxKind: 100,
  gstRateBp: FIGURE_MAX,
  uqc: 100,
  priceBasis: 100,
};

export const IMPORT_MODES = ["addAndUpdate", "updateOnly", "priceAndStock"] as const;

export type ImportMode = (typeof IMPORT_MODES)[number];

/** The columns that an import reads; it leaves the others of the file alone. */
export function fieldsOf(mode: ImportMode): readonly ImportField[] {
  return mode === "priceAndStock" ? ["sku", "price", "priceBasis", "stock"] : IMPORT_FIELDS;
}

/** Columns that a new product needs. */
export const NEEDED_FIELDS = [
  "sku",
  "name",
  "type",
  "description",
  "packSize",
  "price",
  "stock",
] as const satisfies ImportField[];

/** Headers in lower case, without signs. A bare "quantity" may be the stock or the pack: people choose. */
const HEADERS: Record<ImportField, readonly string[]> = {
  sku: [
    "sku",
    "skucode",
    "skuno",
    "itemcode",
    "itemno",
    "productcode",
    "productid",
    "code",
    "articlenumber",
    "articleno",
    "articlecode",
    "partnumber",
    "partno",
    "barcode",
    "ean",
  ],
  name: ["productname", "name", "product", "item", "itemname", "title", "itemdescription"],
  type: ["producttype", "type", "category", "productcategory", "group", "itemgroup", "department"],
  description: ["description", "productdescription", "details", "desc", "longdescription"],
  packSize: [
    "quantityperpack",
    "packsize",
    "pack",
    "qtyperpack",
    "piecesperpack",
    "pcsperpack",
    "packquantity",
    "packqty",
    "unitspercarton",
    "caseqty",
    "casesize",
    "cartonsize",
    "casepack",
  ],
  price: [
    "price",
    "rate",
    "unitprice",
    "sellingprice",
    "saleprice",
    "saleprate",
    "wholesaleprice",
    "pricers",
    "priceinr",
    "tradeprice",
    "priceperpiece",
    "priceperunit",
    "salesrate",
  ],
  priceBasis: [
    "pricewithorwithouttax",
    "pricebasis",
    "taxinclusive",
    "priceincludestax",
    "pricesinclude",
    "inclusiveexclusive",
    "inclusiveofgst",
    "inclusiveoftax",
  ],
  stock: [
    "stock",
    "instock",
    "stockqty",
    "stockquantity",
    "quantityinstock",
    "qtyinstock",
    "available",
    "availablestock",
    "closingstock",
    "onhand",
    "quantityonhand",
    "balance",
    "inventory",
    "closingbalance",
    "currentstock",
  ],
  minQuantity: [
    "minimum",
    "minimumquantity",
    "minquantity",
    "minqty",
    "moq",
    "minorder",
    "minimumorder",
    "minimumorderquantity",
  ],
  multiple: ["soldinmultiplesof", "multiple", "multiples", "multipleof", "multiplesof", "lotsize"],
  priceBreaks: ["pricebreaks", "slabs", "priceslabs", "tierprices", "bulkprices", "tiers"],
  hsn: ["hsncode", "hsn", "hsnno", "hsnnumber", "hsnsac", "hsnsaccode"],
  taxKind: ["kindforgst", "gstkind", "taxkind", "taxability", "taxabilitytype", "supplytype"],
  gstRateBp: ["gst", "gstrate", "gstpercent", "gstpercentage", "taxrate", "taxpercent", "igst"],
  uqc: ["unitoninvoices", "unit", "units", "uqc", "uom", "unitcode", "unitofmeasure"],
  picture: [
    "pictureaddress",
    "picture",
    "pictureurl",
    "picturelink",
    "image",
    "imageurl",
    "imagelink",
    "imageaddress",
    "imagesrc",
    "photo",
    "photourl",
    "photolink",
    "img",
    "imgurl",
  ],
};

/** Column of each field, by its place in the file; absent where there is none. */
export type Mapping = Partial<Record<ImportField, number>>;

function bare(header: string): string {
  return header
    .toLowerCase()
    .normalize("NFKC")
    .replace(/[^\p{L}\p{N}]/gu, "");
}

/** Maps each field to the first header that means it. A header is one field's only. */
export function guessMapping(headers: readonly string[]): Mapping {
  const names = headers.map(bare);
  const mapping: Mapping = {};
  for (const field of IMPORT_FIELDS) {
    const known = HEADERS[field];
    const column = names.findIndex((name) => known.includes(name));
    if (column !== -1) mapping[field] = column;
  }
  return mapping;
}

/** The first field of the mode that must have a column, and has none; undefined if the import can be previewed. */
export function missingColumn(mapping: Mapping, mode: ImportMode): string | undefined {
  if (mapping.sku === undefined)
    return "Choose the column that has the SKU: it tells your products apart.";
  const hasOther = fieldsOf(mode).some(
    (field) => field !== "sku" && field !== "priceBasis" && mapping[field] !== undefined,
  );
  return hasOther ? undefined : "Choose at least one column besides the SKU.";
}

/** The header of a column, or its number where it has none. */
export function columnName(headers: readonly string[], column: number): string {
  const header = headers[column] ?? "";
  return header === "" ? `Column ${column + 1}` : header;
}

/** Names the columns with something in them that an import of this mode leaves out, so that nothing is dropped unsaid. */
export function unreadColumns(
  { headers, rows }: Sheet,
  { mapping, mode }: { readonly mapping: Mapping; readonly mode: ImportMode },
): string[] {
  const read = new Set(fieldsOf(mode).map((field) => mapping[field]));
  const isFilled = (column: number) =>
    rows.some(({ cells }) => (cells[column] ?? "").trim() !== "");
  return headers.flatMap((header, column) => {
    const isUnread = !read.has(column) && (header !== "" || isFilled(column));
    return isUnread ? [columnName(headers, column)] : [];
  });
}
