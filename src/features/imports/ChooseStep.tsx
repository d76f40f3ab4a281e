/** The first step: a file from disk, dropped or chosen, or the import that broke off. */
import { Download, FileSpreadsheet, LoaderCircle } from "lucide-react";
import { type DragEvent, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { cx } from "../../lib/cx";
import { useLiveQuery } from "../../live/useLiveQuery";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Notice } from "../../ui/Notice";
import { useSaveTemplate } from "./saveTable";
import { rowsDone, rowsInText } from "./send";
import type { Import, Step } from "./useImport";
import { t } from "../../../domain/language/texts";

type ChooseStepProps = {
  products: Import;
  step: Extract<Step, { name: "choose" | "reading" }>;
};

export function ChooseStep({ products, step }: ChooseStepProps) {
  const template = useSaveTemplate();
  const problem = step.name === "choose" ? step.problem : null;
  return (
    <div className="flex flex-col gap-4">
      <BrokenOff products={products} />
      {problem !== null && <ErrorNotice message={problem} />}
      <Card className="flex flex-col gap-4 p-4 sm:p-6">
        <DropArea
          readingName={step.name === "reading" ? step.fileName : null}
          onFile={(file) => void products.choose(file)}
        />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-sm text-muted">
            {t("The columns may have any order. Products are told apart by their SKU.")}
          </p>
          <Button busy={template.isBusy} onClick={() => void template.run()}>
            <Download aria-hidden />
            {t("Download a template")}
          </Button>
        </div>
      </Card>
    </div>
  );
}

type DropAreaProps = { readingName: string | null; onFile: (file: File) => void };

function DropArea({ readingName, onFile }: DropAreaProps) {
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file !== undefined) onFile(file);
  };
  const Icon = readingName === null ? FileSpreadsheet : LoaderCircle;
  return (
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={cx(
        "relative flex flex-col items-center gap-1.5 rounded-sm border border-dashed border-edge px-4 py-10 text-center focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent-ink hover:bg-hover",
        isOver && "border-accent bg-accent-soft",
      )}
    >
      <Icon
        aria-hidden
        className={cx("size-6 text-muted", readingName !== null && "animate-spin")}
      />
      <p role="status" className="font-medium wrap-anywhere">
        {readingName === null
          ? t("Choose a CSV or XLSX file, or drop it here")
          : t("Reading {file}", { file: readingName })}
      </p>
      <p className="text-sm text-muted">
        {t("At most 5 MB and 5,000 rows. Of a workbook the first sheet is read.")}
      </p>
      <input
        type="file"
        aria-label={t("File of products")}
        accept=".csv,.tsv,.txt,.xlsx,text/csv"
        onChange={(event) => {
          const file = event.target.files?.[0];
          // The same file may be chosen again, after it was mended.
          event.target.value = "";
          if (file !== undefined) onFile(file);
        }}
        className="absolute inset-0 cursor-pointer opacity-0"
      />
    </div>
  );
}

function BrokenOff({ products: { broken, send, forget } }: { products: Import }) {
  const args = broken === null ? "skip" : { importId: broken.importId };
  const { value } = useLiveQuery(api.imports.progress, args);
  if (broken === null) return null;
  const [all, done] = [broken.rows.length, rowsDone(broken, value?.batchesDone)];
  const isIn = done === all;
  return (
    <Notice
      kind="warning"
      title={isIn ? t("An import is done") : t("An import broke off")}
      message={`${broken.fileName}: ${rowsInText(done, all)} ${t("They stay in, and no row is imported twice.")}`}
      actions={
        <>
          <Button size="sm" onClick={() => send(broken)}>
            {isIn ? t("See its outcome") : t("Go on")}
          </Button>
          <Button size="sm" variant="quiet" onClick={() => forget(broken)}>
            {t("Discard")}
          </Button>
        </>
      }
    />
  );
}
