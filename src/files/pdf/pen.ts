/** Writes marks on A4 sheets from top to bottom, in millimetres, with margins and sizes that all papers share. */
import { t } from "../../../domain/language/texts";
import type { Mark, Sheet, TextMark } from "./marks";

/** A4. */
export const PAPER = { width: 210, height: 297 } as const;
export const LEFT = 18;
export const RIGHT = PAPER.width - LEFT;
const TOP = 20;
/** Below stands the foot alone. */
const BOTTOM = 280;
/** Left edge of the second column of the two parties. */
export const MIDDLE = 110;
export const LINE = 5;
/** Sizes of text, in points. */
export const BODY = 9.5;
export const SMALL = 8;

export class Pen {
  readonly sheets: Mark[][] = [[]];
  y = TOP;

  put(mark: Mark): void {
    this.sheets.at(-1)?.push(mark);
  }

  text(x: number, text: string, look: Partial<Omit<TextMark, "kind" | "x" | "text">> = {}): void {
    if (text !== "") this.put({ kind: "text", x, y: this.y, text, size: BODY, ...look });
  }

  rule(strong = false): void {
    this.put({ kind: "rule", x: LEFT, y: this.y, width: RIGHT - LEFT, strong });
  }

  /** Goes on to another sheet if so much does not fit any more; true when it did. */
  room(height: number): boolean {
    if (this.y + height <= BOTTOM) return false;
    this.sheets.push([]);
    this.y = TOP;
    return true;
  }
}

/** Adds the title and "Page 2 of 5" to the foot of each sheet. */
export function numbered(sheets: readonly Mark[][], title: string): Sheet[] {
  return sheets.map((marks, index) => {
    const footer = { kind: "text", y: 287, size: SMALL, muted: true } as const;
    const page = t("Page {page} of {pages}", { page: index + 1, pages: sheets.length });
    return [
      ...marks,
      { ...footer, x: LEFT, text: title },
      { ...footer, x: RIGHT, text: page, align: "right" },
    ];
  });
}
