/** The pictures that the rows named: so many are fetched, live, and those that can't be had with their reasons. */
import { Download } from "lucide-react";
import { api } from "../../../convex/_generated/api";
import type { ImportJob } from "./importJob";
import { useLiveQuery } from "../../live/useLiveQuery";
import { Button } from "../../ui/Button";
import { Notice } from "../../ui/Notice";
import { useSaveRefused } from "./saveTable";
import { type Outcome, type PictureProblem, pictureReasonsOf } from "./send";
import { t } from "../../../domain/language/texts";

/** Rows that are named on the screen; the file has all of them. */
const NAMED = 5;

type PicturesNoticeProps = { job: ImportJob; outcomes: readonly Outcome[] };

export function PicturesNotice({ job, outcomes }: PicturesNoticeProps) {
  const { importId } = job;
  const { value } = useLiveQuery(api.imports.progress, { importId });
  const { wanted = 0, fetched = 0, failed = 0 } = value?.pictures ?? {};
  const { silentHosts = [] } = value ?? {};
  const isOver = fetched + failed === wanted;
  const problemsArgs = isOver && failed > 0 ? { importId } : "skip";
  const { value: problems = [] } = useLiveQuery(api.imports.pictureProblems, problemsArgs);
  return (
    <>
      {wanted > 0 && (
        <p role="status" className="tabular-nums">
          {fetched.toLocaleString("en-IN")} of {wanted.toLocaleString("en-IN")} pictures are
          fetched.
          {!isOver && " You may leave this page meanwhile."}
        </p>
      )}
      {silentHosts.length > 0 && (
        <p className="text-sm text-muted">
          {silentHosts.join(", ")} {silentHosts.length === 1 ? "does" : "do"} not answer. Pictures
          from there are tried again for a day.
        </p>
      )}
      <Failures job={job} outcomes={outcomes} problems={problems} />
    </>
  );
}

type FailuresProps = PicturesNoticeProps & { problems: readonly PictureProblem[] };

function Failures({ job, outcomes, problems }: FailuresProps) {
  const saving = useSaveRefused();
  const reasons = pictureReasonsOf(outcomes, problems);
  if (reasons.size === 0) return null;
  const named = [...reasons].slice(0, NAMED);
  return (
    <Notice
      kind="warning"
      title={
        reasons.size === 1
          ? t("1 picture is missing")
          : `${reasons.size.toLocaleString("en-IN")} pictures are missing`
      }
      message={
        <>
          <p>
            {t(
              "These products keep the picture that they have. Download their rows, mend the addresses, and import that file.",
            )}
          </p>
          <ul className="mt-1 flex flex-col gap-0.5">
            {named.map(([line, reason]) => (
              <li key={line}>
                Row {line}: {reason}
              </li>
            ))}
          </ul>
          {reasons.size > NAMED && (
            <p>And {(reasons.size - NAMED).toLocaleString("en-IN")} more, in the file.</p>
          )}
        </>
      }
      actions={
        <Button
          size="sm"
          busy={saving.isBusy}
          onClick={() => void saving.run({ source: job, reasons })}
        >
          <Download aria-hidden />
          {t("Download rows without picture")}
        </Button>
      }
    />
  );
}
