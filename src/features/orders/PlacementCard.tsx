/**
 * A placement on the distributor's lists, dense enough for twelve on a screen: retailer, products, total and buttons. The rest opens
 * in place.
 */
import { ChevronDown } from "lucide-react";
import { useId, useState, type ReactNode } from "react";
import { cx } from "../../lib/cx";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Money } from "../../ui/Money";
import { StatusBadge } from "../../ui/StatusBadge";
import { AgeText } from "../../ui/AgeText";
import { cardLook } from "./cardLook";
import { ContactIcons } from "./ContactIcons";
import { OfferNote } from "./OfferNote";
import { PlacementDetails, PlacementFacts } from "./PlacementDetails";
import { PlacementLines, SHOWN_LINES } from "./PlacementLines";
import { customerOf, openOfferOf, type IncomingPlacement, totalOfLines } from "./placements";

export type PlacementCardProps = {
  placement: IncomingPlacement;
  arriving: boolean;
  actions: ReactNode;
  onWithdraw?: (offerId: string) => void;
};

export function PlacementCard(props: PlacementCardProps) {
  const { placement, arriving, actions, onWithdraw } = props;
  const [titleId, moreId] = [useId(), useId()];
  const [isOpen, setOpen] = useState(false);
  const [first] = placement.lines;
  const offer = openOfferOf(placement);
  return (
    <Card
      as="article"
      // The keys J and K bring the focus here.
      tabIndex={-1}
      data-open={isOpen || undefined}
      arriving={arriving}
      aria-labelledby={titleId}
      className={cardLook}
    >
      <Head placement={placement} titleId={titleId} />
      <div id={moreId} className="flex flex-col gap-1 touch:gap-0.5">
        <PlacementLines lines={placement.lines} isOpen={isOpen} />
        <PlacementFacts order={first} isOpen={isOpen} />
        {isOpen && <PlacementDetails placement={placement} />}
      </div>
      {offer !== null && onWithdraw !== undefined && (
        <OfferNote offer={offer} retailerName={first.userName} onWithdraw={onWithdraw} />
      )}
      <div className="mt-auto flex flex-wrap items-center gap-1.5 pt-0.5">
        {actions}
        <MoreButton
          controls={moreId}
          isOpen={isOpen}
          hidden={placement.lines.length - SHOWN_LINES}
          onToggle={() => setOpen(!isOpen)}
        />
      </div>
    </Card>
  );
}

type HeadProps = { placement: IncomingPlacement; titleId: string };

function Head({ placement: { lines }, titleId }: HeadProps) {
  const [first] = lines;
  const who = customerOf(first);
  return (
    <div className="flex gap-1">
      <div className="min-w-0 flex-1">
        <h2 id={titleId} className="truncate leading-tight font-semibold" title={who}>
          {who}
        </h2>
        <p className="flex min-h-4.5 items-center gap-x-2 text-sm text-muted tabular-nums max-md:flex-wrap">
          {first.status === "pending" ? (
            <AgeText placedAt={first.createdAt} />
          ) : (
            <StatusBadge status={first.status} />
          )}
          {first.isBelowMinimum === true && (
            <span className="truncate font-medium text-caution">Below your minimum</span>
          )}
          {lines.length > 1 && <span className="truncate">{lines.length} lines</span>}
          <Money paise={totalOfLines(lines)} className="font-semibold text-ink" />
        </p>
      </div>
      <ContactIcons
        phone={first.userPhone}
        email={first.userEmail}
        className="-my-1 -mr-2 h-9 items-center"
      />
    </div>
  );
}

type MoreButtonProps = {
  controls: string;
  isOpen: boolean;
  /** Lines that the closed card does not show. */
  hidden: number;
  onToggle: () => void;
};

function MoreButton({ controls, isOpen, hidden, onToggle }: MoreButtonProps) {
  return (
    <Button
      size="sm"
      variant="quiet"
      aria-expanded={isOpen}
      aria-controls={controls}
      className="ml-auto gap-0.5 px-1.5 text-accent-ink"
      onClick={onToggle}
    >
      {isOpen ? "Show Less" : hidden > 0 ? `${hidden} more` : "More"}
      <ChevronDown aria-hidden className={cx("size-3.5!", isOpen && "rotate-180")} />
    </Button>
  );
}
