/** The dialog of an export: what, of which period, and as which file. It is loaded on first use. */
import { FileDown } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { todayIst } from "../../../domain/dates";
import type { TradeRole } from "../../../domain/roles";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Field } from "../../ui/Field";
import { Select } from "../../ui/Select";
import { PeriodFields } from "../period/PeriodFields";
import { firstPeriod, type Period, periodProblem } from "../period/periods";
import { useConnectionStatus } from "../../live/useConnectionStatus";
import { useNow } from "../../lib/useNow";
import type { FileFormat } from "./cells";
import { type Subject, subjectsOf } from "./tables";
import { type Export, type ExportState, useExport } from "./useExport";
import { t } from "../../../domain/language/texts";

const SUBJECT_TEXTS = {
  orders: {
    label: t("Orders"),
    hint: t(
      "By the day on which they were placed. Orders that you removed from your lists are left out.",
    ),
  },
  invoices: { label: t("Invoices"), hint: t("By the day of issue.") },
  ledger: { label: t("Khata entries"), hint: t("With all partners, by day.") },
  products: { label: t("Products"), hint: t("All products that are on sale now.") },
} as const satisfies Record<Subject, { label: string; hint: string }>;

const FORMAT_TEXTS = { csv: t("CSV"), xlsx: t("Excel") } as const satisfies Record<
  FileFormat,
  string
>;

export type ExportDialogProps = {
  role: TradeRole;
  /** Chosen when the dialog opens. */
  subject: Subject;
  onClose: () => void;
};

export function ExportDialog({ role, subject: first, onClose }: ExportDialogProps) {
  const today = todayIst(useNow());
  const [subject, setSubject] = useState(first);
  const [chosenPeriod, setChosenPeriod] = useState<Period | null>(null);
  const period = chosenPeriod ?? firstPeriod(today);
  const hasPeriod = subject !== "products";
  const problem = hasPeriod ? periodProblem(period) : null;
  const work = useExport();
  const isRunning = work.state.kind === "running";
  const change = <Value,>(set: (value: Value) => void) => {
    return (value: Value) => {
      work.clear();
      set(value);
    };
  };
  return (
    <Dialog
      onClose={onClose}
      title={t("Export")}
      description={t("Your own rows as a file for spreadsheets.")}
      footer={
        <Buttons
          work={work}
          disabled={problem !== null}
          onStart={(format) => work.start({ subject, role, period, format })}
        />
      }
    >
      <div className="flex flex-col gap-4">
        <Field label={t("What")} hint={SUBJECT_TEXTS[subject].hint}>
          <Select
            value={subject}
            disabled={isRunning}
            onChange={change(setSubject)}
            options={subjectsOf(role).map((value) => ({
              value,
              label: SUBJECT_TEXTS[value].label,
            }))}
          />
        </Field>
        {hasPeriod && (
          <PeriodFields
            period={period}
            today={today}
            problem={problem}
            disabled={isRunning}
            onChange={change(setChosenPeriod)}
          />
        )}
        <Progress state={work.state} hasPeriod={hasPeriod} />
        {work.state.kind === "failed" && <Failure failed={work.state} onRetry={work.start} />}
      </div>
    </Dialog>
  );
}

type FailureProps = {
  failed: Extract<ExportState, { kind: "failed" }>;
  onRetry: Export["start"];
};

function Failure({ failed, onRetry }: FailureProps) {
  return <ErrorNotice message={failed.text} onRetry={() => onRetry(failed.request)} />;
}

function progressText(state: ExportState, canSend: boolean, hasPeriod: boolean): string {
  switch (state.kind) {
    case "idle":
    case "failed":
      return "";
    case "running":
      return canSend
        ? t("{count, plural, one {Writing: # row} other {Writing: # rows}}", { count: state.rows })
        : t("Waiting for the connection…");
    case "saved":
      return t("{count, plural, one {# row saved.} other {# rows saved.}}", { count: state.rows });
    case "nothing":
      return hasPeriod ? t("Nothing in this period.") : t("You have no products on sale.");
    default:
      return state satisfies never;
  }
}

/** Always there, so that screen readers hear what is put into it. */
function Progress({ state, hasPeriod }: { state: ExportState; hasPeriod: boolean }) {
  const { canSend } = useConnectionStatus();
  return (
    <p role="status" className="text-muted tabular-nums empty:hidden">
      {progressText(state, canSend, hasPeriod)}
    </p>
  );
}

/** The focus stays with the keyboard: it goes to Cancel while a file is written, and back to the button that was pressed. */
function useFocusOnCancel(state: ExportState): RefObject<HTMLDivElement | null> {
  const buttons = useRef<HTMLDivElement>(null);
  const pressed = useRef<FileFormat | null>(null);
  const format = state.kind === "running" ? state.request.format : null;
  useEffect(() => {
    const name = format === null ? pressed.current : "cancel";
    if (name !== null) buttons.current?.querySelector<HTMLElement>(`[name=${name}]`)?.focus();
    pressed.current = format;
  }, [format]);
  return buttons;
}

type ButtonsProps = {
  work: Export;
  disabled: boolean;
  onStart: (format: FileFormat) => void;
};

function Buttons({ work: { state, cancel }, disabled, onStart }: ButtonsProps) {
  const isRunning = state.kind === "running";
  const buttons = useFocusOnCancel(state);
  const button = (format: FileFormat) => (
    <Button
      name={format}
      variant={format === "xlsx" ? "primary" : "secondary"}
      disabled={disabled || isRunning}
      busy={isRunning && state.request.format === format}
      onClick={() => onStart(format)}
    >
      <FileDown aria-hidden />
      {FORMAT_TEXTS[format]}
    </Button>
  );
  return (
    <div ref={buttons} className="contents">
      {isRunning && (
        <Button name="cancel" variant="quiet" onClick={cancel}>
          {t("Cancel")}
        </Button>
      )}
      {button("csv")}
      {button("xlsx")}
    </div>
  );
}
