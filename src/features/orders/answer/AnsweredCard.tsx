/** An order that was just accepted, folded to the link of its invoice. */
import * as links from "../../../../domain/links";
import { CircleCheck } from "lucide-react";
import { Link } from "react-router-dom";
import { api } from "../../../../convex/_generated/api";
import { useLiveQuery } from "../../../live/useLiveQuery";
import { customerOf, type IncomingOrder } from "../orderRow";

export type AnsweredCardProps = { order: IncomingOrder; invoiceId: string };

export function AnsweredCard({ order, invoiceId }: AnsweredCardProps) {
  const { value: invoice } = useLiveQuery(api.invoices.one, { invoiceId });
  const number = invoice?.printedNumber;
  return (
    <div className="max-h-14 animate-fold-card self-start overflow-hidden rounded-md border border-line bg-positive-soft">
      <Link
        to={links.invoice(invoiceId)}
        className="flex h-13 items-center gap-2 px-3 text-sm text-positive hover:underline"
      >
        <CircleCheck aria-hidden className="size-4 shrink-0" />
        <span className="min-w-0">
          <span className="block truncate font-medium tabular-nums">
            {number === undefined ? "Accepted" : `Accepted · ${number}`}
          </span>
          <span className="block truncate text-muted">{customerOf(order)}</span>
        </span>
      </Link>
    </div>
  );
}
