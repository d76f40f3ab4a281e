/** The fourth step: the rows on their way, with the progress that the server tells. */
import { api } from "../../../convex/_generated/api";
import type { ImportJob } from "./importJob";
import { useLiveQuery } from "../../live/useLiveQuery";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Notice } from "../../ui/Notice";
import { rowsDone, rowsInText } from "./send";
import type { Import } from "./useImport";
import { t } from "../../../domain/language/texts";

export function SendingStep({ products, job }: { products: Import; job: ImportJob }) {
  const { error, isWaiting } = products.sending;
  const { value } = useLiveQuery(api.imports.progress, { importId: job.importId });
  const all = job.rows.length;
  const done = rowsDone(job, value?.batchesDone);
  return (
    <Card className="flex flex-col gap-4 p-4 sm:p-6">
      <h2 className="text-md font-semibold wrap-anywhere">{job.fileName}</h2>
      <progress
        aria-label={t("Rows imported")}
        value={done}
        max={all}
        className="h-2 w-full overflow-hidden rounded-full accent-accent"
      />
      <p role="status" className="tabular-nums">
        {rowsInText(done, all)}
        {isWaiting && ` ${t("Waiting for the connection.")}`}
      </p>
      {error === null ? (
        <p className="text-sm text-muted">
          {t("You may close this page: the import goes on when you come back to it.")}
        </p>
      ) : (
        <Notice
          kind="error"
          message={error}
          actions={
            <Button size="sm" onClick={() => products.send(job)}>
              {t("Go on")}
            </Button>
          }
        />
      )}
    </Card>
  );
}
