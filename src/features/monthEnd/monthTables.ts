/** The tables of GSTR-1 as rows of the page: what each is, and its figures. */
import { type Gstr1, GSTR1_TABLES, type Gstr1Table } from "../../../domain/gst/return/gstr1";
import { SHEET_NAMES } from "./lists";
import { t } from "../../../domain/language/texts";

const TABLE_TEXTS = {
  b2b: t("Sales to buyers with a GSTIN"),
  b2cl: t("Large sales into other States, buyers without a GSTIN"),
  b2cs: t("Other sales to buyers without a GSTIN, less credit notes"),
  cdnr: t("Credit notes to buyers with a GSTIN"),
  cdnur: t("Credit notes of large sales"),
  exemp: t("Nil-rated and exempt goods, less credit notes"),
  hsnB2b: t("By HSN code, buyers with a GSTIN, less credit notes"),
  hsnB2c: t("By HSN code, buyers without a GSTIN, less credit notes"),
  docs: t("Documents issued, by their numbers"),
} as const satisfies Record<Gstr1Table, string>;

export type TableRow = {
  readonly _id: Gstr1Table;
  readonly name: string;
  readonly text: string;
  readonly documents: number;
  /** Null where the table has no sums. */
  readonly valuePaise: number | null;
  readonly taxPaise: number | null;
};

type Sums = Pick<TableRow, "valuePaise" | "taxPaise">;

function sum<Row>(rows: readonly Row[], of: (row: Row) => number): number {
  return rows.reduce((all, row) => all + of(row), 0);
}

/** Returns the sums of the very rows that the file has. */
function sumsOf({ rows }: Gstr1, table: Gstr1Table): Sums {
  switch (table) {
    case "b2b":
    case "b2cl":
    case "b2cs":
    case "cdnr":
    case "cdnur":
      return {
        valuePaise: sum<{ taxablePaise: number }>(rows[table], (row) => row.taxablePaise),
        taxPaise: sum<{ taxPaise: number }>(rows[table], (row) => row.taxPaise),
      };
    case "exemp":
      return {
        valuePaise: sum(rows.exemp, (row) => row.nilPaise + row.exemptPaise),
        taxPaise: null,
      };
    case "hsnB2b":
    case "hsnB2c":
      return {
        valuePaise: sum(rows[table], (row) => row.taxablePaise),
        taxPaise: sum(rows[table], (row) => row.cgstPaise + row.sgstPaise + row.igstPaise),
      };
    case "docs":
      return { valuePaise: null, taxPaise: null };
    default:
      return table satisfies never;
  }
}

export function tableRows(tables: Gstr1): TableRow[] {
  return GSTR1_TABLES.map((table) => ({
    _id: table,
    name: SHEET_NAMES[table],
    text: TABLE_TEXTS[table],
    documents: tables.documents[table].length,
    ...sumsOf(tables, table),
  }));
}

/** Returns the number of rows of the summary by HSN code without a code, which the portal may refuse. */
export function rowsWithoutCode({ rows }: Gstr1): number {
  return [...rows.hsnB2b, ...rows.hsnB2c].filter(({ hsn }) => hsn === "").length;
}
