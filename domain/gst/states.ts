/**
 * States and Union Territories with the codes of the tax office: the first two digits of a GSTIN, and what stands beside the place of
 * supply. Source: master codes of the e-invoice portal; 25 and 28 were given up in 2020 and 2014.
 */

type Region = {
  readonly name: string;
  /** A Union Territory without a legislature: its half of the tax is called UTGST (UTGST Act 2017). Absent: SGST. */
  readonly hasUnionTax?: true;
};

const REGIONS: ReadonlyMap<string, Region> = new Map<string, Region>([
  ["01", { name: "Jammu and Kashmir" }],
  ["02", { name: "Himachal Pradesh" }],
  ["03", { name: "Punjab" }],
  ["04", { name: "Chandigarh", hasUnionTax: true }],
  ["05", { name: "Uttarakhand" }],
  ["06", { name: "Haryana" }],
  ["07", { name: "Delhi" }],
  ["08", { name: "Rajasthan" }],
  ["09", { name: "Uttar Pradesh" }],
  ["10", { name: "Bihar" }],
  ["11", { name: "Sikkim" }],
  ["12", { name: "Arunachal Pradesh" }],
  ["13", { name: "Nagaland" }],
  ["14", { name: "Manipur" }],
  ["15", { name: "Mizoram" }],
  ["16", { name: "Tripura" }],
  ["17", { name: "Meghalaya" }],
  ["18", { name: "Assam" }],
  ["19", { name: "West Bengal" }],
  ["20", { name: "Jharkhand" }],
  ["21", { name: "Odisha" }],
  ["22", { name: "Chhattisgarh" }],
  ["23", { name: "Madhya Pradesh" }],
  ["24", { name: "Gujarat" }],
  ["26", { name: "Dadra and Nagar Haveli and Daman and Diu", hasUnionTax: true }],
  ["27", { name: "Maharashtra" }],
  ["29", { name: "Karnataka" }],
  ["30", { name: "Goa" }],
  ["31", { name: "Lakshadweep", hasUnionTax: true }],
  ["32", { name: "Kerala" }],
  ["33", { name: "Tamil Nadu" }],
  ["34", { name: "Puducherry" }],
  ["35", { name: "Andaman and Nicobar Islands", hasUnionTax: true }],
  ["36", { name: "Telangana" }],
  ["37", { name: "Andhra Pradesh" }],
  ["38", { name: "Ladakh", hasUnionTax: true }],
  ["97", { name: "Other Territory", hasUnionTax: true }],
]);

/** All codes, ascending. */
export const STATE_CODES: readonly string[] = [...REGIONS.keys()];

export function isStateCode(code: string): boolean {
  return REGIONS.has(code);
}

/** "27" → "Maharashtra"; undefined for what is no code. */
export function stateName(code: string): string | undefined {
  return REGIONS.get(code)?.name;
}

/** "27" → "27-Maharashtra", as returns name a place of supply; an unknown code stays alone. */
export function stateLabel(code: string): string {
  const name = stateName(code);
  return name === undefined ? code : `${code}-${name}`;
}

/** The name of the State's half of the tax on supplies within it. */
export function stateTaxName(code: string): "SGST" | "UTGST" {
  return REGIONS.get(code)?.hasUnionTax === true ? "UTGST" : "SGST";
}

/** Six digits, as India Post gives them: none begins with 0. */
const PIN_CODE = /^[1-9]\d{5}$/;

export function isPinCode(text: string): boolean {
  return PIN_CODE.test(text);
}
