/** Pure functions that map keys to options of a Select. */

/** The number of options that Page Up and Page Down move by. */
const PAGE = 8;

/** Returns the option that a key leads to from `at`; null when the key does not move within a list. */
export function movedBy(key: string, at: number, count: number): number | null {
  const steps: Partial<Record<string, number>> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: PAGE,
    PageUp: -PAGE,
    Home: -count,
    End: count,
  };
  const step = steps[key];
  return step === undefined ? null : Math.max(0, Math.min(count - 1, at + step));
}

/** Returns the active option after a key opens the list: the chosen one. Null when the key does not open it. */
export function openedBy(key: string, chosen: number): number | null {
  return key === "ArrowDown" || key === "ArrowUp" ? chosen : null;
}

/** A key that types a letter, and is no shortcut; the space bar presses. */
export function isTyped(event: {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}): boolean {
  return (
    event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey
  );
}

/**
 * Returns the index of the option that typed letters mean: the next one that begins with them. One letter pressed again and again walks through
 * all that begin with it. Null when there is none.
 */
export function typedTo(letters: string, at: number, labels: readonly string[]): number | null {
  const first = letters.charAt(0);
  const isRepeated = letters === first.repeat(letters.length);
  const prefix = (isRepeated ? first : letters).toLowerCase();
  // While a word is being typed the option that it has led to may stay.
  const from = isRepeated ? at + 1 : at;
  for (let step = 0; step < labels.length; step += 1) {
    const index = (from + step) % labels.length;
    if (labels[index]?.toLowerCase().startsWith(prefix) === true) return index;
  }
  return null;
}

export type Box = { top: number; bottom: number; left: number; width: number };
export type Size = { width: number; height: number };
export type Place = { top: number; left: number; maxHeight: number };

/** Between the control and its list, and between the list and the edge of the screen. */
const GAP = 4;
const EDGE = 8;

/** Places the list below the control, or above it when there is more room and too little below. */
export function placeOf(control: Box, list: Size, screen: Size): Place {
  const below = screen.height - control.bottom - GAP - EDGE;
  const above = control.top - GAP - EDGE;
  const opensAbove = list.height > below && above > below;
  const maxHeight = Math.max(0, opensAbove ? above : below);
  const height = Math.min(list.height, maxHeight);
  const rightmost = screen.width - EDGE - Math.max(list.width, control.width);
  return {
    top: opensAbove ? control.top - GAP - height : control.bottom + GAP,
    left: Math.max(EDGE, Math.min(control.left, rightmost)),
    maxHeight,
  };
}
