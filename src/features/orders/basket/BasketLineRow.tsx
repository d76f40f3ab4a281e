/** One product of the basket: quantity, live price, and what keeps it from being placed. */
import * as links from "../../../../domain/links";
import { Trash2 } from "lucide-react";
import { Link } from "react-router-dom";
import { LOW_STOCK_MAX, ORDER_QUANTITY_MAX } from "../../../../domain/limits";
import { formatRupees } from "../../../../domain/money";
import { priceText } from "../../../../domain/price";
import { firstQuantity, nextBreak } from "../../../../domain/productTerms";
import { cx } from "../../../lib/cx";
import { Button } from "../../../ui/Button";
import { Money } from "../../../ui/Money";
import { ProductPicture } from "../../../ui/ProductPicture";
import { QuantityStepper } from "../../../ui/QuantityStepper";
import { breakText, packText } from "../quickOrder/quickOrder";
import { type BasketLine, isPriceChanged } from "./basketGroups";
import { t } from "../../../../domain/language/texts";

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
        "grid grid-cols-[3.5rem_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 border-l-3 py-3 pr-1 pl-3 @max-[18rem]:grid-cols-[min(3.5rem,25%)_minmax(0,1fr)] @lg:grid-cols-[3.5rem_minmax(0,1fr)_auto_7rem_auto]",
        problem === null ? "border-l-transparent" : "border-l-negative",
      )}
    >
      <ProductPicture
        src={line.picture}
        alt=""
        className="row-span-2 self-start rounded-sm @max-[18rem]:row-span-3 @lg:col-start-1 @lg:row-start-1"
      />
      <Link
        to={links.orderForm(line.productId)}
        className="relative self-start font-medium underline-offset-2 hover:underline @lg:col-start-2 @lg:row-start-1 touch:after:absolute touch:after:inset-x-0 touch:after:-inset-y-3"
      >
        <span className="line-clamp-2">{line.name}</span>
      </Link>
      <Money
        paise={line.totalPaise}
        className="self-start text-right font-semibold @max-[18rem]:col-start-2 @max-[18rem]:text-left @lg:col-start-4 @lg:row-span-2 @lg:row-start-1 @lg:self-center"
      />
      <div className="col-[2/-1] min-w-0 self-start @lg:col-[2/3] @lg:row-start-2">
        <p className="text-sm text-muted tabular-nums">
          <UnitPrice line={line} /> · {packText(line)}
          {problem === null && <FewLeft stock={line.stock} />}
        </p>
        <LineNote line={line} problem={problem} />
      </div>
      <div className="col-[2/-1] mt-1 flex items-center justify-between gap-2 @max-[18rem]:col-[1/-1] @lg:contents">
        <div className="min-w-0 @lg:col-start-3 @lg:row-span-2 @lg:row-start-1">
          <QuantityStepper
            label={line.name}
            value={line.quantity}
            step={line.multiple ?? 1}
            min={firstQuantity(line)}
            max={ORDER_QUANTITY_MAX}
            disabled={isLocked || line.isGone === true}
            onChange={onQuantity}
          />
        </div>
        <Button
          size="icon"
          variant="quiet"
          className="@lg:col-start-5 @lg:row-span-2 @lg:row-start-1"
          aria-label={t("Remove {product}", { product: line.name })}
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
  const price = priceText(line.price);
  const now = t("{price} each", { price });
  if (!isPriceChanged(line)) return now;
  const before = formatRupees(line.seenPricePaise);
  return (
    <span role="status">
      <span className="sr-only">
        {t("The price was {before}. It is {price} each", { before, price })}
      </span>
      <span aria-hidden>
        <s>{before}</s> <span className="font-medium text-caution">{now}</span>
      </span>
    </span>
  );
}

function FewLeft({ stock }: { stock: number | undefined }) {
  if (stock === undefined || stock === 0 || stock > LOW_STOCK_MAX) return null;
  return <span className="text-caution"> · {t("{stock} left", { stock })}</span>;
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
  return <p className="text-sm text-muted">{breakText(next)}</p>;
}
