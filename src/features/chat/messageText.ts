/** Checks the text of a message before it is sent. */
import { CHAT_MESSAGE_MAX } from "../../../domain/limits";
import { cleanText } from "../../../domain/text";

export type Judged =
  | { readonly is: "sendable"; readonly content: string }
  /** Empty or white space is not sent, and is no error. */
  | { readonly is: "empty" }
  | { readonly is: "wrong"; readonly why: string };

const figures = (count: number) => count.toLocaleString("en-IN");

/** Returns the text to send, or why it can not be sent. */
export function judgeText(typed: string): Judged {
  const content = cleanText(typed, { min: 0, max: Infinity, multiline: true });
  if (content === undefined)
    return { is: "wrong", why: "The text holds characters that can't be sent." };
  if (content === "") return { is: "empty" };
  if (content.length <= CHAT_MESSAGE_MAX) return { is: "sendable", content };
  const over = figures(content.length - CHAT_MESSAGE_MAX);
  return {
    is: "wrong",
    why: `A message holds ${figures(CHAT_MESSAGE_MAX)} characters: ${over} too many.`,
  };
}
