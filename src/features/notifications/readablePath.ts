/** Turns an address of the app into the path by which notifications name it. */
import * as links from "../../../domain/links";
import { normalEmail, withoutTrailing } from "../../../domain/text";

/** The open conversation and one order stand in the query; every other page's notifications name its path alone. */
export function readablePath(pathname: string, search: string): string {
  const path = pathname.length > 1 ? withoutTrailing(pathname, "/") : pathname;
  const query = new URLSearchParams(search);
  const orderId = query.get(links.ORDER_PARAM);
  if (orderId !== null) return `${path}?${links.ORDER_PARAM}=${encodeURIComponent(orderId)}`;
  if (path !== links.CHAT) return path;
  const typed = query.get("with");
  if (typed === null) return path;
  return links.chatWith(normalEmail(typed) ?? typed);
}
