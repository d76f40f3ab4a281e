/** An amount in rupees, from whole paise, with Indian grouping and tabular figures. It never breaks: whatever holds it gives it the room. */
import { formatRupees } from "../../domain/money";
import { cx } from "../lib/cx";
import { gstText, type QuotedPrice } from "../../domain/price";

export function Money({ paise, className }: { paise: number; className?: string }) {
  return (
    <span className={cx("whitespace-nowrap tabular-nums", className)}>{formatRupees(paise)}</span>
  );
}

/** A price with the tax that comes on top of it. */
export function Price({ of: price, className }: { of: QuotedPrice; className?: string }) {
  return (
    <>
      <Money paise={price.pricePaise} className={className} />
      <PlusGst of={price} />
    </>
  );
}

/** The tax alone; nothing beside a price that is paid as it stands. */
export function PlusGst({ of: price }: { of: QuotedPrice }) {
  const text = gstText(price);
  if (text === "") return null;
  return <span className="text-sm font-normal whitespace-nowrap text-muted">{text}</span>;
}
