/** Texts in a PDF beyond the letters of its Latin fonts, in a browser. */
import { expect, test } from "vitest";
import { drawPdf } from "./draw";
import latinUrl from "./fonts/Inter-Regular.ttf?url";
import type { Mark } from "./marks";
import { SCRIPTS, type Script } from "./scripts";
import type { Shaper } from "./shaper";
import { browserType, bytesOf } from "./typeParts";

async function pdfOf(text: string): Promise<Uint8Array> {
  const mark: Mark = { kind: "text", x: 20, y: 20, text, size: 10 };
  const paper = { title: "Test", author: "Test", picture: null, layOut: () => [[mark]] };
  return new Uint8Array(await drawPdf(paper, await browserType()));
}

/** Returns the files that were fetched; a development server's modules with their addresses are none. */
function fetched(): string[] {
  const files = performance.getEntriesByType("resource").map(({ name }) => name);
  return files.filter((name) => !name.includes("?import"));
}

// First, because the page's requests are remembered.
test("[SCRIPT4] a paper in Latin letters fetches nothing that shapes others", async () => {
  await pdfOf("Basmati rice, 5 kg: ₹1,200.00");
  expect(fetched().some((name) => name.includes("Inter-Regular.ttf"))).toBe(true);
  expect(fetched().filter((name) => /harfbuzz\.wasm|noto-sans/.test(name))).toEqual([]);
});

test("a paper with a Tamil name fetches the Tamil font of two weights, and no other script's", async () => {
  await pdfOf("கோவை அரிசி");
  expect(fetched().some((name) => name.includes("harfbuzz.wasm"))).toBe(true);
  const fonts = fetched().filter((name) => name.includes("noto-sans"));
  expect(fonts.map((name) => /noto-sans-\w+-\w+-\d+/.exec(name)?.[0]).sort()).toEqual([
    "noto-sans-tamil-tamil-400",
    "noto-sans-tamil-tamil-600",
  ]);
});

test.each([
  ["a script that no font has", "大米"],
  ["a zero-width space, as pasted texts have on a line of its own", "\u200b"],
])("a PDF is made of %s", async (_, text) => {
  const bytes = await pdfOf(text);
  expect(new TextDecoder().decode(bytes.subarray(0, 5))).toBe("%PDF-");
});

/** Skia draws letters of more than 256 px as it draws outlines; smaller ones get more contrast. */
const SIZE = 288;
const [WIDTH, HEIGHT, BASELINE] = [4300, 700, 400];
const SAMPLES: Record<Script, string> = {
  Devanagari: "श्री गणेश र्क्ष्मैं द्ध्र्यौं, 5 kg",
  Bengali: "ক্ষ্মৃর্যৈঁ স্ত্রী বাংলা, 5 kg",
  Gurmukhi: "ਸ੍ਰੀ ਕ੍ਰੈਂ ਫ਼ੂੰ ਪੰਜਾਬ, 5 kg",
  Gujarati: "શ્રી ર્ક્ષ્મૈં ચોખા, 5 kg",
  Oriya: "ଶ୍ରୀ ର୍ତ୍ତ୍ରୂଁ ଓଡ଼ିଆ, 5 kg",
  Tamil: "ஸ்ரீ க்ஷௌ மளிகை, 5 kg",
  Telugu: "శ్రీ స్త్రృ బియ్యం, 5 kg",
  Kannada: "ಶ್ರೀ ಸ್ತ್ರೃ ಅಕ್ಕಿ, 5 kg",
  Malayalam: "ശ്രീ സ്ത്രൃ ന്റെ അരി, 5 kg",
};

function inkOf(draw: (context: CanvasRenderingContext2D) => void): Uint8ClampedArray {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (context === null) throw new Error("The browser has no canvas.");
  draw(context);
  return context.getImageData(0, 0, WIDTH, HEIGHT).data.filter((_, at) => at % 4 === 3);
}

function drawShaped(context: CanvasRenderingContext2D, text: string, shaper: Shaper): void {
  context.translate(0, BASELINE);
  context.scale(SIZE / 1000, -SIZE / 1000);
  for (const { name, x, y } of shaper.shape(text, false)?.glyphs ?? []) {
    const operators = shaper.outline(name).replace(/\n?f$/, "").split("\n");
    const path = operators.map((each) => {
      const command = each.at(-1) ?? "";
      return command === "h" ? "Z" : command.toUpperCase() + each.slice(0, -1);
    });
    context.save();
    context.translate(x, y);
    context.fill(new Path2D(path.join(" ")));
    context.restore();
  }
}

test.each(SCRIPTS)(
  "[SCRIPT3] outlines of %s differ from the browser's own by less than a hundredth of the ink",
  async (script) => {
    const files: string[] = [];
    const { loadShaper } = await import("./shaper");
    const latin = await bytesOf(latinUrl);
    const shaper = await loadShaper([script], { normal: latin, bold: latin }, (url) => {
      files.push(url);
      return bytesOf(url);
    });
    const fonts = [`Latin of ${script}`, script];
    for (const [at, url] of [latinUrl, files[0]].entries()) {
      const font = new FontFace(fonts[at] ?? "", `url(${url})`);
      document.fonts.add(await font.load());
    }
    const text = SAMPLES[script];
    const shaped = inkOf((context) => {
      drawShaped(context, text, shaper);
    });
    const own = inkOf((context) => {
      context.font = `${SIZE}px ${fonts.map((name) => `"${name}"`).join(", ")}`;
      context.textRendering = "geometricPrecision";
      context.fillText(text, 0, BASELINE);
    });
    const ink = own.reduce((sum, value) => sum + value, 0);
    const difference = own.reduce((sum, value, at) => sum + Math.abs(value - (shaped[at] ?? 0)), 0);
    expect(ink).toBeGreaterThan(0);
    expect(difference / ink).toBeLessThan(0.01);
  },
);
