/**
 * Every page at three widths, light and dark: it holds still on a first visit, has room for text at twice the size and targets for
 * a thumb, and shows no overflow, error or serious accessibility violation. On the narrowest phones every control is in the window.
 */
import { type Page, expect, test } from "@playwright/test";
import { homeOf } from "../domain/links";
import { violationsOf } from "../testkit/browser/axe";
import { fillPages } from "../testkit/longContents";
import { type Market, startMarket } from "../testkit/market";
import { HEIGHT, PAGES, WIDTHS, settled } from "../testkit/browser/pages";
import { register } from "../testkit/clients";
import { LOGINS, NEWCOMERS } from "../testkit/people";
import { newVisitor, signIn } from "../testkit/browser/people";
import { brokenSums, controlsBeyond, cutButtons, squeezedTexts } from "./room";
import { recordShifts } from "./steadiness";
import { TARGETS, targetsTooSmall } from "./targets";

const [PHONE, TABLET, DESKTOP] = WIDTHS;
/** Of the narrowest phones, and of a window of 1280 px at a zoom of 400 %. */
const NARROWEST = 320;
/** Cumulative layout shift: 0.1 still counts as good. */
const SHIFT_MAX = 0.02;
const USUAL_FONT_PX = 16;
const LARGE_FONT_PX = 2 * USUAL_FONT_PX;
/** Axe's rules about colours that are within WCAG's level AA. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];
/** A slow machine takes twenty seconds for a page. */
const PAGES_PER_TEST_MAX = 6;

type Who = keyof typeof PAGES;

/** Pages of one thing: the list that links to one, and how its address begins. */
const LINKED: Readonly<Partial<Record<Who, readonly (readonly [list: string, start: string])[]>>> =
  {
    retailer: [
      ["/khata", "/khata/"],
      ["/chat", "/chat?with="],
    ],
    distributor: [
      ["/khata", "/khata/"],
      ["/chat", "/chat?with="],
    ],
  };

// The longest file: its tests go to both workers, each with a market of its own.
test.describe.configure({ mode: "parallel" });

let market: Market;
let filled: Awaited<ReturnType<typeof fillPages>>;
test.beforeAll(async () => {
  market = await startMarket();
  filled = await fillPages(market);
});
test.afterAll(() => market.stop());

/** Collects page errors and console errors. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  return complaints;
}

/**
 * Opens an address as a first visit: without what its screens last showed, which is in IndexedDB. (The code stays in the browser's
 * cache, since it takes no part in the layout, but much of the time.)
 */
async function visit(page: Page, path: string, width: number): Promise<void> {
  await page.setViewportSize({ width, height: HEIGHT });
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Storage.clearDataForOrigin", { origin: market.url, storageTypes: "indexeddb" });
  await cdp.detach();
  await page.goto(path);
  await settled(page);
}

function nextFrames(page: Page): Promise<unknown> {
  return page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

async function expectStill(page: Page, where: string): Promise<void> {
  // Shifts are reported with the frame after theirs.
  await nextFrames(page);
  const { total, worst } = await page.evaluate(() => globalThis.layoutShifts!);
  expect.soft(total, `${where} moves: ${worst.join("; ")}`).toBeLessThanOrEqual(SHIFT_MAX);
}

async function expectWithin(page: Page, where: string): Promise<void> {
  const beyond = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect.soft(beyond, `${where} scrolls sideways`).toBeLessThanOrEqual(0);
  const controls = await page.evaluate(controlsBeyond);
  expect.soft(controls, `${where}: controls out of the window`).toEqual([]);
  expect.soft(await page.evaluate(brokenSums), `${where}: sums on two lines`).toEqual([]);
}

async function expectRoom(page: Page, where: string): Promise<void> {
  await expectWithin(page, where);
  expect.soft(await page.evaluate(cutButtons), `${where}: buttons`).toEqual([]);
  expect.soft(await page.evaluate(squeezedTexts), `${where}: texts`).toEqual([]);
}

async function expectRoomForLargeText(page: Page, where: string): Promise<void> {
  await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
  await expectRoom(page, `${where} at 200 %`);
  await page.evaluate(() => (document.documentElement.style.fontSize = ""));
}

/** Sets the browser's own font size, which the widths of the layout's steps follow: a bar for large text is that of a phone. */
async function expectRoomForLargeFont(page: Page, where: string): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const setFont = (standard: number) => cdp.send("Page.setFontSizes", { fontSizes: { standard } });
  await setFont(LARGE_FONT_PX);
  await nextFrames(page);
  await expectRoom(page, `${where} with a large font`);
  await setFont(USUAL_FONT_PX);
  await cdp.detach();
}

async function expectAccessible(
  page: Page,
  where: string,
  rules?: readonly string[],
): Promise<void> {
  const grave = (await violationsOf(page, rules)).filter((one) => /^(serious|critical):/.test(one));
  expect.soft(grave, where).toEqual([]);
}

/** Checks both themes. All that the dark one changes are colours. */
async function expectAccessibleInBoth(page: Page, where: string): Promise<void> {
  await expectAccessible(page, `${where}, light`);
  await page.emulateMedia({ colorScheme: "dark" });
  // Colours that fade begin to with a frame, and are waited for; until then the page shows some of both.
  await nextFrames(page);
  await expectAccessible(page, `${where}, dark`, COLOUR_RULES);
  await page.emulateMedia({ colorScheme: "light" });
}

async function checkPage(page: Page, path: string): Promise<void> {
  await visit(page, path, PHONE);
  await expectStill(page, `${path} at ${PHONE} px`);
  expect.soft(await page.evaluate(targetsTooSmall, TARGETS), `targets of ${path}`).toEqual([]);
  await expectWithin(page, `${path} at ${PHONE} px`);
  await expectAccessibleInBoth(page, `${path} at ${PHONE} px`);
  await expectRoomForLargeText(page, `${path} at ${PHONE} px`);
  await expectRoomForLargeFont(page, `${path} at ${PHONE} px`);

  await page.setViewportSize({ width: NARROWEST, height: HEIGHT });
  await expectWithin(page, `${path} at ${NARROWEST} px`);

  await visit(page, path, DESKTOP);
  await expectStill(page, `${path} at ${DESKTOP} px`);
  await expectWithin(page, `${path} at ${DESKTOP} px`);
  await expectAccessibleInBoth(page, `${path} at ${DESKTOP} px`);
  await expectRoomForLargeText(page, `${path} at ${DESKTOP} px`);
  await expectRoomForLargeFont(page, `${path} at ${DESKTOP} px`);

  await page.setViewportSize({ width: TABLET, height: HEIGHT });
  await expectWithin(page, `${path} at ${TABLET} px`);
  await expectRoomForLargeFont(page, `${path} at ${TABLET} px`);
}

/** Cuts a list of pages into parts of about the same length. */
function partsOf(paths: readonly string[]): (readonly string[])[] {
  const parts = Math.ceil(paths.length / PAGES_PER_TEST_MAX);
  const size = Math.ceil(paths.length / parts);
  return Array.from({ length: parts }, (_, at) => paths.slice(at * size, (at + 1) * size));
}

/** Returns the address of the first link of a list that begins so. */
async function linkedFrom(page: Page, list: string, start: string): Promise<string> {
  await page.goto(list);
  await settled(page);
  const href = await page.locator(`main a[href^="${start}"]`).first().getAttribute("href");
  return href!;
}

for (const who of Object.keys(PAGES) as Who[]) {
  async function checkPages(page: Page, paths: () => Promise<readonly string[]>): Promise<void> {
    const login = LOGINS[who];
    if (login !== undefined) await signIn(market, page, login);
    const complaints = complaintsOf(page);
    const addresses = await paths();
    // Brings the code and the fonts that all pages share into the browser's cache.
    await page.goto(addresses[0] ?? "/");
    await settled(page);
    await page.addInitScript(recordShifts);
    for (const path of addresses) await checkPage(page, path);
    expect(complaints).toEqual([]);
    await page.context().close();
  }

  test.describe(`the pages of a ${who}`, () => {
    test.describe.configure({ timeout: 240_000 });
    for (const part of partsOf(PAGES[who])) {
      test(`from ${part[0]} on hold still, have room, and have no error or violation`, async ({
        browser,
      }) => {
        const page = await newVisitor(browser, market);
        await checkPages(page, () => Promise.resolve(part));
      });
    }
    const linked = LINKED[who];
    if (linked !== undefined) {
      test("of one thing hold still, have room, and have no error or violation", async ({
        browser,
      }) => {
        const page = await newVisitor(browser, market);
        await checkPages(page, async () => {
          const addresses = who in filled ? [...filled[who as keyof typeof filled]] : [];
          for (const [list, start] of linked) addresses.push(await linkedFrom(page, list, start));
          return addresses;
        });
      });
    }
  });
}

for (const newcomer of Object.values(NEWCOMERS)) {
  test(`the home of a new ${newcomer.role} holds still, has room, and has no error or violation`, async ({
    browser,
  }) => {
    test.setTimeout(120_000);
    await register(market, newcomer);
    const page = await newVisitor(browser, market);
    await signIn(market, page, newcomer);
    const complaints = complaintsOf(page);
    await page.goto(homeOf(newcomer.role));
    await settled(page);
    await page.addInitScript(recordShifts);
    await checkPage(page, homeOf(newcomer.role));
    await expect(page.getByRole("region", { name: "Start", exact: true })).toBeVisible();
    expect(complaints).toEqual([]);
  });
}

test("the order page holds still on a slow phone whose font comes late", async ({ browser }) => {
  const page = await newVisitor(browser, market);
  await signIn(market, page, LOGINS["retailer"]!);
  await page.setViewportSize({ width: PHONE, height: HEIGHT });
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/*.woff2", async (route) => {
    await released;
    await route.continue();
  });
  await page.addInitScript(recordShifts);
  const [path = ""] = filled.retailer;
  // The page is loaded when its font is.
  await page.goto(path, { waitUntil: "domcontentloaded" });
  await settled(page);
  release();
  await page.evaluate(() => document.fonts.load("1rem 'Inter Variable'"));
  await expectStill(page, `${path}, slow`);
  await page.context().close();
});
