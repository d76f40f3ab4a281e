/** The lines of an order on its card: the first of them, or all. One that is not sent stays, struck out, with whose doing that is. */
import { ChevronDown, RotateCcw, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { keptLines, piecesText } from "../../../../domain/orderLines";
import { cx } from "../../../lib/cx";
import { Button, LinkButton } from "../../../ui/Button";
import { Price } from "../../../ui/Money";
import { ProductPicture } from "../../../ui/ProductPicture";
import { useOrderActs } from "../orderActs";
import {
  type IncomingOrder,
  type Line,
  type LineReader,
  type OutgoingOrder,
  offeredText,
  refusalText,
  sellerOf,
} from "../orderRow";
import { OrderTimeline } from "./OrderTimeline";
import { reorderLink } from "../reorder";
import { t } from "../../../../domain/language/texts";

/** Lines that a closed card shows. */
export const SHOWN_LINES = 2;

/** A single line has the room of two. */
export function IncomingLines({ order, isOpen }: { order: IncomingOrder; isOpen: boolean }) {
  const { show } = useOrderActs();
  const { lines, status } = order;
  const [first] = lines;
  if (lines.length === 1 && first !== undefined)
    return <OnlyLine order={order} line={first} isOpen={isOpen} />;
  // With the last one the order is rejected, by its own button.
  const isRejectable = status === "pending" && keptLines(lines).length > 1;
  return (
    <ul className="flex flex-col text-sm">
      {lines.slice(0, isOpen ? undefined : SHOWN_LINES).map((line, at) => (
        <ShortLine
          key={at}
          line={line}
          pieces={offeredText(order, line, at)}
          reader={{ party: "distributor", partnerName: order.userName }}
          isOpen={isOpen}
          picture={line.picture}
        >
          {isOpen && isRejectable && line.refused === undefined && (
            <Button
              size="sm"
              variant="quiet"
              title={t("Reject this line")}
              aria-label={t("Reject {product}", { product: line.productName })}
              className="-my-1 px-1.5 text-muted"
              onClick={() => show({ kind: "reject", order, at })}
            >
              <X aria-hidden />
            </Button>
          )}
        </ShortLine>
      ))}
    </ul>
  );
}

/** Lines that a card of the retailer's shows before it is opened. */
const LISTED_LINES = 5;

/** The lines of a rejected or completed order of several; each of the latter can be ordered again alone. */
export function OutgoingLines({ order }: { order: OutgoingOrder }) {
  const [isOpen, setOpen] = useState(false);
  const { lines } = order;
  const hidden = lines.length - LISTED_LINES;
  return (
    <div className="flex flex-col gap-1">
      <ul className="flex flex-col text-sm">
        {lines.slice(0, isOpen ? undefined : LISTED_LINES).map((line, at) => (
          <ShortLine
            key={at}
            line={line}
            pieces={piecesText(line)}
            reader={{ party: "retailer", partnerName: sellerOf(order) }}
            isOpen
            picture={line.picture}
          >
            {line.productId !== undefined && (
              <LinkButton
                size="sm"
                variant="quiet"
                title={t("Re-Order")}
                aria-label={t("Re-Order {product}", { product: line.productName })}
                className="-my-1 px-1.5 text-muted"
                {...reorderLink(line.productId, line)}
              >
                <RotateCcw aria-hidden />
              </LinkButton>
            )}
          </ShortLine>
        ))}
      </ul>
      {hidden > 0 && (
        <MoreButton isOpen={isOpen} hidden={hidden} onToggle={() => setOpen(!isOpen)} />
      )}
    </div>
  );
}

type ShortLineProps = {
  line: Line;
  pieces: string;
  picture: string | null | undefined;
  reader: LineReader;
  /** Says why a line is not sent. */
  isOpen: boolean;
  /** A button. */
  children?: ReactNode;
};

function ShortLine({ line, pieces, picture, reader, isOpen, children }: ShortLineProps) {
  const { productName, refused } = line;
  return (
    <li className="flex min-h-5 flex-wrap items-center gap-x-2">
      <ProductPicture src={picture} alt="" className="h-4.5 w-6! shrink-0 rounded-[3px]" />
      <span
        className={cx("truncate min-w-0 flex-1", refused && "text-muted line-through")}
        title={productName}
      >
        {productName}
      </span>
      {refused === undefined ? (
        <PricedPieces line={line} pieces={pieces} />
      ) : (
        <span className="shrink-0 text-muted">
          {refused.by === "retailer" ? t("Cancelled") : t("Left out")}
        </span>
      )}
      {children}
      {isOpen && refused !== undefined && (
        <span className="basis-full pl-8 wrap-anywhere text-muted">
          {refusalText(refused, reader)}
        </span>
      )}
    </li>
  );
}

type OnlyLineProps = {
  order: IncomingOrder;
  line: IncomingOrder["lines"][number];
  isOpen: boolean;
};

function OnlyLine({ order, line, isOpen }: OnlyLineProps) {
  return (
    <div className="flex h-10 items-center gap-2.5 text-sm">
      <ProductPicture
        src={line.picture}
        alt={line.productName}
        className="h-10 w-13! shrink-0 rounded-sm"
      />
      <div className="min-w-0 flex-1">
        <p className="truncate" title={line.productName}>
          {line.productName}
        </p>
        <PricedPieces line={line} pieces={offeredText(order, line, 0)} />
      </div>
      {isOpen && <OrderTimeline order={order} look="icon" />}
    </div>
  );
}

function PricedPieces({ line, pieces }: { line: Line; pieces: string }) {
  return (
    <span className="shrink-0 text-muted tabular-nums">
      <span>{pieces} ×</span> <Price of={line} />
    </span>
  );
}

export type MoreButtonProps = {
  /** The id of what it opens. */
  controls?: string;
  isOpen: boolean;
  /** Lines that the closed card does not show. */
  hidden: number;
  onToggle: () => void;
};

export function MoreButton({ controls, isOpen, hidden, onToggle }: MoreButtonProps) {
  return (
    <Button
      size="sm"
      variant="quiet"
      aria-expanded={isOpen}
      aria-controls={controls}
      className="ml-auto gap-0.5 px-1.5 text-accent-ink"
      onClick={onToggle}
    >
      {isOpen ? t("Show Less") : hidden > 0 ? t("{count} more", { count: hidden }) : t("More")}
      <ChevronDown aria-hidden className={cx("size-3.5!", isOpen && "rotate-180")} />
    </Button>
  );
}
