/** /month-end: for distributors with a GSTIN; for everybody else there is no such page. */
import { MonthEndPage } from "../features/monthEnd/MonthEndPage";
import { useSession } from "../live/useSession";
import { PageHeader } from "../ui/PageHeader";
import { NotFoundPage } from "./failurePages";
import { t } from "../../domain/language/texts";

export function MonthEndRoute() {
  const session = useSession();
  if (session.state !== "signedIn") return <PageHeader title={t("Month's end")} />;
  const { gstin, gstScheme } = session.me;
  if (gstin === undefined) return <NotFoundPage />;
  return <MonthEndPage gstin={gstin} isComposition={gstScheme === "composition"} />;
}
