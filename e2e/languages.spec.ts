/** The screens in other languages than English: the choice, every page in Hindi, and room for a made-up language that is longer and higher than any. */
import { globSync, readFileSync } from "node:fs";
import { type Page, expect, test } from "@playwright/test";
import { type Market, startMarket } from "../testkit/market";
import { HEIGHT, PAGES, settled } from "../testkit/browser/pages";
import { DEMO_PASSWORD, LOGINS } from "../testkit/people";
import { newVisitor, signIn } from "../testkit/browser/people";
import { controlsBeyond, cutButtons, squeezedTexts } from "./room";

type Who = keyof typeof PAGES;

const WHOS = Object.keys(PAGES) as Who[];
const WIDTHS = [320, 375, 1280];

let market: Market;
test.beforeAll(async () => {
  market = await startMarket();
});
test.afterAll(() => market.stop());
test.use({ trace: "off" });

/** Opens the app as somebody whose browser keeps `language`, which need not be one that can be chosen. */
async function openIn(page: Page, who: Who, language: string): Promise<void> {
  const login = LOGINS[who];
  if (login !== undefined) await signIn(market, page, login);
  await page.addInitScript((code) => localStorage.setItem("language", code), language);
}

/** Evaluated in the page: what is read on it or read out, without what is code or has a language of its own. */
function textsRead(): string[] {
  const texts: string[] = [document.title];
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = nodes.nextNode(); node !== null; node = nodes.nextNode()) {
    const parent = node.parentElement;
    const isCode = parent?.closest("code, pre, script, style, noscript, [lang]:not(html)") ?? null;
    if (parent?.checkVisibility() === true && isCode === null) texts.push(node.textContent ?? "");
  }
  for (const element of document.querySelectorAll("[aria-label], [title], [placeholder], [alt]"))
    for (const name of ["aria-label", "title", "placeholder", "alt"])
      texts.push(element.getAttribute(name) ?? "");
  return texts.map((text) => text.trim());
}

/** Words of names, goods and messages of the demo data, and those that stand in Latin letters in every language. */
const KNOWN = new Set(
  globSync("convex/seed/**/*.ts")
    .map((file) => readFileSync(file, "utf8"))
    .flatMap((code) => code.match(/[A-Za-z]{3,}/g) ?? [])
    .concat(
      "Ctrl",
      "CGST",
      "SGST",
      "HSN",
      "PCS",
      "PIN",
      "UPI",
      "OTP",
      "SKU",
      "PDF",
      "IFSC",
      "API",
      "key",
      "code",
      "Webhook",
    ),
);
/** Texts of the server in the data, and words of the law: see docs/decisions/056-languages.md. */
const OF_SERVER =
  /^Original for Recipient$|^27-Maharashtra$|^Rupees .* Only$|^Cancelled by Retailer\. Reason: /;

/** Returns the texts without a letter of Hindi whose words are neither known nor an address with a PIN code. */
function englishOf(texts: readonly string[]): string[] {
  return texts.filter((text) => {
    if (/\p{Script=Devanagari}/u.test(text) || OF_SERVER.test(text) || /\b\d{6}$/.test(text))
      return false;
    return (text.match(/[A-Za-z]{3,}/g) ?? []).some(
      // A message that is cut ends in the middle of a word.
      (word) => !KNOWN.has(word) && !text.endsWith(`${word}…`),
    );
  });
}

for (const who of WHOS)
  test(`[LANG3] no page of a ${who} has English but names in Hindi`, async ({ browser }) => {
    test.setTimeout(120_000);
    const page = await newVisitor(browser, market);
    await openIn(page, who, "hi");
    // The reference of REST is in English, and a greeting is a person's name.
    for (const path of PAGES[who].filter((one) => one !== "/developers")) {
      await page.goto(path);
      await settled(page);
      await expect(page.locator("html")).toHaveAttribute("lang", "hi");
      expect.soft(englishOf(await page.evaluate(textsRead)), path).toEqual([]);
    }
  });

for (const who of WHOS)
  test(`[LANG5] the pages of a ${who} have room for the longest and highest texts`, async ({
    browser,
  }) => {
    test.setTimeout(180_000);
    const page = await newVisitor(browser, market);
    await openIn(page, who, "en-XA");
    for (const path of PAGES[who]) {
      await page.goto(path);
      await settled(page);
      await expect(page.locator("h1:visible").first()).toHaveText(/[ẫễịỗụ]/i);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: HEIGHT });
        const where = `${path} at ${width} px`;
        const overhang = () =>
          page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        await expect.soft.poll(overhang, { message: where }).toBeLessThanOrEqual(0);
        expect.soft(await page.evaluate(controlsBeyond), `${where}: controls`).toEqual([]);
        expect.soft(await page.evaluate(cutButtons), `${where}: buttons`).toEqual([]);
        expect.soft(await page.evaluate(squeezedTexts), `${where}: texts`).toEqual([]);
      }
    }
  });

test("[LANG1] a visitor chooses Hindi in the bar, is told so in Hindi, and goes back by one press", async ({
  browser,
}) => {
  const page = await newVisitor(browser, market);
  await page.goto("/about");
  await settled(page);
  const heading = page.getByRole("heading", { level: 1 });
  const english = (await heading.textContent()) ?? "";
  await page.getByRole("combobox", { name: "Language" }).selectOption("हिन्दी");
  await expect(page.locator("html")).toHaveAttribute("lang", "hi");
  await expect(heading).toHaveText(/\p{Script=Devanagari}/u);
  const news = page.getByRole("status").filter({ hasText: "हिन्दी" });
  await news.getByRole("button").first().click();
  await expect(heading).toHaveText(english);
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
});

test("[LANG2] an account's language goes with it: to its mails, and to another browser", async ({
  browser,
}) => {
  const login = {
    email: "bharat@mandi.test",
    password: DEMO_PASSWORD,
    role: "distributor",
  } as const;
  const page = await newVisitor(browser, market);
  await signIn(market, page, login);
  await page.goto("/settings");
  await page.getByRole("combobox", { name: "Language" }).selectOption("தமிழ்");
  await expect(page.locator("html")).toHaveAttribute("lang", "ta");
  const other = await newVisitor(browser, market);
  await signIn(market, other, login);
  await other.goto("/homepage");
  await expect(other.locator("html")).toHaveAttribute("lang", "ta");
  await expect(other.getByRole("heading", { level: 1 })).toHaveText(/\p{Script=Tamil}/u);
});
