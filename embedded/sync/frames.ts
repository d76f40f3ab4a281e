/**
 * Messages as WebSocket frames (RFC 6455 §5.2), ready to be written. What many sockets are told in the same words is framed once:
 * `ws` would frame it for each of them.
 */
import { RecentMap } from "../recentMap";
import type { Text } from "./answer";

/** The whole message in one frame, which is text. */
const WHOLE_TEXT = 0x81;
/** Up to here a payload's length stands in the second byte; */
const IN_BYTE_MAX = 125;
/** above, these numbers there say that it follows in two bytes, or in eight. */
const IN_TWO_BYTES = 126;
const IN_EIGHT_BYTES = 127;
const IN_TWO_BYTES_MAX = 0xffff;
/** The rounds of several lists alternate; more frames would only take memory. */
const SHARED_MAX = 16;
/** To copy a longer one takes more time than to write its parts. */
const SHARED_LENGTH_MAX = 256 * 2 ** 10;

function measureText(text: Text): number {
  return typeof text === "string" ? Buffer.byteLength(text) : text.length;
}

function encodeHead(length: number): Buffer {
  if (length <= IN_BYTE_MAX) return Buffer.of(WHOLE_TEXT, length);
  if (length <= IN_TWO_BYTES_MAX)
    return Buffer.of(WHOLE_TEXT, IN_TWO_BYTES, length >> 8, length & 0xff);
  const head = Buffer.alloc(10);
  head[0] = WHOLE_TEXT;
  head[1] = IN_EIGHT_BYTES;
  head.writeBigUInt64BE(BigInt(length), 2);
  return head;
}

/** Returns the bytes of one message, to be written one behind the other. */
function framed(texts: readonly Text[], length: number): readonly Buffer[] {
  const parts = texts.map((text) => (typeof text === "string" ? Buffer.from(text) : text));
  return [encodeHead(length), ...parts];
}

function areSame(some: readonly Text[], others: readonly Text[]): boolean {
  return some.length === others.length && some.every((text, at) => text === others[at]);
}

interface Shared {
  readonly texts: readonly Text[];
  readonly frame: readonly Buffer[];
}

export class Frames {
  /** The shared frames by the first text that the sockets share. */
  readonly #shared = new RecentMap<Buffer, Shared>(SHARED_MAX);

  of(message: string | readonly Text[]): readonly Buffer[] {
    const texts = typeof message === "string" ? [message] : message;
    const first = texts.find((text) => typeof text !== "string");
    if (first === undefined) return whole(texts);
    const cached = this.#shared.get(first);
    if (cached !== undefined && areSame(cached.texts, texts)) return cached.frame;
    const length = texts.reduce((sum, text) => sum + measureText(text), 0);
    if (length > SHARED_LENGTH_MAX) return framed(texts, length);
    const frame = whole(texts, length);
    this.#shared.set(first, { texts, frame });
    return frame;
  }
}

function whole(
  texts: readonly Text[],
  length = texts.reduce((sum, text) => sum + measureText(text), 0),
) {
  return [Buffer.concat(framed(texts, length))];
}
