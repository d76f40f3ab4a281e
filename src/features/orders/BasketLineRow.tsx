/** One product of the basket: quantity, live price, and what keeps it from being placed. */
import { Trash2 } from "lucide-react";
import { Link } from "react-router-dom";
import { LOW_STOCK_MAX, ORDER_QUANTITY_MAX } from "../../../domain/limits";
import { formatRupees } from "../../../domain/money";
import { firstQuantity, nextBreak } from "../../../domain/productTerms";
import { cx } from "../../lib/cx";
import { Button } from "../../ui/Button";
import { Money } from "../../ui/Money";
import { ProductPicture } from "../../ui/ProductPicture";
import { QuantityStepper } from "../../ui/QuantityStepper";
import { type BasketLine, isPriceChanged } from "./basketGroups";

export type BasketLineRowProps = {
  line: BasketLine;
  /** Why the server refused this line, or null. */
  refusal: string | null;
  /** While the group is being placed. */
  isLocked: boolean;
  onQuantity: (quantity: number) => void;
};

export function BasketLineRow({ line, refusal, isLocked, onQuantity }: BasketLineRowProps) {
  const problem = line.problem ?? refusal;
  return (
    <li
      className={cx(
        "grid grid-cols-[3.5rem_minmax(0,1fr)_auto] gap-x-3 gap-y-2 border-l-3 py-3 pr-1 pl-3",
        problem === null ? "border-transparent" : "border-negative",
      )}
    >
      <ProductPicture src={line.picture} alt="" className="self-start rounded-sm" />
      <div className="min-w-0">
        <Link
          to={`/orderinfo/${line.productId}`}
          className="line-clamp-2 font-medium underline-offset-2 hover:underline"
        >
          {line.name}
        </Link>
        <p className="text-sm text-muted tabular-nums">
          <UnitPrice line={line} /> · Pack of {line.packSize.toLocaleString("en-IN")}
          <FewLeft stock={line.stock} />
        </p>
        <LineNote line={line} problem={problem} />
      </div>
      <Money paise={line.totalPaise} className="font-semibold" />
      <div className="col-span-2 col-start-2 flex items-center justify-between gap-2">
        <QuantityStepper
          label={line.name}
          value={line.quantity}
          step={line.multiple ?? 1}
          min={firstQuantity(line)}
          max={ORDER_QUANTITY_MAX}
          disabled={isLocked || line.isGone === true}
          onChange={onQuantity}
        />
        <Button
          size="icon"
          variant="quiet"
          aria-label={`Remove ${line.name}`}
          disabled={isLocked}
          onClick={() => onQuantity(0)}
        >
          <Trash2 aria-hidden />
        </Button>
      </div>
    </li>
  );
}

/** The price of one piece; after a change the one last seen before it, struck. */
function UnitPrice({ line }: { line: BasketLine }) {
  const now = `${formatRupees(line.unitPaise)} each`;
  if (!isPriceChanged(line)) return now;
  return (
    <span role="status">
      <span className="sr-only">The price was </span>
      <s>{formatRupees(line.seenPricePaise)}</s>
      <span className="sr-only">. It is </span>{" "}
      <span className="font-medium text-caution">{now}</span>
    </span>
  );
}

function FewLeft({ stock }: { stock: number | undefined }) {
  if (stock === undefined || stock === 0 || stock > LOW_STOCK_MAX) return null;
  return <span className="text-caution"> · {stock} left</span>;
}

function LineNote({ line, problem }: { line: BasketLine; problem: string | null }) {
  if (problem !== null) {
    return (
      <p role="status" className="text-sm font-medium text-negative">
        {problem}
      </p>
    );
  }
  const next = nextBreak(line, line.quantity);
  if (next === null) return null;
  return (
    <p className="text-sm text-muted">
      {next.missing.toLocaleString("en-IN")} more: {formatRupees(next.pricePaise)} each
    </p>
  );
}
