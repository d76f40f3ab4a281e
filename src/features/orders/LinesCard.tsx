/** A placement of several lines on the distributor's desk: from whom, the first lines, for how much, and what to do. */
import { ChevronDown } from "lucide-react";
import { useId, useState, type ReactNode } from "react";
import { cx } from "../../lib/cx";
import { Card } from "../../ui/Card";
import { Money } from "../../ui/Money";
import { ProductPicture } from "../../ui/ProductPicture";
import { StatusBadge } from "../../ui/StatusBadge";
import { AgeText } from "./AgeText";
import { Contact } from "./Contact";
import { cardLook } from "./IncomingCard";
import { OrderTimeline } from "./OrderTimeline";
import { type IncomingOrder, piecesText } from "./orderRow";
import { customerOf, type IncomingPlacement, totalOfLines } from "./placements";

/** Lines that a closed card shows. */
const SHOWN = 2;

const SHORTAGES = { ask: "If short: ask me", sendLess: "If short: send what you have" } as const;

export type LinesCardProps = {
  placement: IncomingPlacement;
  arriving: boolean;
  offer?: ReactNode;
  actions: ReactNode;
};

export function LinesCard({ placement, arriving, offer, actions }: LinesCardProps) {
  const titleId = useId();
  const { lines } = placement;
  const [first] = lines;
  const who = customerOf(first);
  return (
    <Card as="article" arriving={arriving} aria-labelledby={titleId} className={cardLook}>
      <div className="flex gap-2.5">
        <div className="min-w-0 flex-1">
          <h2 id={titleId} className="line-clamp-2 leading-tight font-semibold" title={who}>
            {who}
          </h2>
          <p className="flex items-baseline gap-x-2.5 text-sm text-muted tabular-nums">
            <span>{lines.length} lines</span>
            {first.status === "pending" && <AgeText placedAt={first.createdAt} />}
          </p>
        </div>
        <div className="flex shrink-0 flex-col items-end justify-between">
          <StatusBadge status={first.status} />
          <Money paise={totalOfLines(lines)} className="text-sm font-semibold" />
        </div>
      </div>
      <Lines lines={lines} />
      <Contact order={first} isNamed />
      {offer}
      <div className="mt-auto flex gap-2">{actions}</div>
    </Card>
  );
}

/** The first lines; the others open in place. */
function Lines({ lines }: { lines: IncomingPlacement["lines"] }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const [{ status, shortageRule = "ask" }] = lines;
  const hidden = lines.length - SHOWN;
  return (
    <div className="text-sm">
      <ul id={id} className="flex flex-col gap-1">
        {lines.slice(0, isOpen ? undefined : SHOWN).map((line) => (
          <LineItem key={line._id} line={line} />
        ))}
      </ul>
      <p className="mt-1 flex min-h-5 items-center justify-between gap-2 text-xs text-muted">
        {hidden > 0 && (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
            className="inline-flex items-center gap-1 font-medium text-accent-ink hover:underline touch:min-h-11 touch:pr-4"
          >
            {isOpen ? "Show Less" : `${hidden} more`}
            <ChevronDown aria-hidden className={cx("size-3.5", isOpen && "rotate-180")} />
          </button>
        )}
        {status === "pending" && <span className="ml-auto">{SHORTAGES[shortageRule]}</span>}
      </p>
    </div>
  );
}

function LineItem({ line }: { line: IncomingOrder }) {
  return (
    <li className="flex items-center gap-2">
      <ProductPicture src={line.picture} alt="" className="h-5 w-6.5! shrink-0 rounded-[3px]" />
      <span className="min-w-0 flex-1 truncate" title={line.productName}>
        {line.productName}
      </span>
      <span className="shrink-0 text-muted tabular-nums">
        {piecesText(line)} × <Money paise={line.pricePaise} />
      </span>
      <OrderTimeline order={line} look="icon" />
    </li>
  );
}
