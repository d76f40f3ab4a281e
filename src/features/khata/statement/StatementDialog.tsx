/** The dialog of a statement: its period, and the file to save. What it shows is read once, when a file is made. */
import { useConvex } from "convex/react";
import { FileDown } from "lucide-react";
import { useState } from "react";
import { todayIst } from "../../../../domain/dates";
import { PeriodFields } from "../../../files/period/PeriodFields";
import { type Period, firstPeriod, periodProblem } from "../../../files/period/periods";
import { saveFile } from "../../../files/saveFile";
import { useNow } from "../../../lib/useNow";
import { useServerAction } from "../../../forms/useServerAction";
import { Button } from "../../../ui/Button";
import { Dialog } from "../../../ui/Dialog";
import { ErrorNotice } from "../../../ui/ErrorNotice";
import { makeFile, type StatementFormat } from "./makeFile";
import { t } from "../../../../domain/language/texts";

type StatementDialogProps = { partnerId: string; onClose: () => void };

export function StatementDialog({ partnerId, onClose }: StatementDialogProps) {
  const client = useConvex();
  const today = todayIst(useNow());
  const [chosen, setChosen] = useState<Period | null>(null);
  const [format, setFormat] = useState<StatementFormat>("pdf");
  const period = chosen ?? firstPeriod(today);
  const problem = periodProblem(period);
  const save = useServerAction(
    (fileFormat: StatementFormat) => makeFile(client, { partnerId, ...period }, fileFormat),
    {
      failure: t("The statement could not be made. Please try again."),
      onSuccess: saveFile,
    },
  );
  const start = (fileFormat: StatementFormat) => {
    setFormat(fileFormat);
    void save.run(fileFormat);
  };
  return (
    <Dialog
      onClose={onClose}
      title={t("Statement")}
      description={t("Opening balance, every entry and closing balance of a period.")}
      footer={
        <FileButtons
          busy={save.isBusy ? format : null}
          disabled={problem !== null || save.isBusy}
          onSave={start}
        />
      }
    >
      <div className="flex flex-col gap-4">
        <PeriodFields period={period} today={today} problem={problem} onChange={setChosen} />
        {save.isWaiting && <p role="status">{t("Waiting for the connection…")}</p>}
        {save.error !== null && <ErrorNotice message={save.error} onRetry={() => start(format)} />}
      </div>
    </Dialog>
  );
}

type FileButtonsProps = {
  busy: StatementFormat | null;
  disabled: boolean;
  onSave: (format: StatementFormat) => void;
};

function FileButtons({ busy, disabled, onSave }: FileButtonsProps) {
  return (
    <>
      <Button disabled={disabled} busy={busy === "csv"} onClick={() => onSave("csv")}>
        <FileDown aria-hidden />
        {t("CSV")}
      </Button>
      <Button
        variant="primary"
        disabled={disabled}
        busy={busy === "pdf"}
        onClick={() => onSave("pdf")}
      >
        <FileDown aria-hidden />
        {t("PDF")}
      </Button>
    </>
  );
}
