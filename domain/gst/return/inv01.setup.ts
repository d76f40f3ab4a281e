/**
 * The fields of the e-invoice schema (INV-01, version 1.1, as the e-invoice portal publishes it) that Mandi's documents have: the
 * least and greatest length or figure, the pattern, and what must be there. As a JSON schema that takes no other field.
 */
type Field = Readonly<Record<string, unknown>>;

const text = (minLength: number, maxLength: number, pattern: string): Field => ({
  ...{ type: "string", minLength, maxLength, pattern },
});
const figure = (minimum: number, maximum: number): Field => ({ type: "number", minimum, maximum });
const choice = (...values: string[]): Field => ({ type: "string", enum: values });
const object = (properties: Readonly<Record<string, Field>>, ...optional: string[]): Field => ({
  ...{ type: "object", properties, additionalProperties: false },
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
});
const list = (items: Field): Field => ({ type: "array", items, minItems: 1 });

const FREE = '^[^"]*$';
const GSTIN = "^[0-9]{2}[0-9A-Z]{13}$";
const STATE = "^(?!0+$)[0-9]{1,2}$";
const NUMBER = "^[a-zA-Z1-9][a-zA-Z0-9/-]{0,15}$";
const DAY = "^[0-3][0-9]/[0-1][0-9]/20[1-2][0-9]$";
const LINE_SUM = figure(0, 999_999_999_999.99);
const SUM = figure(0, 99_999_999_999_999);

const party = (placeMax: number) => ({
  Gstin: text(15, 15, GSTIN),
  LglNm: text(3, 100, FREE),
  TrdNm: text(3, 100, FREE),
  Addr1: text(1, 100, FREE),
  Loc: text(3, placeMax, FREE),
  Pin: figure(100_000, 999_999),
  Stcd: text(1, 2, STATE),
});

export const INV_01: Field = object(
  {
    Version: text(1, 6, "^1\\.1$"),
    TranDtls: object({
      TaxSch: choice("GST"),
      SupTyp: choice("B2B", "SEZWP", "SEZWOP", "EXPWP", "EXPWOP", "DEXP"),
      RegRev: choice("Y", "N"),
      IgstOnIntra: choice("Y", "N"),
    }),
    DocDtls: object({
      Typ: choice("INV", "CRN", "DBN"),
      No: text(1, 16, NUMBER),
      Dt: text(10, 10, DAY),
    }),
    SellerDtls: object(party(50)),
    BuyerDtls: object({ ...party(100), Pos: text(1, 2, STATE) }),
    ItemList: list(
      object({
        SlNo: text(1, 6, "^[0-9]{1,6}$"),
        PrdDesc: text(3, 300, FREE),
        IsServc: choice("Y", "N"),
        HsnCd: text(4, 8, "^(?!0+$)([0-9]{4}|[0-9]{6}|[0-9]{8})$"),
        Qty: figure(0, 9_999_999_999.999),
        Unit: text(3, 8, "^[A-Za-z]{3,8}$"),
        UnitPrice: figure(0, 999_999_999_999.999),
        TotAmt: LINE_SUM,
        Discount: LINE_SUM,
        AssAmt: LINE_SUM,
        GstRt: figure(0, 999.999),
        IgstAmt: LINE_SUM,
        CgstAmt: LINE_SUM,
        SgstAmt: LINE_SUM,
        TotItemVal: LINE_SUM,
      }),
    ),
    ValDtls: object({
      ...{ AssVal: SUM, CgstVal: SUM, SgstVal: SUM, IgstVal: SUM },
      RndOffAmt: figure(-99.99, 99.99),
      TotInvVal: SUM,
    }),
    RefDtls: object({
      PrecDocDtls: list(
        object({
          InvNo: text(1, 16, "^[1-9a-zA-Z][0-9a-zA-Z/-]{1,15}$"),
          InvDt: text(10, 10, DAY),
        }),
      ),
    }),
  },
  "RefDtls",
);
