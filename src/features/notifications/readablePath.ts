/** Turns an address of the app into the path by which notifications name it. */
import { ORDER_PARAM } from "../../../domain/orderPages";
import { normalEmail, withoutTrailing } from "../../../domain/text";

const CHAT = "/chat";

/** The open conversation and one order stand in the query; every other page's notifications name its path alone. */
export function readablePath(pathname: string, search: string): string {
  const path = pathname.length > 1 ? withoutTrailing(pathname, "/") : pathname;
  const query = new URLSearchParams(search);
  const orderId = query.get(ORDER_PARAM);
  if (orderId !== null) return `${path}?${ORDER_PARAM}=${encodeURIComponent(orderId)}`;
  if (path !== CHAT) return path;
  const typed = query.get("with");
  if (typed === null) return path;
  return `${CHAT}?with=${encodeURIComponent(normalEmail(typed) ?? typed)}`;
}
