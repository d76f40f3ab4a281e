/** It is light, and it is there at once: what a page loads, as a browser receives it, and what stands on the screen meanwhile. */
import { type Page, type Response, expect, test } from "@playwright/test";
import { readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { type Market, startMarket } from "./market";
import { LOGINS } from "./pages";
import { logIn, newVisitor } from "./people";

const KB = 1_000;
/** React, its router and Convex's client alone are about 105. */
const FIRST_LOAD_KB = 170;
const SCREEN_KB = 40;
/** In the browser's own measure, in which 0.1 is still "good": this much is the pulse of a dot. */
const MOST_SHIFT = 0.01;
const DIST = path.resolve(import.meta.dirname, "../dist");

let market: Market;
test.beforeAll(async () => {
  market = await startMarket();
});
test.afterAll(() => market.stop());

/** All scripts that the page fetches from now on, for whatever reason, by their address. */
function scriptsOf(page: Page): Map<string, Response> {
  const scripts = new Map<string, Response>();
  page.on("response", (response) => {
    if (response.request().resourceType() === "script")
      scripts.set(new URL(response.url()).pathname, response);
  });
  return scripts;
}

/** Nothing has been fetched for a while, and the app has taken the place of the page's first sight. */
async function settled(page: Page): Promise<void> {
  await expect(page.locator("#root > :not([inert])").first()).toBeVisible();
  await page.waitForLoadState("networkidle");
}

for (const address of ["/", "/auth/login"]) {
  test(`${address} loads at most ${FIRST_LOAD_KB} kB of JavaScript, compressed, until nothing more comes`, async ({
    browser,
  }) => {
    const page = await newVisitor(browser, market);
    const scripts = scriptsOf(page);
    await page.goto(address);
    await settled(page);
    const bodies = await Promise.all([...scripts.values()].map((script) => script.body()));
    const bytes = bodies.reduce((sum, body) => sum + gzipSync(body).length, 0);
    console.log(`${address}: ${(bytes / KB).toFixed(1)} kB in ${bodies.length} files`);
    // A page that loads next to nothing has not been measured.
    expect(bytes).toBeGreaterThan(100 * KB);
    expect(bytes).toBeLessThanOrEqual(FIRST_LOAD_KB * KB);
  });
}

type Chunk = { file: string; imports?: string[]; isDynamicEntry?: boolean };

/** What the build says of its files: by the name of the source that a file begins with. */
function built(): Record<string, Chunk> {
  return JSON.parse(readFileSync(path.join(DIST, ".vite/manifest.json"), "utf8")) as Record<
    string,
    Chunk
  >;
}

/** The file of a source, and every file that comes with it. */
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

function kilobytes(files: Iterable<string>): number {
  return [...files]
    .map((file) => gzipSync(readFileSync(path.join(DIST, file))).length / KB)
    .reduce((sum, size) => sum + size, 0);
}

/** Whoever opens these may be a visitor, who has no member's bars. */
const PUBLIC = /features\/(welcome|auth|news)\/|OrderPage|BarPage|HomeRedirect/;

test(`every screen's own code weighs at most ${SCREEN_KB} kB`, () => {
  const chunks = built();
  const page = readFileSync(path.join(DIST, "index.html"), "utf8");
  const [, start = ""] = /data-app="([^"]+)"/.exec(page) ?? [];
  const bars = filesOf(chunks, "src/app/bar/memberBars.ts");
  const screens = Object.keys(chunks).filter((source) => /src\/.*Pages?\.tsx$/.test(source));
  const weighed = screens
    .map((source) => {
      // Beyond what the first load and, for members, the bars have brought: all of it, libraries and shared parts too.
      const isOwn = (file: string) =>
        !start.includes(file) && (PUBLIC.test(source) || !bars.has(file));
      return { source, kb: kilobytes([...filesOf(chunks, source)].filter(isOwn)) };
    })
    .sort((a, b) => b.kb - a.kb);
  for (const { source, kb } of weighed.slice(0, 3)) console.log(`${source}: ${kb.toFixed(1)} kB`);
  expect(screens.length).toBeGreaterThan(40);
  expect(weighed.filter(({ kb }) => kb > SCREEN_KB)).toEqual([]);
});

test("PDF, QR codes, calendar, dialogs and charts are fetched when they are used, and not before", async ({
  browser,
}) => {
  const chunks = built();
  const fileOf = (source: string) => {
    const [, chunk] = Object.entries(chunks).find(([name]) => name.endsWith(source)) ?? [];
    if (chunk === undefined) throw new Error(`The build has no file for ${source}.`);
    return `/${chunk.file}`;
  };
  const pdf = fileOf("src/features/invoices/invoicePdf.ts");
  const picture = fileOf("node_modules/html2canvas/dist/html2canvas-pro.esm.js");
  const code = fileOf("src/features/invoices/DrawnCode.tsx");
  const calendar = fileOf("src/features/orders/Calendar.tsx");
  const charts = fileOf("src/features/admin/AdminHomePage.tsx");

  const page = await newVisitor(browser, market);
  const fetched = scriptsOf(page);
  const login = LOGINS["retailer"];
  if (login === undefined) throw new Error("There is no demo retailer.");
  await logIn(page, login);
  // The user's other pages are fetched ahead, in the order of src/app/pages.ts: the last of them says that this is over.
  await expect
    .poll(() => [...fetched.keys()], { timeout: 20_000 })
    .toContain(fileOf("src/features/orders/CompletedOutgoingPage.tsx"));
  await page.waitForLoadState("networkidle");
  for (const heavy of [pdf, picture, code, calendar, charts])
    expect([...fetched.keys()], heavy).not.toContain(heavy);

  await page.goto("/invoicepage");
  await expect(page.getByRole("img", { name: "Payment QR code" })).toBeVisible();
  expect([...fetched.keys()]).toContain(code);
  expect([...fetched.keys()]).not.toContain(pdf);
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download PDF" }).click();
  await downloading;
  expect([...fetched.keys()]).toContain(pdf);
  expect([...fetched.keys()]).not.toContain(picture);
});

test("a product's window on the landing page is fetched when it is opened, and gives the focus back", async ({
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
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(details).toBeFocused();
});

/** The page's first sight, while the app's code is kept from coming. */
async function firstSightOf(page: Page, address: string) {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/assets/*.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(address, { waitUntil: "commit" });
  return { sight: page.locator("#root > [inert]"), release };
}

test("the line belongs to the first sight until it is drawn: then all of the page's code is asked for at once", async ({
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
  const { sight, release } = await firstSightOf(page, "/");
  // The last script that the page names: whatever else it names has been asked for as well.
  await expect.poll(() => asked).toContain("/firstScreen.js");
  expect(asked.filter((file) => file.endsWith(".js"))).toEqual(["/theme.js", "/firstScreen.js"]);
  dress();
  await expect(sight).toBeVisible();
  const files = filesOf(built(), "src/features/welcome/LandingPage.tsx");
  expect(files.size).toBeGreaterThan(5);
  // None of it has come yet, so none of it can have asked for the others.
  await expect
    .poll(() => asked)
    .toEqual(expect.arrayContaining([...files].map((file) => `/${file}`)));
  release();
});

declare global {
  var sighting: { heldBack: number; shift: number } | undefined;
}

/** Runs in the page, before anything of it: how many parts the first sight's first frame is without, and what moves later. */
function noteSight(): void {
  const sighting = { heldBack: -1, shift: 0 };
  globalThis.sighting = sighting;
  new MutationObserver(() => {
    const sight = document.querySelector("#root > [inert]");
    if (sight !== null && sighting.heldBack < 0)
      sighting.heldBack = sight.querySelectorAll("section[hidden], footer[hidden]").length;
  }).observe(document, { childList: true, subtree: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      sighting.shift += (entry as PerformanceEntry & { value: number }).value;
  }).observe({ type: "layout-shift", buffered: true });
}

test("a page stands on the screen before the app's code has come, can't be pressed until then, and stays as it is", async ({
  browser,
}) => {
  const page = await newVisitor(browser, market);
  await page.addInitScript(noteSight);
  const { sight, release } = await firstSightOf(page, "/");
  await expect(sight.locator("h1")).toHaveText("The wholesale market, live.");
  await expect(page.getByRole("link", { name: "Get Started" })).toBeDisabled();
  // What is further down comes a frame later, and is there then.
  expect(await page.evaluate(() => globalThis.sighting?.heldBack)).toBeGreaterThan(3);
  await expect(sight.locator("footer a").first()).toBeVisible();
  const headline = await sight.locator("h1").boundingBox();
  const words = await sight.locator("h1 + p").innerText();
  release();
  await expect(sight).toHaveCount(0);
  await expect(page.locator("h1 + p")).toHaveText(words);
  expect(await page.locator("h1").boundingBox()).toEqual(headline);
  await settled(page);
  expect(await page.evaluate(() => globalThis.sighting?.shift)).toBeLessThan(MOST_SHIFT);
});

test("a member's home greets whoever was here last, and is given up when nobody is signed in any more", async ({
  browser,
}) => {
  const page = await newVisitor(browser, market);
  await page.addInitScript(() => {
    const user = { name: "Kiran Rao", email: "kiran@corner.test", image: "", role: "retailer" };
    localStorage.setItem("userdata", JSON.stringify(user));
  });
  const { sight, release } = await firstSightOf(page, "/homepageretailer");
  await expect(sight.locator("h1")).toHaveText("Welcome to Mandi, Kiran");
  release();
  await page.waitForURL("**/auth/login");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Log in");
});

test("texts travel compressed, and files with a hash in their name are kept", async () => {
  const page = await (await fetch(market.url)).text();
  const [script = ""] = /\/assets\/app-[\w-]+\.js/.exec(page) ?? [];
  const answer = await fetch(market.url + script, { headers: { "Accept-Encoding": "br" } });
  expect(answer.headers.get("content-encoding")).toBe("br");
  expect(answer.headers.get("cache-control")).toContain("immutable");
});

/** The width and height that a PNG says it has. */
function sizeOfPng(bytes: Buffer): string {
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
}

test("the app's icons, its manifest and the picture for shared links are there, as index.html says", async () => {
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

  expect(wanted).toHaveLength(6);
  for (const { address, type, size } of wanted) {
    const file = await fetch(market.url + address);
    expect(file.status, address).toBe(200);
    expect(file.headers.get("content-type"), address).toBe(type);
    const bytes = Buffer.from(await file.arrayBuffer());
    if (size !== undefined) expect(sizeOfPng(bytes), address).toBe(size);
  }
  for (const property of ["og:title", "og:description"])
    expect(attribute(new RegExp(`<meta[^>]*property="${property}"[^>]*>`), "content")).not.toBe("");
});
