/** A price with the tax that comes on top of it. */
import { gstText, type QuotedPrice } from "../../domain/price";
import { Money } from "./Money";

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
