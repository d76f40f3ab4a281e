/** It is light: what a page loads before it can be used, as a browser receives it. */
import { expect, test } from "@playwright/test";
import { gzipSync } from "node:zlib";
import { type Market, startMarket } from "./market";
import { newVisitor } from "./people";

/** Where it may not get worse than; the aim is 170. React, its router and Convex's client alone are about 110. */
const FIRST_LOAD_KB = 220;
const KB = 1_000;

let market: Market;
test.beforeAll(async () => {
  market = await startMarket(["--empty"]);
});
test.afterAll(() => market.stop());

for (const address of ["/", "/auth/login"]) {
  test(`${address} loads at most ${FIRST_LOAD_KB} kB of JavaScript, compressed`, async ({
    browser,
  }) => {
    const page = await newVisitor(browser, market);
    const scripts: Promise<number>[] = [];
    let isShown = false;
    page.on("response", (response) => {
      // What is fetched ahead once the page is there costs nobody any waiting.
      if (isShown || response.request().resourceType() !== "script") return;
      scripts.push(response.body().then((body) => gzipSync(body).length));
    });
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    isShown = true;
    const bytes = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0);
    console.log(
      `${address}: ${(bytes / KB).toFixed(0)} kB of JavaScript (at most ${FIRST_LOAD_KB}, aim 170)`,
    );
    expect(bytes).toBeLessThanOrEqual(FIRST_LOAD_KB * KB);
  });
}

test("texts travel compressed, and files with a hash in their name are kept", async () => {
  const page = await (await fetch(market.url)).text();
  const [script = ""] = /\/assets\/index-[\w-]+\.js/.exec(page) ?? [];
  const answer = await fetch(market.url + script, { headers: { "Accept-Encoding": "br" } });
  expect(answer.headers.get("content-encoding")).toBe("br");
  expect(answer.headers.get("cache-control")).toContain("immutable");
});
