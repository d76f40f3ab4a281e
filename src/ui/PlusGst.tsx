/** Words beside a price to which tax is added; nothing beside one that is paid as it stands. */
import { plusGst } from "../../domain/gst/plusGst";

export function PlusGst({ of: { addedTaxBp } }: { of: { addedTaxBp?: number | undefined } }) {
  if (addedTaxBp === undefined) return null;
  return (
    <span className="text-sm font-normal whitespace-nowrap text-muted">{plusGst(addedTaxBp)}</span>
  );
}
