/**
 * `npm run bench:web`: measures every page in Chromium on a market with demo data and writes `bench/results/web.md`. `--only
 * pages|changes|landing|arrivals` (repeatable) measures a part and writes nothing.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { type Browser, chromium } from "@playwright/test";
import { type Market, startMarket } from "../../testkit/market";
import { PAGES } from "../../testkit/browser/pages";
import { ensureChromium } from "../../scripts/chromium";
import { finish } from "../../scripts/finish";
import { buildWebApp } from "../../scripts/steps";
import { machine } from "../report";
import { arrivals } from "./arrival";
import { landing } from "./landing";
import { type PageCost, costOf } from "./pageCost";
import { type WebResults, webReport } from "./report";
import { type RouteChange, routeChanges } from "./routeChange";
import { enter } from "./visitor";

const RESULTS = path.join(import.meta.dirname, "../results");
const WHO = Object.keys(PAGES) as (keyof typeof PAGES)[];

async function pageCosts(browser: Browser, market: Market): Promise<PageCost[]> {
  const costs: PageCost[] = [];
  for (const who of WHO) {
    const page = await enter(browser, market, who);
    for (const address of PAGES[who]) costs.push(await costOf(page, who, address));
    await page.context().close();
  }
  return costs;
}

async function changes(browser: Browser, market: Market): Promise<RouteChange[]> {
  const found: RouteChange[] = [];
  for (const who of WHO) {
    const page = await enter(browser, market, who);
    found.push(...(await routeChanges(page, who, PAGES[who])));
    await page.context().close();
  }
  return found;
}

async function measure(): Promise<number> {
  const { values } = parseArgs({ options: { only: { type: "string", multiple: true } } });
  const isWanted = (part: keyof WebResults) => values.only?.includes(part) ?? true;
  const executablePath = ensureChromium();
  await buildWebApp();
  const args = ["--no-sandbox", "--disable-gpu"];
  const browser = await chromium.launch({ executablePath, args });
  const market = await startMarket();
  try {
    // In sequence; the part that adds orders comes last.
    const results: WebResults = {
      pages: isWanted("pages") ? await pageCosts(browser, market) : [],
      changes: isWanted("changes") ? await changes(browser, market) : [],
      landing: isWanted("landing") ? await landing(market) : null,
      arrivals: isWanted("arrivals") ? await arrivals(browser, market) : [],
    };
    const report = webReport(results, machine());
    console.log(report);
    if (values.only !== undefined) return 0;
    mkdirSync(RESULTS, { recursive: true });
    writeFileSync(path.join(RESULTS, "web.md"), report);
    return 0;
  } finally {
    await browser.close();
    await market.stop();
  }
}

await finish(measure);
