/** Unit quantity codes (UQC), the only units that returns take. Source: master codes of the GST portal. It has none for litres. */
import { msg, inEnglish, t } from "../language/texts";

const UNITS = {
  BAG: msg("Bags"),
  BAL: msg("Bales"),
  BDL: msg("Bundles"),
  BKL: msg("Buckles"),
  BOU: msg("Billions of units"),
  BOX: msg("Boxes"),
  BTL: msg("Bottles"),
  BUN: msg("Bunches"),
  CAN: msg("Cans"),
  CBM: msg("Cubic metres"),
  CCM: msg("Cubic centimetres"),
  CMS: msg("Centimetres"),
  CTN: msg("Cartons"),
  DOZ: msg("Dozens"),
  DRM: msg("Drums"),
  GGK: msg("Great gross"),
  GMS: msg("Grams"),
  GRS: msg("Gross"),
  GYD: msg("Gross yards"),
  KGS: msg("Kilograms"),
  KLR: msg("Kilolitres"),
  KME: msg("Kilometres"),
  MLT: msg("Millilitres"),
  MTR: msg("Metres"),
  MTS: msg("Metric tons"),
  NOS: msg("Numbers"),
  OTH: msg("Others"),
  PAC: msg("Packs"),
  PCS: msg("Pieces"),
  PRS: msg("Pairs"),
  QTL: msg("Quintals"),
  ROL: msg("Rolls"),
  SET: msg("Sets"),
  SQF: msg("Square feet"),
  SQM: msg("Square metres"),
  SQY: msg("Square yards"),
  TBS: msg("Tablets"),
  TGM: msg("Ten gross"),
  THD: msg("Thousands"),
  TON: msg("Tonnes"),
  TUB: msg("Tubes"),
  UGS: msg("US gallons"),
  UNT: msg("Units"),
  YDS: msg("Yards"),
} as const;

export type UnitCode = keyof typeof UNITS;

/** The unit of products that name none: orders are counted in pieces. */
export const DEFAULT_UNIT: UnitCode = "PCS";

export const UNIT_CODES = Object.keys(UNITS) as UnitCode[];

export function isUnitCode(code: string): code is UnitCode {
  return Object.hasOwn(UNITS, code);
}

export function unitName(code: UnitCode): string {
  return t(UNITS[code]);
}

/** Returns the code that a text means: "pcs" and "Pieces" are PCS. */
export function findUnit(text: string): UnitCode | undefined {
  const code = text.toUpperCase();
  const name = text.toLowerCase().replaceAll(/[^a-z]/g, "");
  return isUnitCode(code)
    ? code
    : inEnglish(() =>
        UNIT_CODES.find((each) => unitName(each).toLowerCase().replaceAll(" ", "") === name),
      );
}
