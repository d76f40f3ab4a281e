/** The address by which a text that was shared with the app comes to the basket. Apart from `links.ts`, which every page loads. */
import { BASKET } from "../../domain/links";

const ORDER_TEXT = "order";

/** Returns the address of the basket with an order by text to be read. Behind the #, the text reaches no server. */
export function basketWithText(text: string): string {
  return `${BASKET}#${new URLSearchParams({ [ORDER_TEXT]: text }).toString()}`;
}

/** Returns the order by text in the part of an address from its #, or null. */
export function orderTextIn(hash: string): string | null {
  return new URLSearchParams(hash.slice(1)).get(ORDER_TEXT);
}
