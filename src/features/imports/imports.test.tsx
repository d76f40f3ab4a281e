/** The steps of an import of products. */
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { isKey } from "../../../domain/text";
import { type ImportJob, importJobs, withJob } from "./importJob";
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

async function choose(lines = ROWS, name = "goods.csv"): Promise<void> {
  const file = new File([lines.join("\n")], name, { type: "text/csv" });
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

test("[IMPORT14] a preview shows what was read of a new row, and names the columns that were not", async () => {
  const lines = [
    "SKU,Name,Category,Description,Pack size,Rate,Stock,GST %,MRP,",
    "A-1,Rice,Food and Beverage,Aged.,12,1.250,5,5,9,note",
  ];
  await open(ADDRESS, shop());
  await choose(lines);
  await expectTexts(page, "Not read: MRP, Column 10");
  await expect.element(page.getByText(/^Not used yet: GST %/)).toBeVisible();
  await page.getByRole("button", { name: "Preview" }).click();
  await expectTexts(page, "Not read: MRP, Column 10");
  await expect.element(page.getByText(/Price: ₹1\.25 · Stock: 5 · GST %: 5% ·/)).toBeVisible();
});

test("[IMPORT14] columns that another import would read are named with the reason, and those of taxes used with a GSTIN", async () => {
  const lines = ["SKU,Rate,HSN,GST %", "A-1,5,1006,5"];
  await open(ADDRESS, clientFor({ ...ASHA, gstin: "27AAPFU0939F1ZV" }));
  await choose(lines);
  await expect.element(page.getByRole("button", { name: "Preview" })).toBeEnabled();
  expect(page.getByText(/^Not (read|used yet)/).elements()).toEqual([]);
  await page.getByLabelText("What this import does").selectOptions("Only set price and stock");
  await expectTexts(page, "(This import sets price and stock alone.)");
  await expect.element(page.getByText(/^Not read: HSN, GST %/)).toBeVisible();
});

test("[IMPORT17] equal faults are said once with their rows, and one choice mends a wrong type in all of them", async () => {
  const lines = [
    "SKU,Name,Category,Description,Pack size,Rate,Stock",
    "A-1,Rice,Grocery,Aged.,12,10,5",
    'A-2,Tea,Grocery,Black.,12,"13,75",5',
    'A-3,Salt,Snacks,White.,12,"13,75",5',
    "A-4,Soap,Beauty,Green.,12,-,5",
  ];
  const client = shop().onCall(api.imports.take, ({ rows }) => ({
    outcomes: rows.map(({ line }) => ({ line, outcome: "added" as const })),
  }));
  await open(ADDRESS, client);
  await choose(lines);
  await page.getByRole("button", { name: "Preview" }).click();
  const shared = page.getByRole("list", { name: "What is wrong" });
  await expect.poll(() => shared.getByRole("listitem").elements().length).toBe(3);
  const grocery = shared.getByRole("listitem").filter({ hasText: "Grocery" });
  await expect.element(grocery).toMatchTextContent("Grocery · 2 rows: 2, 3");
  const price = "Price “13,75”: A comma divides no decimals here: write 13.75.";
  await expectTexts(shared, price, "Snacks");
  await expectTexts(page.getByRole("table"), "Price “13,75”: see above.");
  expect(page.getByText(/one of: Beauty/).elements()).toEqual([]);

  await shared.getByLabelText("Choose type for Grocery").selectOptions("Food and Beverage");
  await expect.element(grocery).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Import 1 row" }).click();
  await expectTexts(page, "1 added, 0 changed, 0 as they were.");
  const [sent] = client.argsOf(api.imports.take);
  expect(sent!.rows).toMatchObject([{ line: 2, cells: { type: "Food and Beverage" } }]);
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

test("[IMPORT5] an import has a key on plain http, too, where the browser has no randomUUID", async () => {
  vi.spyOn(crypto, "randomUUID").mockImplementation(() => {
    throw new TypeError("crypto.randomUUID is not a function");
  });
  const client = shop().onCall(api.imports.take, () => ({
    outcomes: [{ line: 2, outcome: "added" as const }],
  }));
  await open(ADDRESS, client);
  await preview();
  await page.getByRole("button", { name: "Import 1 row" }).click();
  await expectTexts(page, "1 added, 0 changed, 0 as they were.");
  const [begun] = client.argsOf(api.imports.begin);
  expect(isKey(begun!.importId)).toBe(true);
});

test("[IMPORT5] an import that broke off stays kept while another one is done", async () => {
  const left: ImportJob = {
    ...{ importId: "left", mode: "addAndUpdate", fileName: "left.csv", reasons: [] },
    sheet: { format: "csv", headers: ["SKU"], rows: [] },
    rows: [{ line: 2, cells: { sku: "L-1" } }],
  };
  const client = shop().onCall(api.imports.take, () => ({
    outcomes: [{ line: 2, outcome: "added" as const }],
  }));
  await importJobs(client.session!).update(withJob(left));
  await open(ADDRESS, client);
  const told = "left.csv: 0 of 1 rows are in. They stay in, and no row is imported twice.";
  await expectTexts(page, told);
  await preview();
  await page.getByRole("button", { name: "Import 1 row" }).click();
  await expectTexts(page, "1 added, 0 changed, 0 as they were.");
  await page.getByRole("button", { name: "Import another file" }).click();
  await expectTexts(page, told);
});

test("[IMPORT5] an import that is done after its page was left tells its outcome on return", async () => {
  type Taken = { outcomes: { line: number; outcome: "added" }[] };
  const taken: Taken = { outcomes: [{ line: 2, outcome: "added" }] };
  const waiting: ((taken: Taken) => void)[] = [];
  const client = shop().onCall(
    api.imports.take,
    () => new Promise<Taken>((resolve) => waiting.push(resolve)),
  );
  await open(ADDRESS, client);
  await preview();
  await page.getByRole("button", { name: "Import 1 row" }).click();
  await expect.poll(() => waiting).toHaveLength(1);
  await open("/about", client);
  waiting[0]?.(taken);
  client
    .onCall(api.imports.take, () => taken)
    .answer(api.imports.progress, {
      ...{ rowCount: 1, batchesDone: 1 },
      counts: { added: 1, changed: 0, same: 0, refused: 0, conflict: 0 },
      pictures: { wanted: 0, fetched: 0, failed: 0 },
    });
  // Whatever follows on the answer has happened by then.
  await new Promise((resolve) => setTimeout(resolve, 200));
  await open(ADDRESS, client);
  await expectTexts(page, "An import is done");
  await page.getByRole("button", { name: "See its outcome" }).click();
  await expectTexts(page, "1 added, 0 changed, 0 as they were.", "1 row was not imported");
});

test("a preview that comes late does not take the place of the file that was chosen meanwhile", async () => {
  const client = shop().answer(api.imports.lookup, () => undefined);
  await open(ADDRESS, client);
  await preview();
  await page.getByRole("button", { name: "Another file" }).click();
  await choose(["SKU,Rate", "B-1,5"], "other.csv");
  await expectTexts(page, "other.csv");
  client.answer(api.imports.lookup, ({ rows }) =>
    rows.map(() => ({ product: null, sameName: false })),
  );
  await expect.element(page.getByRole("button", { name: "Preview" })).toBeEnabled();
  await expectTexts(page, "other.csv");
});

const WITH_PICTURES = [
  "SKU,Name,Category,Description,Pack size,Rate,Stock,Image URL",
  "A-1,Rice,Food and Beverage,Aged.,12,10,5,https://shop.example/1.png",
  "A-2,Tea,Food and Beverage,Black.,12,10,5,rice.png",
  'A-3,Dal,Food and Beverage,Red.,12,"13,75",5,https://10.0.0.1/3.png',
];
const PRIVATE = "This address leads into a private network, from which no picture is fetched.";

test("[IMPORT10] addresses of pictures are faults of their rows, found by the page or the server", async () => {
  const client = shop().answer(api.imports.lookup, ({ rows }) =>
    rows.map(({ picture = "" }) => ({
      ...{ product: null, sameName: false },
      ...(picture.includes("10.0.0.1") && { pictureFault: PRIVATE }),
    })),
  );
  await open(ADDRESS, client);
  await choose(WITH_PICTURES);
  await expectTexts(page, "Begins with https://. Pictures are fetched after the import.");
  await page.getByRole("button", { name: "Preview" }).click();
  await expectTexts(
    page,
    "Picture address “rice.png”: Write the whole address of the picture: https://shop.example/rice.jpg.",
    "Price “13,75”: A comma divides no decimals here: write 13.75.",
    `Picture address “https://10.0.0.1/3.png”: ${PRIVATE}`,
  );
  await expect.element(page.getByRole("button", { name: "Import 1 row" })).toBeEnabled();
});

test("[IMPORT10] pictures are counted as they come, and those that can't be had are named", async () => {
  const progress = (fetched: number, failed: number) => ({
    ...{ rowCount: 1, batchesDone: 1 },
    counts: { added: 1, changed: 0, same: 0, refused: 0, conflict: 0 },
    pictures: { wanted: 8, fetched, failed },
  });
  const pictureProblem = "An import fetches at most 1,000 pictures. Import this row again.";
  const client = shop()
    .answer(api.imports.progress, progress(1, 0))
    .answer(
      api.imports.pictureProblems,
      Array.from({ length: 7 }, (_, at) => ({
        ...{ line: 9 - at, address: "https://shop.example/1.png" },
        problem: `The picture could not be fetched: ${9 - at}.`,
      })),
    )
    .onCall(api.imports.take, () => ({
      outcomes: [{ line: 2, outcome: "added" as const, pictureProblem }],
    }));
  await open(ADDRESS, client);
  await choose(WITH_PICTURES);
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByRole("button", { name: "Import 1 row" }).click();
  await expectTexts(
    page,
    "1 of 8 pictures are fetched. You may leave this page meanwhile.",
    "1 picture is missing",
    `Row 2: ${pictureProblem}`,
  );
  const silentHosts = ["shop.example"];
  client.answer(api.imports.progress, { ...progress(1, 0), silentHosts });
  await expectTexts(
    page,
    "shop.example does not answer. Pictures from there are tried again for a day.",
  );
  client.answer(api.imports.progress, progress(1, 7));
  await expectTexts(
    page,
    "1 of 8 pictures are fetched.",
    "8 pictures are missing",
    "Row 3: The picture could not be fetched: 3.",
    "And 3 more, in the file.",
  );
});

test("columns that were not found are chosen, and the SKU is needed", async () => {
  await open(ADDRESS, shop());
  await choose(["Number,Rate", "A-1,5"]);
  await expectTexts(page, "Choose the column that has the SKU: it tells your products apart.");
  await expect.element(page.getByRole("button", { name: "Preview" })).toBeDisabled();
  await page.getByRole("combobox", { name: "SKU" }).selectOptions("Number");
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
