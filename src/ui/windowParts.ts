/**
 * A window onto a long list, as a value: which rows are drawn, and how much room is left for those that are not. The rows keep
 * their places in the page, so the room is a matter of subtraction.
 */

/** A row's place in the page, in pixels from its top. */
export type PlacedRow = { readonly index: number; readonly start: number; readonly end: number };

export type WindowPart =
  | { readonly kind: "row"; readonly index: number }
  | { readonly kind: "room"; readonly key: string; readonly px: number };

export type ListExtent = {
  readonly rowCount: number;
  readonly start: number;
  readonly end: number;
  /** Between any two rows, and between a row and the room beside it. */
  readonly gap: number;
};

/** Returns the drawn rows, in order, with the room before, between and after them. */
export function partsOf(rows: readonly PlacedRow[], list: ListExtent): WindowPart[] {
  const parts: WindowPart[] = [];
  let rooms = 0;
  const leave = (px: number) => {
    parts.push({ kind: "room", key: `room-${rooms}`, px: Math.max(px, 0) });
    rooms += 1;
  };
  let next = 0;
  let end = list.start - list.gap;
  for (const row of rows) {
    if (row.index > next) leave(row.start - end - 2 * list.gap);
    parts.push({ kind: "row", index: row.index });
    next = row.index + 1;
    end = row.end;
  }
  if (next < list.rowCount) leave(list.end - end - list.gap);
  return parts;
}

export function everyPart(rowCount: number): WindowPart[] {
  return Array.from({ length: rowCount }, (_, index) => ({ kind: "row", index }));
}

/** Returns the range of rows near the screen, and the one that is to stay although it is not. */
export function withPinned(range: readonly number[], pinned: number): number[] {
  if (pinned < 0 || range.includes(pinned)) return [...range];
  return [...range, pinned].sort((a, b) => a - b);
}

/** A row that is read, by its key, its number and its place: to be found again when rows came or went above it. */
export type Landmark = { readonly key: string; readonly at: number; readonly start: number };

/**
 * Returns how far the first remaining landmark has moved; 0 without one. In a grid a row counts as moved by whole lines: one card
 * less above makes every card change its cell, and then the line that is read stays where it is.
 */
export function shiftOf(
  landmarks: readonly Landmark[],
  keys: readonly string[],
  { columns, startOf }: { columns: number; startOf: (line: number) => number | undefined },
): number {
  for (const { key, at, start } of landmarks) {
    const now = keys.indexOf(key);
    if (now === -1) continue;
    const line = Math.floor(at / columns) + Math.round((now - at) / columns);
    return (startOf(line) ?? start) - start;
  }
  return 0;
}
