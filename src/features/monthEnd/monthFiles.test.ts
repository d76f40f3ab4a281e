import { XMLParser } from "fast-xml-parser";
import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import type { MonthDocument } from "../../../domain/gst/return/document";
import { gstr1, type Gstr1Table } from "../../../domain/gst/return/gstr1";
import {
  BUYER_GSTIN,
  GSTIN,
  monthOf,
  type WantedLine,
} from "../../../domain/gst/return/month.setup";
import { vouchers } from "../../../domain/gst/return/vouchers";
import { FileWriter } from "../../files/exports/FileWriter";
import type { Sheet } from "../../files/exports/writeSheet";
import { gstr1Sheet } from "./gstr1Files";
import { chosenMonth, monthLabel, monthsUntil } from "./useMonth";
import { portalDay, portalUnit } from "./portalTexts";
import { tallySheet } from "./tallySheet";
import { tallyXml } from "./tallyXml";

type Message = {
  readonly LEDGER?: { readonly NAME: string; readonly PARENT: string };
  readonly VOUCHER?: {
    readonly "ALLLEDGERENTRIES.LIST": readonly {
      readonly LEDGERNAME: string;
      readonly AMOUNT: string;
      readonly ISDEEMEDPOSITIVE: string;
    }[];
  };
};

const RICE: WantedLine = { pricePaise: 118_00, quantity: 10, hsn: "1006", gstRateBp: 1800 };
const SALT: WantedLine = { pricePaise: 105_00, quantity: 1, hsn: "2501", gstRateBp: 500 };
const MILK: WantedLine = { pricePaise: 50_00, quantity: 2, hsn: "0401", taxKind: "nil" };

const MONTH = monthOf([
  { day: "2026-03-31", gstin: BUYER_GSTIN, state: "29", lines: [RICE, SALT, MILK], credited: [2] },
  { state: "29", lines: [{ ...RICE, pricePaise: 20_000_00 }], credited: [1] },
  { lines: [RICE, MILK], credited: [1] },
]);

async function textOf({ heads, rows }: Sheet): Promise<string> {
  const writer = new FileWriter("csv", "sheet", heads);
  writer.add(rows);
  const bytes = await writer.end().arrayBuffer();
  // The decoder would drop the mark.
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

async function csvOf(
  table: Gstr1Table,
  month: readonly MonthDocument[] = MONTH,
): Promise<string[][]> {
  const text = await textOf(gstr1Sheet(gstr1(month, GSTIN), table));
  expect(text.startsWith("\uFEFF")).toBe(true);
  return Papa.parse<string[]>(text.slice(1), { skipEmptyLines: true }).data;
}

describe("[MONTH7] the files of GSTR-1", () => {
  it("have the headings of the portal's offline tool, its dates, places and two decimals", async () => {
    expect(await csvOf("b2b")).toEqual([
      [
        ...["GSTIN/UIN of Recipient", "Receiver Name", "Invoice Number", "Invoice date"],
        ...["Invoice Value", "Place Of Supply", "Reverse Charge", "Applicable % of Tax Rate"],
        ...["Invoice Type", "E-Commerce GSTIN", "Rate", "Taxable Value", "Cess Amount"],
      ],
      [
        ...[BUYER_GSTIN, "पीपल चौक स्टोर्स", "ASH/25-26/00001", "31-Mar-2026", "1385.00"],
        ...["29-Karnataka", "N", "", "Regular B2B", "", "5.00", "100.00", "0.00"],
      ],
      [
        ...[BUYER_GSTIN, "पीपल चौक स्टोर्स", "ASH/25-26/00001", "31-Mar-2026", "1385.00"],
        ...["29-Karnataka", "N", "", "Regular B2B", "", "18.00", "1000.00", "0.00"],
      ],
    ]);
    expect(await csvOf("b2cl")).toEqual([
      [
        ...["Invoice Number", "Invoice date", "Invoice Value", "Place Of Supply"],
        ...["Applicable % of Tax Rate", "Rate", "Taxable Value", "Cess Amount", "E-Commerce GSTIN"],
      ],
      [
        ...["ASH/25-26/00002", "01-Mar-2026", "200000.00", "29-Karnataka", "", "18.00"],
        ...["169491.53", "0.00", ""],
      ],
    ]);
    expect(await csvOf("b2cs")).toEqual([
      [
        ...["Type", "Place Of Supply", "Rate", "Applicable % of Tax Rate"],
        ...["Taxable Value", "Cess Amount", "E-Commerce GSTIN"],
      ],
      ["OE", "27-Maharashtra", "18.00", "", "900.00", "0.00", ""],
    ]);
    expect(await csvOf("cdnr")).toEqual([
      [
        ...["GSTIN/UIN of Recipient", "Receiver Name", "Note Number", "Note Date", "Note Type"],
        ...["Place Of Supply", "Reverse Charge", "Note Supply Type", "Note Value"],
        ...["Applicable % of Tax Rate", "Rate", "Taxable Value", "Cess Amount"],
      ],
      [
        ...[BUYER_GSTIN, "पीपल चौक स्टोर्स", "CN/25-26/00001", "31-Mar-2026", "C"],
        ...["29-Karnataka", "N", "Regular B2B", "236.00", "", "18.00", "200.00", "0.00"],
      ],
    ]);
    expect(await csvOf("cdnur")).toEqual([
      [
        ...["UR Type", "Note Number", "Note Date", "Note Type", "Place Of Supply", "Note Value"],
        ...["Applicable % of Tax Rate", "Rate", "Taxable Value", "Cess Amount"],
      ],
      [
        ...["B2CL", "CN/25-26/00002", "01-Mar-2026", "C", "29-Karnataka", "20000.00"],
        ...["", "18.00", "16949.16", "0.00"],
      ],
    ]);
    expect(await csvOf("exemp")).toEqual([
      [
        ...["Description", "Nil Rated Supplies"],
        ...["Exempted(other than nil rated/non GST supply)", "Non-GST Supplies"],
      ],
      ["Inter-State supplies to registered persons", "100.00", "0.00", "0.00"],
      ["Intra-State supplies to registered persons", "0.00", "0.00", "0.00"],
      ["Inter-State supplies to unregistered persons", "0.00", "0.00", "0.00"],
      ["Intra-State supplies to unregistered persons", "100.00", "0.00", "0.00"],
    ]);
    const hsnHeads = [
      ...["HSN", "Description", "UQC", "Total Quantity", "Total Value", "Rate", "Taxable Value"],
      ...["Integrated Tax Amount", "Central Tax Amount", "State/UT Tax Amount", "Cess Amount"],
    ];
    expect(await csvOf("hsnB2b")).toEqual([
      hsnHeads,
      [
        ...["0401", "", "PCS-PIECES", "2.00", "100.00", "0.00", "100.00"],
        ...["0.00", "0.00", "0.00", "0.00"],
      ],
      [
        ...["1006", "", "PCS-PIECES", "8.00", "944.00", "18.00", "800.00"],
        ...["144.00", "0.00", "0.00", "0.00"],
      ],
      [
        ...["2501", "", "PCS-PIECES", "1.00", "105.00", "5.00", "100.00"],
        ...["5.00", "0.00", "0.00", "0.00"],
      ],
    ]);
    expect((await csvOf("hsnB2c"))[0]).toEqual(hsnHeads);
    expect(await csvOf("docs")).toEqual([
      ["Nature of Document", "Sr. No. From", "Sr. No. To", "Total Number", "Cancelled"],
      ["Invoices for outward supply", "ASH/25-26/00001", "ASH/25-26/00003", "3", "0"],
      ["Credit Note", "CN/25-26/00001", "CN/25-26/00003", "3", "0"],
    ]);
  });

  it("let no spreadsheet compute a name, here and for Tally", async () => {
    const evil = MONTH.map((document) => ({
      ...document,
      buyer: { ...document.buyer, business: "=HYPERLINK(1)" },
    }));
    for (const table of ["b2b", "cdnr"] as const)
      expect((await csvOf(table, evil))[1]?.[1]).toBe("'=HYPERLINK(1)");
    const text = await textOf(tallySheet(vouchers(evil)));
    expect(text).toContain("\"'=HYPERLINK(1) (");
    expect(text).not.toMatch(/(^|,)"?[=+@-](?!\d)/m);
  });

  it("name days and units as the portal does", () => {
    expect(portalDay("2025-09-22")).toBe("22-Sep-2025");
    expect(portalUnit("KGS")).toBe("KGS-KILOGRAMS");
    expect(portalUnit("LTR")).toBe("PCS-PIECES");
  });
});

describe("[MONTH8] the sheet for Tally", () => {
  it("has a line per ledger, with the document's number and id, debit equal to credit", async () => {
    const lines = Papa.parse<Record<string, string>>(
      (await textOf(tallySheet(vouchers(MONTH)))).slice(1),
      { header: true, skipEmptyLines: true },
    ).data;
    const ofFirst = lines.filter((line) => line["GUID"] === "invoice ASH/25-26/00001");
    expect(
      ofFirst.map((line) => [
        line["Ledger Name"],
        line["Ledger Amount"],
        line["Ledger Amount Dr/Cr"],
      ]),
    ).toEqual([
      [`पीपल चौक स्टोर्स (${BUYER_GSTIN})`, "1385.00", "Dr"],
      ["Sales 5%", "100.00", "Cr"],
      ["Sales 18%", "1000.00", "Cr"],
      ["Sales Nil Rated and Exempt", "100.00", "Cr"],
      ["Output IGST", "185.00", "Cr"],
    ]);
    expect(ofFirst[0]).toMatchObject({
      ...{ "Voucher Date": "2026-03-31", "Voucher Type Name": "Sales" },
      ...{ "Voucher Number": "ASH/25-26/00001", "Buyer/Supplier - State": "Karnataka" },
    });
    const note = lines.filter((line) => line["Voucher Number"] === "CN/25-26/00003");
    expect(note.map((line) => [line["Ledger Name"], line["Ledger Amount Dr/Cr"]])).toEqual([
      ["पीपल चौक स्टोर्स (+919000000002)", "Cr"],
      ["Sales 18%", "Dr"],
      ["Output CGST", "Dr"],
      ["Output SGST", "Dr"],
    ]);
    expect(note[0]).toMatchObject({
      ...{ "Voucher Type Name": "Credit Note", "Reference No.": "ASH/25-26/00003" },
    });
  });

  it("[MONTH8] is an XML file, too, with the ledgers and the same vouchers", () => {
    const evil = MONTH.map((document) => ({
      ...document,
      buyer: { ...document.buyer, business: 'A & "B" <दीपक>' },
    }));
    const made = vouchers(evil);
    const text = tallyXml(made);
    const parser = new XMLParser({
      isArray: (name) => name === "TALLYMESSAGE",
      parseTagValue: false,
    });
    const { ENVELOPE } = parser.parse(text) as {
      ENVELOPE: { BODY: { IMPORTDATA: { REQUESTDATA: { TALLYMESSAGE: Message[] } }[] } };
    };
    const [masters, entries] = ENVELOPE.BODY.IMPORTDATA.map(
      ({ REQUESTDATA }) => REQUESTDATA.TALLYMESSAGE,
    );
    const ledgers = new Map(masters!.map(({ LEDGER }) => [LEDGER?.NAME, LEDGER?.PARENT]));
    expect(ledgers.get(`A & "B" <दीपक> (${BUYER_GSTIN})`)).toBe("Sundry Debtors");
    expect(ledgers.get("Sales 18%")).toBe("Sales Accounts");
    expect(ledgers.get("Output IGST")).toBe("Duties & Taxes");
    expect(entries).toHaveLength(MONTH.length);
    for (const [n, { VOUCHER }] of entries!.entries()) {
      const lines = VOUCHER!["ALLLEDGERENTRIES.LIST"];
      const paise = lines.map(({ AMOUNT }) => Math.round(Number(AMOUNT) * 100));
      expect(paise).toEqual(made[n]!.lines.map((one) => (one.side === "Dr" ? -1 : 1) * one.paise));
      expect(paise.reduce((sum, one) => sum + one, 0)).toBe(0);
      for (const { LEDGERNAME, AMOUNT, ISDEEMEDPOSITIVE } of lines) {
        expect(ledgers.has(LEDGERNAME)).toBe(true);
        expect(ISDEEMEDPOSITIVE).toBe(AMOUNT.startsWith("-") ? "Yes" : "No");
      }
    }
    expect(entries![0]?.VOUCHER).toMatchObject({
      ...{ DATE: "20260331", GUID: "invoice ASH/25-26/00001", VOUCHERTYPENAME: "Sales" },
    });
  });

  it("has what rounding added or took on a ledger of its own", () => {
    const [made] = vouchers(
      monthOf([{ lines: [{ ...RICE, pricePaise: 99_60, quantity: 1 }], roundsToRupee: true }]),
    );
    expect(made?.lines.at(-1)).toMatchObject({ ledger: "Round Off", paise: 40, side: "Cr" });
    const [less] = vouchers(
      monthOf([{ lines: [{ ...RICE, pricePaise: 99_40, quantity: 1 }], roundsToRupee: true }]),
    );
    expect(less?.lines.at(-1)).toMatchObject({ ledger: "Round Off", paise: 40, side: "Dr" });
  });
});

describe("[MONTH1] the months", () => {
  it.each([
    ["2026-11-26", "2026-10"],
    ["2026-01-01", "2025-12"],
    ["2026-03-31", "2026-02"],
  ])("begin on %s with %s, the last complete one", (today, month) => {
    expect(chosenMonth(null, today)).toBe(month);
    expect(chosenMonth("2031-01", today)).toBe(month);
    expect(chosenMonth(today.slice(0, 7), today)).toBe(today.slice(0, 7));
    expect(monthsUntil(today)).toHaveLength(24);
  });

  it("are named in words", () => expect(monthLabel("2026-03")).toBe("March 2026"));
});
