import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { MonthDocument } from "./document";
import { eInvoices } from "./eInvoice";
import { INV_01 } from "./inv01.setup";
import { BUYER_GSTIN, monthOf, randomMonth, type WantedLine } from "./month.setup";

const schema = z.fromJSONSchema(INV_01);
const RICE: WantedLine = { pricePaise: 118_00, quantity: 3, hsn: "1006", gstRateBp: 1800 };

function monthWith(changes: Partial<MonthDocument> = {}): MonthDocument[] {
  const month = monthOf([{ gstin: BUYER_GSTIN, state: "29", lines: [RICE], credited: [1] }]);
  return month.map((document) => ({ ...document, ...changes }));
}

describe("[MONTH6] e-invoices", () => {
  it("have the fields of the schema with the document's own figures", () => {
    const [invoice, note] = eInvoices(monthWith()).invoices;
    expect(invoice).toEqual({
      Version: "1.1",
      TranDtls: { TaxSch: "GST", SupTyp: "B2B", RegRev: "N", IgstOnIntra: "N" },
      DocDtls: { Typ: "INV", No: "ASH/25-26/00001", Dt: "01/03/2026" },
      SellerDtls: {
        ...{ Gstin: "27AAPFU0939F1ZV", LglNm: "Asha Kolhari", TrdNm: "आशा ट्रेडर्स" },
        ...{ Addr1: "12 Lake Road, Pune 411001", Loc: "Pune", Pin: 411001, Stcd: "27" },
      },
      BuyerDtls: {
        ...{ Gstin: BUYER_GSTIN, LglNm: "पीपल चौक स्टोर्स", TrdNm: "पीपल चौक स्टोर्स" },
        ...{ Addr1: "4 'Old' Market, Nagpur", Loc: "Nagpur", Pin: 440001, Stcd: "29", Pos: "29" },
      },
      ItemList: [
        {
          ...{ SlNo: "1", PrdDesc: "चावल 0", IsServc: "N", HsnCd: "1006", Qty: 3, Unit: "PCS" },
          ...{ UnitPrice: 100, TotAmt: 300, Discount: 0, AssAmt: 300, GstRt: 18 },
          ...{ IgstAmt: 54, CgstAmt: 0, SgstAmt: 0, TotItemVal: 354 },
        },
      ],
      ValDtls: {
        ...{ AssVal: 300, CgstVal: 0, SgstVal: 0, IgstVal: 54, RndOffAmt: 0, TotInvVal: 354 },
      },
    });
    expect(note).toMatchObject({
      DocDtls: { Typ: "CRN", No: "CN/25-26/00001" },
      RefDtls: { PrecDocDtls: [{ InvNo: "ASH/25-26/00001", InvDt: "01/03/2026" }] },
    });
  });

  it("hold by the published schema, over random months", () => {
    let checked = 0;
    fc.assert(
      fc.property(randomMonth, (month) => {
        for (const one of eInvoices(month).invoices) {
          checked += 1;
          const { error } = schema.safeParse(JSON.parse(JSON.stringify(one)));
          expect(error?.issues ?? []).toEqual([]);
        }
      }),
      { numRuns: 200 },
    );
    expect(checked).toBeGreaterThan(500);
  });

  it.each([
    ["Version", "1.2"],
    ["DocDtls.No", "0SH/25-26/00001"],
    ["DocDtls.Dt", "2026-03-01"],
    ["SellerDtls.Loc", "x".repeat(51)],
    ["SellerDtls.Pin", "411001"],
    ["BuyerDtls.LglNm", 'The "Old" Shop'],
    ["BuyerDtls.Pos", undefined],
    ["ItemList.0.HsnCd", "19053"],
    ["ItemList.0.PrdDesc", "ab"],
    ["ItemList.0.AssAmt", -0.01],
    ["ValDtls.RndOffAmt", 100],
    ["ValDtls.TotInvVal", "354.00"],
  ])("would not hold with another %s", (path, value) => {
    const [good] = JSON.parse(JSON.stringify(eInvoices(monthWith()).invoices)) as object[];
    expect(schema.safeParse(good).success).toBe(true);
    const names = path.split(".");
    const last = names.pop()!;
    const place = names.reduce<Record<string, unknown>>(
      (at, name) => at[name] as Record<string, unknown>,
      good as Record<string, unknown>,
    );
    place[last] = value;
    expect(schema.safeParse(JSON.parse(JSON.stringify(good))).success).toBe(false);
  });

  it("shorten and clean names and addresses, and fill up those that are too short", () => {
    const buyer = {
      ...{ business: "A", legalName: `B\n"${"ल".repeat(200)}`, gstin: BUYER_GSTIN, phone: "" },
      ...{ address: `12\t${"x".repeat(300)}`, stateCode: "29", pincode: "560001" },
    };
    const { invoices } = eInvoices(monthWith({ buyer }));
    expect(invoices[0]).toMatchObject({ BuyerDtls: { TrdNm: "A..", Loc: "Karnataka" } });
    for (const one of invoices)
      expect(schema.safeParse(JSON.parse(JSON.stringify(one))).success).toBe(true);
  });

  it("are not made of a document that lacks a field of the schema, which is told", () => {
    const [invoice] = monthWith();
    const { invoices, lacking } = eInvoices([
      {
        ...invoice!,
        buyer: { ...invoice!.buyer, pincode: undefined },
        lines: invoice!.lines.map((line) => ({ ...line, hsn: undefined })),
      },
    ]);
    expect(invoices).toEqual([]);
    expect(lacking[0]?.lacks).toEqual(["the buyer's PIN code", "the HSN code of चावल 0"]);
  });

  it("are of tax invoices and notes to buyers with a GSTIN alone", () => {
    const month = monthOf([
      { lines: [RICE], credited: [1] },
      { gstin: BUYER_GSTIN, lines: [{ ...RICE, taxKind: "nil" }] },
    ]);
    expect(eInvoices(month)).toEqual({ invoices: [], documents: [], lacking: [] });
  });
});
