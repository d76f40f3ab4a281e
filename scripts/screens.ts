/**
 * `npm run screens [WORD…]`: pictures of every screen at three widths, light and dark, in `.screens/`. With words only pages
 * whose address contains one.
 */
import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { type Browser, chromium } from "@playwright/test";
import { startMarket } from "../testkit/market";
import { HEIGHT, PAGES, THEMES, WIDTHS, settled } from "../testkit/browser/pages";
import { LOGINS } from "../testkit/people";
import { logIn } from "../testkit/browser/people";
import { ensureChromium } from "./chromium";
import { finish } from "./finish";
import { ROOT, buildWebApp } from "./steps";

const FOLDER = path.join(ROOT, ".screens");

function fileOf(who: string, address: string, theme: string, width: number): string {
  const page = address === "/" ? "landing" : address.slice(1).replaceAll(/[^\w-]+/g, "_");
  return path.join(FOLDER, `${who}-${page}-${width}-${theme}.png`);
}

type Round = { url: string; who: string; paths: readonly string[]; theme: "light" | "dark" };

async function photograph(browser: Browser, { url, who, paths, theme }: Round): Promise<void> {
  const context = await browser.newContext({ baseURL: url, colorScheme: theme });
  const page = await context.newPage();
  const login = LOGINS[who];
  if (login !== undefined) await logIn(page, login);
  for (const address of paths) {
    await page.goto(address);
    await settled(page);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      await page.screenshot({ path: fileOf(who, address, theme, width), fullPage: true });
    }
  }
  await context.close();
}

async function screens(wanted: readonly string[]): Promise<number> {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  await buildWebApp();
  const browser = await chromium.launch({
    executablePath: ensureChromium(),
    args: ["--no-sandbox", "--disable-gpu"],
  });
  const market = await startMarket();
  try {
    for (const theme of THEMES) {
      for (const [who, all] of Object.entries(PAGES)) {
        const isWanted = (address: string) =>
          wanted.length === 0 || wanted.some((word) => address.includes(word));
        await photograph(browser, { url: market.url, who, theme, paths: all.filter(isWanted) });
      }
    }
  } finally {
    await browser.close();
    await market.stop();
  }
  console.log(`Look at them in ${FOLDER}`);
  return 0;
}

await finish(() => screens(process.argv.slice(2)));
