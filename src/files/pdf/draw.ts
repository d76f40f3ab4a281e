/** Draws sheets of marks into a PDF. It is loaded on first use, because the library is large. */
import { jsPDF } from "jspdf";
import { QUIET_ZONE, type Mark, type Measure, type Sheet, type TextMark } from "./marks";
import { PAPER } from "./pen";

const FONT = "Inter";
/** Everything that the fonts beside this file can draw. */
const COVERED = /^[\u0020-\u007e\u00a0-\u00ff₹–—‘’“”…•×→€\u2009\u202f]*$/;
const MM_PER_POINT = 25.4 / 72;
const INK = 32;
const MUTED = 102;
const LINE_GREY = 210;

/** A text that the fonts can't draw, as the browser draws it; null where there is no browser. */
export type TextPicture = (
  text: string,
  size: number,
  bold: boolean,
) => { readonly data: string; readonly width: number; readonly height: number } | null;

export function isCovered(text: string): boolean {
  return COVERED.test(text);
}

function leftOf({ x, align }: TextMark, width: number): number {
  if (align === "right") return x - width;
  return align === "center" ? x - width / 2 : x;
}

function drawText(doc: jsPDF, mark: TextMark, pictureOf: TextPicture): void {
  const { x, y, text, size, bold = false, muted = false, align } = mark;
  const picture = isCovered(text) ? null : pictureOf(text, size, bold);
  if (picture !== null) {
    const { data, width, height } = picture;
    doc.addImage(data, "PNG", leftOf(mark, width), y - height * 0.75, width, height);
    return;
  }
  doc.setFont(FONT, bold ? "bold" : "normal");
  doc.setFontSize(size);
  const grey = muted ? MUTED : INK;
  doc.setTextColor(grey, grey, grey);
  doc.text(text, x, y, { align: align ?? "left" });
}

function draw(doc: jsPDF, mark: Mark, pictureOf: TextPicture, picture: Uint8Array | null): void {
  switch (mark.kind) {
    case "text":
      drawText(doc, mark, pictureOf);
      return;
    case "rule":
      doc.setDrawColor(mark.strong === true ? MUTED : LINE_GREY);
      doc.setLineWidth(0.2);
      doc.line(mark.x, mark.y, mark.x + mark.width, mark.y);
      return;
    case "qr": {
      const { modules, side } = mark;
      const cell = side / (modules.size + 2 * QUIET_ZONE);
      doc.setFillColor(0, 0, 0);
      for (const [column, row] of modules.dark) {
        const [left, top] = [(QUIET_ZONE + column) * cell, (QUIET_ZONE + row) * cell];
        doc.rect(mark.x + left, mark.y + top, cell, cell, "F");
      }
      return;
    }
    case "picture":
      // The library knows all pictures that are taken in but JPEGs that begin with a colour profile, hence the type for what it does not know.
      if (picture !== null) doc.addImage(picture, "JPEG", mark.x, mark.y, mark.side, mark.side);
  }
}

/** Returns a measure of texts in millimetres, as `draw` will print them. */
function widthOf(doc: jsPDF, pictureOf: TextPicture): Measure {
  return (text, size, bold) => {
    const picture = isCovered(text) ? null : pictureOf(text, size, bold);
    if (picture !== null) return picture.width;
    doc.setFont(FONT, bold ? "bold" : "normal");
    return doc.getStringUnitWidth(text) * size * MM_PER_POINT;
  };
}

export type TypeParts = {
  /** TrueType, of both weights. */
  readonly fonts: { readonly normal: Uint8Array; readonly bold: Uint8Array };
  readonly pictureOf: TextPicture;
};

function binary(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
}

export type Paper = {
  readonly title: string;
  readonly author: string;
  readonly layOut: (measure: Measure) => readonly Sheet[];
  /** The bytes of a "picture" mark: any that is taken in as an upload. */
  readonly picture: Uint8Array | null;
};

/** Returns the PDF of what `layOut` puts on A4 sheets. Its text can be selected and searched. */
export function drawPdf(
  { title, author, layOut, picture }: Paper,
  { fonts, pictureOf }: TypeParts,
): ArrayBuffer {
  const doc = new jsPDF({
    unit: "mm",
    format: [PAPER.width, PAPER.height],
    compress: true,
    putOnlyUsedFonts: true,
  });
  for (const [style, bytes] of Object.entries(fonts)) {
    const file = `${FONT}-${style}.ttf`;
    doc.addFileToVFS(file, binary(bytes));
    doc.addFont(file, FONT, style);
  }
  doc.setProperties({ title, author, creator: "Mandi" });
  for (const [index, sheet] of layOut(widthOf(doc, pictureOf)).entries()) {
    if (index > 0) doc.addPage();
    for (const mark of sheet) draw(doc, mark, pictureOf, picture);
  }
  return doc.output("arraybuffer");
}
