/** The console in Chromium, as a developer uses it. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { chromium } from "@playwright/test";
import type { Browser, BrowserContext, Page } from "@playwright/test";
import axe from "axe-core";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { runBackend } from "../backend";
import type { Addresses, FolderOptions } from "../options";
import { chromiumOptions } from "../testkit/chromium";
import { copyProject } from "../testkit/project";

const HOSTILE = `<img src=x onerror="document.title='run'">`;
const NOTE = { name: "first", group: "g", owner: "o", score: 1, text: HOSTILE };
const TABS = ["data", "functions", "logs", "schedules", "files", "variables", "transfer", "health"];
const PATIENCE_MS = 10_000;

let browser: Browser;
const opened: (() => unknown)[] = [];

beforeAll(async () => {
  browser = await chromium.launch(chromiumOptions());
});

afterAll(() => browser.close());

afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

async function start(fixture: string, changes: Partial<FolderOptions> = {}): Promise<Addresses> {
  const project = copyProject(fixture, changes);
  opened.push(() => project.remove());
  const backend = await runBackend(project.options);
  opened.push(() => backend.stop());
  return backend.addresses;
}

/** A page that fails the test at its end if the browser complained, for instance about the policy. */
async function openPage(options: Parameters<Browser["newContext"]>[0] = {}): Promise<Page> {
  const context: BrowserContext = await browser.newContext(options);
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    // Refused calls are expected, and printed by the browser and the client.
    const isRefusal = /401|\[CONVEX /.test(message.text());
    if (message.type() === "error" && !isRefusal) complaints.push(message.text());
  });
  opened.push(async () => {
    await context.close();
    expect(complaints).toEqual([]);
  });
  return page;
}

function change({ apiUrl }: Addresses, note: typeof NOTE): Promise<unknown> {
  const client = new ConvexHttpClient(apiUrl);
  const reference = makeFunctionReference<"mutation">("notes:change");
  return client.mutation(reference, { writes: [{ kind: "put", note }] });
}

async function openTab(page: Page, { apiUrl }: Addresses, tab: string): Promise<void> {
  await page.goto(`${apiUrl}/console#/${tab}`);
  await page.getByRole("heading", { level: 2 }).first().waitFor();
}

test("[CON8] rows are found, added, changed and deleted, and strangers' text stays text", async () => {
  const addresses = await start("notes");
  await change(addresses, NOTE);
  const page = await openPage();
  await openTab(page, addresses, "data/notes");
  const rows = page.getByRole("region", { name: "Documents of notes" }).locator("tbody tr");
  await rows.filter({ hasText: HOSTILE }).waitFor();
  expect(await page.title()).toBe("Data · Console");

  await page.getByRole("button", { name: "Add a document" }).click();
  const fields = page.getByRole("textbox", { name: "Fields" });
  await fields.fill(JSON.stringify({ ...NOTE, name: 5 }));
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("alert").filter({ hasText: "schema" }).waitFor();
  await fields.fill(JSON.stringify({ ...NOTE, name: "second", score: 2 }));
  await page.getByRole("button", { name: "Save" }).click();
  await rows.filter({ hasText: "second" }).waitFor();

  await page.getByRole("combobox", { name: "Index" }).selectOption("by_score");
  await page.getByRole("combobox", { name: "score is" }).selectOption("≥");
  await page.getByRole("textbox", { name: "score value" }).fill("2");
  await page.getByRole("button", { name: "Apply" }).click();
  await rows.filter({ hasText: "first" }).waitFor({ state: "detached" });
  expect(await rows.count()).toBe(1);

  await rows.getByRole("button").click();
  await fields.fill(JSON.stringify({ ...NOTE, name: "third", score: 3 }));
  await page.getByRole("button", { name: "Save" }).click();
  await rows.filter({ hasText: "third" }).waitFor();
  // The page is live: it shows what others write.
  await change(addresses, { ...NOTE, name: "fourth", score: 4 });
  await rows.filter({ hasText: "fourth" }).waitFor();

  page.once("dialog", (dialog) => void dialog.accept());
  await rows.filter({ hasText: "third" }).getByRole("checkbox").check();
  await page.getByRole("button", { name: "Delete 1" }).click();
  await rows.filter({ hasText: "third" }).waitFor({ state: "detached" });
});

test("a function is called by its form, a query's result is live, and the logs name the calls", async () => {
  const addresses = await start("notes");
  const page = await openPage();
  await openTab(page, addresses, "functions/notes%3Anamed");
  await page.getByRole("textbox", { name: "name" }).fill("first");
  await page.getByRole("button", { name: "Watch" }).click();
  const result = page.getByRole("region", { name: "Result" });
  await result.filter({ hasText: "null" }).waitFor();
  await change(addresses, NOTE);
  await result.filter({ hasText: "first g 1" }).waitFor();

  await page.getByRole("textbox", { name: "Find in functions" }).fill("notes:change");
  await page.getByRole("link", { name: "notes:change" }).click();
  await page.getByRole("textbox", { name: "writes" }).fill("nothing");
  await page.getByRole("button", { name: "Run" }).click();
  await page.getByRole("alert").filter({ hasText: "writes must be" }).waitFor();
  await page.getByRole("textbox", { name: "writes" }).fill("[]");
  await page.getByRole("button", { name: "Run" }).click();
  await result.filter({ hasText: "2" }).waitFor();

  await page.getByRole("link", { name: "Logs" }).click();
  const entries = page.getByRole("region", { name: "Log entries" }).locator("tbody tr");
  const entry = entries.filter({ hasText: "Mutation notes:change" }).first();
  await entry.getByRole("button").click();
  expect(await entries.count()).toBe(1);
  await page.getByRole("link", { name: "Health" }).click();
  await page.getByRole("row").filter({ hasText: "Query notes:named" }).waitFor();
  await page.getByText("Watched queries").waitFor();
});

test("files, variables, schedules and moving data", async () => {
  const addresses = await start("shop");
  const page = await openPage({ acceptDownloads: true });
  page.on("dialog", (dialog) => void dialog.accept());
  await openTab(page, addresses, "files");
  const file = { name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("text") };
  await page.getByLabel("Upload a file").setInputFiles(file);
  const address = await page.getByRole("link", { name: "Open" }).getAttribute("href");
  expect(await (await fetch(address ?? "")).text()).toBe("text");
  await page.getByRole("button", { name: /^Delete/ }).click();
  await page.getByText("No files.").waitFor();

  await openTab(page, addresses, "variables");
  await page.getByRole("textbox", { name: "Name" }).fill("SHOP_NAME");
  await page.getByRole("textbox", { name: "Value" }).fill("Corner");
  await page.getByRole("button", { name: "Set" }).click();
  await page.getByRole("button", { name: "Remove SHOP_NAME" }).click();
  await page.getByRole("button", { name: "Remove SHOP_NAME" }).waitFor({ state: "detached" });

  await openTab(page, addresses, "functions/later%3Aschedule");
  await page.getByRole("textbox", { name: "text" }).fill("soon");
  await page.getByRole("textbox", { name: "ms" }).fill("3600000");
  await page.getByRole("button", { name: "Run" }).click();
  await page.getByRole("region", { name: "Result" }).waitFor();
  await openTab(page, addresses, "schedules");
  const jobs = page.getByRole("region", { name: "Scheduled functions" });
  await jobs.getByRole("button", { name: "Run now" }).click();
  await jobs.getByText("Nothing is scheduled.").waitFor();
  await page.getByRole("region", { name: "Cron jobs" }).getByText("tick").first().waitFor();

  await openTab(page, addresses, "transfer");
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  expect((await downloading).suggestedFilename()).toMatch(/^snapshot_\d+\.zip$/);
  await page.getByRole("combobox", { name: "Format" }).selectOption("JSON lines");
  await page.getByLabel("File", { exact: true }).setInputFiles({
    name: "products.jsonl",
    mimeType: "application/jsonl",
    buffer: Buffer.from('{"name":"tea","price":5}\n'),
  });
  await page.getByRole("textbox", { name: "Table" }).fill("products");
  await page.getByRole("button", { name: "Import" }).click();
  await page.getByText("Documents written: 1.").waitFor();
});

test("pages of fifty rows turn forth and back", async () => {
  const addresses = await start("notes");
  for (let score = 0; score < 51; score += 1)
    await change(addresses, { ...NOTE, name: `note ${score}`, score });
  const page = await openPage();
  await openTab(page, addresses, "data/notes");
  const rows = page.getByRole("region", { name: "Documents of notes" }).locator("tbody tr");
  await rows.filter({ hasText: "note 50" }).waitFor();
  expect(await rows.count()).toBe(50);
  await page.getByRole("button", { name: "Next" }).click();
  await rows.filter({ hasText: "note 0" }).waitFor();
  expect(await rows.count()).toBe(1);
  expect(await page.getByRole("button", { name: "Next" }).isDisabled()).toBe(true);
  await page.getByRole("button", { name: "Previous" }).click();
  await rows.filter({ hasText: "note 50" }).waitFor();
});

test("[CON9] it works by keyboard alone", async () => {
  const addresses = await start("notes");
  const page = await openPage();
  await openTab(page, addresses, "data/notes");
  const add = page.getByRole("button", { name: "Add a document" });
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press("Tab");
    if (await add.evaluate((element) => element === document.activeElement)) break;
  }
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(await add.evaluate((element) => element === document.activeElement)).toBe(true);
});

test.each([
  [375, "light"],
  [768, "dark"],
  [1280, "light"],
] as const)(
  "[CON9] every tab at %i px, %s, scrolls only down, and is accessible",
  async (width, colorScheme) => {
    const addresses = await start("notes");
    await change(addresses, NOTE);
    const page = await openPage({ colorScheme, viewport: { width, height: 800 } });
    for (const tab of TABS) {
      await openTab(page, addresses, tab === "data" ? "data/notes" : tab);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect([tab, overflow]).toEqual([tab, 0]);
      // Widths share what axe looks at; colours are looked at in both schemes.
      if (width === 1280) continue;
      if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
      const violations = await page.evaluate(async () => {
        const { axe: injected } = window as unknown as { axe: typeof axe };
        const results = await injected.run();
        return results.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
      });
      expect([tab, violations]).toEqual([tab, []]);
    }
  },
);

describe("access", () => {
  test("[CON3] a page of another port gets no session and no frame of the console", async () => {
    const { apiUrl } = await start("notes");
    const stranger = createServer((_, response) => {
      response.setHeader("Content-Type", "text/html");
      response.end(`<iframe src="${apiUrl}/console"></iframe>`);
    }).listen(0, "127.0.0.1");
    opened.push(() => void stranger.close());
    const context = await browser.newContext();
    opened.push(() => context.close());
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${(stranger.address() as AddressInfo).port}/`);
    const outcome = await page.evaluate(
      (address) =>
        fetch(`${address}/console/session`, { method: "POST" }).then(
          async (answer) => `${answer.status} ${await answer.text()}`,
          () => "blocked",
        ),
      apiUrl,
    );
    expect(outcome).not.toContain("token");
    const [, frame] = page.frames();
    expect(frame?.url()).not.toContain("/console");
  });

  test("[CON1] elsewhere the admin key opens it, and is kept for the tab alone", async () => {
    const addresses = await start("notes", { publicUrl: "https://shop.example" });
    const page = await openPage();
    await page.goto(`${addresses.apiUrl}/console`);
    const key = page.getByLabel("Admin key");
    await key.fill("wrong");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").waitFor();
    await key.fill(addresses.adminKey);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 2 }).first().waitFor();
    await page.reload();
    await page.getByRole("heading", { level: 2 }).first().waitFor();
    expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 1]);
    await page.goto(`${addresses.apiUrl}/console/console.css`);
  });

  test("a read-only console offers no change", async () => {
    const addresses = await start("notes", { console: "read-only" });
    await change(addresses, NOTE);
    const page = await openPage();
    await openTab(page, addresses, "data/notes");
    await page.getByText("read-only").waitFor();
    await page.getByRole("rowheader").getByRole("button").click();
    await page.getByRole("dialog").waitFor();
    expect(await page.getByRole("button", { name: /Add|Delete|Save/ }).count()).toBe(0);
    await openTab(page, addresses, "functions/notes%3Achange");
    expect(await page.getByRole("button", { name: "Run" }).isDisabled()).toBe(true);
  });
});
