/** Unit quantity codes (UQC), the only units that returns take. Source: master codes of the GST portal. It has none for litres. */

const UNITS = {
  BAG: "Bags",
  BAL: "Bales",
  BDL: "Bundles",
  BKL: "Buckles",
  BOU: "Billions of units",
  BOX: "Boxes",
  BTL: "Bottles",
  BUN: "Bunches",
  CAN: "Cans",
  CBM: "Cubic metres",
  CCM: "Cubic centimetres",
  CMS: "Centimetres",
  CTN: "Cartons",
  DOZ: "Dozens",
  DRM: "Drums",
  GGK: "Great gross",
  GMS: "Grams",
  GRS: "Gross",
  GYD: "Gross yards",
  KGS: "Kilograms",
  KLR: "Kilolitres",
  KME: "Kilometres",
  MLT: "Millilitres",
  MTR: "Metres",
  MTS: "Metric tons",
  NOS: "Numbers",
  OTH: "Others",
  PAC: "Packs",
  PCS: "Pieces",
  PRS: "Pairs",
  QTL: "Quintals",
  ROL: "Rolls",
  SET: "Sets",
  SQF: "Square feet",
  SQM: "Square metres",
  SQY: "Square yards",
  TBS: "Tablets",
  TGM: "Ten gross",
  THD: "Thousands",
  TON: "Tonnes",
  TUB: "Tubes",
  UGS: "US gallons",
  UNT: "Units",
  YDS: "Yards",
} as const;

export type UnitCode = keyof typeof UNITS;

/** The unit of products that name none: orders are counted in pieces. */
export const DEFAULT_UNIT: UnitCode = "PCS";

export const UNIT_CODES = Object.keys(UNITS) as UnitCode[];

export function isUnitCode(code: string): code is UnitCode {
  return Object.hasOwn(UNITS, code);
}

export function unitName(code: UnitCode): string {
  return UNITS[code];
}

/** Returns the code that a text means: "pcs" and "Pieces" are PCS. */
export function findUnit(text: string): UnitCode | undefined {
  const code = text.toUpperCase();
  const name = text.toLowerCase().replaceAll(/[^a-z]/g, "");
  return isUnitCode(code)
    ? code
    : UNIT_CODES.find((each) => UNITS[each].toLowerCase().replaceAll(" ", "") === name);
}
