/** The lines of a placement on its card: the first two, or all. A single line has the room of two. */
import { PlusGst } from "../../ui/PlusGst";
import { Money } from "../../ui/Money";
import { ProductPicture } from "../../ui/ProductPicture";
import { OrderTimeline } from "./OrderTimeline";
import { type IncomingOrder, piecesText } from "./orderRow";
import type { IncomingPlacement } from "./placements";

/** Lines that a closed card shows. */
export const SHOWN_LINES = 2;

export type PlacementLinesProps = { lines: IncomingPlacement["lines"]; isOpen: boolean };

export function PlacementLines({ lines, isOpen }: PlacementLinesProps) {
  if (lines.length === 1) return <OnlyLine line={lines[0]} isOpen={isOpen} />;
  return (
    <ul className="flex flex-col text-sm">
      {lines.slice(0, isOpen ? undefined : SHOWN_LINES).map((line) => (
        <li key={line._id} className="flex min-h-5 items-center gap-2">
          <ProductPicture src={line.picture} alt="" className="h-4.5 w-6! shrink-0 rounded-[3px]" />
          <span className="min-w-0 flex-1 truncate" title={line.productName}>
            {line.productName}
          </span>
          <Price line={line} />
          {isOpen && <OrderTimeline order={line} look="icon" />}
        </li>
      ))}
    </ul>
  );
}

function OnlyLine({ line, isOpen }: { line: IncomingOrder; isOpen: boolean }) {
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
        <Price line={line} />
      </div>
      {isOpen && <OrderTimeline order={line} look="icon" />}
    </div>
  );
}

function Price({ line }: { line: IncomingOrder }) {
  return (
    <span className="shrink-0 text-muted tabular-nums">
      <span>{piecesText(line)} ×</span> <Money paise={line.pricePaise} />
      <PlusGst of={line} />
    </span>
  );
}
