/**
 * Shapes lines with letters beyond Latin: HarfBuzz chooses and places the glyphs, as browsers do. It is loaded with the first such
 * letter on a paper, because its program weighs more than the rest of the paper's tools.
 */
import * as harfBuzz from "harfbuzzjs";
import { isCovered, type LatinFonts, scriptOf, type Script } from "./scripts";
import { fromWoff } from "./woff";

type Font = harfBuzz.Font;

/** HarfBuzz's whole numbers are tenths of our units, which are thousandths of an em. */
const SCALE = 10;
/** The number of shaped runs that are kept; a page has some hundred words. */
const RUNS_MAX = 10_000;

export type PlacedGlyph = {
  /** The glyph's name, unique within the shaper. */
  readonly name: string;
  readonly x: number;
  readonly y: number;
};

/** A line in thousandths of its size, from its left end and its baseline; y grows upwards. */
export type ShapedLine = {
  readonly width: number;
  readonly glyphs: readonly PlacedGlyph[];
  /** The text in logical order, in the parts that stand together, with their widths. */
  readonly clusters: readonly { readonly text: string; readonly width: number }[];
};

export type Shaper = {
  /** Returns null for a text with a letter that no font has. */
  readonly shape: (text: string, bold: boolean) => ShapedLine | null;
  /** Returns the outline of a glyph as operators of PDF; "" for a space. */
  readonly outline: (name: string) => string;
};

const FILES = import.meta.glob<string>(
  "/node_modules/@fontsource/noto-sans-*/files/noto-sans-*-{devanagari,bengali,gurmukhi,gujarati,oriya,tamil,telugu,kannada,malayalam}-{400,600}-normal.woff",
  { query: "?url", import: "default", eager: true },
);

function fileOf(script: Script, weight: 400 | 600): string {
  const name = script.toLowerCase();
  const end = `/noto-sans-${name}-${name}-${weight}-normal.woff`;
  const url = Object.entries(FILES).find(([file]) => file.endsWith(end))?.[1];
  if (url === undefined) throw new Error(`The build has no font for ${script}.`);
  return url;
}

type Fonts = { readonly normal: Font; readonly bold: Font };

function fontOf(bytes: Uint8Array): Font {
  const font = new harfBuzz.Font(new harfBuzz.Face(new harfBuzz.Blob(bytes.slice().buffer)));
  font.setScale(1000 * SCALE, 1000 * SCALE);
  return font;
}

/** Letters of one script that stand together. */
type Run = { readonly script: Script | "Latin"; text: string };

/** Splits a text by script; marks and signs that scripts share go with the letters before them. */
function runsOf(text: string, scripts: readonly Script[]): Run[] {
  const runs: Run[] = [];
  let current = scripts[0];
  for (const letter of text) {
    const isLatin = isCovered(letter);
    if (!isLatin) current = scriptOf(letter) ?? current;
    const script = isLatin ? "Latin" : (current ?? "Latin");
    const last = runs.at(-1);
    if (last?.script === script) last.text += letter;
    else runs.push({ script, text: letter });
  }
  return runs;
}

/** Returns what writes outlines as operators of PDF; HarfBuzz makes cubic curves of quadratic ones, which PDF does not have. */
function outlineWriter(): (font: Font, id: number) => string {
  let operators: string[] = [];
  const write = (operator: string, ...values: number[]) => {
    const tenths = values.map((value) => Number((value / SCALE).toFixed(1)));
    operators.push([...tenths, operator].join(" "));
  };
  const pen = new harfBuzz.DrawFuncs();
  pen.setMoveToFunc((x, y) => {
    write("m", x, y);
  });
  pen.setLineToFunc((x, y) => {
    write("l", x, y);
  });
  pen.setCubicToFunc((x1, y1, x2, y2, x, y) => {
    write("c", x1, y1, x2, y2, x, y);
  });
  pen.setClosePathFunc(() => {
    write("h");
  });
  return (font, id) => {
    operators = [];
    font.drawGlyph(id, pen);
    return operators.length === 0 ? "" : [...operators, "f"].join("\n");
  };
}

class HarfBuzzShaper implements Shaper {
  readonly #fonts: ReadonlyMap<Script | "Latin", Fonts>;
  readonly #scripts: readonly Script[];
  readonly #glyphs = new Map<string, { readonly font: Font; readonly id: number }>();
  /** Runs by style and text: a line is measured anew for each word that is put to it. */
  readonly #runs = new Map<string, ShapedLine | null>();
  readonly #buffer = new harfBuzz.Buffer();
  readonly #writeOutline = outlineWriter();

  constructor(scripts: readonly Script[], fonts: ReadonlyMap<Script | "Latin", Fonts>) {
    this.#scripts = scripts;
    this.#fonts = fonts;
  }

  shape = (text: string, bold: boolean): ShapedLine | null => {
    const style = bold ? "bold" : "normal";
    const glyphs: PlacedGlyph[] = [];
    const clusters: ShapedLine["clusters"][number][] = [];
    let width = 0;
    for (const run of runsOf(text, this.#scripts)) {
      const key = `${style} ${run.script} ${run.text}`;
      let shaped = this.#runs.get(key);
      if (shaped === undefined) {
        if (this.#runs.size === RUNS_MAX) this.#runs.clear();
        shaped = this.#shapeRun(run, style);
        this.#runs.set(key, shaped);
      }
      if (shaped === null) return null;
      for (const { name, x, y } of shaped.glyphs) glyphs.push({ name, x: width + x, y });
      clusters.push(...shaped.clusters);
      width += shaped.width;
    }
    return { width, glyphs, clusters };
  };

  #shapeRun({ script, text }: Run, style: keyof Fonts): ShapedLine | null {
    const font = this.#fonts.get(script)?.[style];
    if (font === undefined) return null;
    this.#buffer.reset();
    this.#buffer.addText(text);
    this.#buffer.guessSegmentProperties();
    harfBuzz.shape(font, this.#buffer);
    const glyphs: PlacedGlyph[] = [];
    /** Advances by where in the text a cluster begins. */
    const advances = new Map<number, number>();
    const positions = this.#buffer.getGlyphPositions();
    let width = 0;
    for (const [index, { codepoint: id, cluster }] of this.#buffer.getGlyphInfos().entries()) {
      if (id === 0) return null;
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
      const name = `${script}${style}${id}`;
      this.#glyphs.set(name, { font, id });
      glyphs.push({ name, x: (width + xOffset) / SCALE, y: yOffset / SCALE });
      advances.set(cluster, (advances.get(cluster) ?? 0) + xAdvance);
      width += xAdvance;
    }
    const starts = [...advances].sort(([a], [b]) => a - b);
    const clusters = starts.map(([start, advance], index) => {
      return { text: text.slice(start, starts[index + 1]?.[0]), width: advance / SCALE };
    });
    return { width: width / SCALE, glyphs, clusters };
  }

  outline = (name: string): string => {
    const glyph = this.#glyphs.get(name);
    return glyph === undefined ? "" : this.#writeOutline(glyph.font, glyph.id);
  };
}

/**
 * Fetches the fonts of scripts, of both weights.
 * @param fetchBytes - Errors: a file that can't be fetched.
 */
export async function loadShaper(
  scripts: readonly Script[],
  latin: LatinFonts,
  fetchBytes: (url: string) => Promise<Uint8Array>,
): Promise<Shaper> {
  // Of the build (vite.config.ts): without it the module has waited already.
  await (harfBuzz as { readonly ready?: Promise<void> }).ready;
  const load = async (script: Script, weight: 400 | 600) =>
    fontOf(fromWoff(await fetchBytes(fileOf(script, weight))));
  const loaded = await Promise.all(
    scripts.map(async (script) => {
      const [normal, bold] = await Promise.all([load(script, 400), load(script, 600)]);
      return [script, { normal, bold }] as const;
    }),
  );
  const latinFonts = { normal: fontOf(latin.normal), bold: fontOf(latin.bold) };
  return new HarfBuzzShaper(scripts, new Map([["Latin", latinFonts], ...loaded]));
}
