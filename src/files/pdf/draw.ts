/** Draws sheets of marks into a PDF. It is loaded on first use, because the library is large. */
import { jsPDF } from "jspdf";
import { QUIET_ZONE, type Mark, type Measure, type Sheet, type TextMark } from "./marks";
import { PAPER } from "./pen";
import { isCovered, type LatinFonts, type Script, scriptsIn } from "./scripts";
import { ShapedText } from "./ShapedText";
import type { ShapedLine, Shaper } from "./shaper";

const FONT = "Inter";
const MM_PER_POINT = 25.4 / 72;
const INK = 32;
const MUTED = 102;
const LINE_GREY = 210;

/** A text that no font can draw, as the browser draws it, in millimetres; null where there is no browser. */
export type TextPicture = (
  text: string,
  size: number,
  bold: boolean,
) => { readonly data: string; readonly width: number; readonly height: number } | null;

export type TypeParts = {
  readonly fonts: LatinFonts;
  /** Loads what shapes letters of these scripts; null when that can't be fetched. */
  readonly loadShaper: (scripts: readonly Script[]) => Promise<Shaper | null>;
  readonly pictureOf: TextPicture;
};

/** The document that is drawn, and what texts beyond its Latin fonts are drawn with. */
type Drawing = {
  readonly doc: jsPDF;
  readonly shaper: Shaper | null;
  readonly shapedText: ShapedText;
  readonly pictureOf: TextPicture;
};

function leftOf({ x, align }: TextMark, width: number): number {
  if (align === "right") return x - width;
  return align === "center" ? x - width / 2 : x;
}

function drawShaped({ shapedText }: Drawing, mark: TextMark, line: ShapedLine): void {
  const { y, size, muted = false } = mark;
  const x = leftOf(mark, (line.width / 1000) * size * MM_PER_POINT);
  shapedText.draw(line, {
    x: x / MM_PER_POINT,
    y: (PAPER.height - y) / MM_PER_POINT,
    size,
    grey: (muted ? MUTED : INK) / 255,
  });
}

/** Draws what the Latin fonts lack; false where nothing can. */
function drawBeyondLatin(drawing: Drawing, mark: TextMark): boolean {
  const { doc, shaper, pictureOf } = drawing;
  const { y, text, size, bold = false } = mark;
  const line = shaper?.shape(text, bold) ?? null;
  if (line !== null) {
    drawShaped(drawing, mark, line);
    return true;
  }
  const picture = pictureOf(text, size, bold);
  if (picture === null) return false;
  const { data, width, height } = picture;
  doc.addImage(data, "PNG", leftOf(mark, width), y - height * 0.75, width, height);
  const units = Math.round((width / (size * MM_PER_POINT)) * 1000);
  drawShaped(drawing, mark, { width: units, glyphs: [], clusters: [{ text, width: units }] });
  return true;
}

function drawText(drawing: Drawing, mark: TextMark): void {
  const { x, y, text, size, bold = false, muted = false, align } = mark;
  if (!isCovered(text) && drawBeyondLatin(drawing, mark)) return;
  const { doc } = drawing;
  doc.setFont(FONT, bold ? "bold" : "normal");
  doc.setFontSize(size);
  const grey = muted ? MUTED : INK;
  doc.setTextColor(grey, grey, grey);
  doc.text(text, x, y, { align: align ?? "left" });
}

function draw(drawing: Drawing, mark: Mark, picture: Uint8Array | null): void {
  const { doc } = drawing;
  switch (mark.kind) {
    case "text":
      drawText(drawing, mark);
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
function widthOf({ doc, shaper, pictureOf }: Omit<Drawing, "shapedText">): Measure {
  return (text, size, bold) => {
    if (!isCovered(text)) {
      const line = shaper?.shape(text, bold) ?? null;
      if (line !== null) return (line.width / 1000) * size * MM_PER_POINT;
      const picture = pictureOf(text, size, bold);
      if (picture !== null) return picture.width;
    }
    doc.setFont(FONT, bold ? "bold" : "normal");
    return doc.getStringUnitWidth(text) * size * MM_PER_POINT;
  };
}

function binary(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
}

/** Returns the texts that the Latin fonts can't draw. */
function textsBeyondLatin(sheets: readonly Sheet[]): string[] {
  return sheets
    .flat()
    .flatMap((mark) => (mark.kind === "text" && !isCovered(mark.text) ? [mark.text] : []));
}

export type Paper = {
  readonly title: string;
  readonly author: string;
  readonly layOut: (measure: Measure) => readonly Sheet[];
  /** The bytes of a "picture" mark: any that is taken in as an upload. */
  readonly picture: Uint8Array | null;
};

/** Returns the PDF of what `layOut` puts on A4 sheets. Its text can be selected and searched. */
export async function drawPdf(
  { title, author, layOut, picture }: Paper,
  { fonts, loadShaper, pictureOf }: TypeParts,
): Promise<ArrayBuffer> {
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
  // oxlint-disable-next-line mandi/no-bare-words -- a name
  doc.setProperties({ title, author, creator: "Mandi" });
  // Which scripts a paper has is known when it is laid out; how wide their letters are, when their fonts are there.
  const latin = layOut(widthOf({ doc, shaper: null, pictureOf: () => null }));
  const texts = textsBeyondLatin(latin);
  const scripts = scriptsIn(texts);
  const shaper = scripts.length === 0 ? null : await loadShaper(scripts);
  const sheets = texts.length === 0 ? latin : layOut(widthOf({ doc, shaper, pictureOf }));
  const shapedText = new ShapedText(doc, (name) => shaper?.outline(name) ?? "");
  for (const [index, sheet] of sheets.entries()) {
    if (index > 0) doc.addPage();
    for (const mark of sheet) draw({ doc, shaper, shapedText, pictureOf }, mark, picture);
  }
  return doc.output("arraybuffer");
}
