/** The steps of an import: a file is chosen and read, its columns mapped, its rows previewed, and the good ones sent. */
import { useEffect, useMemo, useRef, useState } from "react";
import { todayIst } from "../../../domain/dates";
import { pricesExcludeTaxOf } from "../../../domain/gst/addedTax";
import {
  type ImportField,
  type ImportMode,
  type Mapping,
  guessMapping,
} from "../../../domain/import/columns";
import { readSheetRows } from "../../../domain/import/rows";
import { FileError, type FileSheet, withCells } from "../../../domain/import/sheet";
import { errorMessage } from "../../live/convexError";
import { type ImportJob, importJobs, withJob, withoutJob } from "./importJob";
import { newKey } from "../../outbox/entry";
import { useMarketClient } from "../../live/useMarketClient";
import { useSession } from "../../live/useSession";
import { useServerAction } from "../../forms/useServerAction";
import { type PreviewRow, previewOf } from "./preview";
import { readInWorker } from "./reading/readInWorker";
import { type Outcome, sendJob } from "./send";
import { t } from "../../../domain/language/texts";

export type Opened = {
  readonly fileName: string;
  readonly sheet: FileSheet;
  readonly mapping: Mapping;
  readonly mode: ImportMode;
};

export type Step =
  | { readonly name: "choose"; readonly problem: string | null }
  | { readonly name: "reading"; readonly fileName: string }
  | { readonly name: "columns"; readonly opened: Opened }
  | { readonly name: "preview"; readonly opened: Opened; readonly rows: readonly PreviewRow[] }
  | { readonly name: "sending"; readonly job: ImportJob }
  | { readonly name: "done"; readonly job: ImportJob; readonly outcomes: readonly Outcome[] };

function jobOf({ fileName, sheet, mode }: Opened, rows: readonly PreviewRow[]): ImportJob {
  return {
    importId: newKey(),
    mode,
    fileName,
    sheet,
    rows: rows.flatMap(({ sent }) => (sent === null ? [] : [sent])),
    reasons: rows.flatMap(({ kind, line, details }) =>
      kind === "wrong" ? [[line, details] as const] : [],
    ),
  };
}

/** An import that an earlier tab left, looked for while a file is to be chosen; null while there is none. */
function useBrokenOff(jobs: ReturnType<typeof importJobs> | null, isChoosing: boolean) {
  const [broken, setBroken] = useState<ImportJob | null>(null);
  useEffect(() => {
    let isCurrent = true;
    if (jobs !== null && isChoosing)
      void jobs
        .update((all) => all)
        .then(([job = null]) => {
          if (isCurrent) setBroken(job);
        });
    return () => {
      isCurrent = false;
    };
  }, [jobs, isChoosing]);
  return [broken, setBroken] as const;
}

function useFile(setStep: (step: Step) => void) {
  const latest = useRef(0);
  return async (file: File) => {
    latest.current += 1;
    const mine = latest.current;
    setStep({ name: "reading", fileName: file.name });
    const next = await readInWorker(file).then(
      (sheet): Step => {
        const mapping = guessMapping(sheet.headers);
        const opened = { fileName: file.name, sheet, mapping, mode: "addAndUpdate" as const };
        return { name: "columns", opened };
      },
      (error: unknown): Step => {
        const { message } = error instanceof FileError ? error : new FileError("UNREADABLE");
        return { name: "choose", problem: message };
      },
    );
    if (latest.current === mine) setStep(next);
  };
}

/** True where tax comes on top of the distributor's prices. */
function usePricesExcludeTax(): boolean {
  const session = useSession();
  return session.state === "signedIn" && pricesExcludeTaxOf(session.me) === true;
}

export function useImport() {
  const client = useMarketClient();
  const { session } = client;
  const jobs = useMemo(() => (session === null ? null : importJobs(session)), [session]);
  const [step, setStep] = useState<Step>({ name: "choose", problem: null });
  const [looked, setLooked] = useState(0);
  const [broken, setBroken] = useBrokenOff(jobs, step.name === "choose");
  const choose = useFile(setStep);
  const pricesExcludeTax = usePricesExcludeTax();
  const previewing = useServerAction(
    ({ sheet, mapping, mode }: Opened) => {
      setLooked(0);
      const rows = readSheetRows(sheet, mapping, mode);
      const context = { mode, day: todayIst(Date.now()), pricesExcludeTax };
      return previewOf(client, { rows, ...context }, setLooked);
    },
    {
      failure: t("Your products could not be looked up. Please try again."),
      // Another file, mode or column may have been chosen meanwhile.
      onSuccess: (rows, opened) =>
        setStep((now) =>
          (now.name === "columns" || now.name === "preview") && now.opened === opened
            ? { name: "preview", opened, rows }
            : now,
        ),
    },
  );
  const discard = ({ importId }: ImportJob) => {
    void jobs?.update(withoutJob(importId));
  };
  const sending = useServerAction(
    async (job: ImportJob) => {
      await jobs?.update(withJob(job));
      return sendJob(client, job);
    },
    {
      failure: (error) =>
        errorMessage(error, t("The import broke off. What is in stays in; please go on.")),
      // Whoever left the page has not seen what was refused: then the import stays kept.
      onDone: (outcomes, job) => {
        setStep({ name: "done", job, outcomes });
        discard(job);
      },
    },
  );
  const send = (job: ImportJob) => {
    setBroken(null);
    setStep({ name: "sending", job });
    void sending.run(job);
  };
  return {
    step,
    looked,
    broken,
    previewing,
    sending,
    send,
    choose,
    again: () => setStep({ name: "choose", problem: null }),
    change: (opened: Opened) => setStep({ name: "columns", opened }),
    preview: (opened: Opened) => void previewing.run(opened),
    /** Sets a cell of these rows, and previews them again; until that is done the rows of before are shown. */
    mend: (opened: Opened, rows: readonly PreviewRow[], cells: Parameters<typeof withCells>[1]) => {
      const mended = { ...opened, sheet: withCells(opened.sheet, cells) };
      setStep({ name: "preview", opened: mended, rows });
      void previewing.run(mended);
    },
    start: (opened: Opened, rows: readonly PreviewRow[]) => send(jobOf(opened, rows)),
    forget: (job: ImportJob) => {
      setBroken(null);
      discard(job);
    },
  };
}

export type Import = ReturnType<typeof useImport>;

export function withColumn(mapping: Mapping, field: ImportField, column: number | null): Mapping {
  const { [field]: _, ...others } = mapping;
  return column === null ? others : { ...others, [field]: column };
}
