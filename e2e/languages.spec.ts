/** The screens in other languages than English: every page in Hindi, and room for a made-up language that is longer and higher than any. */
import { globSync, readFileSync } from "node:fs";
import { type Page, expect, test } from "@playwright/test";
import { type Market, startMarket } from "../testkit/market";
import { HEIGHT, PAGES, settled } from "../testkit/browser/pages";
import { LOGINS } from "../testkit/people";
import { newVisitor, signIn } from "../testkit/browser/people";
import { controlsBeyond, cutButtons, squeezedTexts } from "./room";

type Who = keyof typeof PAGES;

const WHOS = Object.keys(PAGES) as Who[];
const PHONE = 375;
const DESKTOP = 1280;

let market: Market;
test.beforeAll(async () => {
  market = await startMarket();
});
test.afterAll(() => market.stop());
test.use({ trace: "off" });

/** Opens a page as somebody who reads `language`, which need not be one that can be chosen. */
async function openAs(page: Page, who: Who, language: string): Promise<void> {
  const login = LOGINS[who];
  if (login !== undefined) await signIn(market, page, login);
  await page.addInitScript((code) => localStorage.setItem("language", code), language);
}

/** Evaluated in the page: what is read on it or read out, without what is code. */
function textsRead(): string[] {
  const texts: string[] = [document.title];
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = nodes.nextNode(); node !== null; node = nodes.nextNode()) {
    const parent = node.parentElement;
    if (
      parent === null ||
      parent.closest("code, pre, script, style, noscript, template, [lang]:not(html)")
    )
      continue;
    if (parent.checkVisibility()) texts.push(node.textContent ?? "");
  }
  for (const element of document.querySelectorAll("[aria-label], [title], [placeholder], [alt]"))
    for (const name of ["aria-label", "title", "placeholder", "alt"])
      texts.push(element.getAttribute(name) ?? "");
  return texts;
}

for (const who of WHOS)
  test(`explore ${who}`, async ({ browser }) => {
    test.setTimeout(240_000);
    const seen = new Set<string>();
    const words = new Set(
      globSync("convex/seed/**/*.ts").flatMap(
        (file) => readFileSync(file, "utf8").match(/[A-Za-z]{3,}/g) ?? [],
      ),
    );
    const page = await newVisitor(browser, market, {
      viewport: { width: DESKTOP, height: HEIGHT },
    });
    await openAs(page, who, "hi");
    for (const path of PAGES[who]) {
      await page.goto(path);
      await settled(page);
      for (const text of await page.evaluate(textsRead)) {
        const latin = (text.match(/[A-Za-z]{3,}/g) ?? []).filter((word) => !words.has(word));
        if (latin.length > 0 && !seen.has(text)) {
          seen.add(text);
          console.log(`HI ${who} ${path}: ${text.trim().slice(0, 100)}`);
        }
      }
    }
  });
for (const who of WHOS)
  test(`explore pseudo ${who}`, async ({ browser }) => {
    test.setTimeout(240_000);
    const page = await newVisitor(browser, market, { viewport: { width: PHONE, height: HEIGHT } });
    await openAs(page, who, "en-XA");
    for (const path of PAGES[who]) {
      await page.goto(path);
      await settled(page);
      for (const width of [320, 375, 1280]) {
        await page.setViewportSize({ width, height: HEIGHT });
        await page.evaluate(
          () => new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r))),
        );
        const beyond = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        if (beyond > 0) console.log(`XA ${who} ${path} ${width}: scrolls ${beyond}`);
        for (const [name, found] of [
          ["controls", await page.evaluate(controlsBeyond)],
          ["buttons", await page.evaluate(cutButtons)],
          ["texts", await page.evaluate(squeezedTexts)],
        ] as const)
          for (const one of found)
            console.log(`XA ${who} ${path} ${width} ${name}: ${String(one).slice(0, 90)}`);
      }
    }
  });
