/** Performance budget: bytes that a page loads, code splitting, and the prerendered first screen. */
import { type Page, type Response, expect, test } from "@playwright/test";
import { readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { pressEscape } from "../testkit/browser/escape";
import { type Market, startMarket } from "../testkit/market";
import { LOGINS } from "../testkit/people";
import { logIn, newVisitor } from "../testkit/browser/people";

const KB = 1_000;
/** React, its router and Convex's client alone are about 105. */
const FIRST_LOAD_KB = 170;
const SCREEN_KB = 40;
/** Cumulative layout shift: 0.1 still counts as good, and a pulsing dot causes about this much. */
const SHIFT_MAX = 0.01;
const DIST = path.resolve(import.meta.dirname, "../dist");

let market: Market;
test.beforeAll(async () => {
  market = await startMarket();
});
test.afterAll(() => market.stop());

/** Records every script response of the page by path. */
function scriptsOf(page: Page): Map<string, Response> {
  const scripts = new Map<string, Response>();
  page.on("response", (response) => {
    if (response.request().resourceType() === "script")
      scripts.set(new URL(response.url()).pathname, response);
  });
  return scripts;
}

/** Waits until the app has replaced the first screen and the network is idle. */
async function settled(page: Page): Promise<void> {
  await expect(page.locator("#root > :not([inert])").first()).toBeVisible();
  await page.waitForLoadState("networkidle");
}

for (const address of ["/", "/auth/login"]) {
  test(`${address} loads at most ${FIRST_LOAD_KB} kB of compressed JavaScript`, async ({
    browser,
  }) => {
    const page = await newVisitor(browser, market);
    const scripts = scriptsOf(page);
    await page.goto(address);
    await settled(page);
    const bodies = await Promise.all([...scripts.values()].map((script) => script.body()));
    const bytes = bodies.reduce((sum, body) => sum + gzipSync(body).length, 0);
    console.log(`${address}: ${(bytes / KB).toFixed(1)} kB in ${bodies.length} files`);
    // A page that loads next to nothing was not measured.
    expect(bytes).toBeGreaterThan(100 * KB);
    expect(bytes).toBeLessThanOrEqual(FIRST_LOAD_KB * KB);
  });
}

type Chunk = { file: string; imports?: string[]; isDynamicEntry?: boolean };

/** Reads the build's manifest: chunks by source file. */
function built(): Record<string, Chunk> {
  return JSON.parse(readFileSync(path.join(DIST, ".vite/manifest.json"), "utf8")) as Record<
    string,
    Chunk
  >;
}

/** Returns a source's file and all files that it imports statically. */
function filesOf(chunks: Record<string, Chunk>, source: string): Set<string> {
  const found = new Set<string>();
  const waiting = [source];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const chunk = chunks[name];
    if (chunk === undefined) throw new Error(`The build has no file for ${name}.`);
    if (found.has(chunk.file)) continue;
    found.add(chunk.file);
    waiting.push(...(chunk.imports ?? []));
  }
  return found;
}

/** Returns the one of a source's files that contains a text, such as the name of a library. */
function fileWith(chunks: Record<string, Chunk>, source: string, text: string): string {
  const found = [...filesOf(chunks, source)].find((file) =>
    readFileSync(path.join(DIST, file), "utf8").includes(text),
  );
  if (found === undefined) throw new Error(`No file of ${source} contains ${text}.`);
  return `/${found}`;
}

function kilobytes(files: Iterable<string>): number {
  return [...files]
    .map((file) => gzipSync(readFileSync(path.join(DIST, file))).length / KB)
    .reduce((sum, size) => sum + size, 0);
}

/** Visitors may open these pages, and have no member's bars. */
const PUBLIC = /features\/(welcome|auth|news)\/|OrderPage|HomeRedirect/;

test(`every page's own code has at most ${SCREEN_KB} kB`, () => {
  const chunks = built();
  const page = readFileSync(path.join(DIST, "index.html"), "utf8");
  const [, start = ""] = /data-app="([^"]+)"/.exec(page) ?? [];
  const bars = filesOf(chunks, "src/app/bar/memberBars.ts");
  const screens = Object.keys(chunks).filter((source) => /src\/.*Pages?\.tsx$/.test(source));
  const weighed = screens
    .map((source) => {
      // Counts libraries and shared chunks too, except those of the first load and, for members, of the bars.
      const isOwn = (file: string) =>
        !start.includes(file) && (PUBLIC.test(source) || !bars.has(file));
      return { source, kb: kilobytes([...filesOf(chunks, source)].filter(isOwn)) };
    })
    .sort((a, b) => b.kb - a.kb);
  for (const { source, kb } of weighed.slice(0, 3)) console.log(`${source}: ${kb.toFixed(1)} kB`);
  expect(screens.length).toBeGreaterThanOrEqual(40);
  expect(weighed.filter(({ kb }) => kb > SCREEN_KB)).toEqual([]);
});

test("fetches PDF, QR code, calendar and chart code on first use only", async ({ browser }) => {
  const chunks = built();
  const fileOf = (source: string) => {
    const [, chunk] = Object.entries(chunks).find(([name]) => name.endsWith(source)) ?? [];
    if (chunk === undefined) throw new Error(`The build has no file for ${source}.`);
    return `/${chunk.file}`;
  };
  const pdf = fileOf("src/features/invoices/invoicePdf.ts");
  const library = fileWith(chunks, "src/features/invoices/invoicePdf.ts", "jsPDF");
  const picture = fileOf("node_modules/html2canvas/dist/html2canvas-pro.esm.js");
  const code = fileOf("src/features/invoices/DrawnCode.tsx");
  const calendar = fileOf("src/ui/Calendar.tsx");
  const charts = fileOf("src/features/admin/AdminHomePage.tsx");

  const page = await newVisitor(browser, market);
  const fetched = scriptsOf(page);
  const login = LOGINS["retailer"];
  if (login === undefined) throw new Error("There is no demo retailer.");
  await logIn(page, login);
  // The role's other pages are prefetched in the order of src/app/pages.ts; the last of them marks the end.
  await expect
    .poll(() => [...fetched.keys()], { timeout: 20_000 })
    .toContain(fileOf("src/features/orders/lists/OutgoingOrdersPages.tsx"));
  await page.waitForLoadState("networkidle");
  for (const heavy of [pdf, library, picture, code, calendar, charts])
    expect([...fetched.keys()], heavy).not.toContain(heavy);

  await page.goto("/invoicepage");
  await expect(page.getByRole("img", { name: "Payment QR code" })).toBeVisible();
  expect([...fetched.keys()]).toContain(code);
  for (const heavy of [pdf, library]) expect([...fetched.keys()]).not.toContain(heavy);
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download PDF" }).click();
  await downloading;
  expect([...fetched.keys()]).toContain(pdf);
  expect([...fetched.keys()]).not.toContain(picture);
});

test("fetches the landing page's product dialog on opening, and returns the focus on closing", async ({
  browser,
}) => {
  const file = built()["src/features/welcome/FeaturedDialog.tsx"]?.file ?? "no such file";
  const page = await newVisitor(browser, market);
  const fetched = scriptsOf(page);
  await page.goto("/");
  const details = page.getByRole("button", { name: "Details" }).first();
  await details.focus();
  expect([...fetched.keys()]).not.toContain(`/${file}`);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toBeVisible();
  expect([...fetched.keys()]).toContain(`/${file}`);
  await pressEscape(page);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(details).toBeFocused();
});

/** Opens a page whose app code is held back, so that only the first screen shows. */
async function openFirstScreen(page: Page, address: string) {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/assets/*.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(address, { waitUntil: "commit" });
  return { screen: page.locator("#root > [inert]"), release };
}

test("requests no app code before the first screen is painted, then all of it at once", async ({
  browser,
}) => {
  const page = await newVisitor(browser, market);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  let dress: () => void = () => undefined;
  const dressed = new Promise<void>((resolve) => (dress = resolve));
  await page.route("**/assets/*.css", async (route) => {
    await dressed;
    await route.continue();
  });
  const { screen, release } = await openFirstScreen(page, "/");
  // The page names this script last, so the others were requested before it.
  await expect.poll(() => asked).toContain("/firstScreen.js");
  expect(asked.filter((file) => file.endsWith(".js"))).toEqual(["/theme.js", "/firstScreen.js"]);
  dress();
  await expect(screen).toBeVisible();
  const files = filesOf(built(), "src/features/welcome/LandingPage.tsx");
  expect(files.size).toBeGreaterThan(5);
  // No script has arrived yet, so no script can have requested another.
  await expect
    .poll(() => asked)
    .toEqual(expect.arrayContaining([...files].map((file) => `/${file}`)));
  release();
});

/** Inter's Latin letters and the rupee sign are about 28; each further range of letters is 20 to 90. */
const FONTS_KB = 32;
/** The bars as members see them, without the libraries of menus and dialogs, which are some 31 more. */
const BARS_KB = 36;

test("a member's page asks for its own code with the app, and for no font but Latin and the rupee sign", async ({
  browser,
}) => {
  const login = LOGINS["retailer"];
  if (login === undefined) throw new Error("There is no demo retailer.");
  const page = await newVisitor(browser, market);
  await logIn(page, login);
  await page.goto("about:blank");
  const asked: string[] = [];
  const fonts: Response[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  page.on("response", (response) => {
    if (response.request().resourceType() === "font") fonts.push(response);
  });
  const { release } = await openFirstScreen(page, "/invoicepage");
  const chunks = built();
  const files = filesOf(chunks, "src/features/invoices/InvoicePage.tsx");
  const bars = filesOf(chunks, "src/app/bar/memberBars.ts");
  // No script has arrived yet, so no script can have requested another.
  await expect
    .poll(() => asked)
    .toEqual(expect.arrayContaining([...files, ...bars].map((file) => `/${file}`)));
  release();
  await expect(page.getByText("₹").filter({ visible: true }).first()).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  const sizes = await Promise.all(fonts.map(async (font) => (await font.body()).length));
  expect(fonts.length).toBeGreaterThan(0);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(FONTS_KB * KB);
});

test(`the bars have at most ${BARS_KB} kB, and their menus come on the first press`, async ({
  browser,
}) => {
  const chunks = built();
  const start = readFileSync(path.join(DIST, "index.html"), "utf8");
  const shared = filesOf(chunks, "src/features/auth/LoginPage.tsx");
  const own = [...filesOf(chunks, "src/app/bar/memberBars.ts")].filter(
    (file) => !shared.has(file) && !start.includes(`data-app="/${file}`),
  );
  expect(kilobytes(own)).toBeLessThanOrEqual(BARS_KB);
  const menu = `/${chunks["src/app/bar/UserMenuList.tsx"]?.file ?? "no such file"}`;
  const login = LOGINS["retailer"];
  if (login === undefined) throw new Error("There is no demo retailer.");
  const page = await newVisitor(browser, market);
  await logIn(page, login);
  const fetched = scriptsOf(page);
  await page.goto("/about");
  const button = page.getByRole("button", { name: "User menu" });
  await button.focus();
  expect([...fetched.keys()]).not.toContain(menu);
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("menuitem", { name: "Your Profile" })).toBeVisible();
  await pressEscape(page);
  await expect(page.getByRole("menu")).toHaveCount(0);
  await expect(button).toBeFocused();
});

declare global {
  var firstScreen: { heldBack: number; shift: number } | undefined;
}

/** Runs before the page's scripts. Records how many parts the first frame leaves out, and layout shifts. */
function recordFirstScreen(): void {
  const firstScreen = { heldBack: -1, shift: 0 };
  globalThis.firstScreen = firstScreen;
  new MutationObserver(() => {
    const screen = document.querySelector("#root > [inert]");
    if (screen !== null && firstScreen.heldBack < 0)
      firstScreen.heldBack = screen.querySelectorAll("section[hidden], footer[hidden]").length;
  }).observe(document, { childList: true, subtree: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      firstScreen.shift += (entry as PerformanceEntry & { value: number }).value;
  }).observe({ type: "layout-shift", buffered: true });
}

test("shows an inert first screen before the app's code, and replaces it without a layout shift", async ({
  browser,
}) => {
  const page = await newVisitor(browser, market);
  await page.addInitScript(recordFirstScreen);
  const { screen, release } = await openFirstScreen(page, "/");
  await expect(screen.locator("h1")).toHaveText("The wholesale market, live.");
  await expect(page.getByRole("link", { name: "Get Started" })).toBeDisabled();
  // Parts further down are added one frame later.
  expect(await page.evaluate(() => globalThis.firstScreen?.heldBack)).toBeGreaterThan(3);
  await expect(screen.locator("footer a").first()).toBeVisible();
  const headline = await screen.locator("h1").boundingBox();
  const words = await screen.locator("h1 + p").innerText();
  release();
  await expect(screen).toHaveCount(0);
  await expect(page.locator("h1 + p")).toHaveText(words);
  expect(await page.locator("h1").boundingBox()).toEqual(headline);
  await settled(page);
  expect(await page.evaluate(() => globalThis.firstScreen?.shift)).toBeLessThan(SHIFT_MAX);
});

test("greets the last user on a member's first screen, and redirects to the login when signed out", async ({
  browser,
}) => {
  const page = await newVisitor(browser, market);
  await page.addInitScript(() => {
    const user = { name: "Kiran Rao", email: "kiran@corner.test", image: "", role: "retailer" };
    localStorage.setItem("userdata", JSON.stringify(user));
  });
  const { screen, release } = await openFirstScreen(page, "/homepageretailer");
  await expect(screen.locator("h1")).toHaveText("Welcome to Mandi, Kiran");
  release();
  await page.waitForURL("**/auth/login");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Log in");
});

test("serves text files compressed, and hashed files as immutable", async () => {
  const page = await (await fetch(market.url)).text();
  const [script = ""] = /\/assets\/app-[\w-]+\.js/.exec(page) ?? [];
  const answer = await fetch(market.url + script, { headers: { "Accept-Encoding": "br" } });
  expect(answer.headers.get("content-encoding")).toBe("br");
  expect(answer.headers.get("cache-control")).toContain("immutable");
});

/** Reads width and height from a PNG's header. */
function sizeOfPng(bytes: Buffer): string {
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
}

test("serves the icons, manifest and share picture that index.html names", async () => {
  const page = await (await fetch(market.url)).text();
  const attribute = (tag: RegExp, name: string) =>
    new RegExp(`${name}="([^"]+)"`).exec(tag.exec(page)?.[0] ?? "")?.[1] ?? "";
  const wanted = [
    { address: attribute(/<link[^>]*rel="icon"[^>]*>/, "href"), type: "image/svg+xml" },
    {
      address: attribute(/<link[^>]*rel="apple-touch-icon"[^>]*>/, "href"),
      type: "image/png",
      size: "180x180",
    },
    {
      address: attribute(/<meta[^>]*property="og:image"[^>]*>/, "content"),
      type: "image/png",
      size: "1200x630",
    },
  ];
  const manifestAddress = attribute(/<link[^>]*rel="manifest"[^>]*>/, "href");
  const answer = await fetch(market.url + manifestAddress);
  expect(answer.headers.get("content-type")).toBe("application/manifest+json");
  const manifest = (await answer.json()) as {
    name: string;
    icons: { src: string; type: string; sizes: string }[];
  };
  expect(manifest.name).toContain("Mandi");
  for (const { src, type, sizes } of manifest.icons)
    wanted.push({ address: src, type, ...(type === "image/png" && { size: sizes }) });

  expect(wanted).toHaveLength(7);
  // Other sites ask for the picture of a shared link by its whole address.
  expect(wanted.map(({ address }) => address)).toContain(`${market.url}/social.png`);
  for (const { address, type, size } of wanted) {
    const file = await fetch(new URL(address, market.url));
    expect(file.status, address).toBe(200);
    expect(file.headers.get("content-type"), address).toBe(type);
    const bytes = Buffer.from(await file.arrayBuffer());
    if (size !== undefined) expect(sizeOfPng(bytes), address).toBe(size);
  }
  for (const property of ["og:title", "og:description"])
    expect(attribute(new RegExp(`<meta[^>]*property="${property}"[^>]*>`), "content")).not.toBe("");
});
