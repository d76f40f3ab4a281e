/** The steps of an import of products. */
import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { discardJob } from "../../lib/importJob";
import { serverError } from "../../testing/fakeClient.setup";
import { ASHA } from "../../testing/fixtures.setup";
import {
  clientFor,
  expectNoSidewaysScroll,
  expectTexts,
  open,
  usePhone,
} from "../../testing/screen.setup";

const ADDRESS = "/import-products";

beforeEach(() => discardJob(ASHA._id));

function shop() {
  return clientFor(ASHA)
    .answer(api.imports.lookup, ({ rows }) => rows.map(() => ({ product: null, sameName: true })))
    .answer(api.imports.progress, null)
    .onCall(api.imports.begin, () => null);
}

const ROWS = [
  "SKU,Name,Category,Description,Pack size,Rate,Stock",
  'A-1,Rice,Food and Beverage,Aged.,12,"₹1,00,000",5',
  'A-2,Tea,Food and Beverage,Black.,12,"13,75",5',
];

async function choose(lines = ROWS): Promise<void> {
  const file = new File([lines.join("\n")], "goods.csv", { type: "text/csv" });
  await page.getByLabelText("File of products").upload(file);
}

async function preview(): Promise<void> {
  await choose();
  await page.getByRole("button", { name: "Preview" }).click();
}

test("a file is previewed row by row, and filtered by verdict", async () => {
  await open(ADDRESS, shop());
  await preview();
  await expectTexts(page, "A-1", "A-2", "Another of your products has this name.");
  await page.getByRole("button", { name: "Wrong 1" }).click();
  await expectTexts(page, "Price “13,75”: A comma divides no decimals here: write 13.75.");
  await expect.element(page.getByText("A-1", { exact: true })).not.toBeInTheDocument();
  await expect.element(page.getByRole("button", { name: "Import 1 row" })).toBeEnabled();
});

test("[IMPORT5] an import that broke off goes on with the same batch, and is done once", async () => {
  let isDown = true;
  const client = shop().onCall(api.imports.take, () =>
    isDown ? serverError() : { outcomes: [{ line: 2, outcome: "added" as const }] },
  );
  await open(ADDRESS, client);
  await preview();
  await page.getByRole("button", { name: "Import 1 row" }).click();
  await expectTexts(page, "The import broke off. What is in stays in; please go on.");
  isDown = false;
  await page.getByRole("button", { name: "Go on" }).click();
  await expectTexts(page, "1 added, 0 changed, 0 as they were.", "1 row was not imported");
  const [first, second] = client.argsOf(api.imports.take);
  expect(second).toEqual(first);
});

test("columns that were not found are chosen, and the SKU is needed", async () => {
  await open(ADDRESS, shop());
  await choose(["Number,Rate", "A-1,5"]);
  await expectTexts(page, "Choose the column that has the SKU: it tells your products apart.");
  await expect.element(page.getByRole("button", { name: "Preview" })).toBeDisabled();
  await page.getByRole("combobox", { name: "SKU" }).click();
  await page.getByRole("option", { name: "Number" }).click();
  await expect.element(page.getByRole("button", { name: "Preview" })).toBeEnabled();
});

test("a file that can't be read is refused with the reason", async () => {
  await open(ADDRESS, shop());
  await choose(["SKU,Name"]);
  await expectTexts(page, "This file has no rows below its headers.");
});

test("the steps fit a phone", async () => {
  await usePhone();
  await open(ADDRESS, shop());
  await expect.element(page.getByText("Download a template")).toBeVisible();
  await expectNoSidewaysScroll();
  await preview();
  await expect.element(page.getByRole("button", { name: "Import 1 row" })).toBeVisible();
  await expectNoSidewaysScroll();
});
