/** Letters of nine Indian scripts on screens: their fonts come when they are needed, move nothing, and are nowhere cut. */
import { type Page, expect, test } from "@playwright/test";
import { HEIGHT } from "../testkit/browser/pages";
import { type Gallery, serveGallery } from "../testkit/gallery";

/** Of each script, letters that reach far above and far below. */
const HIGH_AND_DEEP = [
  "र्क्ष्मैं",
  "द्ध्र्यूँ",
  "ক্ষ্মৃর্যৈঁ",
  "ਕ੍ਰੈਂ ਲ਼ੂ",
  "ર્ક્ષ્મૈં ટ્ઠૃ",
  "ର୍ତ୍ତ୍ରୂଁ ଙ୍କ୍ଷୂ",
  "ஸ்ரீ க்ஷௌ",
  "ఙ్క్ష్రో",
  "ಸ್ತ್ರೃ ಟ್ಟ್ರೈಂ",
  "സ്ത്രൃ ട്ട്രൈം",
];
const FILES = /noto-sans-\w+-(\w+-\d+)-normal/;

let gallery: Gallery;
test.beforeAll(async () => {
  gallery = await serveGallery(0);
});
test.afterAll(() => gallery.stop());
test.use({ contextOptions: { reducedMotion: "reduce" }, trace: "off" });
test.setTimeout(120_000);

/** Opens the gallery and returns the scripts' fonts that it has fetched, as "tamil-400"; the list grows. */
async function openGallery(page: Page, hash = ""): Promise<string[]> {
  const fetched: string[] = [];
  page.on("request", (request) => {
    const file = FILES.exec(request.url())?.[1];
    if (file !== undefined) fetched.push(file);
  });
  await page.goto(`${gallery.url}?stage#${hash}`, { timeout: 60_000 });
  await expect(page.locator("[data-entry]").first()).toBeVisible({ timeout: 60_000 });
  return fetched;
}

/** Evaluated in the page: writes the letters in place of all its words, in turn; what is short, such as initials, becomes one. */
function replaceWords(letters: readonly string[]): void {
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let turn = 0;
  for (let node = nodes.nextNode(); node !== null; node = nodes.nextNode()) {
    const words = (node.textContent ?? "").trim();
    if (words === "" || node.parentElement?.closest("script, style") !== null) continue;
    const word = letters[turn % letters.length] ?? "";
    turn += 1;
    node.textContent = words
      .split(/\s+/)
      .map(() => (words.length < 3 ? "ऊँ" : word))
      .join(" ");
  }
}

/** Evaluated in the page: the texts of which a line has ink outside of a box that clips it. */
function cutTexts(): string[] {
  const context = document.createElement("canvas").getContext("2d");
  if (context === null) throw new Error("The browser has no canvas.");
  const cut: string[] = [];
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = nodes.nextNode(); node !== null; node = nodes.nextNode()) {
    const holder = node.parentElement;
    const text = (node.textContent ?? "").trim();
    if (holder === null || text === "" || holder.closest("script, style, select") !== null)
      continue;
    const { fontSize, fontWeight, fontFamily } = getComputedStyle(holder);
    context.font = `${fontWeight} ${fontSize} ${fontFamily}`;
    const ink = context.measureText(text);
    range.selectNodeContents(node);
    for (let box: HTMLElement | null = holder; box !== null; box = box.parentElement) {
      const style = getComputedStyle(box);
      if (style.overflowY !== "hidden" && style.overflowY !== "clip") continue;
      const margin = style.overflowY === "clip" ? parseFloat(style.overflowClipMargin) || 0 : 0;
      const outer = box.getBoundingClientRect();
      const top = outer.top + parseFloat(style.borderTopWidth) - margin;
      const bottom = outer.bottom - parseFloat(style.borderBottomWidth) + margin;
      // What only screen readers read is a pixel high.
      if (outer.height <= 1) continue;
      for (const line of range.getClientRects()) {
        const middle = (line.top + line.bottom) / 2;
        if (middle < outer.top || middle > outer.bottom) continue;
        const baseline = line.top + (line.height * 0.96875) / (0.96875 + 0.2415);
        const above = top - (baseline - ink.actualBoundingBoxAscent);
        const below = baseline + ink.actualBoundingBoxDescent - bottom;
        const beyond = Math.max(above, below);
        if (beyond > 0.5)
          cut.push(
            `${beyond.toFixed(1)} px of ${text.slice(0, 12)} ${fontSize} in ${box.outerHTML.slice(0, 160)}`,
          );
      }
    }
  }
  return [...new Set(cut)];
}

/** Draws again until all fonts that the letters need are there. */
async function fontsReady(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let pass = 0; pass < 2; pass += 1) {
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      await document.fonts.ready;
    }
  });
}

test("[SCRIPT1] no letter is cut in any component, from 320 to 1920 px, in English, Hindi and Tamil", async ({
  page,
}) => {
  await openGallery(page);
  await page.evaluate(replaceWords, HIGH_AND_DEEP);
  await fontsReady(page);
  for (const lang of ["en", "hi", "ta"])
    for (const width of [320, 1920]) {
      await page.setViewportSize({ width, height: HEIGHT });
      await page.evaluate((code) => (document.documentElement.lang = code), lang);
      expect.soft(await page.evaluate(cutTexts), `${lang} at ${width} px`).toEqual([]);
    }
});

test("[SCRIPT2] a font that arrives late leaves every line as high as it was", async ({ page }) => {
  let release: (() => void) | undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(FILES, async (route) => {
    await released;
    await route.continue();
  });
  await openGallery(page, "Badge");
  // Each in a line of its own: in one, the highest would hide the others.
  await page.evaluate((letters) => {
    const sizes = ["text-xs", "text-base", "text-2xl", "text-base leading-[normal]"];
    for (const size of sizes)
      for (const word of letters) {
        const line = document.createElement("p");
        line.className = `${size} whitespace-nowrap`;
        line.dataset["line"] = "";
        line.textContent = `Rice ${word}`;
        document.body.append(line);
      }
  }, HIGH_AND_DEEP);
  const heights = () =>
    page.locator("[data-line]").evaluateAll((lines) => lines.map((line) => line.clientHeight));
  const before = await heights();
  release?.();
  await fontsReady(page);
  expect(await page.evaluate(() => document.fonts.check("14px 'Noto Sans Indic'", "ಸ್ತ್ರೃ"))).toBe(
    true,
  );
  expect(await heights()).toEqual(before);
});

test("[SCRIPT2] a script's font is fetched for its first letter, in the weight of its text", async ({
  page,
}) => {
  const fetched = await openGallery(page, "Badge");
  expect(fetched).toEqual([]);
  const write = (text: string, look: string) =>
    page.evaluate(
      ([content, className]) => {
        const line = document.createElement("p");
        line.className = className ?? "";
        line.textContent = content ?? "";
        document.body.append(line);
      },
      [text, look],
    );
  await write("கோவை 5 kg", "");
  await expect.poll(() => fetched).toEqual(["tamil-400"]);
  await write("चावल", "font-semibold");
  await expect.poll(() => fetched).toEqual(["tamil-400", "devanagari-600"]);
});
