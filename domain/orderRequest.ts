/** The rules of an order's fields, which the form checks before sending and the server checks again (spec §5). */
import { MESSAGE_MAX, ORDER_QUANTITY_MAX } from "./limits";
import { cleanText } from "./text";
import { inEnglish, type Message, msg, t } from "./language/texts";

export function isOrderQuantity(quantity: number): boolean {
  return Number.isInteger(quantity) && quantity >= 1 && quantity <= ORDER_QUANTITY_MAX;
}

/** Returns the message as it is stored, or undefined when it is empty, too long or not storable. */
export function orderMessage(text: string): string | undefined {
  return cleanText(text, { min: 1, max: MESSAGE_MAX, multiline: true });
}

type Request = {
  readonly lines: readonly { readonly productId: string; readonly quantity: number }[];
  readonly msg: string;
};

/** The fields as the specification names them to whoever left them out. */
export const ORDER_FIELD_TEXTS = {
  productId: msg("Product ID"),
  quantity: msg("Quantity (must be greater than 0)"),
  msg: msg("Message"),
} as const;

/** Names the missing fields in the specification's words, in English as error data has them; none when the request is complete. */
export function missingFrom({ lines, msg: text }: Request): string[] {
  const missing: Message[] = [];
  if (lines.length === 0 || lines.some((line) => line.productId.trim() === ""))
    missing.push(ORDER_FIELD_TEXTS.productId);
  if (!lines.every((line) => isOrderQuantity(line.quantity)))
    missing.push(ORDER_FIELD_TEXTS.quantity);
  if (orderMessage(text) === undefined) missing.push(ORDER_FIELD_TEXTS.msg);
  return inEnglish(() => missing.map((field) => t(field)));
}
