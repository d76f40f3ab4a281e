/**
 * `npm run icons`: draws home screen icons and the share picture into public/, from public/favicon.svg and the landing page's
 * text. The files are committed; run it after either changed.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { type Browser, chromium } from "@playwright/test";
import { ensureChromium } from "./chromium";
import { finish } from "./finish";
import { ROOT } from "./steps";

const PUBLIC = path.join(ROOT, "public");
/** The light theme's colours, from src/ui/tokens.css. */
const [PAPER, RAISED, INK, MUTED, LINE] = ["#faf7f1", "#ffffff", "#201b15", "#665d50", "#e5ddcf"];
const MARIGOLD = "#f6a81c";

const mark = readFileSync(path.join(PUBLIC, "favicon.svg"), "utf8");
const font = readFileSync(path.join(ROOT, "src/ui/fonts/inter-latin.woff2")).toString("base64");
const rupee = readFileSync(path.join(ROOT, "src/ui/fonts/inter-rupee.woff2")).toString("base64");

/** The mark on a full-bleed background. `share` is the mark's part of the width. */
function icon(size: number, share: number): string {
  return `<body style="margin:0;background:${MARIGOLD};display:grid;place-items:center;height:${size}px">
    <div style="width:${size * share}px;height:${size * share}px">${mark}</div></body>`;
}

/** iOS rounds the corners a little. */
const ROUNDED = 0.8;
/** Android cuts icons to its own shapes, which show at least a circle of four fifths of the width. */
const MASKED = 0.85;
/** Drawn as it is, with the mark's own corners. */
const bare = (size: number) =>
  `<body style="margin:0"><div style="width:${size}px;height:${size}px">${mark}</div></body>`;

const RATES = [
  ["Basmati rice, 25 kg", "₹2,450.00"],
  ["Turmeric powder, 5 kg", "₹890.00"],
  ["Steel tiffin, pack of 12", "₹3,180.00"],
] as const;

function awning(width: number, height: number): string {
  const stripes = 12;
  const each = width / stripes;
  return Array.from({ length: stripes }, (_, index) => {
    const colour = index % 2 === 0 ? MARIGOLD : RAISED;
    return `<i style="position:absolute;left:${index * each}px;top:0;width:${each}px;height:${height}px;background:${colour};border-radius:0 0 ${each / 2}px ${each / 2}px"></i>`;
  }).join("");
}

function board(): string {
  const rows = RATES.map(
    ([name, rate]) =>
      `<p style="display:flex;justify-content:space-between;margin:0;padding:20px 0;border-top:2px solid ${LINE};font-size:22px"><span>${name}</span><b>${rate}</b></p>`,
  );
  return `<section style="position:relative;width:440px;overflow:hidden;border:2px solid ${LINE};border-radius:18px;background:${RAISED}">
    <div style="position:relative;height:76px">${awning(440, 60)}</div>
    <div style="padding:4px 28px 12px"><p style="margin:0 0 16px;font-size:24px;font-weight:600">On the board now</p>${rows.join("")}</div>
  </section>`;
}

/** The share picture of 1200 × 630 px. */
function socialPicture(): string {
  return `<style>
    @font-face { font-family: Inter; font-weight: 100 900; src: url(data:font/woff2;base64,${font}) }
    @font-face { font-family: Inter; font-weight: 100 900; src: url(data:font/woff2;base64,${rupee}); unicode-range: U+20B9 }
  </style>
  <body style="margin:0;width:1200px;height:630px;background:${PAPER};color:${INK};font-family:Inter;display:flex;align-items:center;justify-content:space-between;padding:0 80px;box-sizing:border-box">
    <div style="width:540px">
      <div style="display:flex;align-items:center;gap:20px;font-size:40px;font-weight:700;letter-spacing:-0.02em"><span style="width:72px;height:72px">${mark}</span>Mandi</div>
      <h1 style="margin:44px 0 0;font-size:76px;line-height:1.06;letter-spacing:-0.025em">The wholesale market, live.</h1>
      <p style="margin:28px 0 0;font-size:27px;line-height:1.45;color:${MUTED}">Retailers find distributors, order, and see every answer as it is given.</p>
      <i style="display:block;margin-top:36px;width:96px;height:8px;border-radius:4px;background:${MARIGOLD}"></i>
    </div>
    ${board()}
  </body>`;
}

async function draw(browser: Browser, name: string, html: string, width: number, height: number) {
  const page = await browser.newPage({ viewport: { width, height } });
  await page.setContent(html);
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: path.join(PUBLIC, name), omitBackground: true });
  await page.close();
}

async function icons(): Promise<number> {
  const browser = await chromium.launch({
    executablePath: ensureChromium(),
    args: ["--no-sandbox", "--disable-gpu"],
  });
  try {
    await draw(browser, "apple-touch-icon.png", icon(180, ROUNDED), 180, 180);
    await draw(browser, "icon-192.png", bare(192), 192, 192);
    await draw(browser, "icon-512.png", bare(512), 512, 512);
    await draw(browser, "icon-maskable-512.png", icon(512, MASKED), 512, 512);
    await draw(browser, "social.png", socialPicture(), 1200, 630);
  } finally {
    await browser.close();
  }
  console.log(`Look at them in ${PUBLIC}`);
  return 0;
}

await finish(icons);
