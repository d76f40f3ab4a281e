/**
 * Transitions that are too large for one message of the sync protocol leave in parts, for clients that put them
 * together again. The parts follow one another: nothing else may be said between them.
 */

import { toBytes, type Text } from "./answer";

/** The most bytes of UTF-8 in a message; Convex splits what is larger, into parts of this size. */
const MESSAGE_BYTES_MAX = 5_000_000;
/** No character of a string is more bytes of UTF-8. */
const BYTES_PER_CHARACTER_MAX = 3;
/** The first version of Convex's npm client that puts parts together. */
const FIRST_MAJOR = 1;
const FIRST_MINOR = 28;

/** @param pathname as in `/api/1.49.0/sync`; other clients name no version there. */
export function readsChunks(pathname: string): boolean {
  const [, major, minor] = /^\/api\/(\d+)\.(\d+)\.\d[^/]*\/sync$/.exec(pathname) ?? [];
  if (major === undefined || minor === undefined) return false;
  return (
    Number(major) > FIRST_MAJOR || (Number(major) === FIRST_MAJOR && Number(minor) >= FIRST_MINOR)
  );
}

/** The transition itself, or its parts in the order in which they are to be sent. */
export function inChunks(transition: readonly Text[]): (readonly Text[])[] {
  const length = transition.reduce((sum, text) => sum + text.length, 0);
  if (length * BYTES_PER_CHARACTER_MAX <= MESSAGE_BYTES_MAX) return [transition];
  const bytes = toBytes(transition);
  if (bytes.length <= MESSAGE_BYTES_MAX) return [transition];
  const parts: string[] = [];
  for (let start = 0; start < bytes.length;) {
    const end = characterEnd(bytes, start + MESSAGE_BYTES_MAX);
    parts.push(bytes.toString("utf8", start, end));
    start = end;
  }
  const totalParts = parts.length;
  const transitionId = String(bytes.length);
  return parts.map((chunk, partNumber) => [
    JSON.stringify({ type: "TransitionChunk", chunk, partNumber, totalParts, transitionId }),
  ]);
}

/** The last place at or before `at` where a character ends. */
function characterEnd(bytes: Buffer, at: number): number {
  let end = Math.min(at, bytes.length);
  // In UTF-8 all bytes of a character but the first begin with the bits 10.
  while (((bytes[end] ?? 0) & 0b1100_0000) === 0b1000_0000) end -= 1;
  return end;
}
