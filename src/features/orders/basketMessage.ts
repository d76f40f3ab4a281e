/** The message of a placement from the basket: a draft for each distributor, with words to begin with. */
import { orderMessage } from "../../../domain/orderRequest";
import { DRAFT, readFor, writeFor } from "../../lib/accountStorage";

export const DEFAULT_MESSAGE = "Please deliver as soon as you can.";

export function messageKey(distributorId: string): string {
  return `basket-message:${distributorId}`;
}

/** Returns what is typed; the first words if that is no message. */
export function messageFor(accountId: string | null, distributorId: string): string {
  const typed = readFor(accountId, DRAFT + messageKey(distributorId)) ?? "";
  return orderMessage(typed) ?? DEFAULT_MESSAGE;
}

export function forgetMessage(accountId: string, distributorId: string): void {
  writeFor(accountId, DRAFT + messageKey(distributorId), null);
}
