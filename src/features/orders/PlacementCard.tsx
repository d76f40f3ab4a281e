/** A placement on the distributor's desk: one line as an order's card, several as a list. */
import type { ReactNode } from "react";
import { IncomingCard } from "./IncomingCard";
import { LinesCard } from "./LinesCard";
import { OfferNote } from "./OfferNote";
import { openOfferOf, type IncomingPlacement } from "./placements";

export type PlacementCardProps = {
  placement: IncomingPlacement;
  arriving: boolean;
  actions: ReactNode;
  onWithdraw?: (offerId: string) => void;
};

export function PlacementCard(props: PlacementCardProps) {
  const { placement, arriving, actions, onWithdraw } = props;
  const [first] = placement.lines;
  const open = openOfferOf(placement);
  const offer = open !== null && onWithdraw !== undefined && (
    <OfferNote offer={open} retailerName={first.userName} onWithdraw={onWithdraw} />
  );
  const parts = { arriving, actions, offer };
  return placement.lines.length === 1 ? (
    <IncomingCard order={first} {...parts} />
  ) : (
    <LinesCard placement={placement} {...parts} />
  );
}
