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
          {t("{count} of {all} pictures are fetched.", {
            count: fetched.toLocaleString("en-IN"),
            all: wanted.toLocaleString("en-IN"),
          })}
          {!isOver && ` ${t("You may leave this page meanwhile.")}`}
        </p>
      )}
      {silentHosts.length > 0 && (
        <p className="text-sm text-muted">
          {t(
            "{count, plural, one {{hosts} does not answer.} other {{hosts} do not answer.}} Pictures from there are tried again for a day.",
            { count: silentHosts.length, hosts: silentHosts.join(", ") },
          )}
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
      title={t("{count, plural, one {# picture is missing} other {# pictures are missing}}", {
        count: reasons.size,
      })}
      message={
        <>
          <p>
            {t(
              "These products keep the picture that they have. Download their rows, mend the addresses, and import that file.",
            )}
          </p>
          <ul className="mt-1 flex flex-col gap-0.5">
            {named.map(([line, lineReasons]) => (
              <li key={line}>
                {t("Row {line}: {reason}", { line, reason: lineReasons.join(" ") })}
              </li>
            ))}
          </ul>
          {reasons.size > NAMED && (
            <p>
              {t("And {count} more, in the file.", {
                count: (reasons.size - NAMED).toLocaleString("en-IN"),
              })}
            </p>
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
