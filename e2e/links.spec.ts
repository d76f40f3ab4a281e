/** Every link of every role leads to a working page, and list filters are kept in the address. */
import { type Browser, type Locator, type Page, expect, test } from "@playwright/test";
import { pressEscape } from "../testkit/browser/escape";
import { type Market, startMarket } from "../testkit/market";
import { LOGINS } from "../testkit/people";
import { PAGES, settled } from "../testkit/browser/pages";
import { logIn, newVisitor } from "../testkit/browser/people";

type Who = keyof typeof PAGES;

const PHONE = { width: 375, height: 812 };
const DESKTOP = { width: 1280, height: 800 };

// Many steps each; a busy machine takes its time.
test.describe.configure({ timeout: 180_000 });

let market: Market;
test.beforeAll(async () => {
  market = await startMarket();
});
test.afterAll(() => market.stop());

/** The targets of each role's bar and user menu, by link text. */
const BARS: Record<Exclude<Who, "visitor">, Record<string, string>> = {
  retailer: {
    Mandi: "/homepageretailer",
    "Your Network": "/retailerNetwork",
    Khata: "/khata",
    Messages: "/chat",
    Distributors: "/distributorslist",
    "New Product": "/latestproduct",
    "All Products": "/productlistall",
    "Pending Orders": "/pendingretail",
    "Accepted Orders": "/acceptedretail",
    "Rejected Orders": "/rejectedretail",
    "Completed Orders": "/completedretail",
    Invoices: "/invoicepage",
    About: "/about",
    Complaint: "/complaintandreview",
    "Daily News": "/newsfeed",
  },
  distributor: {
    Mandi: "/homepage",
    "Your Network": "/mynetwork",
    Khata: "/khata",
    Messages: "/chat",
    Retailers: "/retailerslist",
    "Add Product": "/addproduct",
    "All Products": "/productlist",
    "Pending Orders": "/pendingorders_dist",
    "Accepted Orders": "/accepted_dist",
    "Rejected Orders": "/rejected_dist",
    "Completed Orders": "/completed_dist",
    Requests: "/requests",
    Invoices: "/invoicepage",
    About: "/about",
    Complaint: "/complaintandreview",
    "Daily News": "/newsfeed",
  },
  admin: {
    Mandi: "/adminhome",
    Retailers: "/adminretailerlist",
    Distributors: "/admindistributorslist",
    Products: "/adminproductlist",
    "Complaints!": "/admincomplaints",
    "Daily News": "/newsfeed",
    About: "/about",
  },
};
const USER_MENU = { "Your Profile": "/profile", Settings: "/settings" };

async function visit(browser: Browser, who: string): Promise<Page> {
  const page = await newVisitor(browser, market);
  const login = LOGINS[who];
  if (login !== undefined) await logIn(page, login);
  return page;
}

/** Collects page errors and console warnings with the address of their page. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(`${page.url()}: ${error.message}`));
  page.on("console", (message) => {
    // The tests' own setting (playwright.config.ts).
    if (message.text() === "Service Worker registration blocked by Playwright") return;
    if (["error", "warning"].includes(message.type()))
      complaints.push(`${page.url()}: ${message.text()}`);
  });
  return complaints;
}

type Link = { readonly words: string; readonly to: string };

/** Returns the visible links within the market. */
function linksOn(page: Page, within = "body"): Promise<Link[]> {
  return page.locator(`${within} a[href]`).evaluateAll((found) =>
    (found as HTMLAnchorElement[])
      .filter((link) => link.origin === location.origin && link.checkVisibility())
      .map((link) => {
        // Counts for screen readers are not part of the link's text.
        const copy = link.cloneNode(true) as HTMLElement;
        for (const count of copy.querySelectorAll(".rounded-full")) count.remove();
        return { words: copy.innerText.trim(), to: link.pathname + link.search };
      }),
  );
}

/** The menu of the bar that is open: a disclosure on the page is a group, too. */
function openMenu(page: Page): Locator {
  return page.getByRole("group").and(page.locator("[data-state=open]"));
}

/** Returns the bar's links, opening its groups one after the other. */
async function barLinks(page: Page): Promise<Link[]> {
  const links = await linksOn(page, "header");
  const groups = page.getByRole("navigation", { name: "Main" }).getByRole("button");
  for (let index = 0; index < (await groups.count()); index += 1) {
    await groups.nth(index).click();
    await expect(openMenu(page)).toBeVisible();
    links.push(...(await linksOn(page, "header")));
    await pressEscape(page);
    await expect(openMenu(page)).toHaveCount(0);
  }
  return links;
}

async function userMenuLinks(page: Page): Promise<Link[]> {
  const links: Link[] = [];
  for (const words of Object.keys(USER_MENU)) {
    await page.getByRole("button", { name: "User menu" }).click();
    await page.getByRole("menuitem", { name: words }).click();
    await page.waitForURL((url) => !url.pathname.includes("home"));
    links.push({ words, to: new URL(page.url()).pathname });
    await page.goBack();
  }
  return links;
}

async function phoneLinks(page: Page, who: Who): Promise<Link[]> {
  await page.setViewportSize(PHONE);
  await page.getByRole("button", { name: "Navigation" }).click();
  const menu = page.getByRole("navigation", { name: "Menu" });
  await expect(menu).toBeVisible();
  const links = await linksOn(page, "header");
  const thumbs = await linksOn(page, "nav[aria-label='Most used']");
  // Of a trader five, the khata among them; of an administrator four.
  expect(thumbs, "the most used").toHaveLength(who === "admin" ? 4 : 5);
  await page.setViewportSize(DESKTOP);
  return [...links, ...thumbs];
}

function byWords(links: readonly Link[]): Record<string, string> {
  return Object.fromEntries(links.map(({ words, to }) => [words, to]));
}

/** The specification's menu of an administrator's phone lists the retailers alone; the bottom bar has the other lists that are most used. */
const PHONE_BARS: typeof BARS = {
  ...BARS,
  admin: {
    Mandi: "/adminhome",
    Retailers: "/adminretailerlist",
    Distributors: "/admindistributorslist",
    Complaints: "/admincomplaints",
  },
};

/** Maps an address to its route: one product or partner stands for all. */
function kindOf(to: string): string {
  const { pathname } = new URL(to, "http://any");
  return pathname.replace(/^(\/orderinfo|\/distributor-products|\/khata)\/.+/, "$1/…");
}

/** Navigates within the app like a link, without a page load. */
async function open(page: Page, to: string): Promise<void> {
  await page.evaluate((address) => {
    document.querySelector("h1")?.setAttribute("data-left", "");
    history.pushState(null, "", address);
    dispatchEvent(new PopStateEvent("popstate"));
  }, to);
  await expect(page.locator("h1:not([data-left])"), to).toBeVisible();
  await settled(page);
}

/** Follows one link of every route from page to page; returns page titles by route. */
async function follow(page: Page, start: readonly string[], isSignedIn: boolean) {
  const waiting = [...start];
  await page.goto("/nowhere");
  await settled(page);
  const titles = new Map<string, string>();
  for (let to = waiting.shift(); to !== undefined; to = waiting.shift()) {
    const kind = kindOf(to);
    if (titles.has(kind)) continue;
    if (kind.startsWith("/api/")) {
      // A file for programs has no title.
      expect((await page.request.get(to)).status(), to).toBe(200);
      continue;
    }
    await open(page, to);
    await expect(page.locator("h1"), to).toHaveCount(1);
    const arrived = kindOf(page.url());
    // A visitor who follows a link to a member's page is asked to log in first.
    if (!isSignedIn && arrived === "/auth/login" && titles.has(arrived)) continue;
    expect(arrived, `${to} leads somewhere else`).toBe(kind);
    await expect(page.locator("h1"), to).not.toHaveText("Page not found");
    await expect(page, to).toHaveTitle(/^.+ · Mandi$/);
    titles.set(kind, await page.title());
    // The sign-up page offers the login, which redirects users who are signed in.
    if (isSignedIn && kind.startsWith("/auth/")) continue;
    waiting.push(...(await linksOn(page)).map((link) => link.to));
  }
  return titles;
}

for (const who of ["retailer", "distributor", "admin"] as const) {
  test(`every link and menu entry of a ${who} leads to a page that works`, async ({ browser }) => {
    const page = await visit(browser, who);
    const complaints = complaintsOf(page);
    await expect(page.getByRole("button", { name: "User menu" })).toBeVisible();
    const bar = await barLinks(page);
    expect(byWords(bar)).toMatchObject(BARS[who]);
    const userMenu = await userMenuLinks(page);
    expect(byWords(userMenu)).toEqual(USER_MENU);
    const phone = await phoneLinks(page, who);
    expect(byWords(phone), "within a phone's reach").toMatchObject(PHONE_BARS[who]);

    const entries = new Set([...bar, ...userMenu, ...phone].map((link) => link.to));
    const others = PAGES[who].filter((to) => to !== "/nowhere");
    const titles = await follow(page, [...entries, ...others], true);
    const ownTitles = new Set([...entries].map((to) => titles.get(kindOf(to))));
    expect(ownTitles.size, "each entry has a title of its own").toBe(entries.size);
    expect(complaints).toEqual([]);
  });
}

test("every link of the public pages leads to a page that works", async ({ browser }) => {
  const page = await visit(browser, "visitor");
  const complaints = complaintsOf(page);
  await page.goto("/");
  await settled(page);
  const footer = byWords(await linksOn(page, "footer"));
  expect(footer).toMatchObject({
    Products: "/products",
    Contact: "/contact",
    Terms: "/terms",
    Privacy: "/privacy",
    Cookies: "/cookies",
    About: "/about",
  });
  const titles = await follow(page, PAGES.visitor, false);
  expect(new Set(titles.values()).size, "each page has a title of its own").toBe(titles.size);
  expect(complaints).toEqual([]);
});

type List = {
  readonly who: Who;
  readonly path: string;
  readonly search?: string;
  readonly choices?: Readonly<Record<string, string>>;
  readonly address: Readonly<Record<string, string>>;
};

const YEAR = new Date(Date.now() + 5.5 * 3_600_000).getUTCFullYear();
const PRODUCT_FILTERS = {
  search: "o",
  choices: { Category: "Food and Beverage", "Sort by": "Sort: In Stock" },
  address: { search: "o", type: "Food and Beverage", sort: "inStock" },
} as const;
const COMPLETED_FILTERS = {
  choices: { Month: "January", Year: String(YEAR), "Sort by": "Sort: Oldest" },
  address: { month: "1", year: String(YEAR), sort: "oldest" },
} as const;

const FILTERED: readonly List[] = [
  { who: "retailer", path: "/productlistall", ...PRODUCT_FILTERS },
  { who: "retailer", path: "/distributor-products/asha@mandi.test", ...PRODUCT_FILTERS },
  { who: "retailer", path: "/newsfeed", search: "mandi", address: { search: "mandi" } },
  { who: "distributor", path: "/productlist", ...PRODUCT_FILTERS },
  { who: "distributor", path: "/completed_dist", ...COMPLETED_FILTERS },
  { who: "admin", path: "/adminproductlist", search: "rice", address: { search: "rice" } },
  {
    who: "visitor",
    path: "/products",
    search: "o",
    choices: { Category: "Furniture" },
    address: { search: "o", type: "Furniture" },
  },
];

/** Expects the filters in the address and in the controls. */
async function expectFilters(page: Page, { path, search, choices = {}, address }: List) {
  await page.waitForURL((url) => url.pathname === path && url.search !== "");
  await expect
    .poll(() => Object.fromEntries(new URL(page.url()).searchParams), { message: path })
    .toEqual(address);
  if (search !== undefined) await expect(page.getByRole("searchbox")).toHaveValue(search);
  for (const [label, choice] of Object.entries(choices)) {
    const chosen = page.getByRole("combobox", { name: label }).locator("option:checked");
    await expect(chosen, path).toHaveText(choice);
  }
}

/** Waits for the filtered list: until it comes, the page shows the rows of before. */
async function expectFound(page: Page, { search = "" }: List) {
  await settled(page);
  const rows = page.locator("main :is([role=listitem], tbody tr)");
  const others = rows.filter({ hasNotText: new RegExp(search, "i") });
  await expect(others).toHaveCount(0);
}

async function choose(page: Page, { search, choices = {} }: List) {
  if (search !== undefined) await page.getByRole("searchbox").fill(search);
  for (const [label, choice] of Object.entries(choices)) {
    await page.getByRole("combobox", { name: label }).selectOption(choice);
  }
}

for (const who of ["visitor", "retailer", "distributor", "admin"] as const) {
  test(`keeps the filters of a ${who}'s lists in the address through Back, Forward and a reload`, async ({
    browser,
  }) => {
    const page = await visit(browser, who);
    const complaints = complaintsOf(page);
    await page.goto("/about");
    await settled(page);
    for (const list of FILTERED.filter((one) => one.who === who)) {
      await open(page, list.path);
      await choose(page, list);
      await expectFilters(page, list);
      await expectFound(page, list);
      const shown = await page.locator("main").innerText();
      const expectSame = async (where: Page) => {
        await expectFilters(where, list);
        await expect.poll(() => where.locator("main").innerText()).toBe(shown);
      };

      await page.getByRole("link", { name: "Mandi" }).first().click();
      await page.waitForURL((url) => url.pathname !== list.path);
      await page.goBack();
      await expectSame(page);
      await page.goBack();
      await page.waitForURL("**/about");
      await page.goForward();
      await expectSame(page);
      await page.reload();
      await expectSame(page);
      await open(page, "/about");
    }
    expect(complaints).toEqual([]);
  });
}

test("keeps the open conversation and the selected invoice in the address", async ({ browser }) => {
  const page = await visit(browser, "retailer");
  await page.goto("/chat");
  await page.getByRole("link", { name: /Asha/ }).click();
  await page.reload();
  await expect(page.getByRole("heading", { level: 2, name: /Asha/ })).toBeVisible();
  await page.goBack();
  await expect(page.getByText("Select a conversation to start messaging")).toBeVisible();
  await page.goForward();
  await expect(page.getByRole("heading", { level: 2, name: /Asha/ })).toBeVisible();

  await page.goto("/invoicepage");
  const number = page.getByRole("article").getByRole("heading", { level: 2 });
  const newest = await number.innerText();
  await page.getByRole("combobox", { name: "Invoice" }).selectOption({ index: 2 });
  await expect(number).not.toHaveText(newest);
  const picked = await number.innerText();
  await page.reload();
  await expect(number).toHaveText(picked);
  await page.getByRole("link", { name: "Mandi" }).first().click();
  await page.waitForURL("**/homepageretailer");
  await page.goBack();
  await expect(number).toHaveText(picked);
});
