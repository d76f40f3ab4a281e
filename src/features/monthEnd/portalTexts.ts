/** Texts as the GST portal's offline tool writes them. */
import { formatDate } from "../../../domain/dates";
import { inEnglish } from "../../../domain/language/texts";
import { DEFAULT_UNIT, isUnitCode, type UnitCode } from "../../../domain/gst/units";

/** Formats "2025-09-22" as "22-Sep-2025". */
export function portalDay(day: string): string {
  return inEnglish(() => formatDate(day)).replaceAll(" ", "-");
}

/** Names of units in the offline tool's own spelling. */
const UNIT_NAMES = {
  BAG: "BAGS",
  BAL: "BALE",
  BDL: "BUNDLES",
  BKL: "BUCKLES",
  BOU: "BILLION OF UNITS",
  BOX: "BOX",
  BTL: "BOTTLES",
  BUN: "BUNCHES",
  CAN: "CANS",
  CBM: "CUBIC METERS",
  CCM: "CUBIC CENTIMETERS",
  CMS: "CENTIMETERS",
  CTN: "CARTONS",
  DOZ: "DOZENS",
  DRM: "DRUMS",
  GGK: "GREAT GROSS",
  GMS: "GRAMMES",
  GRS: "GROSS",
  GYD: "GROSS YARDS",
  KGS: "KILOGRAMS",
  KLR: "KILOLITRE",
  KME: "KILOMETRE",
  MLT: "MILILITRE",
  MTR: "METERS",
  MTS: "METRIC TON",
  NOS: "NUMBERS",
  OTH: "OTHERS",
  PAC: "PACKS",
  PCS: "PIECES",
  PRS: "PAIRS",
  QTL: "QUINTAL",
  ROL: "ROLLS",
  SET: "SETS",
  SQF: "SQUARE FEET",
  SQM: "SQUARE METERS",
  SQY: "SQUARE YARDS",
  TBS: "TABLETS",
  TGM: "TEN GROSS",
  THD: "THOUSANDS",
  TON: "TONNES",
  TUB: "TUBES",
  UGS: "US GALLONS",
  UNT: "UNITS",
  YDS: "YARDS",
} as const satisfies Record<UnitCode, string>;

/** Formats "PCS" as "PCS-PIECES". */
export function portalUnit(code: string): string {
  const unit = isUnitCode(code) ? code : DEFAULT_UNIT;
  return `${unit}-${UNIT_NAMES[unit]}`;
}
