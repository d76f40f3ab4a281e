/** What counts as said by a test, and where: on small tests in source, none of which is run. */
import { describe, expect, it } from "vitest";
import { cover, gaps, tableOf } from "./coverage";
import { rule, screen } from "./entry";
import { type FoundTest, findTests } from "./tests";

/** The tests of one browser spec, with files beside it. */
function found(spec: string, others: Readonly<Record<string, string>> = {}): FoundTest[] {
  const files: Readonly<Record<string, string>> = { ...others, "e2e/a.spec.ts": spec };
  return findTests(["e2e/a.spec.ts"], (file) => files[file]);
}

function saidBy(body: string, others?: Readonly<Record<string, string>>): string[] {
  const [test] = found(`test("t", async () => { ${body} });`, others);
  return [...(test?.words.keys() ?? [])];
}

/** Where a text is said, in a test that says it at least. */
function placesOf(text: string, body: string): string[] {
  const [test] = found(`test("t", async () => { ${body} });`);
  return [...(test?.words.get(text) ?? [])];
}

describe("a test says", () => {
  it("what it expects", () => {
    expect(saidBy('await expect(page.getByText("Sold")).toHaveText("Sold out");')).toEqual([
      "Sold",
      "Sold out",
    ]);
  });

  it("what it uses, and not what it types", () => {
    const body = 'await page.getByLabel("Phone").fill("+91"); expect(1).toBe(1);';
    expect(saidBy(body)).toEqual(["Phone"]);
  });

  it.each([
    'await expect(page.getByText("Sold")).toHaveCount(0)',
    'await expect(page.getByText("Sold")).toBeHidden()',
    'await expect(page.getByText("Sold")).not.toBeVisible()',
    'await expect(page).not.toContainText("Sold")',
    'const unused = page.getByText("Sold")',
  ])("nothing by %s", (statement) => {
    expect(saidBy(`${statement}; expect(true).toBe(true);`)).not.toContain("Sold");
  });

  it("what stands behind a name, in a table or in another file", () => {
    const table = 'import { WORDS } from "./words"; const ROWS = [["/a", "A"]] as const;';
    const spec = `${table} test("t", async () => {
      for (const [, text] of ROWS) await expect(page.getByText(text)).toBeVisible();
      const button = page.getByRole("button", { name: WORDS.sold.text });
      await button.click();
      await expect(page).toHaveTitle("t");
    });`;
    const words = 'export const WORDS = { sold: { text: "Sold" }, gone: { text: "Gone" } };';
    const [test] = found(spec, { "e2e/words.ts": words });
    expect([...(test?.words.keys() ?? [])]).toEqual(["A", "button", "Sold", "t"]);
  });

  it("the words of each row of a table at the address of that row", () => {
    const table = 'const PLACES = { a: [["/a", "A"]], b: [["/b", "B"]] };';
    const spec = `${table} for (const who of ["a", "b"] as const) test("t", async () => {
      for (const [address, words] of PLACES[who]) {
        await page.goto(address);
        await expect(page.getByText(words)).toBeVisible();
      }
    });`;
    const [test] = found(spec);
    const rows = { A: new Set(["/a"]), B: new Set(["/b"]) };
    expect(test?.words).toEqual(new Map(Object.entries(rows)));
  });

  it("what a helper expects for it", () => {
    const helper =
      "async function shows(page, text) { await expect(page.getByText(text)).toBeVisible(); }";
    const [test] = found(`${helper} test("t", async () => { await shows(page, "Sold"); });`);
    expect([...(test?.words.keys() ?? [])]).toEqual(["Sold"]);
  });

  it("nothing if it expects nothing, or sleeps", () => {
    expect(found('test("t", async () => { await page.getByText("Sold").click(); });')).toEqual([]);
    expect(found('test.skip("t", () => { expect(1).toBe(1); });')).toEqual([]);
    expect(found('describe.skip("g", () => { it("t", () => { expect(1).toBe(1); }); });')).toEqual(
      [],
    );
  });
});

describe("a text is said", () => {
  it("at the address at which its page was then", () => {
    const body = `
      await asha.goto("/requests"); await meena.goto("/chat");
      await expect(asha.getByText("Pending")).toBeVisible();
      await meena.waitForURL("**/orderinfo/*");
      await expect(meena.getByText("Place Order")).toBeVisible();`;
    expect(placesOf("Pending", body)).toEqual(["/requests"]);
    expect(placesOf("Place Order", body)).toEqual(["**/orderinfo/*"]);
  });

  it("of a named part of the page, at the page's address", () => {
    const body = `
      await page.goto("/chat"); await other.goto("/news");
      const row = page.getByRole("row");
      await expect(row.getByText("Asha")).toBeVisible();`;
    expect(placesOf("Asha", body)).toEqual(["/chat"]);
  });
});

describe("a test has a title", () => {
  it("with those of its groups, and {…} for what is put in", () => {
    const spec = `test.describe("orders", () => {
      for (const who of ["a"]) test(\`of \${who}\`, () => { expect(1).toBe(1); });
    });`;
    expect(found(spec).map(({ title }) => title)).toEqual(["orders › of {who}"]);
  });
});

describe("a promise", () => {
  const tests = found(`test("sells", async () => {
    await page.goto("/shop/7?sort=type");
    await expect(page.getByText("3 left")).toBeVisible();
  });`);
  const kept = (where: string, promise: Parameters<typeof screen>[2][number]) =>
    gaps(cover(screen("Shop", where, [promise]), tests)).length === 0;

  it("is kept where it was made, and nowhere else", () => {
    expect(kept("/shop/:id", "3 left")).toBe(true);
    expect(kept("", "3 left")).toBe(true);
    expect(kept("/shop", "3 left")).toBe(false);
    expect(kept("/market/:id", "3 left")).toBe(false);
  });

  it("may leave open what varies", () => {
    expect(kept("/shop/:id", "{n} left")).toBe(true);
    expect(kept("/shop/:id", "{n} gone")).toBe(false);
    expect(kept("/shop/:id", "left")).toBe(false);
  });

  it("of a rule is kept by the tests that it names, all of them", () => {
    expect(kept("/shop/:id", rule("It sells", "e2e/a.spec.ts › sells"))).toBe(true);
    expect(kept("/shop/:id", rule("It sells", "e2e/a.spec.ts › sold"))).toBe(false);
    const both = rule("It sells", "e2e/a.spec.ts › sells", "e2e/b.spec.ts › sells");
    expect(kept("/shop/:id", both)).toBe(false);
  });

  it("stands in the table with its test", () => {
    const table = tableOf(cover(screen("Shop", "/shop/:id", ["3 left"]), tests));
    expect(table).toContain("1 promises, 1 shown.");
    expect(table).toContain("## Shop `/shop/:id`");
    expect(table).toContain("| 3 left | text | `e2e/a.spec.ts` › sells |");
  });
});
