/** The page of the month's end in all its states, with the real worker. */
import { getFunctionName } from "convex/server";
import { unzipSync } from "fflate";
import Papa from "papaparse";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import type { MonthDocument } from "../../../domain/gst/return/document";
import { BUYER_GSTIN, GSTIN, monthOf } from "../../../domain/gst/return/month.setup";
import { pageOf, serverError } from "../../testing/fakeClient.setup";
import { ASHA, LONG_WORD, MARCH_4 } from "../../testing/fixtures.setup";
import {
  choose,
  clientFor,
  expectColumns,
  expectNoSidewaysScroll,
  expectTexts,
  open,
  usePhone,
} from "../../testing/screen.setup";
import type { Me } from "../../session/userdata";

vi.setConfig({ testTimeout: 90_000 });

const saved: File[] = [];
vi.mock("../../files/saveFile", () => ({
  saveFile: (file: File) => saved.push(file),
  // Of the page of invoices.
  shareFile: vi.fn(),
}));

beforeEach(() => {
  saved.length = 0;
  vi.useFakeTimers({ now: MARCH_4, toFake: ["Date"] });
});
afterEach(() => vi.useRealTimers());

const SELLER: Me = { ...ASHA, gstin: GSTIN, stateCode: "27", pincode: "411001" };
const RICE = { pricePaise: 118_00, quantity: 10, hsn: "1006", gstRateBp: 1800 };

const MONTH = monthOf([
  { day: "2026-02-03", gstin: BUYER_GSTIN, state: "29", lines: [RICE], credited: [2] },
  { day: "2026-02-28", lines: [RICE, { ...RICE, taxKind: "nil", pricePaise: 50_00 }] },
]);

/** A worker is fetched file by file here, the first one by a server that has not compiled it yet. */
const WORKER_MS = 60_000;

type Asked = { readonly name: string; readonly month: string; readonly cursor: string | null };
type Answer = (asked: Asked) => readonly MonthDocument[] | Error | null;

const all: Answer = ({ name }) =>
  MONTH.filter(({ type }) => (type === "invoice") === (name === "monthEnd:invoices"));

async function openPage({ me = SELLER, answer = all, address = "/month-end" } = {}) {
  const asked: Asked[] = [];
  const client = clientFor(me);
  const query = (
    reference: never,
    args: { month: string; paginationOpts: { cursor: string | null } },
  ) => {
    const { month, paginationOpts } = args;
    const one = { name: getFunctionName(reference), month, cursor: paginationOpts.cursor };
    asked.push(one);
    const answered = answer(one);
    if (answered instanceof Error) return Promise.reject(answered);
    // A page that never comes.
    if (answered === null) return new Promise(() => undefined);
    const at = Number(one.cursor ?? 0);
    const isDone = at >= answered.length - 1;
    return Promise.resolve({
      ...{ page: answered.slice(at, at + 1), isDone, continueCursor: String(at + 1) },
    });
  };
  Object.assign(client, { query });
  await open(address, client);
  return { asked, client };
}

const main = page.getByRole("main");
const gstr1 = main.getByRole("region", { name: "GSTR-1" });
const card = (name: string) => main.getByRole("region", { name, exact: true });
const button = (name: string) => main.getByRole("button", { name, exact: true });

async function expectSaved(name: string): Promise<File> {
  await expect.poll(() => saved.map((file) => file.name), { timeout: WORKER_MS }).toContain(name);
  return saved.find((file) => file.name === name)!;
}

describe("[MONTH1] the page of the month's end", () => {
  test("reads the last complete month to its last page, and shows the figures of each file", async () => {
    const { asked } = await openPage();
    await expectColumns(gstr1, "Table", "Documents", "Value", "Tax", "File");
    const row = (name: string) => gstr1.getByRole("row", { name: new RegExp(`^${name}`) });
    await expect.element(row("b2b")).toMatchTextContent("₹1,000.00Tax₹180.00");
    await expect.element(row("cdnr")).toMatchTextContent("₹200.00Tax₹36.00");
    await expect.element(row("b2cs")).toMatchTextContent("₹1,000.00Tax₹180.00");
    await expect.element(row("exemp")).toMatchTextContent("₹500.00Tax–");
    await expectTexts(card("E-invoices"), "2 documents", "₹944.00");
    await expectTexts(card("Tally"), "3 vouchers", "₹3,096.00");
    await expect
      .element(main)
      .toMatchTextContent("Mandi gives no legal or tax advice. Please check the files");
    expect(asked.map(({ name, month, cursor }) => [name, month, cursor])).toEqual([
      ["monthEnd:invoices", "2026-02", null],
      ["monthEnd:invoices", "2026-02", "1"],
      ["monthEnd:creditNotes", "2026-02", null],
    ]);
  });

  test("reads another month when it is chosen, and the same one again when that is asked for", async () => {
    const { asked } = await openPage({ answer: () => [] });
    await expectTexts(main, "No documents in February 2026");
    await choose(main.getByLabelText("Month"), "January 2026");
    await expectTexts(main, "No documents in January 2026");
    await button("Read again").click();
    await expect
      .poll(() => asked.map(({ month }) => month))
      .toEqual(["02", "02", "01", "01", "01", "01"].map((number) => `2026-${number}`));
  });

  test("says that it reads, and what failed, with Retry", async () => {
    await openPage({ answer: () => null });
    await expectTexts(main, "Reading: 0 documents");
    let fails = true;
    await openPage({ answer: (asked) => (fails ? serverError() : all(asked)) });
    await expectTexts(main, "The month's documents could not be loaded.");
    fails = false;
    await button("Retry").click();
    await expect.element(gstr1).toBeVisible();
  });
});

describe("[MONTH9] each figure", () => {
  test("opens the list of its documents, with the links to their pages", async () => {
    await openPage();
    await button("1 in cdnr").click();
    const list = main.getByRole("region", { name: "Documents: cdnr" });
    const link = list.getByRole("link", { name: "CN/25-26/00001" });
    await expect.element(link).toHaveAttribute("href", "/creditnote/note%20CN%2F25-26%2F00001");
    await expect.element(main.getByRole("heading", { name: "Documents: cdnr" })).toHaveFocus();
    await button("3 vouchers").click();
    const vouchers = main.getByRole("region", { name: "Documents: Vouchers" });
    await expect
      .element(vouchers.getByRole("link").first())
      .toHaveAttribute("href", "/invoicepage?invoice=invoice%20ASH%2F25-26%2F00001");
    await expect.poll(() => vouchers.getByRole("link").elements().length).toBe(3);
    await button("Close").click();
    await expect.element(vouchers).not.toBeInTheDocument();
  });

  test("of documents without an e-invoice says what they lack", async () => {
    const bare = MONTH.map((document) => ({
      ...document,
      buyer: { ...document.buyer, pincode: undefined },
    }));
    await openPage({ answer: (asked) => (asked.name === "monthEnd:invoices" ? bare : []) });
    await button("2 left out").click();
    await expectTexts(main, "ASH/25-26/00001: the buyer's PIN code");
    await expect.element(button("E-invoice JSON")).toBeDisabled();
  });
});

describe("[MONTH7] the saved files", () => {
  test("are a CSV of each table, a JSON of the e-invoices and an Excel file for Tally", async () => {
    await openPage();
    await button("Download b2b as CSV").click();
    const csv = await (await expectSaved("gstr1-2026-02-b2b.csv")).text();
    const { data } = Papa.parse<Record<string, string>>(csv.replace(/^\uFEFF/, ""), {
      ...{ header: true, skipEmptyLines: true },
    });
    expect(data).toMatchObject([
      {
        ...{ "Receiver Name": "पीपल चौक स्टोर्स", "Invoice date": "03-Feb-2026" },
        ...{ "Place Of Supply": "29-Karnataka", Rate: "18.00", "Taxable Value": "1000.00" },
      },
    ]);
    await button("E-invoice JSON").click();
    const json = JSON.parse(
      await (await expectSaved("e-invoices-2026-02.json")).text(),
    ) as object[];
    expect(json).toMatchObject([{ DocDtls: { Typ: "INV" } }, { DocDtls: { Typ: "CRN" } }]);
    await button("Excel for Tally").click();
    const bytes = new Uint8Array(await (await expectSaved("tally-2026-02.xlsx")).arrayBuffer());
    expect([...bytes.subarray(0, 2)]).toEqual([0x50, 0x4b]);
    await button("XML for Tally").click();
    const xml = await (await expectSaved("tally-2026-02.xml")).text();
    expect(xml.match(/<VOUCHER /g)).toHaveLength(3);
  });
});

describe("[MONTH11] “All files”", () => {
  async function packed(): Promise<string[]> {
    await button("All files").click();
    const file = await expectSaved("month-end-2026-02.zip");
    const entries = Object.entries(unzipSync(new Uint8Array(await file.arrayBuffer())));
    expect(entries.filter(([, bytes]) => bytes.length === 0)).toEqual([]);
    return entries.map(([name]) => name).sort();
  }

  test("saves each file that has documents in one, on phones, too", async () => {
    await usePhone();
    await openPage();
    expect(await packed()).toEqual([
      "e-invoices-2026-02.json",
      ...["b2b", "b2cs", "cdnr", "docs", "exemp", "hsn(b2b)", "hsn(b2c)"].map(
        (table) => `gstr1-2026-02-${table}.csv`,
      ),
      ...["tally-2026-02.xlsx", "tally-2026-02.xml"],
    ]);
    await expectNoSidewaysScroll();
  });

  test("saves the vouchers alone by composition", async () => {
    await openPage({ me: { ...SELLER, gstScheme: "composition" } });
    expect(await packed()).toEqual(["tally-2026-02.xlsx", "tally-2026-02.xml"]);
  });
});

describe("[MONTH10] whoever files no GSTR-1", () => {
  test("has the vouchers alone, by composition", async () => {
    await openPage({ me: { ...SELLER, gstScheme: "composition" } });
    await expectTexts(card("Tally"), "3 vouchers");
    await expect.element(gstr1).not.toBeInTheDocument();
    await expect.element(card("E-invoices")).not.toBeInTheDocument();
    await expect.element(main).not.toMatchTextContent("GSTR-1");
  });

  test("has no such page without a GSTIN, and no link to it", async () => {
    const { asked } = await openPage({ me: ASHA });
    await expectTexts(page, "Page not found");
    expect(asked).toEqual([]);
    for (const [me, count] of [
      [ASHA, 0],
      [SELLER, 1],
    ] as const)
      for (const address of ["/invoicepage", "/settings"]) {
        await open(address, clientFor(me).answer(api.invoices.mine, pageOf([])));
        const heading = page.getByRole("heading", { level: 1 });
        await expect.element(heading).toBeVisible();
        const link = main.getByRole("link", { name: "Month's end" });
        await expect.poll(() => link.elements().length, { message: address }).toBe(count);
      }
  });
});

test("[MONTH1] the page has its room on phones, with names that never end", async () => {
  await usePhone();
  const long = MONTH.map((document) => ({
    ...document,
    buyer: { ...document.buyer, business: LONG_WORD },
  }));
  await openPage({
    answer: ({ name }) => (name === "monthEnd:invoices" ? long : []),
    address: "/month-end?month=2026-02&list=vouchers",
  });
  await expectTexts(main.getByRole("region", { name: "Documents: Vouchers" }), LONG_WORD);
  await expectNoSidewaysScroll();
});
