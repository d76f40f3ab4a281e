/**
 * Positions in the search's list of products, which clients keep as cursors. A position is plain text: it only selects the part of a
 * list that the caller may read anyway. Unlike the database's own cursors, no journal pins the end of a page that began at one.
 */

/** The place after this product. The type is empty unless the list is ordered by type. */
export type ListPosition = {
  readonly type: string;
  /** Creation time. */
  readonly time: number;
  readonly id: string;
};

const PREFIX = "position ";
/** The most characters that are parsed: a type, a number and an id are shorter. */
const LONGEST = 500;
/** The position behind the last product. */
export const LIST_END = "position end";

export function isListPosition(cursor: string): boolean {
  return cursor.startsWith(PREFIX);
}

export function encodePosition({ type, time, id }: ListPosition): string {
  return PREFIX + JSON.stringify([type, time, id]);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

/** Returns null for a text that is no position; `LIST_END` is none either. */
export function decodePosition(cursor: string): ListPosition | null {
  if (cursor.length > LONGEST || !isListPosition(cursor)) return null;
  const fields = parsed(cursor.slice(PREFIX.length));
  if (!Array.isArray(fields) || fields.length !== 3) return null;
  const [type, time, id] = fields as unknown[];
  return typeof type === "string" && typeof time === "number" && typeof id === "string"
    ? { type, time, id }
    : null;
}

/** Orders by type, then by creation; below 0 if `a` comes first. */
export function comparePositions(a: ListPosition, b: ListPosition): number {
  if (a.type !== b.type) return a.type < b.type ? -1 : 1;
  if (a.time !== b.time) return a.time - b.time;
  if (a.id === b.id) return 0;
  return a.id < b.id ? -1 : 1;
}
