/**
 * Writes shaped lines into a PDF: outlines that are seen, and beneath them the text that is found and copied. Each line and each
 * glyph is an object of its own, written once however often it is drawn.
 */
/* oxlint-disable mandi/no-bare-words -- operators of PDF, no texts for people */
import type { jsPDF } from "jspdf";
import type { ShapedLine, Shaper } from "./shaper";

/** The parts of the library that its own plugins write with. */
type Internals = jsPDF["internal"] & {
  readonly out: (text: string) => void;
  readonly newObject: () => number;
  readonly putStream: (stream: {
    readonly data: string;
    readonly additionalKeyValues?: { readonly key: string; readonly value: string }[];
  }) => void;
};

/** A font with one empty glyph: readers want a font's file, also where its letters are not drawn. */
const EMPTY_FONT = atob(
  "AAEAAAAGAEAAAgAgZ2x5ZgAAAAAAAABsAAAABGhlYWRfE0DlAAAAcAAAADZoaGVhAyH/OgAAAKgAAAAkaG10eAAAAAAAAADMAAAABGxvY2EAAAAAAAAA0AAAAARtYXhwAAIAAQAAANQAAAAgAAAAAAABAAAAAQAAcsCaLF8PPPUAAAPoAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAACAAAAAAAAAAEAAAMg/zgAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAQAAAAEAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAA==",
);
/** Codes have two bytes, and 0 stands for no letter. */
const CODES_MAX = 65_535;
/** The number of UTF-16 units that one code may stand for; the format allows 256. */
const CODE_TEXT_MAX = 128;
/** The number of entries in one list of a map of characters, as the format wants it. */
const MAP_ENTRIES_MAX = 100;
/** A box around any glyph, in thousandths of an em: nothing is drawn beyond it. */
const [BOX_START, BOX_END] = [-3000, 5000];

const hex = (value: number) => value.toString(16).padStart(4, "0");

function utf16(text: string): string {
  return Array.from({ length: text.length }, (_, at) => hex(text.charCodeAt(at))).join("");
}

/** Maps codes to texts, as readers want it (PDF 32000-1, 9.10.3). */
function unicodeMap(texts: readonly string[]): string {
  const entries = texts.map((text, index) => `<${hex(index + 1)}> <${utf16(text)}>`);
  const lists: string[] = [];
  for (let at = 0; at < entries.length; at += MAP_ENTRIES_MAX) {
    const list = entries.slice(at, at + MAP_ENTRIES_MAX);
    lists.push(`${list.length} beginbfchar\n${list.join("\n")}\nendbfchar`);
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
${lists.join("\n")}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`;
}

export class ShapedText {
  readonly #pdf: Internals;
  readonly #outlineOf: Shaper["outline"];
  /** Names of lines by what draws them. */
  readonly #lines = new Map<string, { readonly name: string; readonly width: number }>();
  /** Outlines by the glyphs' names. */
  readonly #glyphs = new Map<string, string>();
  /** The texts for which codes stand, from 1 on, by text and width. */
  readonly #codes = new Map<
    string,
    { readonly code: number; readonly text: string; readonly width: number }
  >();
  #dictionary = "";

  constructor(doc: jsPDF, outlineOf: Shaper["outline"]) {
    this.#pdf = doc.internal as Internals;
    this.#outlineOf = outlineOf;
    doc.internal.events.subscribe("putResources", () => {
      this.#putObjects();
    });
    doc.internal.events.subscribe("putXobjectDict", () => {
      this.#pdf.out(this.#dictionary);
    });
  }

  /**
   * Draws a line on the page that is being written.
   * @param place - In points from the page's lower left corner; `grey` goes from 0, which is black, to 1.
   */
  draw(
    line: ShapedLine,
    place: { readonly x: number; readonly y: number; readonly size: number; readonly grey: number },
  ): void {
    const content = this.#contentOf(line);
    const found = this.#lines.get(content);
    const { name } = found ?? { name: `Line${this.#lines.size}` };
    if (found === undefined) this.#lines.set(content, { name, width: line.width });
    const [size, x, y] = [place.size / 1000, place.x, place.y].map((value) => value.toFixed(4));
    this.#pdf.out(`q ${place.grey.toFixed(3)} g ${size} 0 0 ${size} ${x} ${y} cm /${name} Do Q`);
  }

  #contentOf({ glyphs, clusters }: ShapedLine): string {
    const codes = clusters.flatMap(({ text, width }) => this.#codesOf(text, width));
    const outlines = glyphs.flatMap(({ name, x, y }) => {
      const outline = this.#glyphs.get(name) ?? this.#outlineOf(name);
      this.#glyphs.set(name, outline);
      return outline === "" ? [] : [`q 1 0 0 1 ${Number(x.toFixed(1))} ${y} cm /${name} Do Q`];
    });
    // Mode 3 neither fills nor strokes letters.
    const text = `BT 3 Tr /Text 1000 Tf <${codes.map(hex).join("")}> Tj ET`;
    return [text, ...outlines].join("\n");
  }

  /** Returns the codes of a text that stands together, of which the first has its width. */
  #codesOf(text: string, width: number): number[] {
    const codes: number[] = [];
    for (let at = 0; at < text.length; at += CODE_TEXT_MAX) {
      const part = { text: text.slice(at, at + CODE_TEXT_MAX), width: at === 0 ? width : 0 };
      const key = `${part.width} ${part.text}`;
      const code = this.#codes.get(key)?.code ?? this.#codes.size + 1;
      if (code > CODES_MAX) break;
      this.#codes.set(key, { code, ...part });
      codes.push(code);
    }
    return codes;
  }

  #putObject(content: string): number {
    const number = this.#pdf.newObject();
    this.#pdf.out(content);
    this.#pdf.out("endobj");
    return number;
  }

  #putStream(data: string, entries: Readonly<Record<string, string>> = {}): number {
    const number = this.#pdf.newObject();
    const additionalKeyValues = Object.entries(entries).map(([key, value]) => ({ key, value }));
    this.#pdf.putStream({ data, additionalKeyValues });
    this.#pdf.out("endobj");
    return number;
  }

  #putForm(data: string, width: number, resources: string): number {
    return this.#putStream(data, {
      Type: "/XObject",
      Subtype: "/Form",
      BBox: `[${BOX_START} ${BOX_START} ${width + BOX_END} ${BOX_END}]`,
      Resources: resources,
    });
  }

  #putFont(): number {
    const codes = [...this.#codes.values()];
    const map = this.#putStream(unicodeMap(codes.map(({ text }) => text)));
    const file = this.#putStream(EMPTY_FONT, { Length1: String(EMPTY_FONT.length) });
    const descriptor = this.#putObject(
      `<< /Type /FontDescriptor /FontName /Text /Flags 4 /FontBBox [0 -200 1000 800] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 /FontFile2 ${file} 0 R >>`,
    );
    const glyphs = this.#putStream("\0\0".repeat(codes.length + 1));
    const widths = codes.map(({ width }) => width).join(" ");
    const letters = this.#putObject(
      `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Text /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor ${descriptor} 0 R /W [1 [${widths}]] /CIDToGIDMap ${glyphs} 0 R >>`,
    );
    return this.#putObject(
      `<< /Type /Font /Subtype /Type0 /BaseFont /Text /Encoding /Identity-H /DescendantFonts [${letters} 0 R] /ToUnicode ${map} 0 R >>`,
    );
  }

  #putObjects(): void {
    if (this.#lines.size === 0) return;
    const font = this.#putFont();
    const glyphs = [...this.#glyphs]
      .filter(([, outline]) => outline !== "")
      .map(([name, outline]) => `/${name} ${this.#putForm(outline, 0, "<< >>")} 0 R`);
    const resources = this.#putObject(
      `<< /Font << /Text ${font} 0 R >> /XObject <<\n${glyphs.join("\n")}\n>> >>`,
    );
    const lines = [...this.#lines].map(
      ([content, { name, width }]) =>
        `/${name} ${this.#putForm(content, width, `${resources} 0 R`)} 0 R`,
    );
    this.#dictionary = lines.join("\n");
  }
}
