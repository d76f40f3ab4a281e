/** Open dues: the oldest ones, and the sums of all by age. Draws nothing where nothing is open. */
import * as links from "../../../domain/links";
import { Link } from "react-router-dom";
import { AGEING_BUCKETS, AGEING_TEXTS, type Ageing } from "../../../domain/ageing";
import { AGED_DUES_MAX } from "../../../domain/limits";
import { cx } from "../../lib/cx";
import { Card } from "../../ui/Card";
import { LiveValue, type LiveValueSource } from "../../ui/LiveValue";
import { Money } from "../../ui/Money";
import { Skeleton } from "../../ui/Skeleton";
import { DueDay } from "./DueDay";
import type { Due } from "./khataTexts";

type DuesCardProps = {
  answer: LiveValueSource<{ ageing: Ageing; isOfOldest?: true; dues: Due[] }>;
  today: string;
};

export function DuesCard({ answer, today }: DuesCardProps) {
  return (
    <LiveValue
      answer={answer}
      skeleton={<Skeleton className="h-40 w-full" />}
      errorMessage="What is due could not be loaded."
    >
      {({ ageing, isOfOldest, dues }) =>
        dues.length > 0 && (
          <Card className="grid grid-cols-1 gap-4 p-4 md:max-lg:grid-cols-2 md:max-lg:gap-8">
            <DueList dues={dues} today={today} />
            <AgeingTable ageing={ageing} isOfOldest={isOfOldest === true} />
          </Card>
        )
      }
    </LiveValue>
  );
}

function DueList({ dues, today }: { dues: Due[]; today: string }) {
  return (
    <section aria-label="Dues">
      <h2 className="mb-1 text-md font-semibold">Due</h2>
      <ul className="divide-y divide-line">
        {dues.map((due) => (
          <li key={due._id} className="flex flex-wrap items-baseline gap-x-3 py-1.5">
            <DueName due={due} />
            <DueDay dueOn={due.dueOn} today={today} className="text-sm" />
            <span className="ml-auto text-right">
              <Money paise={due.openPaise} className="font-medium" />
              {due.openPaise !== due.totalPaise && (
                <span className="block text-sm text-muted">
                  of <Money paise={due.totalPaise} />
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function dueName({ printedNumber }: Due): string {
  return printedNumber ?? "Opening balance";
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

/** Empty buckets are muted, so that the old ones stand out. */
function AgeingTable({ ageing, isOfOldest }: { ageing: Ageing; isOfOldest: boolean }) {
  return (
    <table className="w-full self-start text-sm">
      <caption className="mb-1 text-left text-md font-semibold">
        By age
        {isOfOldest && (
          <span className="block text-sm font-normal text-muted">
            {`Of the oldest ${AGED_DUES_MAX.toLocaleString("en-IN")} open sums.`}
          </span>
        )}
      </caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Days since the due day</th>
          <th scope="col">Open</th>
        </tr>
      </thead>
      <tbody>
        {AGEING_BUCKETS.map((bucket) => (
          <tr key={bucket} className={cx(ageing[bucket] === 0 && "text-muted")}>
            <th scope="row" className="py-1 text-left font-normal">
              {AGEING_TEXTS[bucket]}
            </th>
            <td
              className={cx(
                "py-1 text-right",
                bucket !== "notDue" && ageing[bucket] > 0 && "font-medium text-negative",
              )}
            >
              <Money paise={ageing[bucket]} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
