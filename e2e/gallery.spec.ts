/**
 * The gallery of components on phones and desktops, light and dark: no state goes beyond its room, no sum of money wraps, and axe
 * finds nothing. Pictures of all entries are in `.screens/gallery/` afterwards.
 */
import path from "node:path";
import { type Page, expect, test } from "@playwright/test";
import { violationsOf } from "../testkit/browser/axe";
import { HEIGHT, THEMES } from "../testkit/browser/pages";
import { type Gallery, serveGallery } from "../testkit/gallery";
import { controlsBeyond, cutButtons } from "./room";

const PICTURES = path.resolve(import.meta.dirname, "../.screens/gallery");
const WIDTHS = [375, 1280] as const;
/** Rows of an earlier search, which fade until the new ones are there: axe leaves them out. */
const LEFT_OUT = "div[aria-busy=true]";
/** Parts that an overlay consists of. */
const OVERLAY =
  "[role=dialog], [role=alertdialog], [role=listbox], select:open, [role=grid], [role=alert], [role=status]";

let gallery: Gallery;
test.beforeAll(async () => {
  gallery = await serveGallery(0);
});
test.afterAll(() => gallery.stop());

/** Evaluated in the page: the states whose content is wider than their room. */
function overflowing(): string[] {
  return [...document.querySelectorAll<HTMLElement>("[data-state]")]
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
    .map((state) => {
      const entry = state.closest<HTMLElement>("[data-entry]")?.dataset["entry"] ?? "";
      return `${entry}: ${state.dataset["state"] ?? ""}`;
    });
}

/** Evaluated in the page: the sums of money that stand on more than one line. */
function wrappedSums(): string[] {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const wrapped: string[] = [];
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    for (const { 0: sum, index } of (text.textContent ?? "").matchAll(/-?₹[\d,.]+/g)) {
      range.setStart(text, index);
      range.setEnd(text, index + sum.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) wrapped.push(`${sum} in ${text.parentElement?.outerHTML ?? ""}`);
    }
  }
  return wrapped;
}

async function expectSound(page: Page, where: string): Promise<void> {
  const beyond = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect.soft(beyond, `${where} scrolls sideways`).toBeLessThanOrEqual(0);
  expect.soft(await page.evaluate(overflowing), `${where}: wider than their room`).toEqual([]);
  expect.soft(await page.evaluate(controlsBeyond), `${where}: controls`).toEqual([]);
  expect.soft(await page.evaluate(cutButtons), `${where}: buttons`).toEqual([]);
  expect.soft(await page.evaluate(wrappedSums), `${where}: sums of money`).toEqual([]);
  expect.soft(await violationsOf(page, undefined, LEFT_OUT), where).toEqual([]);
}

function pictureOf(name: string, width: number, theme: string): string {
  return path.join(PICTURES, `${name.replaceAll(/[^\w-]+/g, "_")}-${width}-${theme}.png`);
}

test.describe.configure({ timeout: 240_000 });

for (const width of WIDTHS) {
  for (const theme of THEMES) {
    test(`every component has room and no violation at ${width} px, ${theme}`, async ({
      browser,
    }) => {
      const context = await browser.newContext({
        colorScheme: theme,
        viewport: { width, height: HEIGHT },
      });
      const page = await context.newPage();
      await page.goto(`${gallery.url}?stage`, { timeout: 60_000 });
      const entries = page.locator("[data-entry]");
      // The first visitor waits until the server has translated every module.
      await expect(entries.first()).toBeVisible({ timeout: 60_000 });
      // The font is used only where it is there at once, from the browser's cache.
      await page.evaluate(() => document.fonts.load("1rem 'Inter Variable'"));
      await page.reload();
      await expect(entries.first()).toBeVisible();
      await expectSound(page, "The gallery");
      for (const entry of await entries.all()) {
        const name = (await entry.getAttribute("data-entry")) ?? "";
        await entry.screenshot({ path: pictureOf(name, width, theme) });
      }
      const overlays = await page
        .locator(".gallery-open")
        .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
      expect(overlays.length).toBeGreaterThan(0);
      for (const address of overlays) {
        await page.evaluate((hash) => (window.location.hash = hash), address);
        await expect(page.locator(OVERLAY).filter({ visible: true }).first()).toBeVisible();
        await expectSound(page, address);
        const name = decodeURIComponent(address.slice(1));
        await page.screenshot({ path: pictureOf(name, width, theme) });
      }
      await context.close();
    });
  }
}
