/** A function's outcome as JSON text, serialised once for everybody who gets it. */
import type { JSONValue } from "convex/values";
import type { Outcome } from "../contracts";

/** Longer contents are kept as the bytes that sockets write; to copy a shorter one takes less time than to write it apart. */
const LONG_CONTENT = 2_048;

/** Text of a message: strings, and bytes of UTF-8 that many messages share. */
export type Text = string | Buffer;

export class Answer {
  readonly type: "QueryUpdated" | "QueryFailed";
  /** Fields of a JSON object: the value, or the error's message and data. */
  readonly content: Text;
  /** A JSON array of strings. */
  readonly logLines: string;

  constructor(outcome: Outcome) {
    const isSuccess = outcome.kind === "success";
    const content = isSuccess ? `"value":${JSON.stringify(outcome.value)}` : failureFields(outcome);
    this.type = isSuccess ? "QueryUpdated" : "QueryFailed";
    this.content = content.length > LONG_CONTENT ? Buffer.from(content) : content;
    this.logLines = JSON.stringify(outcome.logLines);
  }

  /** Returns the fields that the content holds. */
  fields(): Record<string, JSONValue> {
    return JSON.parse(`{${this.content.toString()}}`) as Record<string, JSONValue>;
  }

  isSameAs(other: Answer): boolean {
    if (this === other) return true;
    const isSame = this.type === other.type && this.logLines === other.logLines;
    return isSame && isSameText(this.content, other.content);
  }
}

function failureFields({ message, errorData }: Extract<Outcome, { kind: "failure" }>): string {
  const data = errorData === undefined ? "" : `,"errorData":${JSON.stringify(errorData)}`;
  return `"errorMessage":${JSON.stringify(message)}${data}`;
}

function isSameText(one: Text, other: Text): boolean {
  return typeof one === "string" || typeof other === "string" ? one === other : one.equals(other);
}

/** Puts texts one behind the other, with as few parts as possible. */
export function joinTexts(texts: readonly Text[]): Text[] {
  const joined: Text[] = [];
  for (const text of texts) {
    const last = joined.at(-1);
    if (typeof text === "string" && typeof last === "string")
      joined[joined.length - 1] = last + text;
    else joined.push(text);
  }
  return joined;
}

/** Returns the bytes of texts that follow one another. */
export function toBytes(texts: readonly Text[]): Buffer {
  return Buffer.concat(texts.map((text) => (typeof text === "string" ? Buffer.from(text) : text)));
}
