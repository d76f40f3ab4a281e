/** The last step: what became of the rows, and those that were not imported, as a file. */
import * as links from "../../../domain/links";
import { Download } from "lucide-react";
import type { ImportJob } from "./importJob";
import { Button, LinkButton } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Notice } from "../../ui/Notice";
import { PicturesNotice } from "./PicturesNotice";
import { useSaveRefused } from "./saveTable";
import { type Outcome, reasonsOf } from "./send";
import type { Import } from "./useImport";
import { t } from "../../../domain/language/texts";

type DoneStepProps = { products: Import; job: ImportJob; outcomes: readonly Outcome[] };

export function DoneStep({ products, job, outcomes }: DoneStepProps) {
  const countOf = (kind: Outcome["outcome"]) =>
    outcomes.filter(({ outcome }) => outcome === kind).length.toLocaleString("en-IN");
  const reasons = reasonsOf(job, outcomes);
  const saving = useSaveRefused();
  return (
    <Card className="flex flex-col gap-4 p-4 sm:p-6">
      <Notice
        kind="success"
        title={t("The import is done")}
        message={t("{added} added, {changed} changed, {same} as they were.", {
          added: countOf("added"),
          changed: countOf("changed"),
          same: countOf("same"),
        })}
      />
      {reasons.size > 0 && (
        <Notice
          kind="warning"
          title={t(
            "{count, plural, one {# row was not imported} other {# rows were not imported}}",
            { count: reasons.size },
          )}
          message={t("Download them with their reasons, mend them, and import that file.")}
          actions={
            <Button
              size="sm"
              busy={saving.isBusy}
              onClick={() => void saving.run({ source: job, reasons })}
            >
              <Download aria-hidden />
              {t("Download wrong rows")}
            </Button>
          }
        />
      )}
      <PicturesNotice job={job} outcomes={outcomes} />
      <div className="flex flex-wrap gap-2">
        <LinkButton variant="primary" to={links.OWN_PRODUCTS}>
          {t("See your products")}
        </LinkButton>
        <Button onClick={products.again}>{t("Import another file")}</Button>
      </div>
    </Card>
  );
}
