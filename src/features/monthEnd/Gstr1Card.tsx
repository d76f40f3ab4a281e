/** GSTR-1: its tables with their figures, the documents behind each, and a file of each. */
import { Download } from "lucide-react";
import { useMemo } from "react";
import type { Gstr1 } from "../../../domain/gst/return/gstr1";
import { Button } from "../../ui/Button";
import { type Column, DataTable } from "../../ui/DataTable";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Money } from "../../ui/Money";
import { Notice } from "../../ui/Notice";
import { type ListName, SHEET_NAMES } from "./lists";
import { gstr1File } from "./monthFiles";
import { rowsWithoutCode, type TableRow, tableRows } from "./monthTables";
import { type Save, useSave } from "./useSave";
import { t } from "../../../domain/language/texts";

type Gstr1CardProps = {
  month: string;
  tables: Gstr1;
  onList: (list: ListName) => void;
};

type Columns = readonly Column<TableRow>[];

/** The classes of phones, where the file stands beside the name of its table, and the figures below both. */
const CARD = "max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-3";
const ACROSS = "max-md:col-span-2";

function sumCell(paise: number | null) {
  return paise === null ? "–" : <Money paise={paise} />;
}

function columnsOf(
  { month, tables, onList }: Gstr1CardProps,
  { busy, run }: Pick<Save, "busy" | "run">,
): Columns {
  return [
    {
      key: "table",
      header: t("Table"),
      primary: true,
      cell: ({ name, text }) => (
        <>
          <span className="font-medium">{name}</span>
          <span className="block text-sm font-normal text-muted">{text}</span>
        </>
      ),
    },
    {
      key: "documents",
      header: t("Documents"),
      align: "right",
      className: ACROSS,
      cell: ({ _id, name, documents }) => (
        <Button
          size="sm"
          variant="quiet"
          className="tabular-nums underline underline-offset-2 max-md:-mr-3.5"
          aria-label={t("{count} in {table}", { count: documents, table: name })}
          onClick={() => onList(_id)}
        >
          {documents.toLocaleString("en-IN")}
        </Button>
      ),
    },
    {
      key: "value",
      header: t("Value"),
      align: "right",
      className: ACROSS,
      cell: (row) => sumCell(row.valuePaise),
    },
    {
      key: "tax",
      header: t("Tax"),
      align: "right",
      className: ACROSS,
      cell: (row) => sumCell(row.taxPaise),
    },
    {
      key: "file",
      header: t("File"),
      unlabelled: true,
      screenOnly: true,
      align: "right",
      className: "max-md:col-start-2 max-md:row-start-1 max-md:pt-0",
      cell: ({ _id, name }) => (
        <Button
          size="sm"
          aria-label={t("Download {table} as CSV", { table: name })}
          busy={busy === _id}
          onClick={() => run(_id, () => gstr1File(month, _id, tables))}
        >
          <Download aria-hidden />
          {t("CSV")}
        </Button>
      ),
    },
  ];
}

export function Gstr1Card({ month, tables, onList }: Gstr1CardProps) {
  const { busy, error, run } = useSave();
  const rows = useMemo(() => tableRows(tables), [tables]);
  const columns = useMemo(
    () => columnsOf({ month, tables, onList }, { busy, run }),
    [month, tables, onList, busy, run],
  );
  const withoutCode = rowsWithoutCode(tables);
  return (
    <section aria-label="GSTR-1" className="flex flex-col gap-3">
      <h2 className="text-md font-semibold">{t("GSTR-1")}</h2>
      <DataTable
        caption={t("Tables of GSTR-1")}
        columns={columns}
        rows={rows}
        cardClassName={CARD}
      />
      {error !== null && <ErrorNotice message={error} />}
      {withoutCode > 0 && (
        <Notice
          kind="warning"
          isAnnounced={false}
          message={t(
            "{table} and {otherTable} have goods without an HSN code, which the portal may refuse.",
            { table: SHEET_NAMES.hsnB2b, otherTable: SHEET_NAMES.hsnB2c },
          )}
        />
      )}
      {tables.leftOut.length > 0 && (
        <p className="text-muted">
          <Button size="sm" variant="quiet" onClick={() => onList("leftOut")}>
            {t("{count} in no table", { count: tables.leftOut.length.toLocaleString("en-IN") })}
          </Button>{" "}
          {t("Bills without tax, documents by composition, and those of another GSTIN.")}
        </p>
      )}
    </section>
  );
}
