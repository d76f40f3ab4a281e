/** Open dues: the sums of all by age, and the oldest ones. Draws nothing where nothing is open. */
import * as links from "../../../domain/links";
import { Link } from "react-router-dom";
import type { Ageing } from "../../../domain/ageing";
import { AGED_DUES_MAX } from "../../../domain/limits";
import { AgeBar } from "../../ui/AgeBar";
import { Card } from "../../ui/Card";
import { Disclosure } from "../../ui/Disclosure";
import { LiveValue, type LiveValueSource } from "../../ui/LiveValue";
import { Money } from "../../ui/Money";
import { Skeleton } from "../../ui/Skeleton";
import { DueDay } from "./DueDay";
import type { Due } from "./khataTexts";
import { isWide } from "./pageContext";
import { rich } from "../../lib/rich";
import { t } from "../../../domain/language/texts";

type DuesCardProps = {
  answer: LiveValueSource<{ ageing: Ageing; isOfOldest?: true; dues: Due[] }>;
  today: string;
};

export function DuesCard({ answer, today }: DuesCardProps) {
  return (
    <LiveValue
      answer={answer}
      skeleton={<Skeleton className="h-40 w-full" />}
      errorMessage={t("What is due could not be loaded.")}
    >
      {({ ageing, isOfOldest, dues: [oldest, ...others] }) =>
        oldest !== undefined && (
          <Card as="section" aria-label={t("Dues")} className="flex flex-col px-3 pt-3 md:px-4">
            <AgeBar ageing={ageing} />
            {isOfOldest && (
              <p className="text-sm text-muted">
                {t("Of the oldest {count} open sums.", {
                  count: AGED_DUES_MAX.toLocaleString("en-IN"),
                })}
              </p>
            )}
            <Disclosure
              title={t("Dues")}
              note={<DueDay dueOn={oldest.dueOn} today={today} className="text-sm" />}
              startsOpen={isWide()}
            >
              <DueList dues={[oldest, ...others]} today={today} />
            </Disclosure>
          </Card>
        )
      }
    </LiveValue>
  );
}

function DueList({ dues, today }: { dues: Due[]; today: string }) {
  return (
    <ul className="divide-y divide-line border-t border-line pb-1">
      {dues.map((due) => (
        <li key={due._id} className="flex flex-wrap items-baseline gap-x-3 py-1.5">
          <DueName due={due} />
          <DueDay dueOn={due.dueOn} today={today} className="text-sm" />
          <span className="ml-auto text-right">
            <Money paise={due.openPaise} className="font-medium" />
            {due.openPaise !== due.totalPaise && (
              <span className="block text-sm text-muted">
                {rich("of {sum}", { sum: <Money paise={due.totalPaise} /> })}
              </span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

function dueName({ printedNumber }: Due): string {
  return printedNumber ?? t("Opening balance");
}

function DueName({ due }: { due: Due }) {
  if (due.invoiceId === undefined) return <span>{dueName(due)}</span>;
  return (
    <Link
      to={links.invoice(due.invoiceId)}
      className="wrap-anywhere underline underline-offset-2 touch:min-h-11 touch:py-3"
    >
      {dueName(due)}
    </Link>
  );
}
