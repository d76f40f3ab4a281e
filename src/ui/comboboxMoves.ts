/** Pure functions that say which row of a Combobox a key leads to, and where its list lies. */

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
