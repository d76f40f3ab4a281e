/** What somebody wrote and the server has not answered yet: as it lies in the outbox, and as text in sessionStorage. */
import { CHAT_MESSAGE_MAX } from "../../../domain/limits";
import { cleanText } from "../../../domain/text";

export type Letter = {
  /** The key that the server knows it by, however often it is sent. */
  readonly key: string;
  /** Whose it is: another account in the same tab must never send it. */
  readonly senderId: string;
  /** The receiver's e-mail. */
  readonly to: string;
  readonly content: string;
  readonly writtenAt: number;
  /** The server refused it, or nobody can say what went wrong. */
  readonly hasFailed: boolean;
};

export type Judged =
  | { readonly is: "sendable"; readonly content: string }
  /** Empty or white space is not sent, and is no error. */
  | { readonly is: "empty" }
  | { readonly is: "wrong"; readonly why: string };

const figures = (count: number) => count.toLocaleString("en-IN");

/** Whether what is typed can be sent, and if not, why. */
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

function letterOf(value: unknown): Letter | null {
  if (typeof value !== "object" || value === null) return null;
  const { key, senderId, to, content, writtenAt, hasFailed } = value as Partial<
    Record<keyof Letter, unknown>
  >;
  if (typeof key !== "string" || typeof senderId !== "string" || typeof to !== "string")
    return null;
  if (typeof content !== "string" || typeof writtenAt !== "number") return null;
  return { key, senderId, to, content, writtenAt, hasFailed: hasFailed === true };
}

/** Whatever in the text is no letter is left out: a damaged store must not keep the page from opening. */
export function parseLetters(text: string | null): Letter[] {
  if (text === null) return [];
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.map(letterOf).filter((letter) => letter !== null) : [];
  } catch {
    return [];
  }
}

/** 128 random bits. Not randomUUID: browsers have that on https and localhost only, and a phone on the shop's LAN has neither. */
export function newSendKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
