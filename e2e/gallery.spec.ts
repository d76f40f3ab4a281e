/**
 * The gallery of components on phones and desktops, light and dark: no state goes beyond its room, no sum of money wraps, and axe
 * finds nothing. The page is loaded once, and each overlay opened once: the window changes its width and the browser its theme
 * around them. A theme changes colours alone, so in the dark axe looks at these alone.
 */
import { type Page, expect, test } from "@playwright/test";
import { violationsOf } from "../testkit/browser/axe";
import { HEIGHT } from "../testkit/browser/pages";
import { type Gallery, serveGallery } from "../testkit/gallery";
import { controlsBeyond, cutButtons } from "./room";

/** axe looks at the two that differ most; the narrowest has the least room. */
const WIDTHS = [
  { width: 320, isSeenByAxe: false },
  { width: 375, isSeenByAxe: true },
  { width: 1280, isSeenByAxe: true },
] as const;
/** Landmarks of a page stand side by side here. */
const OF_WHOLE_PAGES = ["landmark-unique"];
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

/** Finds what is wrong until nothing is: what opens near its button takes a few frames to its place. */
const expectNone = (page: Page, find: () => unknown[], message: string) =>
  expect
    .configure({ soft: true })
    .poll(() => page.evaluate(find), { message })
    .toEqual([]);

/** Expects that everything has its room at the width of the window. */
async function expectRoom(page: Page, where: string): Promise<void> {
  const beyond = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect.soft(beyond, `${where} scrolls sideways`).toBeLessThanOrEqual(0);
  await expectNone(page, overflowing, `${where}: wider than their room`);
  await expectNone(page, controlsBeyond, `${where}: controls`);
  await expectNone(page, cutButtons, `${where}: buttons`);
  await expectNone(page, wrappedSums, `${where}: sums of money`);
}

type Show = () => Promise<void>;
type Look = (page: Page, name: string, show: Show) => Promise<void>;

/** Expects that what the page shows has its room at each width; `show` brings it back where a change of width closed it. */
const expectRoomAtWidths: Look = async (page, name, show) => {
  for (const { width } of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT });
    await show();
    await expectRoom(page, `${name} at ${width} px`);
  }
};

/** Expects room and no violation at each width and in both themes. */
const expectSound: Look = async (page, name, show) => {
  for (const { width, isSeenByAxe } of WIDTHS) {
    const where = `${name} at ${width} px`;
    await page.setViewportSize({ width, height: HEIGHT });
    await show();
    await expectRoom(page, where);
    if (!isSeenByAxe) continue;
    const options = { without: LEFT_OUT, off: OF_WHOLE_PAGES };
    expect.soft(await violationsOf(page, undefined, options), where).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    const faint = await violationsOf(page, ["color-contrast"], { without: LEFT_OUT });
    expect.soft(faint, `${where}, dark`).toEqual([]);
    await page.emulateMedia({ colorScheme: "light" });
  }
};

test.use({
  colorScheme: "light",
  contextOptions: { reducedMotion: "reduce" },
  // It would store the whole gallery at each step.
  trace: "off",
});
test.setTimeout(240_000);

/** Looks at all components at once, and at each overlay. */
async function lookThrough(page: Page, look: Look): Promise<void> {
  await page.goto(`${gallery.url}?stage`, { timeout: 60_000 });
  const entries = page.locator("[data-entry]");
  // The first visitor waits until the server has translated every module.
  await expect(entries.first()).toBeVisible({ timeout: 60_000 });
  // The font is used only where it is there at once, from the browser's cache.
  await page.evaluate(() => document.fonts.load("1rem 'Inter Variable'"));
  await page.reload();
  // A colour that everything inherits would fade once per level, before each look at the other theme.
  await page.addStyleTag({ content: "* { transition: none !important; }" });
  await look(page, "The gallery", () => expect(entries.first()).toBeVisible());
  const overlays = await page
    .locator(".gallery-open")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  expect(overlays.length).toBeGreaterThan(0);
  for (const address of overlays) {
    // At the first width: what opens near its button finds its place there.
    await look(page, address, async () => {
      await page.evaluate((hash) => (window.location.hash = hash), address);
      await expect(page.locator(OVERLAY).filter({ visible: true }).first()).toBeVisible();
      await expect(page.locator("[data-loading]")).toHaveCount(0);
    });
  }
}

test("every component has room and no violation, on phones and desktops, light and dark", ({
  page,
}) => lookThrough(page, expectSound));

test("[LANG5] every component has room for the longest and highest texts", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("language", "en-XA"));
  let stacked = 0;
  await lookThrough(page, async (...looked) => {
    await expectRoomAtWidths(...looked);
    stacked += await page.getByText(/[ẫễịỗụ]/i).count();
  });
  expect(stacked).toBeGreaterThan(100);
});
