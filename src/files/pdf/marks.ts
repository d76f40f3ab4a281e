/** The marks on a sheet, in millimetres from its upper left corner. */

/** Modules of white around a QR code: the standard's quiet zone. */
export const QUIET_ZONE = 4;

export type QrModules = {
  /** Modules on one side, without the quiet zone. */
  readonly size: number;
  /** Column and row of every dark one. */
  readonly dark: readonly (readonly [column: number, row: number])[];
};

export type TextMark = {
  readonly kind: "text";
  readonly x: number;
  /** The place of the baseline. */
  readonly y: number;
  readonly text: string;
  /** Points. */
  readonly size: number;
  readonly bold?: boolean;
  readonly muted?: boolean;
  readonly align?: "right" | "center";
};

export type Mark =
  | TextMark
  | {
      readonly kind: "rule";
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly strong?: boolean;
    }
  | {
      readonly kind: "qr";
      readonly x: number;
      readonly y: number;
      readonly side: number;
      readonly modules: QrModules;
    }
  /** The picture that is handed over with the sheets. */
  | { readonly kind: "picture"; readonly x: number; readonly y: number; readonly side: number };

export type Sheet = readonly Mark[];

/** Returns the width of a text in millimetres. */
export type Measure = (text: string, size: number, bold: boolean) => number;

/** Breaks a text at spaces, and words that are too long between any two letters. Line ends in it stay. */
export function wrap(text: string, width: number, size: number, measure: Measure): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split("\n")) {
    let line = "";
    for (const word of paragraph.split(/\s+/)) {
      const longer = line === "" ? word : `${line} ${word}`;
      if (measure(longer, size, false) <= width) {
        line = longer;
        continue;
      }
      if (line !== "") lines.push(line);
      line = word;
      let fitting = longestFitting(line, width, size, measure);
      while (fitting !== line) {
        lines.push(fitting);
        line = line.slice(fitting.length);
        fitting = longestFitting(line, width, size, measure);
      }
    }
    lines.push(line);
  }
  return lines;
}

/** Letters as readers see them, such as "क्षि", are not torn apart. */
const GRAPHEMES = new Intl.Segmenter("en", { granularity: "grapheme" });

function longestFitting(text: string, width: number, size: number, measure: Measure): string {
  let fitting = "";
  for (const { segment } of GRAPHEMES.segment(text)) {
    if (fitting !== "" && measure(fitting + segment, size, false) > width) break;
    fitting += segment;
  }
  return fitting;
}
