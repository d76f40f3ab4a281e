/** A count, highlighted for a moment when it changes. */
import { FlashOnChange } from "../../ui/FlashOnChange";
import { formatCount } from "./figures";

export function LiveCount({ count }: { count: number }) {
  return <FlashOnChange value={count}>{formatCount(count)}</FlashOnChange>;
}
